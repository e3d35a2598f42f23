/** Times of day on a 12-hour clock: when an entry could mean morning as well as evening, and how it is written down. Pure but for `Intl`. */
import { readWrittenTime } from './written-date.ts';

export type HalfOfDay = 'am' | 'pm';

/** What was typed into a time field: a FHIR `time`, or a clock time that lacks AM or PM; neither where it can't be read. */
export interface TimeReading {
  readonly time?: string | undefined;
  /** As if in the first half of the day. */
  readonly lacksHalf?: string | undefined;
}

const FHIR_TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const WITH_HALF = /[\p{L}]/u;

/** FHIR R4 `time`, `HH:MM:SS`. */
export const isFhirTime = (value: string): boolean => FHIR_TIME.test(value);

const twelveHours = new Map<string, boolean>();

/** Whether people of a locale say "2:30 PM" (CLDR): en-US, es-US and ar do, es-ES and en-GB don't. */
export function usesTwelveHours(locale: string): boolean {
  const before = twelveHours.get(locale);
  if (before !== undefined) return before;
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const does = hourCycle === 'h12' || hourCycle === 'h11';
  twelveHours.set(locale, does);
  return does;
}

export const halfOf = (time: string): HalfOfDay => (Number(time.slice(0, 2)) < 12 ? 'am' : 'pm');

/** The same hands of the clock in the other, or the same, half of the day. */
export function inHalf(time: string, half: HalfOfDay): string {
  const hour = (Number(time.slice(0, 2)) % 12) + (half === 'pm' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}${time.slice(2)}`;
}

/**
 * @param twelveHours whether 1 to 12 o'clock means nothing without AM or PM; 0 and 13 to 23 are plain everywhere.
 * @param half what the person chose beside the field.
 */
export function readClock(typed: string, twelveHours: boolean, half: HalfOfDay | undefined): TimeReading {
  const read = readWrittenTime(typed);
  if (read === undefined) return {};
  const hour = Number(read.slice(0, 2));
  // "14h30" has a letter, too, and an hour that needs none.
  const plain = !twelveHours || hour === 0 || hour > 12 || WITH_HALF.test(typed.replace(/(?<=\d)\s*h/i, ''));
  if (plain) return { time: read };
  return half === undefined ? { lacksHalf: inHalf(read, 'am') } : { time: inHalf(read, half) };
}

/** "2:30" for 14:30:00 on a 12-hour clock, "14:30" on the other; seconds where there are some. */
export function clockFace(time: string, twelveHours: boolean): string {
  const [hour = '', minute = '', second = ''] = time.split(':');
  const face = twelveHours ? `${Number(hour) % 12 || 12}:${minute}` : `${hour}:${minute}`;
  return second === '00' || second === '' ? face : `${face}:${second}`;
}

/** What is kept of an entry that is no time yet: the text, never in the form of a time. */
export function untilRead(typed: string): string {
  const text = typed.trim();
  return isFhirTime(text) ? text.replaceAll(':', '.') : text;
}
