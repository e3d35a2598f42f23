import { describe, expect, it } from 'vitest';
import { convert, entriesFor, toFeetAndInches } from './measures.ts';

describe('measures in two systems', () => {
  it.each([
    ['cm', ['cm', 'ft-in']],
    ['[in_i]', ['ft-in', 'cm']],
    ['kg', ['kg', 'lb']],
    ['[lb_av]', ['lb', 'kg']],
    ['Cel', ['cel', 'fahrenheit']],
    ['mm[Hg]', undefined],
    [undefined, undefined],
  ])('can be entered in the form’s own and the other - %s', (code, entries) => {
    expect(entriesFor(code)).toEqual(entries);
  });

  it.each([
    [180, 'cm', '[in_i]', 70.9],
    [71, '[in_i]', 'cm', 180.3],
    [160, '[lb_av]', 'kg', 72.6],
    [37, 'Cel', '[degF]', 98.6],
    [1.8, 'm', 'cm', 180],
  ])('are converted - %d %s to %s', (value, from, to, result) => {
    expect(convert(value, from, to)).toBe(result);
  });

  it('are not converted - into another measure', () => {
    expect(convert(180, 'cm', 'kg')).toBeUndefined();
  });

  it('never show twelve inches - the rounding carries over', () => {
    expect(toFeetAndInches(71.96, 0)).toEqual({ feet: 6, inches: 0 });
    expect(toFeetAndInches(70.9)).toEqual({ feet: 5, inches: 10.9 });
  });
});
