/**
 * FHIR decimals, as FHIR R4 (Datatypes, decimal) lets them be kept: a 64-bit number with a precision field. Up to 15 significant
 * digits the number stands for its literal exactly; {@link DecimalText.places} keeps the zeros at the end that a number can't.
 */

/** Digits that every decimal literal keeps as a 64-bit number (IEEE 754: DBL_DIG). */
export const EXACT_DIGITS = 15;

/** Decimals are never written with more places than this: a hostile extension must not make a text of a gigabyte. */
const MAX_PLACES = 100;

export interface DecimalText {
  readonly value: number;
  /** Digits after the decimal point as written; undefined where the number itself shows them all. */
  readonly places?: number;
}

/** An integer and a power of ten: value = digits * 10^-places. */
interface Scaled {
  readonly digits: bigint;
  readonly places: number;
}

const LITERAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

function scaled(value: number): Scaled {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = LITERAL.exec(String(value)) ?? [];
  const places = fraction.length - Number(exponent);
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

function toNumber({ digits, places }: Scaled): number {
  return Number(`${digits}e${-places}`);
}

function at(one: Scaled, places: number): bigint {
  return one.digits * 10n ** BigInt(places - one.places);
}

/** Whether a number has no more digits than a 64-bit number keeps: one that has more was rounded somewhere. */
export function isExact(value: number): boolean {
  return scaled(value).digits.toString().replace('-', '').replace(/0+$/, '').length <= EXACT_DIGITS;
}

/** Digits after the decimal point, of numbers that JavaScript prints with an exponent too. */
export function decimalPlaces(value: number): number {
  return Number.isFinite(value) ? scaled(value).places : 0;
}

/** The places that a decimal has as it was written: "0.10" has two. */
export function writtenPlaces({ value, places }: DecimalText): number {
  return Math.max(decimalPlaces(value), places ?? 0);
}

/** A number with the places that it was written with, which are left out where the number shows them itself. */
export function withPlaces(value: number, places: number | undefined): DecimalText {
  const kept = places !== undefined && Number.isInteger(places) && places <= MAX_PLACES ? places : 0;
  return kept > decimalPlaces(value) ? { value, places: kept } : { value };
}

/**
 * Reads a decimal literal of FHIR or JSON, exponents included.
 *
 * @returns undefined where the text is no number, or has more digits than are kept: nothing is rounded silently
 */
export function readDecimal(text: string): DecimalText | undefined {
  const found = LITERAL.exec(text);
  const [, , whole = '', fraction = '', exponent = '0'] = found ?? [];
  if (found === null || whole + fraction === '') return undefined;
  const value = Number(text);
  const significant = `${whole}${fraction}`.replace(/^0+/, '').replace(/0+$/, '');
  if (!Number.isFinite(value) || significant.length > EXACT_DIGITS) return undefined;
  // So small that nothing is left of it.
  if (value === 0 && significant !== '') return undefined;
  return withPlaces(value, fraction.length - Number(exponent));
}

/** A decimal as it was written, without an exponent. */
export function decimalText(decimal: DecimalText): string {
  if (!Number.isFinite(decimal.value)) return String(decimal.value);
  const places = writtenPlaces(decimal);
  const digits = at(scaled(decimal.value), places);
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const sign = digits < 0n || Object.is(decimal.value, -0) ? '-' : '';
  return `${sign}${text.slice(0, text.length - places)}${places === 0 ? '' : `.${text.slice(-places)}`}`;
}

/** The exact sum of decimals: 0.1 and 0.2 are 0.3. */
export function addDecimals(values: readonly number[]): number {
  const parts = values.map(scaled);
  const places = Math.max(0, ...parts.map((part) => part.places));
  return toNumber({ digits: parts.reduce((sum, part) => sum + at(part, places), 0n), places });
}

/** Compares a product of two decimals with a decimal, exactly. */
export function compareProduct(left: number, factor: number, right: number): -1 | 0 | 1 {
  const [a, b, c] = [scaled(left), scaled(factor), scaled(right)];
  const product: Scaled = { digits: a.digits * b.digits, places: a.places + b.places };
  const places = Math.max(product.places, c.places);
  const [one, other] = [at(product, places), at(c, places)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Rounds half away from zero, on the decimal digits: 1.005 to two places is 1.01. */
export function roundDecimal(value: number, places: number): number {
  if (!Number.isFinite(value)) return value;
  const exact = scaled(value);
  if (exact.places <= places) return value;
  const unit = 10n ** BigInt(exact.places - places);
  const { digits } = exact;
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return toNumber({ digits: (digits + half) / unit, places });
}
