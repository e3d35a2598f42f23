import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseExpired, MONTHS_KEPT, NEWEST_KEPT } from './retention.ts';

const now = new Date('2026-11-20T03:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
const daily = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    path: `${day}`,
    takenAt: new Date(now.getTime() - day * DAY_MS),
  }));
const kept = (all: ReturnType<typeof daily>) => {
  const expired = new Set(chooseExpired(all, now));
  return all.filter((one) => !expired.has(one));
};

describe('exports that are kept (promise 9)', () => {
  it('are the newest fourteen, and the newest of each of twelve months', () => {
    const left = kept(daily(800)).map(({ takenAt }) => takenAt.toISOString().slice(0, 10));
    expect(left.slice(0, NEWEST_KEPT)).toEqual(
      daily(NEWEST_KEPT).map(({ takenAt }) => takenAt.toISOString().slice(0, 10)),
    );
    expect(left.slice(NEWEST_KEPT)).toEqual([
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
      '2025-12-31',
    ]);
  });

  it('always include the newest, however old', () => {
    fc.assert(
      fc.property(
        fc.array(fc.date({ noInvalidDate: true, max: now }), { minLength: 1, maxLength: 60 }),
        (dates) => {
          const all = dates.map((takenAt, index) => ({ path: `${index}`, takenAt }));
          const left = kept(all);
          const newest = Math.max(...dates.map((date) => date.getTime()));
          expect(left.some(({ takenAt }) => takenAt.getTime() === newest)).toBe(true);
          expect(left.length).toBeLessThanOrEqual(NEWEST_KEPT + MONTHS_KEPT);
          expect(left.length).toBeGreaterThanOrEqual(Math.min(dates.length, NEWEST_KEPT));
        },
      ),
    );
  });

  it('stay the same where nothing is new', () => {
    const left = kept(daily(400));
    expect(kept(left)).toEqual(left);
  });
});
