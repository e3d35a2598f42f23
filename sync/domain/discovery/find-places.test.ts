import { expect, test } from 'vitest';
import { findPlaces } from './find-places.ts';

test.each([
  ['Texas', ['US-TX']],
  ['tx', ['US-TX']],
  ['nueva york', ['US-NY']],
  ['كاليفورنيا', ['US-CA']],
  ['Escocia', ['GB-SCT']],
  ['Ireland', ['IE']],
  ['10001', ['US-NY']],
  ['606', ['US-IL']],
  ['94607-1234', ['US-CA']],
  ['SW1A 1AA', ['GB-ENG']],
  ['sw1a', ['GB-ENG']],
  ['BT1 5GS', ['GB-NIR']],
  ['EH1', ['GB-SCT']],
  ['CF10 1AA', ['GB-WLS']],
])('is named by what people type - %s', (text, places) => {
  expect(findPlaces(text)).toEqual(places);
});

test.each([
  ['TD15 1AA', ['GB-ENG', 'GB-SCT']],
  ['SY10', ['GB-ENG', 'GB-WLS']],
  ['Virginia', ['US-VA']],
])('leaves both sides of a border open - %s', (text, places) => {
  expect(findPlaces(text)).toEqual(places);
});

test('leaves open what was not typed to its end', () => {
  expect(findPlaces('new')).toEqual(expect.arrayContaining(['US-NY', 'US-NJ', 'US-NM', 'US-NH']));
});

test.each(['', '  ', '00000', 'Atlantis', '12', 'QQ1 1QQ'])('may be none - "%s"', (text) => {
  expect(findPlaces(text)).toEqual([]);
});
