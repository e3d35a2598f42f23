/**
 * What browsers write the same way as these few lines. The first use of `Intl` reads the browser's locales, 30 ms or more on a cheap phone, while it takes over the
 * page: a first visit in English gets by without. `plain-format.test.ts` compares each with `Intl`.
 */

/** Of currencies with two digits below one; any other is left to `Intl`. */
const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', GBP: '£' };
/** Where the sign of a currency goes before, and cents after a point. */
const SIGN_FIRST = /^(en-(US|GB)|es-US)-/;
/** From here on digits are grouped. */
const FIRST_GROUPED = 1_000;

/** Latin digits, ungrouped: the same in each of our languages. Not below zero, where Arabic has a mark. */
export function plainNumber(value: number): string | undefined {
  // Of -0 the quotient is below zero, too.
  return Number.isInteger(value) && 1 / value > 0 && value < FIRST_GROUPED ? `${value}` : undefined;
}

/** @param amount in cents */
export function plainMoney(locale: string, amount: number, currency: string): string | undefined {
  const symbol = SYMBOLS[currency];
  // Below 1,000: above it digits are grouped.
  const isPlain = Number.isInteger(amount) && 1 / amount > 0 && amount < 1e5;
  return symbol && isPlain && SIGN_FIRST.test(locale)
    ? `${symbol}${(amount / 100).toFixed(2).replace('.00', '')}`
    : undefined;
}
