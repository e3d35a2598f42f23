import type { Quantity } from 'fhir/r4.js';
import { dataOf, decimalNumber, isSystemValue } from './library-values.ts';
import { unquoted } from './syntax.ts';

export const UCUM = 'http://unitsofmeasure.org';

/** FHIRPath's calendar durations have no place in FHIR; each as the UCUM unit that FHIR writes for it (FHIR R4, FHIRPath 2.6.1). */
const CALENDAR: Readonly<Record<string, string>> = {
  year: 'a',
  month: 'mo',
  week: 'wk',
  day: 'd',
  hour: 'h',
  minute: 'min',
  second: 's',
  millisecond: 'ms',
};

function quantityOf(value: number, unit: string): Quantity {
  const code = unquoted(unit);
  const calendar = CALENDAR[code.replace(/s$/, '')];
  if (code === unit && calendar !== undefined) return { value, unit: code, system: UCUM, code: calendar };
  return { value, unit: code, system: UCUM, code };
}

/**
 * A result of the library as FHIR writes it in JSON; undefined for what JSON can't hold (NaN, infinity). Data of a resource is given as
 * it stands there, not copied.
 */
export function toJson(result: unknown): unknown {
  const value = dataOf(result);
  switch (typeof value) {
    case 'bigint':
      return Number(value);
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'string':
    case 'boolean':
      return value;
    default:
  }
  if (!isSystemValue(value)) return value ?? undefined;
  if (typeof value.unit === 'string' && isSystemValue(value.value)) {
    const amount = toJson(value.value);
    return typeof amount === 'number' ? quantityOf(amount, value.unit) : undefined;
  }
  if (typeof value.value === 'number') return toJson(value.value);
  const decimal = decimalNumber(value);
  if (decimal !== undefined) return toJson(decimal);
  return typeof value.asStr === 'string' ? value.asStr.replace(/^T/, '') : undefined;
}
