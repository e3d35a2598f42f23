/** Heights, weights and temperatures in the units that people know. Codes are UCUM's. Pure. */

export type Measure = 'length' | 'mass' | 'temperature';

interface UnitScale {
  readonly measure: Measure;
  /** To centimetres, kilograms, degrees Celsius. */
  readonly toBase: (value: number) => number;
  readonly fromBase: (base: number) => number;
}

const times = (measure: Measure, factor: number): UnitScale => ({
  measure,
  toBase: (value) => value * factor,
  fromBase: (base) => base / factor,
});

/** NIST SP 811, appendix B: inch and pound are exact. */
const scales: Readonly<Record<string, UnitScale>> = {
  cm: times('length', 1),
  m: times('length', 100),
  '[in_i]': times('length', 2.54),
  kg: times('mass', 1),
  g: times('mass', 0.001),
  '[lb_av]': times('mass', 0.45359237),
  Cel: times('temperature', 1),
  '[degF]': {
    measure: 'temperature',
    toBase: (value) => (value - 32) / 1.8,
    fromBase: (base) => base * 1.8 + 32,
  },
};

/** How a number may be entered: in its own unit, or in another that is converted into it. */
export type Entry = 'cm' | 'ft-in' | 'kg' | 'lb' | 'cel' | 'fahrenheit';

const metric: Readonly<Record<Measure, Entry>> = { length: 'cm', mass: 'kg', temperature: 'cel' };
const customary: Readonly<Record<Measure, Entry>> = {
  length: 'ft-in',
  mass: 'lb',
  temperature: 'fahrenheit',
};
const codes: Readonly<Record<Entry, string>> = {
  cm: 'cm',
  'ft-in': '[in_i]',
  kg: 'kg',
  lb: '[lb_av]',
  cel: 'Cel',
  fahrenheit: '[degF]',
};

/** @returns the two ways to enter a value with this unit, its own first; none where the unit is another kind. */
export function entriesFor(code: string | undefined): readonly [own: Entry, other: Entry] | undefined {
  const scale = code === undefined ? undefined : scales[code];
  if (!scale) return undefined;
  const own = code === '[in_i]' || code === '[lb_av]' || code === '[degF]' ? customary : metric;
  const other = own === metric ? customary : metric;
  return [own[scale.measure], other[scale.measure]];
}

/** Countries whose people measure themselves in feet and pounds (CLDR, measurementSystem US). */
const CUSTOMARY_COUNTRIES = ['US', 'LR', 'MM'];

/** @param country ISO 3166-1 of where somebody is; Britain's stones and pounds are not among the ways to enter a weight yet. */
export const usesCustomary = (country: string | undefined): boolean =>
  country !== undefined && CUSTOMARY_COUNTRIES.includes(country);

export const measureOf = (entry: Entry): Measure =>
  entry === 'cm' || entry === 'ft-in' ? 'length' : entry === 'kg' || entry === 'lb' ? 'mass' : 'temperature';

export const isCustomary = (entry: Entry): boolean => customary[measureOf(entry)] === entry;

/** Feet and inches in one text, as people write a height: 5'11", 5 ft 11, 5-11. */
const FEET_AND_INCHES =
  /^(\d{1,2})\s*(?:['\u2032\u2019]|ft\.?|feet|foot|[\s-])\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:["\u2033\u201d]|''|in\.?|inch(?:es)?)?$/i;

export function readFeetAndInches(
  text: string,
): { readonly feet: number; readonly inches: number } | undefined {
  const match = FEET_AND_INCHES.exec(text.trim());
  const inches = Number(match?.[2]?.replace(',', '.'));
  return match && inches < 12 ? { feet: Number(match[1]), inches } : undefined;
}

const round = (value: number, places: number) => Number(value.toFixed(places));

/** @param code UCUM of the unit to convert into. */
export function convert(value: number, from: string, code: string, places = 1): number | undefined {
  const source = scales[from];
  const target = scales[code];
  if (!source || !target || source.measure !== target.measure) return undefined;
  return round(target.fromBase(source.toBase(value)), places);
}

export const entryCode = (entry: Entry): string => codes[entry];

/** @param places of the inches. */
export function toFeetAndInches(
  inches: number,
  places = 1,
): { readonly feet: number; readonly inches: number } {
  const rounded = round(inches, places);
  const feet = Math.floor(rounded / 12);
  return { feet, inches: round(rounded - feet * 12, places) };
}
