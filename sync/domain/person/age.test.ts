import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn } from './age.ts';

describe('an age is never reached too early (promise 3)', () => {
  test.each([
    ['1990-05-20', '2026-05-19', 35],
    ['1990-05-20', '2026-05-20', 36],
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-28', 19],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-20', '2026-11-20', 0],
    ['1900-01-01', '2000-01-01', 100],
  ])('born %s, on %s - %i', (born, on, age) => {
    expect(ageOn(born, on)).toBe(age);
  });

  test.each([
    ['a partial date', '1990-05', '2026-01-01'],
    ['a day that never was', '1990-02-30', '2026-01-01'],
    ['29 February of a common year', '2007-02-29', '2026-01-01'],
    ['29 February of 1900', '1900-02-29', '2026-01-01'],
    ['a month that never was', '1990-13-01', '2026-01-01'],
    ['a birth in the future', '2026-11-21', '2026-11-20'],
    ['words', 'yesterday', '2026-01-01'],
    ['a wrong today', '1990-01-01', 'today'],
    ['a time', '1990-01-01T00:00:00Z', '2026-01-01'],
  ])('%s - no age', (_what, born, on) => {
    expect(ageOn(born, on)).toBeUndefined();
  });

  test('any two days - a day later is never younger', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const iso = (date: Date) => date.toISOString().slice(0, 10);
    fc.assert(
      fc.property(day, day, (born, on) => {
        const next = new Date(on.getTime() + 86_400_000);
        const [today, tomorrow] = [ageOn(iso(born), iso(on)), ageOn(iso(born), iso(next))];
        if (today === undefined) return;
        expect(tomorrow).toBeGreaterThanOrEqual(today);
        expect(tomorrow).toBeLessThanOrEqual(today + 1);
      }),
    );
  });
});
