/**
 * Telephone numbers as people type them, to E.164. Imports the metadata of every country (about 80 kB): a screen loads
 * this file when it is needed, never with the first paint.
 */
import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { countryOf } from '../places/places.ts';

export type PhoneReading =
  | {
      readonly ok: true;
      readonly e164: string;
      readonly international: string;
      readonly national: string;
      /** ISO 3166; undefined for those of no country. */
      readonly country: string | undefined;
    }
  | { readonly ok: false; readonly code: 'PHONE_INVALID' };

function isCountry(code: string): code is CountryCode {
  return (getCountries() as readonly string[]).includes(code);
}

/**
 * @param typed with or without country code, spaces, brackets or Arabic digits.
 * @param place where the patient is: decides the country of a number without a country code.
 */
export function readPhone(typed: string, place: string): PhoneReading {
  const country = countryOf(place);
  const number = parsePhoneNumberFromString(typed, isCountry(country) ? country : undefined);
  if (!number?.isValid() || number.ext !== undefined) return { ok: false, code: 'PHONE_INVALID' };
  return {
    ok: true,
    e164: number.number,
    international: number.formatInternational(),
    national: number.formatNational(),
    country: number.country,
  };
}
