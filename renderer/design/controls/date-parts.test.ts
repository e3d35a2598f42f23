import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrder, isIsoDate, joinDate, monthByName, readPastedDate, splitDate } from './date-parts.ts';

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

  test('a pasted date is read in the order of the reader’s country', () => {
    expect(readPastedDate('3/12/1985', dateOrder('en-US'))).toEqual({ month: '3', day: '12', year: '1985' });
    expect(readPastedDate('3.12.1985', dateOrder('en-GB'))).toEqual({ day: '3', month: '12', year: '1985' });
    expect(readPastedDate('1985-03-12', dateOrder('en-GB'))).toEqual({
      day: '12',
      month: '03',
      year: '1985',
    });
    expect(readPastedDate('12', dateOrder('en-GB'))).toBeUndefined();
  });

  test('months are understood by their names, when only one can be meant', () => {
    expect(monthByName('Mar', 'en-US')).toBe('3');
    expect(monthByName('décembre', 'fr')).toBe('12');
    expect(monthByName('septiembre', 'es-US')).toBe('9');
    expect(monthByName('Ju', 'en-US')).toBeUndefined();
    expect(monthByName('Jun', 'en-US')).toBe('6');
    expect(monthByName('3', 'en-US')).toBeUndefined();
  });
});
