import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIsoDate, joinDate, splitDate } from './date-parts.ts';

describe('the parts of a date', () => {
  test('whatever is typed comes back from the value as it means (promise 4)', () => {
    const part = fc
      .string({ unit: fc.constantFrom(...Array.from('0123456789abc /')), maxLength: 4 })
      .map((text) => text.trim());
    fc.assert(
      fc.property(part, part, part, (year, month, day) => {
        const value = joinDate({ year, month, day });
        expect(joinDate(splitDate(value))).toBe(value);
        expect(value === '').toBe(year === '' && month === '' && day === '');
      }),
    );
  });

  test('the digits of Arabic and Persian are digits', () => {
    expect(joinDate({ year: '١٩٨٥', month: '٣', day: '۱۲' })).toBe('1985-03-12');
  });

  test.each(['1985', '1985-03', '1985-03-31', '2024-02-29'])('%s is a date', (value) => {
    expect(isIsoDate(value)).toBe(true);
  });

  test.each(['', '85', '1985-13', '1985-02-29', '1985-00-01', '0000', '1985-3', '-03-12', '1985--12'])(
    '"%s" is none',
    (value) => {
      expect(isIsoDate(value)).toBe(false);
    },
  );

  test('a dateTime shows its date', () => {
    expect(splitDate('1985-03-12T10:00:00Z')).toEqual({ year: '1985', month: '03', day: '12' });
  });
});
