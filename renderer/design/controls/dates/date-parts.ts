import { latinDigits } from '../fields/number-reading.ts';

export type DatePart = 'day' | 'month' | 'year';
/** As typed. */
export type DateParts = Readonly<Record<DatePart, string>>;

const known = new Map<string, readonly DatePart[]>();

/**
 * The order in which people of a locale write a date: en-US month first, en-GB and ar day first. Asked once for each locale: every date of a form asks for it
 * at each key.
 */
export function dateOrder(locale: string): readonly DatePart[] {
  const before = known.get(locale);
  if (before) return before;
  const parts = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    calendar: 'gregory',
  }).formatToParts(new Date(Date.UTC(2024, 10, 22)));
  const order = parts
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');
  known.set(locale, order);
  return order;
}

const pad = (text: string, length: number) => (/^\d+$/.test(text) ? text.padStart(length, '0') : text);

/**
 * Joins what was typed into an ISO 8601 date of any precision (`YYYY`, `YYYY-MM`, `YYYY-MM-DD`), or, where it is none, into a text
 * that {@link splitDate} takes apart again ("2024--7", "-3-"), so that nothing typed is lost. Empty where nothing was typed.
 */
export function joinDate({ day, month, year }: DateParts): string {
  const text = [
    latinDigits(year).trim(),
    pad(latinDigits(month).trim(), 2),
    pad(latinDigits(day).trim(), 2),
  ].join('-');
  return text.replace(/-{1,2}$/, '');
}

/** The inverse of {@link joinDate}. A dateTime gives its date. */
export function splitDate(value: string): DateParts {
  const [year = '', month = '', ...rest] = value.replace(/T.*$/, '').split('-');
  return { year, month, day: rest.join('-') };
}

/** Whether the text is a calendar date of some precision that exists (FHIR R4 2.24.0.1, `date`). */
export function isIsoDate(value: string): boolean {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value);
  if (!match || match[1] === '0000') return false;
  const month = Number(match[2] ?? 1);
  const day = Number(match[3] ?? 1);
  // Day 0 of the next month is the last of this one.
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(Number(match[1]), month, 0)).getUTCDate()
  );
}
