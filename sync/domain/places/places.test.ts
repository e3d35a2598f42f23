import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { countryOf, isKnownPlace, isWithin, placeGroups, placeName } from './places.ts';

describe('the picker', () => {
  test.each(languages)('in %s - every place has a name in that language, once, and is sorted', (language) => {
    const groups = placeGroups(language);
    const places = groups.flatMap((group) => group.places);
    expect(groups.map((group) => [group.id, group.places.length])).toEqual([
      ['US', 51],
      ['CA', 13],
      ['GB', 4],
      ['AU', 8],
      ['IE', 1],
      ['NZ', 1],
      ['EU', 29],
    ]);
    expect(new Set(places.map((place) => place.code)).size).toBe(places.length);
    expect(places.every((place) => place.name !== place.code && place.name.trim() !== '')).toBe(true);
    const script = language === 'ar' ? /^[\u0600-\u06ff ]+$/ : /^[\p{Script=Latin} ().'’-]+$/u;
    expect(places.filter((place) => !script.test(place.name))).toEqual([]);
    for (const { places: inGroup } of groups)
      expect(inGroup.map((place) => place.name)).toEqual(
        inGroup.map((place) => place.name).toSorted(new Intl.Collator(language).compare),
      );
  });

  test('for a vendor - only the places within its areas', () => {
    const groups = placeGroups('en', ['US-CA', 'US-NY', 'GB']);
    expect(groups.map((group) => group.places.map((place) => place.code))).toEqual([
      ['US-CA', 'US-NY'],
      ['GB-ENG', 'GB-NIR', 'GB-SCT', 'GB-WLS'],
    ]);
  });
});

test.each([
  ['US-CA', 'es', 'California'],
  ['US-CA', 'ar', 'كاليفورنيا'],
  ['GB-SCT', 'es', 'Escocia'],
  ['DE', 'en', 'Germany'],
  ['DE', 'es', 'Alemania'],
  ['US', 'es', 'Estados Unidos'],
  ['ZZ-9', 'en', 'ZZ-9'],
  ['__proto__', 'en', '__proto__'],
] as const)('%s in %s - %s', (code, language, name) => {
  expect(placeName(code, language)).toBe(name);
});

test.each([
  ['US-CA', 'US', true],
  ['US-CA', 'US-CA', true],
  ['US-CA', 'US-NY', false],
  ['CA-ON', 'US', false],
  ['US', 'US-CA', false],
  ['GB-ENG', 'GB', true],
])('%s lies within %s - %s', (place, area, within) => {
  expect(isWithin(place, area)).toBe(within);
});

test('a code that no patient can pick - unknown', () => {
  expect(['US', 'US-CA', 'IE', 'FR'].every(isKnownPlace)).toBe(true);
  expect(['us-ca', 'US-ZZ', 'XX', '', 'constructor', 'EU'].some(isKnownPlace)).toBe(false);
  expect(countryOf('US-CA')).toBe('US');
});

test('the names of countries that are written here are the browser’s', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const written = placeGroups('en').filter(({ id }) => id !== 'EU');
  expect(written.map(({ name }) => name)).toEqual(written.map(({ id }) => names.of(id)));
});
