import { describe, expect, it } from 'vitest';
import { pharmacyOf } from '../testing/fixture-shop.ts';
import { findPharmacies, kilometersBetween, type PharmacyQuestion } from './find-pharmacies.ts';

const albany = pharmacyOf('elm', {
  ...{ name: 'Elm Street Pharmacy', city: 'Albany', region: 'US-NY', postcode: '12207' },
  position: { latitude: 42.65, longitude: -73.75 },
});
const troy = pharmacyOf('river', {
  ...{ name: 'Río Pharmacy', city: 'Troy', region: 'US-NY', postcode: '12180' },
  position: { latitude: 42.73, longitude: -73.69 },
});
const miami = pharmacyOf('ocean', {
  ...{ name: 'Ocean Drugs', city: 'Miami', region: 'US-FL', postcode: '33101' },
  position: { latitude: 25.77, longitude: -80.19 },
  hours: [{ daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], allDay: true }],
});
const closed = pharmacyOf('gone', { active: false, city: 'Albany' });
/** A Monday, 10:00 in New York. */
const now = Date.parse('2026-11-23T15:00:00Z');

const find = (part: Partial<PharmacyQuestion>) =>
  findPharmacies({ pharmacies: [miami, closed, troy, albany], words: '', openOnly: false, now, ...part }).map(
    ({ pharmacy }) => pharmacy.id,
  );

describe('finding a pharmacy', () => {
  it.each([
    ['a ZIP code of its own', '12207', ['elm']],
    ['one of the same area', '12203', ['elm']],
    ['the first digits', '12', ['elm', 'river']],
    ['a city', 'troy', ['river']],
    ['a state', 'new york', ['elm', 'river']],
    ['a name without its accent', 'rio pharm', ['river']],
    ['nothing', '', ['ocean', 'elm', 'river']],
    ['a ZIP code far away', '99501', []],
  ])('by %s', (_what, words, found) => {
    expect(find({ words }).toSorted()).toEqual(found.toSorted());
  });

  it('never shows one that is no longer active', () => {
    expect(find({ words: 'albany' })).toEqual(['elm']);
  });

  it('by distance where somebody has said where they are, and the preferred one first', () => {
    const near = { latitude: 42.74, longitude: -73.69 };
    expect(find({ near })).toEqual(['river', 'elm', 'ocean']);
    expect(find({ near, preferred: 'ocean' })).toEqual(['ocean', 'river', 'elm']);
    expect(kilometersBetween(near, albany.position)).toBeCloseTo(11.1, 0);
  });

  it('open now, by the clock of its own place', () => {
    const evening = Date.parse('2026-11-24T02:00:00Z');
    expect(find({ openOnly: true }).toSorted()).toEqual(['elm', 'ocean', 'river']);
    expect(find({ openOnly: true, now: evening })).toEqual(['ocean']);
  });
});
