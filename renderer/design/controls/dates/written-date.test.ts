import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrder, isIsoDate, joinDate } from './date-parts.ts';
import { monthByName, readWrittenDate, readWrittenTime } from './written-date.ts';

const read = (text: string, locale = 'en-US') => {
  const parts = readWrittenDate(text, dateOrder(locale), locale);
  return parts && joinDate(parts);
};

describe('a date as people write it', () => {
  test.each([
    ['3/4/1990', 'en-US', '1990-03-04'],
    ['3/4/1990', 'en-GB', '1990-04-03'],
    ['3/4/1990', 'es-US', '1990-04-03'],
    ['23/4/1990', 'en-US', '1990-04-23'],
    ['4/23/1990', 'en-GB', '1990-04-23'],
    ['3.4.1990', 'es', '1990-04-03'],
    ['3 - 4 - 1990', 'es', '1990-04-03'],
    ['03041990', 'en-GB', '1990-04-03'],
    ['1990-04-03', 'en-US', '1990-04-03'],
    ['1990/4/3', 'en-US', '1990-04-03'],
    ['3 Apr 1990', 'en-US', '1990-04-03'],
    ['April 3rd, 1990', 'en-GB', '1990-04-03'],
    ['the 3rd of April 1990', 'en-US', '1990-04-03'],
    ['1990 Apr 3', 'en-US', '1990-04-03'],
    ['3 de abril de 1990', 'es', '1990-04-03'],
    ['3 abr. 1990', 'en-US', '1990-04-03'],
    ['Jan. 3 1990', 'es', '1990-01-03'],
    ['٣ أبريل ١٩٩٠', 'ar', '1990-04-03'],
    ['٣ ابريل ١٩٩٠', 'ar', '1990-04-03'],
    ['3 من نيسان 1990', 'ar', '1990-04-03'],
    ['٣ تشرين الثاني ١٩٩٠', 'ar', '1990-11-03'],
    ['٣/٤/١٩٩٠', 'ar', '1990-04-03'],
    ['7 آب 1990', 'ar', '1990-08-07'],
  ])('%s in %s is %s', (text, locale, date) => {
    expect(read(text, locale)).toBe(date);
  });

  test.each([
    ['1990', '1990'],
    ['4/1990', '1990-04'],
    ['1990-04', '1990-04'],
    ['April 1990', '1990-04'],
    ['abril de 1990', '1990-04'],
    ['نيسان ١٩٩٠', '1990-04'],
  ])('%s stays as partial as it is: %s', (text, date) => {
    expect(read(text)).toBe(date);
  });

  test.each([
    '',
    '3',
    '3/4',
    '3/4/90',
    'Apr',
    '3 Apr',
    'about 1990',
    '1990?',
    '3 4 5 1990',
    'June July 1990',
  ])('"%s" is not taken for a date', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('a day that does not exist is kept as it was meant, for the form to judge', () => {
    expect(read('31/2/1990', 'en-GB')).toBe('1990-02-31');
  });

  test('any date, written in words by the locale itself, is understood', () => {
    const written = fc.record({
      day: fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      locale: fc.constantFrom('en-US', 'en-GB', 'es-US', 'es-ES', 'ar-EG', 'ar-SY', 'ar-DZ'),
      month: fc.constantFrom('long' as const, 'numeric' as const),
    });
    fc.assert(
      fc.property(written, ({ day, locale, month }) => {
        const format = new Intl.DateTimeFormat(locale, {
          day: 'numeric',
          month,
          year: 'numeric',
          timeZone: 'UTC',
          calendar: 'gregory',
        });
        expect(read(format.format(day), locale)).toBe(day.toISOString().slice(0, 10));
      }),
    );
  });

  test('no text breaks the reading', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const date = read(text);
        expect(date === undefined || typeof date === 'string').toBe(true);
        expect(isIsoDate(readWrittenTime(text) ?? '')).toBe(false);
      }),
    );
  });

  test('months are understood by their names, when only one can be meant', () => {
    expect(monthByName('Mar', 'en-US')).toBe('3');
    expect(monthByName('décembre', 'fr')).toBe('12');
    expect(monthByName('septiembre', 'en-US')).toBe('9');
    expect(monthByName('Ju', 'en-US')).toBeUndefined();
    expect(monthByName('Jun', 'en-US')).toBe('6');
    expect(monthByName('3', 'en-US')).toBeUndefined();
  });
});

describe('a time as people write it', () => {
  test.each([
    ['14:30', '14:30:00'],
    ['2:30 pm', '14:30:00'],
    ['2:30\u202fPM', '14:30:00'],
    ['2.30 p.m.', '14:30:00'],
    ['2 p. m.', '14:00:00'],
    ['12 am', '00:00:00'],
    ['12:15 pm', '12:15:00'],
    ['14h30', '14:30:00'],
    ['14 h', '14:00:00'],
    ['1430', '14:30:00'],
    ['930', '09:30:00'],
    ['7', '07:00:00'],
    ['٢:٣٠ م', '14:30:00'],
    ['٧ صباحًا', '07:00:00'],
    ['07:05:30', '07:05:30'],
  ])('%s is %s', (text, time) => {
    expect(readWrittenTime(text)).toBe(time);
  });

  test.each(['', 'noon-ish', '25:00', '14:3', '14:', '13 pm', '0 am', '12:60', '1:2:3'])(
    '"%s" is not taken for a time',
    (text) => {
      expect(readWrittenTime(text)).toBeUndefined();
    },
  );
});
