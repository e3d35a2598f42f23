/** As `plain-format.ts`, for what the first paint of a home does without. */
import type { Format } from './format.ts';

const US = 'en-US-u-nu-latn';
const GB = 'en-GB-u-nu-latn';
const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);
const DATE = /^([1-9]\d{3})-(\d\d)-(\d\d)$/;

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

export const longDate = (format: Format, date: string): string =>
  plainDate(format.locale, date) ?? format.calendarDate(date);

export const listOf = (format: Format, items: readonly string[]): string =>
  plainList(format.locale, items) ?? format.list(items);
