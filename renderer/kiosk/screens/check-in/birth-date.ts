/** A birth date that is typed digit by digit, in the order of the reader's language and the clinic's region. Pure. */
import {
  type DatePart,
  type DateParts,
  isIsoDate,
  joinDate,
} from '../../../design/controls/dates/date-parts.ts';

export interface TypedDate {
  readonly parts: DateParts;
  /** Where the next digit goes; the last part keeps it. */
  readonly active: DatePart;
}

const LENGTH: Readonly<Record<DatePart, number>> = { day: 2, month: 2, year: 4 };
/** A greater first digit is a whole month or day: there is no 40th. */
const MAX_FIRST: Readonly<Record<DatePart, number>> = { day: 3, month: 1, year: 9 };

export function emptyDate(order: readonly DatePart[]): TypedDate {
  return { parts: { day: '', month: '', year: '' }, active: order[0] ?? 'month' };
}

/** Whether nothing more can follow in that part. */
export function isPartFull(part: DatePart, text: string): boolean {
  return text.length >= LENGTH[part] || (text.length === 1 && Number(text) > MAX_FIRST[part]);
}

function next(part: DatePart, order: readonly DatePart[]): DatePart {
  return order[order.indexOf(part) + 1] ?? part;
}

/** @param text all digits of the part, as typed; others are left out. */
export function withPart(
  date: TypedDate,
  part: DatePart,
  text: string,
  order: readonly DatePart[],
): TypedDate {
  const digits = text.replace(/\D/g, '').slice(0, LENGTH[part]);
  const grew = digits.length > date.parts[part].length;
  return {
    parts: { ...date.parts, [part]: digits },
    active: grew && isPartFull(part, digits) ? next(part, order) : part,
  };
}

/** A digit into a part that is full starts it over: anyone who goes back to it wants to change it. */
export function typeDigit(date: TypedDate, digit: string, order: readonly DatePart[]): TypedDate {
  const { active, parts } = date;
  const last = active === order.at(-1);
  if (!isPartFull(active, parts[active])) return withPart(date, active, parts[active] + digit, order);
  if (last) return date;
  return withPart({ ...date, parts: { ...parts, [active]: '' } }, active, digit, order);
}

/** Takes the last digit away; from an empty part it goes on to the one before. */
export function deleteDigit(date: TypedDate, order: readonly DatePart[]): TypedDate {
  const { active, parts } = date;
  if (parts[active] !== '') return { active, parts: { ...parts, [active]: parts[active].slice(0, -1) } };
  const before = order[order.indexOf(active) - 1];
  return before === undefined
    ? date
    : { active: before, parts: { ...parts, [before]: parts[before].slice(0, -1) } };
}

export type JudgedDate =
  | { readonly iso: string }
  | { readonly problem: 'missing' | 'wrong' | 'future'; readonly part: DatePart };

/** A person can't be older than this. */
const MAX_YEARS = 130;

/** @param today `YYYY-MM-DD` by the clinic's clock. */
export function judgeDate(parts: DateParts, order: readonly DatePart[], today: string): JudgedDate {
  const missing = order.find((part) => parts[part] === '' || (part === 'year' && parts.year.length < 4));
  if (missing) return { problem: 'missing', part: missing };
  const iso = joinDate(parts);
  if (!isIsoDate(iso) || Number(parts.year) < Number(today.slice(0, 4)) - MAX_YEARS)
    return { problem: 'wrong', part: Number(parts.month) > 12 ? 'month' : 'day' };
  return iso > today ? { problem: 'future', part: 'year' } : { iso };
}

/** The month by its name, once its number can't become another: `03`, `3` and `12`, not `1`. */
export function monthName(month: string, locale: string): string | undefined {
  const number = Number(month);
  if (!isPartFull('month', month) || number < 1 || number > 12) return undefined;
  return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, number - 1, 15),
  );
}
