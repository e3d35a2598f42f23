import { describe, expect, test } from 'vitest';
import { type Hours, type OpenPeriod, periodFaults, scheduleOf, weekdays } from './opening-hours.ts';

const on = (daysOfWeek: OpenPeriod['daysOfWeek'], openingTime: string, closingTime: string): OpenPeriod => ({
  daysOfWeek,
  openingTime,
  closingTime,
});
const everyDay = [...weekdays];
const workdays = weekdays.slice(0, 5);

/** What the schedule says at an instant: `open until …`, `closed until …`, in UTC. */
function at(hours: Hours, instant: string): string {
  const schedule = scheduleOf(hours);
  if (schedule === undefined) return 'no hours';
  const { open, until } = schedule(Date.parse(instant));
  const end = until === undefined ? 'for ever' : `until ${new Date(until).toISOString().slice(0, 16)}`;
  return `${open ? 'open' : 'closed'} ${end}`;
}

const london = (...periods: readonly OpenPeriod[]): Hours => ({ timeZone: 'Europe/London', periods });
const newYork = (...periods: readonly OpenPeriod[]): Hours => ({ timeZone: 'America/New_York', periods });

describe('hours of a week', () => {
  const clinic = newYork(on(workdays, '08:00', '18:00'));

  test('begin and end at their minute, by the clock of the place', () => {
    // Friday, 20 November 2026: New York is five hours behind UTC.
    expect(at(clinic, '2026-11-20T12:59:59.999Z')).toBe('closed until 2026-11-20T13:00');
    expect(at(clinic, '2026-11-20T13:00:00Z')).toBe('open until 2026-11-20T23:00');
    expect(at(clinic, '2026-11-20T22:59:59.999Z')).toBe('open until 2026-11-20T23:00');
    expect(at(clinic, '2026-11-20T23:00:00Z')).toBe('closed until 2026-11-23T13:00');
  });

  test('of one day: the next is a week away', () => {
    const mondays = newYork(on(['mon'], '09:00', '12:00'));
    expect(at(mondays, '2026-11-23T17:00:00Z')).toBe('closed until 2026-11-30T14:00');
  });

  test('with a break: closed in between', () => {
    const broken = newYork(on(workdays, '14:00', '18:00'), on(workdays, '08:00', '12:00'));
    expect(at(broken, '2026-11-20T17:30:00Z')).toBe('closed until 2026-11-20T19:00');
    expect(at(broken, '2026-11-20T16:30:00Z')).toBe('open until 2026-11-20T17:00');
  });

  test('over midnight, in two rows: open without a break', () => {
    const night = newYork(on(['fri'], '22:00', '00:00'), on(['sat'], '00:00', '06:00'));
    expect(at(night, '2026-11-21T03:30:00Z')).toBe('open until 2026-11-21T11:00');
    expect(at(night, '2026-11-21T11:00:00Z')).toBe('closed until 2026-11-28T03:00');
  });

  test('all day, every day: never closed', () => {
    expect(at(newYork({ daysOfWeek: everyDay, allDay: true }), '2026-11-20T03:00:00Z')).toBe('open for ever');
  });
});

