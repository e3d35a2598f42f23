import { describe, expect, it } from 'vitest';
import { readSearch } from './search-query.ts';

describe('a date of birth', () => {
  it.each([
    ['1990-02-03'],
    ['1990/2/3'],
    ['2/3/1990'],
    ['02/03/1990'],
    ['02.03.1990'],
    ['02031990'],
    ['19900203'],
    ['Feb 3, 1990'],
    ['3 February 1990'],
    ['3 de febrero de 1990'],
    ['3 feb 1990'],
    ['٣ فبراير ١٩٩٠'],
    ['١٩٩٠-٠٢-٠٣'],
  ])('is read from %s in a US clinic', (typed) => {
    expect(readSearch(typed, 'month-first')).toMatchObject({
      dates: ['1990-02-03'],
      words: [],
      by: 'birth-date',
    });
  });

  it('is read in the order of the clinic, and in the other where that is none', () => {
    expect(readSearch('2/3/1990', 'day-first').dates).toEqual(['1990-03-02']);
    expect(readSearch('25/3/1990', 'month-first').dates).toEqual(['1990-03-25']);
  });

  it('is none where the calendar has no such day', () => {
    expect(readSearch('31/31/1990', 'month-first').dates).toEqual([]);
    expect(readSearch('30 Feb 1990', 'month-first').dates).toEqual([]);
  });

  it('is read beside a name', () => {
    expect(readSearch('Quill 1990-02-03', 'month-first')).toMatchObject({
      dates: ['1990-02-03'],
      words: ['quill'],
      by: 'name-and-birth-date',
    });
  });
});

describe('a reference', () => {
  it.each([['K7-42QF'], [' k7 42qf '], ['k742qf'], ['K7-42QF\u00a0']])('is read from %s', (typed) => {
    expect(readSearch(typed, 'month-first')).toMatchObject({ code: 'K7-42QF', by: 'reference' });
  });

  it('may also be a name of six letters', () => {
    expect(readSearch('Garcia', 'month-first')).toMatchObject({
      code: 'GA-RC1A',
      words: ['garcia'],
      by: 'name',
    });
  });
});
