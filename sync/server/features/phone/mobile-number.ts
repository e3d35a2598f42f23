/** The number that a text goes to. Knows of each country which of its numbers are mobiles, so that none is paid for that can't arrive. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

export interface MobileNumber {
  readonly e164: string;
  readonly shown: string;
  /** ISO 3166. */
  readonly country: string;
}

export type NumberFault = 'not_a_mobile_number' | 'country_not_served';

/** @param region decides the country of a number without a country code. @param countries that are served. */
export function readMobileNumber(
  typed: string,
  region: string,
  countries: readonly string[],
): MobileNumber | NumberFault {
  const number = parsePhoneNumberFromString(typed.normalize('NFKC'), region as CountryCode);
  if (!number?.isValid() || number.ext !== undefined || number.country === undefined) {
    return 'not_a_mobile_number';
  }
  if (!countries.includes(number.country)) return 'country_not_served';
  return { e164: number.number, shown: number.formatInternational(), country: number.country };
}

/** @returns null where it is no number: texts may also come from a pool of them. */
export const shownNumber = (e164: string): string | null =>
  parsePhoneNumberFromString(e164)?.formatInternational() ?? null;
