/**
 * FHIR dates, dateTimes and times, compared on their own digits. `Date` is not used: it invents a precision, a time zone and
 * the 31st of February.
 */

export interface Temporal {
  /** Days since 1970-01-01 of the first instant that the value stands for. */
  readonly day: number;
  /** Seconds of that day, by the clock where the value was written. */
  readonly second: number;
  /** Digits after the decimal point of the second, without trailing zeros. */
  readonly fraction: string;
  /** Minutes east of UTC; undefined where the value doesn't say. */
  readonly offset: number | undefined;
  readonly precision: 'year' | 'month' | 'day' | 'time';
}

const PATTERN =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/;
const TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms"). */
function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** Seconds of the day, or undefined where the clock doesn't show such a time (a leap second is let through). */
function secondOfDay(hour: number, minute: number, second: number): number | undefined {
  return hour > 23 || minute > 59 || second > 60 ? undefined : hour * 3600 + minute * 60 + second;
}

function minutesEast(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Reads a FHIR date or dateTime of any precision; undefined where it is none. */
export function parseTemporal(text: string): Temporal | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, years, months, days, hours, minutes, seconds, fraction, zone] = match;
  const year = Number(years);
  const month = Number(months ?? 1);
  const day = Number(days ?? 1);
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const second = secondOfDay(Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0));
  const offset = minutesEast(zone);
  if (second === undefined || (offset !== undefined && Math.abs(offset) > 14 * 60)) return undefined;
  return {
    day: dayNumber(year, month, day),
    second,
    fraction: (fraction ?? '').replace(/0+$/, ''),
    offset,
    precision:
      hours !== undefined ? 'time' : days !== undefined ? 'day' : months !== undefined ? 'month' : 'year',
  };
}

function order(left: number | string, right: number | string): -1 | 0 | 1 {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Compares two dates or dateTimes; undefined where one can't be read. A partial date stands for its first instant on both
 * sides. Two values with offsets compare as instants; where only one has an offset, both are read by the same wall clock.
 */
export function compareTemporal(left: string, right: string): -1 | 0 | 1 | undefined {
  const first = parseTemporal(left);
  const second = parseTemporal(right);
  if (first === undefined || second === undefined) return undefined;
  const zoned = first.offset !== undefined && second.offset !== undefined;
  const instant = (value: Temporal) =>
    value.day * 86400 + value.second - (zoned ? (value.offset ?? 0) * 60 : 0);
  return order(instant(first), instant(second)) || order(first.fraction, second.fraction);
}

/** Compares two times of the day; undefined where one can't be read. */
export function compareTime(left: string, right: string): -1 | 0 | 1 | undefined {
  const first = TIME.exec(left);
  const second = TIME.exec(right);
  if (first === null || second === null) return undefined;
  const seconds = (match: RegExpExecArray) =>
    secondOfDay(Number(match[1]), Number(match[2]), Number(match[3] ?? 0));
  const [a, b] = [seconds(first), seconds(second)];
  if (a === undefined || b === undefined) return undefined;
  const fraction = (match: RegExpExecArray) => (match[4] ?? '').replace(/0+$/, '');
  return order(a, b) || order(fraction(first), fraction(second));
}

/** FHIR R4 datatypes: date. */
export function isDate(text: string): boolean {
  const parsed = parseTemporal(text);
  return parsed !== undefined && parsed.precision !== 'time';
}

/** FHIR R4 datatypes: dateTime. With a time of day, seconds and offset are mandatory. */
export function isDateTime(text: string): boolean {
  const parsed = parseTemporal(text);
  if (parsed === undefined) return false;
  return parsed.precision !== 'time' || (parsed.offset !== undefined && /T\d{2}:\d{2}:\d{2}/.test(text));
}

/** FHIR R4 datatypes: time; seconds are mandatory. */
export function isTime(text: string): boolean {
  return compareTime(text, text) !== undefined && /^\d{2}:\d{2}:\d{2}/.test(text);
}
