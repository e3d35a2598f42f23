import { describe, expect, it } from 'vitest';
import {
  joinDateTime,
  numberAnswer,
  numberText,
  quantityAnswer,
  splitDateTime,
  textAnswer,
} from './answer-values.ts';

const kg = { system: 'http://unitsofmeasure.org', code: 'kg', display: 'kg' };

describe('what is typed', () => {
  it.each([
    ['72', 'integer', { type: 'integer', value: 72 }],
    ['72,5', 'decimal', { type: 'decimal', value: 72.5 }],
    ['٧٢', 'integer', { type: 'integer', value: 72 }],
    ['7.5', 'integer', { type: 'decimal', value: 7.5 }],
    ['', 'integer', undefined],
  ] as const)('is stored as FHIR types it - "%s" as %s', (typed, type, answer) => {
    expect(numberAnswer(typed, type)).toEqual(answer);
  });

  it('is kept as it was typed - it is no number', () => {
    expect(numberAnswer('about 70', 'integer')).toEqual({ type: 'string', value: 'about 70' });
    expect(numberText({ type: 'string', value: 'about 70' }, '.')).toBe('about 70');
    expect(quantityAnswer('heavy', kg)).toEqual({ type: 'string', value: 'heavy' });
  });

  it('is written without an exponent, so that it is read again - a very small or large number', () => {
    for (const value of [1e-7, 1e21])
      expect(numberAnswer(numberText({ type: 'decimal', value }, '.'), 'decimal')).toEqual({
        type: 'decimal',
        value,
      });
  });

  it('carries its unit - a quantity', () => {
    expect(quantityAnswer('72.5', kg)).toEqual({
      type: 'Quantity',
      value: { value: 72.5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
    });
    expect(quantityAnswer('3', undefined)).toEqual({ type: 'Quantity', value: { value: 3 } });
  });

  it('is written with the decimal mark of the reader', () => {
    expect(numberText({ type: 'decimal', value: 72.5 }, ',')).toBe('72,5');
  });

  it('says nothing - only spaces', () => {
    expect(textAnswer('  ', 'string')).toBeUndefined();
  });
});

describe('date and time of day', () => {
  it('become one moment with the offset of the place - and come apart as they were written', () => {
    const joined = joinDateTime('2026-11-20', '10:30:00');
    expect(joined).toMatch(/^2026-11-20T10:30:00[+-]\d{2}:\d{2}$/);
    expect(splitDateTime(joined)).toEqual({ date: '2026-11-20', time: '10:30:00' });
    expect(splitDateTime('2026-11-20T10:30:00+09:00')).toEqual({ date: '2026-11-20', time: '10:30:00' });
  });

  it('keep a time that can not be read as it was typed', () => {
    const joined = joinDateTime('2026-11-20', 'about Tea time');
    expect(splitDateTime(joined)).toEqual({ date: '2026-11-20', time: 'about Tea time' });
  });

  it('stay a date where there is no time', () => {
    expect(joinDateTime('2026-11-20', '')).toBe('2026-11-20');
  });

  it('keep a time that has no whole date, or that lacks AM or PM, as what was typed', () => {
    for (const [date, time] of [
      ['2026-11', '10:30:00'],
      ['', '10:30:00'],
      ['2026-11-20', '10:30'],
    ] as const) {
      const joined = joinDateTime(date, time);
      expect(joined).toBe(`${date}T${time}`);
      expect(splitDateTime(joined)).toEqual({ date, time });
    }
  });
});
