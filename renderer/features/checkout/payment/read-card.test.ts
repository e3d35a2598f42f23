import { describe, expect, it } from 'vitest';
import { groupDigits, readCard, writeExpiry } from './read-card.ts';

const now = new Date(2026, 10, 26);
const card = { number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123' };
const faults = (part: Partial<typeof card>) => Object.fromEntries(readCard({ ...card, ...part }, now).faults);

describe('a typed card', () => {
  it('is named, and its number is in nothing that is sent', () => {
    const { method } = readCard(card, now);
    expect(method).toBe('demo_4242');
    expect(JSON.stringify(readCard(card, now))).not.toContain('4242424242424242');
    expect(readCard({ ...card, number: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' }, now).method).toBe('demo_4242');
  });

  it.each([
    [
      { number: '', expiry: '', cvc: '' },
      { number: 'missing', expiry: 'missing', cvc: 'missing' },
    ],
    [{ number: '4111 1111 1111 1111' }, { number: 'wrong' }],
    [{ expiry: '13/30' }, { expiry: 'wrong' }],
    [{ expiry: '10/26' }, { expiry: 'past' }],
    [{ cvc: '12' }, { cvc: 'wrong' }],
  ])('says what is wrong in it - %o', (part, found) => {
    expect(faults(part)).toEqual(found);
    expect(readCard({ ...card, ...part }, now).method).toBeUndefined();
  });

  it('is written as on the card', () => {
    expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242');
    expect([writeExpiry('1'), writeExpiry('1126'), writeExpiry('11/')]).toEqual(['1', '11/26', '11']);
  });
});
