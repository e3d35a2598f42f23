import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTemporal, compareTime, isDate, isDateTime, isTime, parseTemporal } from './temporal.ts';

describe('dates compare', () => {
  it.each([
    ['2022', '2022', 0],
    ['2022', '2022-01-01', 0],
    ['2022-06-30', '2022-06', 1],
    ['2022-07', '2022-06', 1],
    ['1998', '2020', -1],
    ['2024-02-29T23:30:00Z', '2024-03-01T01:30:00+02:00', 0],
    ['2024-12-31T23:59:59-12:00', '2025-01-01T11:59:58Z', 1],
    ['2024-03-01T00:30:00+10:00', '2024-03-01', 1],
    ['2024-03-01T10:00:00.100Z', '2024-03-01T10:00:00.1Z', 0],
    ['2024-03-01T10:00:00.12Z', '2024-03-01T10:00:00.2Z', -1],
    ['2023-02-29', '2023-02-28', undefined],
    ['2023-13', '2023', undefined],
    ['soon', '2023', undefined],
  ])('%s with %s -> %s', (left, right, expected) => {
    expect(compareTemporal(left, right)).toBe(expected);
  });

  it('like Date, where both are full instants', () => {
    const instant = fc.date({
      min: new Date('0001-01-02'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, instant, (left, right) => {
        expect(compareTemporal(left.toISOString(), right.toISOString())).toBe(
          Math.sign(left.getTime() - right.getTime()),
        );
      }),
    );
  });

  it('by the calendar: 1900 had no leap day, 2000 had one', () => {
    expect([parseTemporal('1900-02-29'), parseTemporal('2000-02-29')?.day]).toEqual([undefined, 11016]);
  });
});

describe('the formats of FHIR', () => {
  it.each([
    ['2022', true],
    ['2022-06', true],
    ['2022-06-30', true],
    ['22-06-30', false],
    ['2022-06-30T10:00:00Z', false],
    ['0000', false],
  ])('date %s: %s', (value, valid) => {
    expect(isDate(value)).toBe(valid);
  });
  it.each([
    ['2022', true],
    ['2022-06-30T10:00:00Z', true],
    ['2022-06-30T10:00:00.5-03:30', true],
    ['2022-06-30T10:00Z', false],
    ['2022-06-30T10:00:00', false],
    ['2022-06-30T24:00:00Z', false],
    ['2022-06-30T10:00:00+15:00', false],
  ])('dateTime %s: %s', (value, valid) => {
    expect(isDateTime(value)).toBe(valid);
  });
  it.each([
    ['10:00:00', true],
    ['10:00:00.25', true],
    ['10:00', false],
    ['25:00:00', false],
    ['10:61:00', false],
  ])('time %s: %s', (value, valid) => {
    expect(isTime(value)).toBe(valid);
  });
  it('times compare by the second and its fraction', () => {
    expect([
      compareTime('10:00:00', '10:00:00.0'),
      compareTime('09:59:59.9', '10:00:00'),
      compareTime('x', '10:00:00'),
    ]).toEqual([0, -1, undefined]);
  });
});
