import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareProduct,
  decimalPlaces,
  decimalText,
  readDecimal,
  roundDecimal,
} from './decimal.ts';

describe('a decimal', () => {
  it.each([
    ['0.10', { value: 0.1, places: 2 }, '0.10'],
    ['0.1', { value: 0.1 }, '0.1'],
    ['-5.00', { value: -5, places: 2 }, '-5.00'],
    ['72', { value: 72 }, '72'],
    ['1.0e-2', { value: 0.01, places: 3 }, '0.010'],
    ['1e-7', { value: 1e-7 }, '0.0000001'],
    ['1E3', { value: 1000 }, '1000'],
    ['123456789.012345', { value: 123456789.012345 }, '123456789.012345'],
  ])('%s is kept as it was written', (text, read, written) => {
    expect(readDecimal(text)).toEqual(read);
    expect(decimalText(readDecimal(text) ?? { value: Number.NaN })).toBe(written);
  });

  it.each([['1234567890.1234567'], ['1e400'], ['1e-400'], [''], ['.'], ['0x10'], ['1.2.3']])(
    '%s is refused, not rounded',
    (text) => {
      expect(readDecimal(text)).toBeUndefined();
    },
  );

  it('of any 15 digits comes back as it was written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
        fc.nat(15),
        fc.boolean(),
        (digits, places, negative) => {
          const padded = digits.toString().padStart(places + 1, '0');
          const plain = places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
          const text = `${negative ? '-' : ''}${plain}`;
          expect(decimalText(readDecimal(text) ?? { value: Number.NaN })).toBe(text);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    [1, 0],
    [1.5, 1],
    [-5.1234, 4],
    [1e-7, 7],
    [1.5e-7, 8],
    [1e21, 0],
  ])('%d has %d decimal places', (value, places) => {
    expect(decimalPlaces(value)).toBe(places);
  });
});

describe('arithmetic', () => {
  it('adds exactly', () => {
    expect(addDecimals([0.1, 0.2])).toBe(0.3);
    expect(addDecimals([1e21, 1e-7, -1e21])).toBe(1e-7);
    expect(addDecimals([])).toBe(0);
  });

  it('adds cents as whole numbers do', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 40 }), (cents) => {
        const sum = cents.reduce((left, right) => left + right, 0);
        expect(addDecimals(cents.map((cent) => Number(`${cent}e-2`)))).toBe(Number(`${sum}e-2`) + 0);
      }),
    );
  });

  it.each([
    [0.30000000000000004, 2, 0.3],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [0.125, 2, 0.13],
    [1e-9, 2, 0],
    [1234.5, 3, 1234.5],
  ])('%d to %d places is %d', (value, places, rounded) => {
    expect(roundDecimal(value, places)).toBe(rounded);
  });

  it('compares a product exactly', () => {
    expect(compareProduct(50_000, 0.001, 50)).toBe(0);
    expect(compareProduct(50_000.000001, 0.001, 50)).toBe(1);
    expect(compareProduct(1.1, 1.1, 1.21)).toBe(0);
  });
});
