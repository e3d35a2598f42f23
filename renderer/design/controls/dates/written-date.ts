/** Dates and times of day as people write them. Pure but for `Intl`, which knows how each locale calls its months. */

import { monthLocales } from '../../../i18n/language.ts';
import { latinDigits } from '../fields/number-reading.ts';
import type { DatePart, DateParts } from './date-parts.ts';

/** "3rd of April", "3 de abril de 1990", "3 من أبريل". */
const FILLERS = /(?<=\d)(st|nd|rd|th|º|°|er)\b|\b(of|the|de|del|el)\b|(?<!\p{L})من(?!\p{L})/gu;
const known = new Map<string, readonly string[]>();

function fold(text: string): string {
  return latinDigits(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

function monthsOf(locale: string): readonly string[] {
  const before = known.get(locale);
  if (before) return before;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC', calendar: 'gregory' });
  const months = Array.from({ length: 12 }, (_, index) => fold(format.format(Date.UTC(2024, index, 15))));
  known.set(locale, months);
  return months;
}

/** The number of a month that was typed by name, in full or in part ("March", "mar.", "marzo", "آذار"), else undefined. */
export function monthByName(typed: string, locale: string): string | undefined {
  const text = fold(typed).replace(/\.$/, '');
  if (text === '' || /\d/.test(text)) return undefined;
  // Those after the reader's own: people write months as they learned them.
  for (const candidate of [locale, ...monthLocales]) {
    const months = monthsOf(candidate);
    const exact = months.indexOf(text);
    const matches = months.flatMap((name, index) => (name.startsWith(text) ? [index] : []));
    const found = exact >= 0 ? exact : text.length >= 3 && matches.length === 1 ? matches[0] : undefined;
    if (found !== undefined) return String(found + 1);
  }
  return undefined;
}

/** Day and month beside each other, as the locale orders them; the other way round where only that can be meant (23/4 in en-US). */
function dayAndMonth(one: string, other: string, order: readonly DatePart[]) {
  const monthFirst = order.indexOf('month') < order.indexOf('day');
  const [day, month] = monthFirst ? [other, one] : [one, other];
  return Number(month) > 12 && Number(day) <= 12 ? { day: month, month: day } : { day, month };
}

function readFigures(figures: readonly string[], order: readonly DatePart[]): DateParts | undefined {
  const [one = '', two = '', three = ''] = figures;
  const isYear = (text: string) => text.length === 4;
  const isShort = (text: string) => text.length === 1 || text.length === 2;
  if (figures.length === 1 && isYear(one)) return { year: one, month: '', day: '' };
  if (figures.length === 1 && one.length === 8) {
    // Without separators, as on the keypad of a phone, which has none.
    const isoFirst = order[0] === 'year';
    return isoFirst
      ? { year: one.slice(0, 4), month: one.slice(4, 6), day: one.slice(6) }
      : { year: one.slice(4), ...dayAndMonth(one.slice(0, 2), one.slice(2, 4), order) };
  }
  if (figures.length === 2) {
    if (isYear(one) && isShort(two)) return { year: one, month: two, day: '' };
    return isShort(one) && isYear(two) ? { year: two, month: one, day: '' } : undefined;
  }
  if (figures.length !== 3) return undefined;
  if (isYear(one) && isShort(two) && isShort(three)) return { year: one, month: two, day: three };
  return isShort(one) && isShort(two) && isYear(three)
    ? { year: three, ...dayAndMonth(one, two, order) }
    : undefined;
}

/**
 * A whole date in one text: "3/4/1990" (in the locale's order), "3.4.1990", "1990-04-03", "3 Apr 1990", "April 3rd, 1990",
 * "3 de abril de 1990", "٣ نيسان ١٩٩٠"; or a part of one: "4/1990", "April 1990", "1990". Years have four digits: the century of
 * a birth isn't guessed. Whether such a day exists is not judged.
 */
export function readWrittenDate(
  text: string,
  order: readonly DatePart[],
  locale: string,
): DateParts | undefined {
  const plain = fold(text)
    .replaceAll(FILLERS, ' ')
    .replaceAll(/[\u200e\u200f\u061c]/g, '');
  if (/[^\p{L}\d\s./,،-]/u.test(plain)) return undefined;
  const figures = plain.match(/\d+/g) ?? [];
  const words = plain.match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return readFigures(figures, order);
  const month = monthByName(words.join(' '), locale);
  const year = figures.find((figure) => figure.length === 4);
  const [day = '', ...more] = figures.filter((figure) => figure !== year);
  if (month === undefined || year === undefined || more.length > 0 || day.length > 2) return undefined;
  return { year, month, day };
}

const TIME =
  /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})(?:[:.](\d{2}))?|(?<=\d)(\d{2}))?\s*h?\s*(a\.?\s?m?\.?|p\.?\s?m?\.?|صباحا|مساء|ص|م)?$/u;

/** A time of day in any of its writings ("14:30", "2.30 pm", "2 p. m.", "14h30", "1430", "٢:٣٠ م") as FHIR `time`. */
export function readWrittenTime(text: string): string | undefined {
  const match = TIME.exec(fold(text).replaceAll(/\s+/g, ' '));
  if (!match) return undefined;
  const [, hours, minutes, seconds = '00', joined, half] = match;
  const evening = half === undefined ? undefined : /^[pم]/u.test(half);
  const hour = Number(hours);
  const minute = minutes ?? joined ?? '00';
  if (Number(minute) > 59 || Number(seconds) > 59) return undefined;
  if (evening === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined;
  const ofDay = evening === undefined ? hour : (hour % 12) + (evening ? 12 : 0);
  return `${String(ofDay).padStart(2, '0')}:${minute}:${seconds}`;
}