describe('when the clocks change', () => {
  test('in spring, London and New York open an hour earlier by UTC', () => {
    const hours = london(on(everyDay, '09:00', '17:00'));
    expect(at(hours, '2027-03-27T17:00:00Z')).toBe('closed until 2027-03-28T08:00');
    expect(at(hours, '2027-03-28T08:00:00Z')).toBe('open until 2027-03-28T16:00');
    const there = newYork(on(everyDay, '09:00', '17:00'));
    expect(at(there, '2027-03-13T22:00:00Z')).toBe('closed until 2027-03-14T13:00');
  });

  test('in autumn, an hour later', () => {
    const hours = london(on(everyDay, '09:00', '17:00'));
    expect(at(hours, '2026-10-24T16:00:00Z')).toBe('closed until 2026-10-25T09:00');
    expect(at(hours, '2026-10-25T08:59:59Z')).toBe('closed until 2026-10-25T09:00');
    const there = newYork(on(everyDay, '09:00', '17:00'));
    expect(at(there, '2026-10-31T21:00:00Z')).toBe('closed until 2026-11-01T14:00');
  });

  test('an opening in the hour that is skipped is the instant of the change', () => {
    // London goes from 01:00 to 02:00 at 01:00 UTC.
    const hours = london(on(['sun'], '01:30', '06:00'));
    expect(at(hours, '2027-03-28T00:59:59Z')).toBe('closed until 2027-03-28T01:00');
    expect(at(hours, '2027-03-28T01:00:00Z')).toBe('open until 2027-03-28T05:00');
  });

  test('hours that lie wholly in it do not come on that day', () => {
    const hours = london(on(['sun'], '01:10', '01:50'));
    expect(at(hours, '2027-03-28T00:30:00Z')).toBe('closed until 2027-04-04T00:10');
  });

  test('in the hour that comes twice, it opens the first time and closes the second', () => {
    // New York goes from 02:00 back to 01:00 at 06:00 UTC.
    const opening = newYork(on(['sun'], '01:30', '03:00'));
    expect(at(opening, '2026-11-01T05:29:59Z')).toBe('closed until 2026-11-01T05:30');
    expect(at(opening, '2026-11-01T06:10:00Z')).toBe('open until 2026-11-01T08:00');
    const closing = newYork(on(['sun'], '00:00', '01:30'));
    expect(at(closing, '2026-11-01T05:45:00Z')).toBe('open until 2026-11-01T06:30');
    expect(at(closing, '2026-11-01T06:30:00Z')).toBe('closed until 2026-11-08T05:00');
  });

  test('minute by minute through both changes of a year, it is open when its clock says so, and the next change is the next', () => {
    const hours = london(on(everyDay, '07:15', '21:40'));
    const schedule = scheduleOf(hours);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
    const wrong: string[] = [];
    for (const day of ['2026-10-24', '2026-10-25', '2027-03-27', '2027-03-28']) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      let expected: number | undefined;
      for (let minute = 0; minute < 1440; minute += 5) {
        const now = midnight + minute * 60_000;
        const shown = clock.format(now);
        const opening = schedule?.(now);
        if (opening?.open !== (shown >= '07:15' && shown < '21:40')) wrong.push(`${day} ${shown}`);
        if (expected !== undefined && now < expected && opening?.until !== expected)
          wrong.push(`${day} ${shown} until`);
        expected = opening?.until;
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('hours that can not be kept', () => {
  test.each<[string, readonly OpenPeriod[], readonly object[]]>([
    ['no times', [{ daysOfWeek: ['mon'] }], [{ index: 0, fault: 'times' }]],
    ['no closing time', [{ daysOfWeek: ['mon'], openingTime: '08:00' }], [{ index: 0, fault: 'times' }]],
    [
      'all day, and times',
      [{ daysOfWeek: ['mon'], allDay: true, openingTime: '08:00', closingTime: '09:00' }],
      [{ index: 0, fault: 'times' }],
    ],
    ['closing before opening', [on(['mon'], '18:00', '08:00')], [{ index: 0, fault: 'order' }]],
    ['closing as it opens', [on(['mon'], '08:00', '08:00')], [{ index: 0, fault: 'order' }]],
    [
      'open twice at once',
      [on(workdays, '08:00', '12:00'), on(['sat', 'wed'], '11:59', '13:00')],
      [{ index: 1, fault: 'overlap', day: 'wed', with: 0 }],
    ],
    [
      'one day named twice in a row',
      [on(['mon', 'mon'], '08:00', '12:00')],
      [{ index: 0, fault: 'overlap', day: 'mon', with: 0 }],
    ],
  ])('%s', (_what, periods, faults) => {
    expect(periodFaults(periods)).toEqual(faults);
    expect(scheduleOf({ timeZone: 'Europe/London', periods })).toBeUndefined();
  });

  test('one after the other is no overlap', () => {
    expect(periodFaults([on(['mon'], '08:00', '12:00'), on(['mon'], '12:00', '00:00')])).toEqual([]);
  });

  test('a zone that nobody knows, or no row at all', () => {
    const periods = [on(['mon'], '08:00', '12:00')];
    expect(scheduleOf({ timeZone: 'Europe/Nowhere', periods })).toBeUndefined();
    expect(scheduleOf({ timeZone: 'Europe/London', periods: [] })).toBeUndefined();
  });
});
