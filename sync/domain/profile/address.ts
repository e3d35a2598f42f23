/** Postal addresses: which fields a country asks for, what is wrong in them, and whether a vendor serves it. */
import { z } from 'zod/mini';
import { countryOf, isWithin, placeGroups } from '../places/places.ts';

const words = (max: number) => z.string().check(z.regex(/\S/), z.maxLength(max));

/** As FHIR R4's Address has it. */
export const addressSchema = z.object({
  /** Who receives it there, where that isn't the patient under their own name. */
  name: z.optional(words(120)),
  lines: z.array(words(120)).check(z.minLength(1), z.maxLength(3)),
  city: words(80),
  /** ISO 3166-2, in countries whose addresses name a part: `US-CA`. */
  region: z.optional(z.string().check(z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/))),
  postcode: z.optional(words(16)),
  /** ISO 3166-1. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** Taken out of the book. It stays: something may have been sent there. */
  removed: z.optional(z.literal(true)),
});
export type Address = z.infer<typeof addressSchema>;

interface AddressForm {
  readonly region: 'state' | 'province' | 'none';
  /** What it is called there. */
  readonly postcode: 'zip' | 'postcode' | 'postal' | 'eircode';
  readonly pattern?: RegExp;
}

/** Forces' post has a number in its place, or BF1 and more. */
const UNITED_KINGDOM = /^(?:GIR ?0AA|BFPO ?\d{1,4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/;
const FORMS: Readonly<Record<string, AddressForm>> = {
  US: { region: 'state', postcode: 'zip', pattern: /^\d{5}(?:-\d{4})?$/ },
  CA: { region: 'province', postcode: 'postal', pattern: /^[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d$/ },
  AU: { region: 'state', postcode: 'postcode', pattern: /^\d{4}$/ },
  GB: { region: 'none', postcode: 'postcode', pattern: UNITED_KINGDOM },
  IE: { region: 'none', postcode: 'eircode', pattern: /^[A-Z]\d[\dW] ?[\dA-Z]{4}$/ },
  NZ: { region: 'none', postcode: 'postcode', pattern: /^\d{4}$/ },
};

export const addressForm = (country: string): AddressForm =>
  FORMS[country] ?? { region: 'none', postcode: 'postal' };

const codes = placeGroups('en').flatMap(({ places }) => places.map(({ code }) => code));
export const addressCountries: readonly string[] = [...new Set(codes.map(countryOf))];
/** `US-CA` and the like; none of a country that is listed as a whole. */
export const regionsOf = (country: string): readonly string[] =>
  codes.filter((code) => code !== country && countryOf(code) === country);

export type AddressField = 'lines' | 'city' | 'region' | 'postcode' | 'country';
export type AddressFault = 'missing' | 'invalid' | 'too-long';

/** As it is written there: "sw1a1aa" is "SW1A 1AA". */
export function tidyPostcode(country: string, typed: string): string {
  const text = typed.trim().replace(/\s+/g, ' ').toUpperCase();
  const joined = text.replaceAll(' ', '');
  if (country === 'GB' && joined.startsWith('BFPO')) return `BFPO ${joined.slice(4)}`.trim();
  if (country === 'GB' && joined.length >= 5) return `${joined.slice(0, -3)} ${joined.slice(-3)}`;
  if ((country === 'CA' || country === 'IE') && joined.length > 3)
    return `${joined.slice(0, 3)} ${joined.slice(3)}`;
  return text;
}

/** By field, in the order in which they are asked. */
export function addressFaults(address: Address): ReadonlyMap<AddressField, AddressFault> {
  const { country, region, postcode = '', lines, city } = address;
  const form = addressForm(country);
  const faults = new Map<AddressField, AddressFault>();
  const find = (field: AddressField, fault: AddressFault | false | undefined) => {
    if (fault) faults.set(field, fault);
  };
  const sized = (text: string, max: number): AddressFault | undefined =>
    text.trim() === '' ? 'missing' : text.length > max ? 'too-long' : undefined;
  find('country', !addressCountries.includes(country) && 'missing');
  const [first = '', ...more] = lines;
  find('lines', sized(first, 120) ?? (more.some((line) => line.length > 120) && 'too-long'));
  find('city', sized(city, 80));
  if (form.region !== 'none')
    find(
      'region',
      region === undefined ? 'missing' : !regionsOf(country).includes(region) ? 'invalid' : undefined,
    );
  if (form.pattern)
    find(
      'postcode',
      sized(postcode, 16) ?? (!form.pattern.test(tidyPostcode(country, postcode)) && 'invalid'),
    );
  else find('postcode', postcode.length > 16 && 'too-long');
  return faults;
}

/**
 * Whether the vendor cares for people who live there. Of a country whose addresses don't name its parts, any part is enough: who may be treated is asked by
 * each form.
 * @param areas codes of places.
 */
export function isServed({ country, region }: Address, areas: readonly string[]): boolean {
  return region === undefined
    ? areas.some((area) => countryOf(area) === country)
    : areas.some((area) => isWithin(region, area));
}
