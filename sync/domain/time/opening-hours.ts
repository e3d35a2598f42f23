/**
 * Opening hours by the week, in the shape of FHIR R4 `Location.hoursOfOperation`, and when they begin and end as instants. FHIR's times have
 * seconds; these are `HH:MM`, which is what a clinic's door says.
 */
import { z } from 'zod/mini';

/** As FHIR's days-of-week code system writes them, in the order of ISO 8601. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** One row of hours. A day that no row names is closed; a day with a break has two. */
export const openPeriodSchema = z.object({
  daysOfWeek: z.array(z.enum(weekdays)).check(z.minLength(1), z.maxLength(7)),
  /** From midnight to midnight: there are no times then. */
  allDay: z.optional(z.boolean()),
  openingTime: z.optional(time),
  /** Later than the opening time; `00:00` is the end of the day. Hours over midnight are two rows. */
  closingTime: z.optional(time),
});
export type OpenPeriod = z.infer<typeof openPeriodSchema>;
export const openPeriodsSchema = z.array(openPeriodSchema).check(z.minLength(1), z.maxLength(28));

/** Hours, and whose clock they are by. */
export interface Hours {
  /** IANA name. */
  readonly timeZone: string;
  readonly periods: readonly OpenPeriod[];
}

/** What is wrong with row `index`. `overlap`: it is open on `day` already, by row `with`. */
export type PeriodFault =
  | { readonly index: number; readonly fault: 'times' }
  | { readonly index: number; readonly fault: 'order' }
  | { readonly index: number; readonly fault: 'overlap'; readonly day: Weekday; readonly with: number };

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** @returns minutes since midnight, the end being no longer open; undefined where the row has no such span */
function spanOf({ allDay, openingTime, closingTime }: OpenPeriod): readonly [number, number] | undefined {
  if (allDay === true) return [0, DAY_MINUTES];
  if (openingTime === undefined || closingTime === undefined) return undefined;
  return [minutesOf(openingTime), minutesOf(closingTime) || DAY_MINUTES];
}

/** @returns the faults of all rows, in their order; empty where the hours can be kept */
export function periodFaults(periods: readonly OpenPeriod[]): readonly PeriodFault[] {
  const faults: PeriodFault[] = [];
  const taken = new Map<Weekday, { readonly index: number; readonly span: readonly [number, number] }[]>();
  for (const [index, period] of periods.entries()) {
    const span = spanOf(period);
    const hasTimes = period.openingTime !== undefined || period.closingTime !== undefined;
    if (span === undefined || (period.allDay === true && hasTimes)) {
      faults.push({ index, fault: 'times' });
      continue;
    }
    if (span[1] <= span[0]) {
      faults.push({ index, fault: 'order' });
      continue;
    }
    for (const day of period.daysOfWeek) {
      const others = taken.get(day) ?? [];
      const other = others.find((one) => one.span[0] < span[1] && span[0] < one.span[1]);
      if (other) faults.push({ index, fault: 'overlap', day, with: other.index });
      taken.set(day, [...others, { index, span }]);
    }
  }
  return faults;
}

/** From this instant on it stays as it is until `until`, ms since 1970; undefined: for a week at least. */
export interface Opening {
  readonly open: boolean;
  readonly until: number | undefined;
}
/** @param now ms since 1970 */
export type Schedule = (now: number) => Opening;

/** What the wall clock of a zone shows, as if that were UTC: wall times can be reckoned with, and have no offset. */
type WallClock = (instant: number) => number;

function wallClockOf(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const minute = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return minute + (((instant % MINUTE_MS) + MINUTE_MS) % MINUTE_MS);
  };
}

/**
 * When a wall clock shows a time. An hour that the clock skips in spring shows at the instant of the change; an hour that it shows twice in autumn
 * is the first for an opening and the second for a closing, so that nobody finds a door closed within the hours that it says.
 */
function instantOf(wall: number, clock: WallClock, which: 'first' | 'last'): number {
  // A day away on either side the change is over, or hasn't been: no zone changes twice in two days.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((instant) => clock(instant) - instant);
  const shown = offsets.map((offset) => wall - offset).filter((instant) => clock(instant) === wall);
  if (shown.length > 0) return which === 'first' ? Math.min(...shown) : Math.max(...shown);
  const before = Math.min(...offsets);
  let low = wall - Math.max(...offsets);
  let high = wall - before;
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (clock(middle) - middle === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Monday is 0. @param day midnight of a wall clock */
const weekdayOf = (day: number) => weekdays[(new Date(day).getUTCDay() + 6) % 7];

/** @returns undefined where the hours can't be kept: rows that contradict each other, none, or a zone that isn't known here */
export function scheduleOf({ timeZone, periods }: Hours): Schedule | undefined {
  if (periods.length === 0 || periodFaults(periods).length > 0) return undefined;
  let clock: WallClock;
  try {
    clock = wallClockOf(timeZone);
  } catch {
    return undefined;
  }

  function spansOn(day: number): readonly (readonly [number, number])[] {
    const weekday = weekdayOf(day);
    return periods.flatMap((period) => {
      const span = spanOf(period);
      if (weekday === undefined || span === undefined || !period.daysOfWeek.includes(weekday)) return [];
      const [from, until] = span.map((minutes) => day + minutes * MINUTE_MS);
      if (from === undefined || until === undefined) return [];
      return [[instantOf(from, clock, 'first'), instantOf(until, clock, 'last')] as const];
    });
  }

  function look(now: number): Opening {
    const today = Math.floor(clock(now) / DAY_MS) * DAY_MS;
    // From yesterday on, since an hour that comes twice may lie around midnight; a week and a day ahead is every day once more.
    const spans = Array.from({ length: 10 }, (_, ahead) => spansOn(today + (ahead - 1) * DAY_MS)).flat();
    // Hours that lie wholly in a skipped one don't come on that day.
    const sorted = spans.filter(([from, until]) => from < until).toSorted(([a], [b]) => a - b);
    let end: number | undefined;
    for (const [from, until] of sorted) {
      if (until <= now) continue;
      // Rows that touch, at midnight for one, are one time of being open.
      if (end === undefined ? from <= now : from <= end) end = Math.max(end ?? until, until);
      else if (end === undefined) return { open: false, until: from };
      else return { open: true, until: end };
    }
    return { open: end !== undefined, until: undefined };
  }

  // A server asks for each form: reckoning takes as long as judging a short one.
  let [from, kept]: [number, Opening | undefined] = [0, undefined];
  return (now) => {
    if (kept?.until !== undefined && now >= from && now < kept.until) return kept;
    [from, kept] = [now, look(now)];
    return kept;
  };
}
