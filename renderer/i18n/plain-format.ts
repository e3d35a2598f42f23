/**
 * What browsers write the same way as these few lines. The first use of `Intl` reads the browser's locales, 30 ms or more on a cheap phone, while it takes over the
 * page: a first visit in English gets by without. `plain-format.test.ts` compares each with `Intl`.
 */

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', GBP: '£' };
/** Where the sign of a currency goes before, and cents after a point. */
const SIGN_FIRST = /^(?:en|es-US)/;
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
  const whole = plainNumber(Math.trunc(amount / 100));
  const cents = plainNumber(amount % 100);
  return symbol && whole && cents && SIGN_FIRST.test(locale)
    ? `${symbol}${whole}${cents === '0' ? '' : `.${cents.padStart(2, '0')}`}`
    : undefined;
}
