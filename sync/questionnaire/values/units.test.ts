import { UcumLhcUtils, type UcumUnits } from '@lhncbc/ucum-lhc';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUnits, units } from './units.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a unit of UCUM', () => {
  it.each([
    [5000, 'g', 'kg', 5],
    [1, 'mg', 'ug', 1000],
    [180, 'cm', 'm', 1.8],
    [1, '[mi_i]', 'km', 1.609344],
    [154, '[lb_av]', 'kg', 69.85322498],
    [120, 'mm[Hg]', 'kPa', 15.99864],
    [60, 'kg/m2', 'g/cm2', 6],
    [7, '10*3/uL', '10*9/L', 7],
    [1, '(m/s)/s', 'm/s2', 1],
    [80, '/min', 'Hz', 80 / 60],
    [50, '%', '1', 0.5],
    [2, 'wk', 'd', 14],
    [7, '[pH]', 'mol/L', 1e-7],
  ])('%d %s is in %s: %d', (value, from, to, expected) => {
    expect(units.convert(value, from, to)).toBeCloseTo(expected, 9);
  });

  it.each([
    [37, 'Cel', '[degF]', 98.6],
    [98.6, '[degF]', 'Cel', 37],
    [32, '[degF]', 'Cel', 0],
    [-40, 'Cel', '[degF]', -40],
    [37, 'Cel', 'K', 310.15],
  ])('of temperature keeps the offset of its scale: %d %s is in %s: %d', (value, from, to, expected) => {
    expect(units.convert(value, from, to)).toBeCloseTo(expected, 9);
  });

  it('may carry annotations, which measure nothing', () => {
    expect(units.convert(2, 'g{dry_mass}', 'mg')).toBe(2000);
    expect(units.convert(3, '{tablets}', '1')).toBe(3);
    expect(units.convert(80, '{beats}/min', '/min')).toBe(80);
  });

  it.each([
    ['mg', 'mL'],
    ['mmol/L', 'mg/dL'],
    ['Cel', 'm'],
    ['[iU]', 'mg'],
    ["[hp'_X]", '1'],
  ])('%s does not measure what %s measures', (from, to) => {
    expect(units.convert(1, from, to)).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    'KG',
    'kilogram',
    'Gauss',
    'kg ',
    'k g',
    'mg//L',
    'g.',
    '(m',
    'm)',
    '()',
    '2g',
    'é',
    'toString',
    'k__proto__',
    'constructor.m',
    '('.repeat(5000),
    `${'m.'.repeat(5000)}m`,
  ])('is not %j', (code) => {
    expect(units.convert(1, code, 'g')).toBeUndefined();
    expect(units.convert(1, 'g', code)).toBeUndefined();
  });

  it('is never infinite, and no number at all', () => {
    expect(units.convert(1e300, 'km', 'nm')).toBeUndefined();
    expect(units.convert(Number.NaN, 'km', 'm')).toBeUndefined();
  });
});

describe('any text', () => {
  const pieces = [
    'k',
    'g',
    'm',
    '[degF]',
    'Cel',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '/',
    '.',
    '2',
    '-3',
    '*',
    '^',
    '%',
  ];
  const texts = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom(...pieces, '10*', '{x}', ' ', '"', 'é', "'", '_', 'valueOf'), { maxLength: 9 })
      .map((parts) => parts.join('')),
  );

  it('is read without a crash, and without a word in the console', () => {
    const said = (['log', 'warn', 'error', 'info'] as const).map((name) =>
      vi.spyOn(console, name).mockReturnValue(undefined),
    );
    // Built as UCUM builds units, so that the library is asked, and throws inside.
    for (const code of ['[()]', 'mm[()]', '%[degF]m[iU]%[()]'])
      expect(units.convert(1, code, 'g')).toBeUndefined();
    fc.assert(
      fc.property(texts, texts, fc.double(), (from, to, value) => {
        const converted = units.convert(value, from, to);
        expect(converted === undefined || Number.isFinite(converted)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
  });
});

describe('conversion', () => {
  it('reads each code once, however often it is used', () => {
    const library = UcumLhcUtils.getInstance();
    const read = vi.spyOn(library, 'getSpecifiedUnit');
    const counted = createUnits(() => library);
    for (let value = 0; value < 100; value += 1) {
      counted.convert(value, 'g', 'kg');
      counted.convert(value, 'nonsense', 'kg');
    }
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('loads the tables of UCUM no earlier than a unit is asked for', () => {
    const library = vi.fn<() => UcumUnits>(() => UcumLhcUtils.getInstance());
    const lazy = createUnits(library);
    expect(library).not.toHaveBeenCalled();
    lazy.convert(1, 'g', 'kg');
    lazy.convert(1, 'm', 'km');
    expect(library).toHaveBeenCalledTimes(1);
  });
});
