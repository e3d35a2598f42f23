import { describe, expect, it } from 'vitest';
import { addressLines, fieldOrder } from './address-order.ts';

describe('an address', () => {
  it.each([
    ['US', ['lines', 'postcode', 'city', 'region']],
    ['GB', ['lines', 'city', 'postcode', 'region']],
    ['DE', ['lines', 'postcode', 'city', 'region']],
    ['CA', ['lines', 'city', 'region', 'postcode']],
  ])('is asked for in the order of its country - %s', (country, order) => {
    expect(fieldOrder(country)).toEqual(order);
  });

  it('is written as on an envelope there', () => {
    const american = { lines: ['1 Elm Street', 'Apt 2'], city: 'Albany', region: 'US-NY', postcode: '12207' };
    expect(addressLines({ ...american, country: 'US' })).toEqual([
      '1 Elm Street',
      'Apt 2',
      'Albany, NY 12207',
    ]);
    const british = { lines: ['1 High Street'], city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' };
    expect(addressLines(british)).toEqual(['1 High Street', 'Leeds', 'LS1 4DY']);
  });
});
