/**
 * What browsers write the same way as these few lines. The first use of `Intl` reads the browser's locales, 30 ms or more on a cheap phone, while it takes over the
 * page: a first visit in English gets by without. `plain-format.test.ts` compares each with `Intl`.
 */

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', GBP: '£', EUR: '€' };
/** Where the sign of a currency goes before, and cents after a point. */
const SIGN_FIRST = ['en-u-nu-latn', 'en-US-u-nu-latn', 'en-GB-u-nu-latn', 'es-US-u-nu-latn'];
const US = 'en-US-u-nu-latn';
const GB = 'en-GB-u-nu-latn';
const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);
const DATE = /^([1-9]\d{3})-(\d\d)-(\d\d)$/;
/** Above it digits are grouped. */
const MAX_UNGROUPED = 999;

/** Latin digits, ungrouped: the same in each of our languages. Not below zero, where Arabic has a mark. */
export function plainNumber(value: number): string | undefined {
  return Number.isInteger(value) && value >= 0 && value <= MAX_UNGROUPED && !Object.is(value, -0)
    ? String(value)
    : undefined;
}

/** @param amount in cents */
export function plainMoney(locale: string, amount: number, currency: string): string | undefined {
  const symbol = SYMBOLS[currency];
  const whole = plainNumber(Math.trunc(amount / 100));
  if (
    symbol === undefined ||
    whole === undefined ||
    !SIGN_FIRST.includes(locale) ||
    plainNumber(amount % 100) === undefined
  )
    return undefined;
  const cents = amount % 100;
  return `${symbol}${whole}${cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`}`;
}

/** The long style of a calendar date. */
export function plainDate(locale: string, date: string): string | undefined {
  const [, year, month, day] = DATE.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  // The 31st of February is left to the browser, which knows what to make of it.
  if (name === undefined || Number(day) < 1 || Number(day) > 28) return undefined;
  if (locale === US) return `${name} ${Number(day)}, ${year}`;
  return locale === GB ? `${Number(day)} ${name} ${year}` : undefined;
}

/** "a, b, and c", in British English "a, b and c". */
export function plainList(locale: string, items: readonly string[]): string | undefined {
  if (locale !== US && locale !== GB) return undefined;
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  const comma = locale === US && items.length > 2 ? ',' : '';
  return `${items.slice(0, -1).join(', ')}${comma} and ${last}`;
}
