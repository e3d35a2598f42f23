import { expect, it } from 'vitest';
import { wordingOf } from './passage-words.ts';

it.each([
  ['USD', 4900, '$49.00'],
  ['JPY', 1500, '¥1,500'],
])('an amount in %s is written in its own minor unit', (currency, amount, written) => {
  expect(wordingOf('en').money(amount, currency)).toBe(written);
});
