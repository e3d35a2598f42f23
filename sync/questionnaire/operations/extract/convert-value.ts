import { isObject, type JsonObject, stringOf } from '../../model/fhir-json.ts';
import { dataType, PRIMITIVES } from './element-model.ts';

/** A value as it was found, with the name of its data type as FHIR writes it behind `value`. */
export interface Found {
  readonly suffix: string;
  readonly value: unknown;
  /** What the item fixes for its numbers. */
  readonly unit?: JsonObject | undefined;
}

const TEXTS: readonly string[] = [
  'string',
  'markdown',
  'code',
  'id',
  'uri',
  'url',
  'canonical',
  'oid',
  'uuid',
];
const NUMBERS: readonly string[] = ['decimal', 'integer', 'positiveInt', 'unsignedInt'];
const QUANTITIES: readonly string[] = [
  'Quantity',
  'SimpleQuantity',
  'Age',
  'Distance',
  'Duration',
  'Count',
  'Money',
];
/** Where a plain text goes in a data type that is more than a text. */
const TEXT_OF: Readonly<Record<string, string>> = {
  CodeableConcept: 'text',
  HumanName: 'text',
  Address: 'text',
  Annotation: 'text',
  Identifier: 'value',
  ContactPoint: 'value',
  Reference: 'reference',
};

function asText({ value }: Found, type: string): unknown {
  if (typeof value === 'string') return value;
  if (!isObject(value))
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (type === 'string' || type === 'markdown')
    return stringOf(value.display) ?? stringOf(value.code) ?? stringOf(value.reference);
  return stringOf(value.code) ?? stringOf(value.reference) ?? stringOf(value.url);
}

/**
 * Makes a value fit an element's type: a Coding becomes a CodeableConcept or its code, a number a Quantity, a text a name.
 *
 * @returns undefined where nothing sensible can be made of it
 */
export function convertValue(found: Found, type: string): unknown {
  const { suffix, value, unit } = found;
  if (dataType(suffix) === type) return value;
  if (TEXTS.includes(type)) return asText(found, type);
  if (NUMBERS.includes(type)) {
    const number = isObject(value) ? value.value : value;
    return typeof number === 'number' ? number : undefined;
  }
  if (QUANTITIES.includes(type)) {
    if (typeof value === 'number') return { value, ...unit };
    return isObject(value) ? value : undefined;
  }
  if (type === 'CodeableConcept' && suffix === 'Coding') return { coding: [value] };
  if (type === 'Coding' && isObject(value) && Array.isArray(value.coding)) return value.coding[0];
  if (type === 'date' && typeof value === 'string' && /^\d{4}/.test(value)) return value.slice(0, 10);
  if ((type === 'dateTime' || type === 'instant') && typeof value === 'string' && /^\d{4}/.test(value))
    return value;
  const place = Object.hasOwn(TEXT_OF, type) ? TEXT_OF[type] : undefined;
  if (place !== undefined && typeof value === 'string') return { [place]: value };
  // What an expression gives has no type: an object is taken for what its author put there.
  return suffix === '' && isObject(value) && !PRIMITIVES.includes(type) ? value : undefined;
}

const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  Coding: ['Coding', 'CodeableConcept', 'Code', 'String'],
  Date: ['Date', 'DateTime'],
  DateTime: ['DateTime', 'Instant', 'Date'],
  Decimal: ['Decimal', 'Quantity'],
  Integer: ['Integer', 'Decimal', 'Quantity'],
  String: ['String', 'Markdown', 'CodeableConcept', 'Uri'],
  Uri: ['Uri', 'Url', 'String'],
};

/** Which type of a choice a value goes by. */
export function chooseType(found: Found, choices: readonly string[]): string | undefined {
  const wanted = found.suffix === '' ? guessType(found.value) : found.suffix;
  // With a fixed unit a number is a quantity.
  const order = found.unit === undefined ? (FALLBACKS[wanted] ?? [wanted]) : ['Quantity', wanted];
  return order.find((type) => choices.includes(type)) ?? (choices.includes(wanted) ? wanted : undefined);
}

/** The type of what an expression gave: JSON alone doesn't tell, so its shape decides. */
export function guessType(value: unknown): string {
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Decimal';
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'DateTime';
    return /^\d{4}-\d\d-\d\d$/.test(value) ? 'Date' : 'String';
  }
  if (!isObject(value)) return '';
  if (Array.isArray(value.coding)) return 'CodeableConcept';
  if (value.reference !== undefined) return 'Reference';
  if (typeof value.value === 'number') return 'Quantity';
  return typeof value.code === 'string' ? 'Coding' : '';
}
