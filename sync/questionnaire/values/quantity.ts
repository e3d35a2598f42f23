import type { Quantity } from 'fhir/r4.js';
import type { Units } from '../model/contract.ts';
import { compareProduct, isExact } from './decimal.ts';

export type QuantityOrder = -1 | 0 | 1 | 'incomparable';

/** FHIR R4, 4.3.14 Using UCUM Codes: the system of units that convert. */
export const UCUM = 'http://unitsofmeasure.org';

/**
 * How far two converted numbers may lie apart, relative to the larger, and still be the same quantity.
 *
 * A conversion works on IEEE 754 doubles, which carry 15 to 16 decimal digits: ratios come out within 5e-16, temperatures within
 * 1e-13, since the offset of the scale takes some digits. FHIRPath, the arithmetic of FHIR, tells decimals apart by steps of
 * 1e-8. This stays between the two: rounding never counts, and no digit that a person could mean is lost.
 */
export const CONVERSION_TOLERANCE = 1e-10;

function order(left: number, right: number): -1 | 0 | 1 {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isRounding(left: number, right: number): boolean {
  return Math.abs(left - right) <= CONVERSION_TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

/** Digits of a conversion factor that terminates; a double that is one of these differs from it by rounding alone. */
const FACTOR_DIGITS = 12;

/**
 * The factor between two units, where it is a decimal of few digits: 0.001 from g to kg, 0.45359237 from pounds. Undefined for scales
 * with another zero (temperatures), and for factors that don't end.
 */
function exactFactor(from: string, to: string, units: Units): number | undefined {
  const factor = units.convert(1, from, to);
  if (factor === undefined || units.convert(0, from, to) !== 0) return undefined;
  const rounded = Number(factor.toPrecision(FACTOR_DIGITS));
  return Math.abs(rounded - factor) <= 4 * Number.EPSILON * Math.abs(factor) ? rounded : undefined;
}

function flip(one: -1 | 0 | 1): -1 | 0 | 1 {
  return one === 0 ? 0 : one === 1 ? -1 : 1;
}

/** Compares two numbers in different units of UCUM: exactly where the factor between them is a decimal. */
function compareConverted(
  left: { readonly value: number; readonly code: string },
  right: { readonly value: number; readonly code: string },
  units: Units,
): QuantityOrder {
  const converted = units.convert(left.value, left.code, right.code);
  if (converted === undefined) return 'incomparable';
  if (isExact(left.value) && isExact(right.value)) {
    const into = exactFactor(left.code, right.code, units);
    if (into !== undefined) return compareProduct(left.value, into, right.value);
    const from = exactFactor(right.code, left.code, units);
    if (from !== undefined) return flip(compareProduct(right.value, from, left.value));
  }
  const back = units.convert(right.value, right.code, left.code);
  // Tried both ways: where one scale is at its zero, nothing is small relative to it (32 °F is 5.7e-14 °C, 0 °C is 31.99999999999994 °F).
  const same = isRounding(converted, right.value) || (back !== undefined && isRounding(back, left.value));
  return same ? 0 : order(converted, right.value);
}

/**
 * Compares two quantities: the one place where units meet.
 *
 * Comparable are quantities with the same system and code; where both are of UCUM, those whose units convert (given `units`); and,
 * where neither has a code, those with the same printed unit. A quantity with a comparator ("<5 mg") is a range and compares
 * with nothing.
 */
export function compareQuantities(left: Quantity, right: Quantity, units?: Units): QuantityOrder {
  if (left.value === undefined || right.value === undefined) return 'incomparable';
  if (left.comparator !== undefined || right.comparator !== undefined) return 'incomparable';
  if (left.code === undefined && right.code === undefined) {
    return left.unit === right.unit ? order(left.value, right.value) : 'incomparable';
  }
  if (left.code === undefined || right.code === undefined || left.system !== right.system)
    return 'incomparable';
  if (left.code === right.code) return order(left.value, right.value);
  if (left.system !== UCUM || units === undefined) return 'incomparable';
  return compareConverted(
    { value: left.value, code: left.code },
    { value: right.value, code: right.code },
    units,
  );
}

/** Whether a quantity names its unit by system and code, which minQuantity and maxQuantity need (questionnaires, 3.2 rule 10). */
export function hasCodedUnit(quantity: Quantity): boolean {
  return quantity.system !== undefined && quantity.code !== undefined;
}
