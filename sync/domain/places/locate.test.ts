import topology from 'us-atlas/states-10m.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { locate, readStates, type StatesTopology } from './locate.ts';
import { isKnownPlace } from './places.ts';

const states = readStates(topology as unknown as StatesTopology);
const at = (latitude: number, longitude: number, accuracy = 30) =>
  locate(states, { latitude, longitude, accuracy });

test('every state on the map is a place that can be picked', () => {
  expect(states).toHaveLength(51);
  expect(states.filter(({ place }) => !isKnownPlace(place))).toEqual([]);
});

describe('C48: a position in the middle of a state is sure', () => {
  test.each([
    ['Columbus', 39.96, -83.0, 'US-OH'],
    ['Sacramento', 38.58, -121.49, 'US-CA'],
    ['Anchorage', 61.2, -149.9, 'US-AK'],
    ['Honolulu', 21.31, -157.86, 'US-HI'],
    ['Key West', 24.5551, -81.78, 'US-FL'],
    ['Washington, at the Capitol', 38.8899, -77.0091, 'US-DC'],
    ['Nantucket', 41.28, -70.09, 'US-MA'],
    ['Isle Royale', 48.0, -88.9, 'US-MI'],
  ])('%s', (_, latitude, longitude, place) => {
    expect(at(latitude, longitude)).toEqual({ kind: 'sure', place });
  });
});

/** Where maps, rivers and surveyors disagree. What is true, and whether the map may be sure of it. */
const HARD: readonly (readonly [name: string, latitude: number, longitude: number, truth: string])[] = [
  ['Ellis Island, the old part', 40.6994, -74.0396, 'US-NY'],
  ['Ellis Island, the new part', 40.6985, -74.0425, 'US-NJ'],
  ['Liberty Island', 40.6892, -74.0445, 'US-NY'],
  ['Key West', 24.5551, -81.78, 'US-FL'],
  ['Point Roberts', 48.985, -123.06, 'US-WA'],
  ['Kaskaskia, beyond the Mississippi', 37.9212, -89.9157, 'US-IL'],
  ['Texarkana, east of the line', 33.4251, -94.0398, 'US-AR'],
  ['Texarkana, west of it', 33.4251, -94.0477, 'US-TX'],
  ['Carter Lake, beyond the Missouri', 41.2906, -95.9175, 'US-IA'],
  ['Kentucky Bend', 36.525, -89.5, 'US-KY'],
  ['Northwest Angle', 49.35, -95.1, 'US-MN'],
  ['Four Corners', 36.999, -109.0452, 'US-NM'],
  ['Bristol, on State Street', 36.595, -82.1815, 'US-VA'],
  ['Kansas City, on State Line Road', 39.05, -94.6085, 'US-KS'],
  ['West Wendover', 40.7391, -114.0733, 'US-NV'],
  ['Block Island', 41.17, -71.58, 'US-RI'],
  ['Fishers Island', 41.267, -72.0, 'US-NY'],
  ['Lost Peninsula', 41.7365, -83.463, 'US-MI'],
];

test('C48: at 18 hard points the truth is told or among what is asked', () => {
  const found = HARD.map(([name, latitude, longitude, truth]) => {
    const located = at(latitude, longitude);
    const told = located.kind === 'sure' ? [located.place] : located.kind === 'ask' ? located.places : [];
    return [name, told.includes(truth) ? 'right' : told.join() || located.kind];
  });
  expect(found.filter(([, how]) => how !== 'right')).toEqual([]);
});

test.each([
  ['Texarkana', 33.4251, -94.0432, ['US-AR', 'US-TX']],
  ['Bristol', 36.595, -82.1815, ['US-TN', 'US-VA']],
  ['Kansas City', 39.05, -94.6085, ['US-KS', 'US-MO']],
  ['Four Corners', 36.999, -109.0452, ['US-AZ', 'US-CO', 'US-NM', 'US-UT']],
])('at an inner border every side is asked for - %s', (_, latitude, longitude, places) => {
  const located = at(latitude, longitude);
  expect(located).toMatchObject({ kind: 'ask', because: 'border' });
  expect(located.kind === 'ask' && located.places.toSorted()).toEqual(places);
});

test('the doubt is the device’s own where that is larger: 5 km from a border with 8 km of accuracy', () => {
  expect(at(39.05, -94.67, 50)).toEqual({ kind: 'sure', place: 'US-KS' });
  expect(at(39.05, -94.67, 8000)).toMatchObject({
    kind: 'ask',
    because: 'border',
    places: ['US-KS', 'US-MO'],
  });
});

test('a rough position is asked about, wherever it is', () => {
  expect(at(39.96, -83.0, 25_000)).toEqual({ kind: 'ask', because: 'rough', places: ['US-OH'] });
});

test('off a coast the states behind it are asked for', () => {
  expect(at(40.3, -73.5)).toMatchObject({ kind: 'ask', because: 'coast' });
  expect(at(34.0, -118.9)).toEqual({ kind: 'ask', because: 'coast', places: ['US-CA'] });
});

test('in Britain the nation is asked for: no map of this kind knows Berwick from Coldstream', () => {
  expect(at(55.77, -2.0)).toEqual({
    kind: 'ask',
    because: 'nation',
    places: ['GB-ENG', 'GB-NIR', 'GB-SCT', 'GB-WLS', 'IE'],
  });
});

test.each([
  ['Paris', 48.85, 2.35],
  ['Toronto', 43.9, -79.4],
  ['San Juan', 18.4, -66.1],
  ['the Pacific', 0, -150],
])('elsewhere is outside - %s', (_, latitude, longitude) => {
  expect(at(latitude, longitude)).toEqual({ kind: 'outside' });
});
