import { describe, expect, test } from 'vitest';
import { scheduleOf } from './opening-hours.ts';
import { reviewDeadline } from './review-deadline.ts';

const weekdays = {
  daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
  openingTime: '08:00',
  closingTime: '18:00',
};
const clinic = {
  timeZone: 'America/New_York',
  periods: [{ ...weekdays, daysOfWeek: [...weekdays.daysOfWeek] }],
};
const by = (receivedAt: string, hours: number, at = clinic) =>
  new Date(reviewDeadline(Date.parse(receivedAt), hours, scheduleOf(at))).toISOString();

describe('by when a form is read', () => {
  test('is what was promised - the clinic is open then', () => {
    expect(by('2026-11-23T10:00:00-05:00', 4)).toBe('2026-11-23T19:00:00.000Z');
  });

  test('is in the first hour of the next day - the promise ends at night', () => {
    expect(by('2026-11-22T23:08:00-05:00', 4)).toBe('2026-11-23T14:00:00.000Z');
  });

  test('is on Monday - the promise ends on a weekend', () => {
    expect(by('2026-11-20T17:00:00-05:00', 24)).toBe('2026-11-23T14:00:00.000Z');
  });

  test('is what was promised - the clinic has told no hours, or some that contradict each other', () => {
    const promised = '2026-11-23T08:08:00.000Z';
    const [period] = clinic.periods;
    if (!period) throw new Error('The clinic has no hours.');
    expect(reviewDeadline(Date.parse('2026-11-23T04:08:00Z'), 4, undefined)).toBe(Date.parse(promised));
    expect(by('2026-11-23T04:08:00Z', 4, { ...clinic, periods: [period, period] })).toBe(promised);
  });

  test('is the same after other questions - a schedule keeps its last answer', () => {
    const kept = scheduleOf(clinic);
    const start = Date.parse('2026-10-30T00:00:00Z');
    for (let step = 0; step < 200; step++) {
      // Forward mostly, and back now and then; over the change of the clock.
      const at = start + ((step * 37) % 211) * 1_800_000;
      expect(reviewDeadline(at, 4, kept)).toBe(reviewDeadline(at, 4, scheduleOf(clinic)));
    }
  });
});
