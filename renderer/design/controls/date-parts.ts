import { latinDigits } from './number-reading.ts';

export type DatePart = 'day' | 'month' | 'year';
/** As typed. */
export type DateParts = Readonly<Record<DatePart, string>>;

/** The order in which people of a locale write a date: en-US month first, en-GB and ar day first. */
export function dateOrder(locale: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    calendar: 'gregory',
  }).formatToParts(new Date(Date.UTC(2024, 10, 22)));
  return parts
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');
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

/** A whole date pasted into one field: "1985-03-12", "12/03/1985", "3.12.1985", in the order of the locale. */
export function readPastedDate(text: string, order: readonly DatePart[]): DateParts | undefined {
  const plain = latinDigits(text).trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain);
  if (iso) return { year: iso[1] ?? '', month: iso[2] ?? '', day: iso[3] ?? '' };
  const figures = /^(\d{1,4})[\s./-]+(\d{1,2})[\s./-]+(\d{1,4})$/.exec(plain);
  if (!figures) return undefined;
  const at = (part: DatePart) => figures[order.indexOf(part) + 1] ?? '';
  return { day: at('day'), month: at('month'), year: at('year') };
}

/** The number of a month that was typed by name, in full or in part ("March", "mar", "marzo"), else undefined. */
export function monthByName(typed: string, locale: string): string | undefined {
  const text = fold(typed, locale);
  if (text.length < 3 || /\d/.test(text)) return undefined;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC', calendar: 'gregory' });
  const months = Array.from({ length: 12 }, (_, index) =>
    fold(format.format(Date.UTC(2024, index, 15)), locale),
  );
  const exact = months.indexOf(text);
  const matches = months.flatMap((name, index) => (name.startsWith(text) ? [index] : []));
  const found = exact >= 0 ? exact : matches.length === 1 ? matches[0] : undefined;
  return found === undefined ? undefined : String(found + 1);
}

function fold(text: string, locale: string): string {
  return text.trim().replace(/\.$/, '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(locale);
}
