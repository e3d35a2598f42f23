/** Units of a body, and what is computed from them. */
import type { Height, Weight } from './resources.ts';

/** International avoirdupois pound and inch, exact by definition. */
const KG_PER_LB = 0.453_592_37;
const CM_PER_INCH = 2.54;

export const kilograms = ({ valueQuantity: { value, code } }: Weight): number =>
  code === 'kg' ? value : value * KG_PER_LB;
export const centimeters = ({ valueQuantity: { value, code } }: Height): number =>
  code === 'cm' ? value : value * CM_PER_INCH;

/** kg/m², to one decimal (LOINC 39156-5); undefined where it would be no human's. */
export function bodyMassIndex(weight: Weight, height: Height): number | undefined {
  const meters = centimeters(height) / 100;
  const index = Math.round((kilograms(weight) / meters ** 2) * 10) / 10;
  return index >= 5 && index <= 150 ? index : undefined;
}

export function feetAndInches(height: Height): { readonly feet: number; readonly inches: number } {
  const inches = Math.round(centimeters(height) / CM_PER_INCH);
  return { feet: Math.floor(inches / 12), inches: inches % 12 };
}
