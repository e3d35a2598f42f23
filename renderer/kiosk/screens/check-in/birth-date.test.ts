import { describe, expect, test } from 'vitest';
import { dateOrder } from '../../../design/controls/dates/date-parts.ts';
import { deleteDigit, emptyDate, judgeDate, monthName, type TypedDate, typeDigit } from './birth-date.ts';

const american = dateOrder('en-US');
const european = dateOrder('es-ES');
const typed = (digits: string, order = american, from: TypedDate = emptyDate(order)) =>
  digits.split('').reduce((date, digit) => typeDigit(date, digit, order), from);
const TODAY = '2026-11-20';

describe('a date typed by a keypad', () => {
  test('digits fill the parts in the order of the region', () => {
    expect(typed('03091984').parts).toEqual({ month: '03', day: '09', year: '1984' });
    expect(typed('09031984', european).parts).toEqual({ month: '03', day: '09', year: '1984' });
  });

  test('a digit that can only be a whole month or day goes on by itself', () => {
    const date = typed('391984');
    expect(date.parts).toEqual({ month: '3', day: '9', year: '1984' });
    expect(judgeDate(date.parts, american, TODAY)).toEqual({ iso: '1984-03-09' });
  });

  test('more digits than a date has change nothing', () => {
    expect(typed('0309198477')).toEqual(typed('03091984'));
  });

  test('delete goes back over the parts', () => {
    let date = typed('0309');
    for (let times = 0; times < 3; times += 1) date = deleteDigit(date, american);
    expect(date).toEqual({ parts: { month: '0', day: '', year: '' }, active: 'month' });
    for (let times = 0; times < 3; times += 1) date = deleteDigit(date, american);
    expect(date).toEqual(emptyDate(american));
  });

  test('a digit into a part that is full starts it over', () => {
    const date = typed('0309');
    expect(typeDigit({ ...date, active: 'month' }, '1', american).parts.month).toBe('1');
  });
});

describe('what was typed is judged', () => {
  test.each([
    ['', 'missing', 'month'],
    ['0309', 'missing', 'year'],
    ['030919', 'missing', 'year'],
    ['02302001', 'wrong', 'day'],
    ['00101990', 'wrong', 'day'],
    ['01011850', 'wrong', 'day'],
    ['11212026', 'future', 'year'],
  ])('%s: %s', (digits, problem, part) => {
    expect(judgeDate(typed(digits).parts, american, TODAY)).toEqual({ problem, part });
  });

  test('today is a birthday', () => {
    expect(judgeDate(typed('11202026').parts, american, TODAY)).toEqual({ iso: TODAY });
  });
});

test('a month is named once it can’t become another', () => {
  expect(['', '0', '1', '3', '03', '12', '13'].map((month) => monthName(month, 'en-US'))).toEqual([
    undefined,
    undefined,
    undefined,
    'March',
    'March',
    'December',
    undefined,
  ]);
  expect(monthName('03', 'es-US')).toBe('marzo');
});
