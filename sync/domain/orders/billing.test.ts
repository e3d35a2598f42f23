import { describe, expect, it } from 'vitest';
import { billingOf, otherBilling } from './billing.ts';

const home = { lines: ['12 Elm Street'], city: 'Oakland', region: 'US-CA', postcode: '94607', country: 'US' };
const work = {
  lines: ['350 Fifth Avenue'],
  city: 'New York',
  region: 'US-NY',
  postcode: '10118',
  country: 'US',
};
const mailed = { way: 'mail', address: home, rate: 'standard' } as const;
const pickup = { way: 'pickup', pharmacy: 'corner' } as const;

describe('the billing address', () => {
  it('is where the order is mailed, unless another was given', () => {
    expect(billingOf({ delivery: mailed })).toEqual(home);
    expect(billingOf({ delivery: mailed, billing: work })).toEqual(work);
  });

  it.each([pickup, { way: 'none' } as const])(
    'is nobody’s to guess where nothing is mailed - $way',
    (delivery) => {
      expect(billingOf({ delivery })).toBeUndefined();
      expect(billingOf({ delivery, billing: work })).toEqual(work);
    },
  );

  it('is kept only where it isn’t the delivery’s, however its parts are ordered', () => {
    const { lines, ...rest } = home;
    expect(otherBilling({ delivery: mailed, billing: { ...rest, lines } })).toBeUndefined();
    expect(otherBilling({ delivery: mailed, billing: work })).toEqual(work);
    expect(
      otherBilling({ delivery: mailed, billing: { ...home, lines: ['12 Elm Street', 'Apt 2'] } }),
    ).toBeDefined();
    expect(otherBilling({ delivery: pickup, billing: home })).toEqual(home);
    expect(otherBilling({ delivery: pickup })).toBeUndefined();
  });
});
