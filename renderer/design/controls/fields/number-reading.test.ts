import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAmbiguousNumber, readNumber } from './number-reading.ts';

describe('a number as people type it', () => {
  test.each([
    ['72,5', 72.5],
    ['72.5', 72.5],
    [' 72 ', 72],
    ['٧٢٫٥', 72.5],
    ['۷۲', 72],
    ['−3', -3],
    ['+4', 4],
    ['.5', 0.5],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['12 345', 12345],
    ['1 234 567,8', 1234567.8],
    ["12'345", 12345],
    ['5.', 5],
  ])('reads %s', (typed, value) => {
    expect(readNumber(typed)).toMatchObject({ status: 'number', value });
  });

  test.each([
    'about 70',
    '7-8',
    '1.2.3',
    '1,23,4.5',
    '--1',
    '1e5',
    'Infinity',
    '70 kg',
    "5'11",
    '5 11',
    '12 3456',
  ])('does not read %s', (typed) => {
    expect(readNumber(typed)).toEqual({ status: 'unreadable' });
  });

  test('reads nothing as nothing', () => {
    expect(readNumber(' \u00a0 ')).toEqual({ status: 'empty' });
  });

  test('reads every number back that a decimal comma or point can write', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom(',', '.'),
        (whole, part, mark) => {
          const digits = String(part).padStart(2, '0');
          expect(readNumber(`${whole}${mark}${digits}`)).toEqual({
            status: 'number',
            value: Number(`${whole}.${digits}`),
            digits: `${whole}.${digits}`,
          });
        },
      ),
    );
  });

  test.each([
    ['1,234', '.', 1234],
    ['1.234', '.', 1.234],
    ['1.234', ',', 1234],
    ['1,234', ',', 1.234],
    ['0,125', '.', 0.125],
    ['72,5', '.', 72.5],
  ] as const)('reads %s as people do who write the decimal mark %s', (typed, decimalMark, value) => {
    expect(readNumber(typed, { decimalMark })).toMatchObject({ status: 'number', value });
  });

  test('takes thousands for thousands where a whole number is asked for', () => {
    for (const typed of ['1,234', '1.234'])
      expect(readNumber(typed, { integer: true })).toMatchObject({ status: 'number', value: 1234 });
    expect(readNumber('1.5', { integer: true })).toMatchObject({ status: 'number', value: 1.5 });
  });

  test('says where the same signs mean another number elsewhere', () => {
    expect(['1,234', '1.234', '٢٫٣٤٥'].map(isAmbiguousNumber)).toEqual([true, true, true]);
    expect(['1234', '0,125', '72,5', '1,234.5'].map(isAmbiguousNumber)).toEqual([false, false, false, false]);
  });
});
