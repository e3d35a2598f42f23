/** Pharmacies by what somebody types, by where they are, and by whether they are open. What is typed and where somebody is stays with whoever calls this. */
import { placeName } from '../places/places.ts';
import { type Schedule, scheduleOf } from '../time/opening-hours.ts';
import type { Pharmacy } from './shop.ts';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PharmacyQuestion {
  readonly pharmacies: readonly Pharmacy[];
  /** A postcode, a city, a street or a name. */
  readonly words: string;
  /** ISO 3166-2. */
  readonly region?: string | undefined;
  readonly near?: Position | undefined;
  readonly openOnly: boolean;
  /** Id of the one that was chosen before: it comes first where it is found. */
  readonly preferred?: string | undefined;
  readonly now: number;
}

export interface FoundPharmacy {
  readonly pharmacy: Pharmacy;
  /** As the crow flies. */
  readonly kilometers: number | undefined;
  readonly open: boolean;
  /** When that changes: ms since 1970. */
  readonly until: number | undefined;
}

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** By the haversine formula. */
export function kilometersBetween(one: Position, other: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The same rows for all of them: making a schedule reads the zone's clock. */
const schedules = new WeakMap<Pharmacy, Schedule | undefined>();
export function pharmacySchedule(pharmacy: Pharmacy): Schedule | undefined {
  if (!schedules.has(pharmacy))
    schedules.set(pharmacy, scheduleOf({ timeZone: pharmacy.timezone, periods: pharmacy.hours }));
  return schedules.get(pharmacy);
}

/** How much of a postcode is the same: what is near has the same beginning. */
function sharedPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const postcodeOf = (text: string) => folded(text).replace(/[^a-z0-9]/g, '');
/** Digits that a ZIP code's area has; letters and a digit of a British one. */
const AREA_LENGTH = 3;

/** @returns how well it fits, 0: not at all. */
function fitOf({ name, lines, city, postcode, region }: Pharmacy, words: string): number {
  const typed = folded(words).trim();
  if (typed === '') return 1;
  if (/\d/.test(typed) && !/\s\D{3}/.test(typed)) {
    const shared = sharedPrefix(postcodeOf(typed), postcodeOf(postcode));
    if (shared >= Math.min(AREA_LENGTH, postcodeOf(typed).length)) return 1 + shared;
  }
  const said = folded([name, ...lines, city, postcode, region && placeName(region, 'en')].join(' '));
  const all = said.split(/[^\p{L}\p{N}]+/u);
  const every = typed.split(/[^\p{L}\p{N}]+/u).every((word) => all.some((each) => each.startsWith(word)));
  return every ? 2 : 0;
}

export function findPharmacies(question: PharmacyQuestion): readonly FoundPharmacy[] {
  const { pharmacies, words, region, near, openOnly, preferred, now } = question;
  return pharmacies
    .filter((one) => one.active && (region === undefined || one.region === region))
    .flatMap((pharmacy) => {
      const score = fitOf(pharmacy, words);
      if (score === 0) return [];
      const { open = false, until } = pharmacySchedule(pharmacy)?.(now) ?? {};
      if (openOnly && !open) return [];
      const kilometers = near && kilometersBetween(near, pharmacy.position);
      return [{ pharmacy, score, kilometers, open, until }];
    })
    .toSorted(
      (one, other) =>
        Number(other.pharmacy.id === preferred) - Number(one.pharmacy.id === preferred) ||
        (one.kilometers ?? 0) - (other.kilometers ?? 0) ||
        other.score - one.score ||
        Number(other.open) - Number(one.open) ||
        (one.pharmacy.name < other.pharmacy.name ? -1 : 1),
    )
    .map(({ pharmacy, kilometers, open, until }) => ({ pharmacy, kilometers, open, until }));
}
