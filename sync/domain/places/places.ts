/**
 * Where a patient can be, by ISO 3166 code. A place is one code that the patient confirms; coordinates are never asked for.
 * Countries whose rules or numbers differ inside are listed by their parts, all others as a whole.
 */
import { type Language, type Localized, languages, readLocalized } from '../languages.ts';
import { orderOf } from '../words/plain-order.ts';
import { isWithin } from './areas.ts';
import type { PlaceRow } from './place-row.ts';
import { australia, canada, unitedKingdom } from './places-elsewhere.ts';
import { unitedStates } from './places-united-states.ts';

export { countryOf, isWithin } from './areas.ts';

export interface Place {
  readonly code: string;
  readonly name: string;
}
export interface PlaceGroup {
  /** The country's code, or `EU` for the countries of Europe that are listed as a whole. */
  readonly id: string;
  readonly name: string;
  readonly places: readonly Place[];
}

const parts: Readonly<Record<string, readonly PlaceRow[]>> = {
  US: unitedStates,
  CA: canada,
  GB: unitedKingdom,
  AU: australia,
};
const wholeCountries = ['IE', 'NZ'] as const;

/** Members of the European Union, Ireland apart, and the neighbours that share its emergency number 112. */
export const europeanCountries = [
  'AT',
  'BE',
  'BG',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IS',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

const rows = new Map(Object.values(parts).flatMap((list) => list.map((row) => [row[0], row] as const)));
const europeName: Localized = { en: 'Europe', es: 'Europa', ar: 'أوروبا' };
const countries: ReadonlySet<string> = new Set([
  ...Object.keys(parts),
  ...wholeCountries,
  ...europeanCountries,
]);

/** Whether the code is one this product knows, as a part (`US-CA`) or as a whole country (`US`, `IE`). */
export function isKnownPlace(code: string): boolean {
  return rows.has(code) || countries.has(code);
}

/** Of these a form's first page may show a name: the browser's own names of countries take long to load. */
const englishNames: Readonly<Record<string, string>> = { US: 'United States', GB: 'United Kingdom' };

function countryName(code: string, language: Language): string {
  const known = language === 'en' ? englishNames[code] : undefined;
  if (known !== undefined) return known;
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** The name a patient reads; an unknown code is returned as it is. */
export function placeName(code: string, language: Language): string {
  const row = rows.get(code);
  if (row) return row[1 + languages.indexOf(language)] ?? row[1];
  return countries.has(code) ? countryName(code, language) : code;
}

/** For a dense list: a state by its postal letters, as its clinicians write it, any other place by its name. */
export const shortPlaceName = (code: string, language: Language): string =>
  code.startsWith('US-') ? code.slice('US-'.length) : placeName(code, language);

/**
 * Every place a patient can pick, grouped by country and sorted by name.
 * @param areas only places within these codes, e.g. a vendor's service areas; without it, all.
 */
export function placeGroups(language: Language, areas?: readonly string[]): readonly PlaceGroup[] {
  const compare = orderOf(language);
  const group = (id: string, codes: readonly string[]): readonly PlaceGroup[] => {
    const wanted = codes.filter((code) => areas === undefined || areas.some((area) => isWithin(code, area)));
    if (wanted.length === 0) return [];
    const name = id === 'EU' ? readLocalized(europeName, language).text : countryName(id, language);
    const places = wanted.map((code) => ({ code, name: placeName(code, language) }));
    return [{ id, name, places: places.sort((a, b) => compare(a.name, b.name)) }];
  };
  const divided = Object.entries(parts).flatMap(([id, list]) =>
    group(
      id,
      list.map((row) => row[0]),
    ),
  );
  return [...divided, ...wholeCountries.flatMap((id) => group(id, [id])), ...group('EU', europeanCountries)];
}
