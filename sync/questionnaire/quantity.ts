import type { Quantity } from 'fhir/r4.js';

export type QuantityOrder = -1 | 0 | 1 | 'incomparable';

/**
 * Compares two quantities: the one place where units meet.
 *
 * Comparable are quantities with the same system and code, or, where neither has a code, with the same printed unit. A
 * quantity with a comparator ("<5 mg") is a range and compares with nothing. Conversion between units belongs here and
 * nowhere else.
 */
export function compareQuantities(left: Quantity, right: Quantity): QuantityOrder {
  if (left.value === undefined || right.value === undefined) return 'incomparable';
  if (left.comparator !== undefined || right.comparator !== undefined) return 'incomparable';
  const sameUnit =
    left.code === undefined && right.code === undefined
      ? left.unit === right.unit
      : left.code === right.code && left.system === right.system;
  if (!sameUnit) return 'incomparable';
  return left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
}

/** Whether a quantity names its unit by system and code, which minQuantity and maxQuantity need (questionnaires, 3.2 rule 10). */
export function hasCodedUnit(quantity: Quantity): boolean {
  return quantity.system !== undefined && quantity.code !== undefined;
}
