import { describe, expect, test } from 'vitest';
import { createClinicCalendar } from './clinic-calendar.ts';

const at = (iso: string) => Date.parse(iso);

describe("the clinic's calendar", () => {
  test.each([
    ['America/New_York', '2026-11-21T00:30:00Z', '2026-11-20T19:30:00.000-05:00', 19 * 60 + 30],
    ['America/New_York', '2026-07-01T03:59:30.250Z', '2026-06-30T23:59:30.250-04:00', 23 * 60 + 59],
    ['Europe/London', '2026-11-21T00:30:00Z', '2026-11-21T00:30:00.000+00:00', 30],
    ['Asia/Kathmandu', '2026-11-20T18:20:00Z', '2026-11-21T00:05:00.000+05:45', 5],
  ])('in %s, %s is %s', (zone, instant, iso, minute) => {
    const calendar = createClinicCalendar(zone);
    expect(calendar.iso(at(instant))).toBe(iso);
    expect(at(calendar.iso(at(instant)))).toBe(at(instant));
    expect(calendar.day(at(instant))).toBe(iso.slice(0, 10));
    expect(calendar.minuteOfDay(at(instant))).toBe(minute);
  });

  test.each([undefined, 'Atlantis/Capital'])('is the machine’s own - the zone is %s', (zone) => {
    const now = at('2026-11-21T00:30:00Z');
    expect(at(createClinicCalendar(zone).iso(now))).toBe(now);
    const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions();
    expect(createClinicCalendar(zone).iso(now)).toBe(createClinicCalendar(timeZone).iso(now));
  });
});
