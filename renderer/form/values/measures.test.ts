import { describe, expect, it } from 'vitest';
import { convert, entriesFor, readFeetAndInches, toFeetAndInches, usesCustomary } from './measures.ts';

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

describe('the customary units of a country', () => {
  it.each([
    ['US', true],
    ['GB', false],
    ['MX', false],
    [undefined, false],
  ])('come first - %s: %s', (country, first) => {
    expect(usesCustomary(country)).toBe(first);
  });

  it('a weight in whole pounds comes back as it was given, over kilograms of two places', () => {
    for (let pounds = 60; pounds <= 800; pounds += 1) {
      const kilograms = convert(pounds, '[lb_av]', 'kg', 2) ?? 0;
      expect(convert(kilograms, 'kg', '[lb_av]')).toBe(pounds);
    }
  });
});

describe('a height in one text', () => {
  it.each(['5\'11"', '5’11”', "5' 11", '5 ft 11 in', '5ft11', '5 11', '5-11', '5 feet 11 inches'])(
    'is read as people write it - %s',
    (text) => {
      expect(readFeetAndInches(text)).toEqual({ feet: 5, inches: 11 });
    },
  );

  it.each(['5', '511', '5.11', '5\'13"', 'about 5 11', ''])('is not guessed - %s', (text) => {
    expect(readFeetAndInches(text)).toBeUndefined();
  });
});
