/**
 * Age in whole years from ISO dates, without `Date`: a birth date has no time zone.
 *
 * Somebody born on 29 February comes of age on 1 March in a common year: a minimum age is never taken as reached before the
 * day on which nobody can dispute it.
 */
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function readDay(text: string): Day | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
    ? { year, month, day }
    : undefined;
}

/**
 * @param birthDate `YYYY-MM-DD`; partial dates have no age.
 * @param on the day to judge, `YYYY-MM-DD` in the patient's own calendar day.
 * @returns completed years, or undefined where a date is not one, or the birth lies after `on`.
 */
export function ageOn(birthDate: string, on: string): number | undefined {
  const born = readDay(birthDate);
  const now = readDay(on);
  if (!born || !now) return undefined;
  const before = now.month < born.month || (now.month === born.month && now.day < born.day);
  const age = now.year - born.year - (before ? 1 : 0);
  return age < 0 ? undefined : age;
}
