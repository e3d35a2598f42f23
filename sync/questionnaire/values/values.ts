import type { Element, Quantity, QuestionnaireResponseItemAnswer } from 'fhir/r4.js';
import type { AnswerValue, Units } from '../model/contract.ts';
import { PRECISION } from '../model/extensions.ts';
import { isObject, type JsonObject, numberExtension } from '../model/fhir-json.ts';
import { withPlaces } from './decimal.ts';
import { compareQuantities } from './quantity.ts';
import { compareTemporal, compareTime, parseTemporal } from './temporal.ts';

export type ValueType = AnswerValue['type'];

/** value[x], answer[x] and the like: the suffix after the prefix names the type. */
const TYPES: Readonly<Record<string, ValueType>> = {
  Boolean: 'boolean',
  Decimal: 'decimal',
  Integer: 'integer',
  Date: 'date',
  DateTime: 'dateTime',
  Time: 'time',
  String: 'string',
  Uri: 'uri',
  Coding: 'Coding',
  Quantity: 'Quantity',
  Attachment: 'Attachment',
  Reference: 'Reference',
};

export function isValueType(type: unknown): type is ValueType {
  return Object.values(TYPES).some((known) => known === type);
}

const TEXTS = ['system', 'version', 'code', 'display', 'unit', 'comparator', 'reference', 'type'] as const;
const ATTACHMENT_TEXTS = ['contentType', 'language', 'data', 'url', 'hash', 'title', 'creation'] as const;

/** Whether the parts of a Coding, Quantity, Reference or Attachment that the engine reads have the JSON types of FHIR. */
function hasReadableParts(type: ValueType, value: JsonObject): boolean {
  const texts: readonly string[] = type === 'Attachment' ? ATTACHMENT_TEXTS : TEXTS;
  const number = type === 'Quantity' ? 'value' : type === 'Attachment' ? 'size' : undefined;
  return (
    texts.every((key) => value[key] === undefined || typeof value[key] === 'string') &&
    (number === undefined || value[number] === undefined || typeof value[number] === 'number')
  );
}

export type ReadValue =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly value: AnswerValue }
  /** The element is there, but its JSON isn't what FHIR says for its type. */
  | { readonly state: 'malformed'; readonly type: ValueType | undefined; readonly key: string };

/** Types a raw JSON value; undefined where the JSON doesn't fit the type. */
export function typedValue(type: ValueType, raw: unknown): AnswerValue | undefined {
  switch (type) {
    case 'boolean':
      return typeof raw === 'boolean' ? { type, value: raw } : undefined;
    case 'decimal':
    case 'integer':
      return typeof raw === 'number' ? { type, value: raw } : undefined;
    case 'date':
    case 'dateTime':
    case 'time':
    case 'string':
    case 'uri':
      return typeof raw === 'string' ? { type, value: raw } : undefined;
    default: {
      if (!isObject(raw) || !hasReadableParts(type, raw)) return undefined;
      if (type === 'Coding') return { type, value: raw };
      if (type === 'Quantity') return { type, value: raw };
      if (type === 'Reference') return { type, value: raw };
      return { type, value: raw };
    }
  }
}

/** A precision as FHIR R4 states it: on the decimal's shadow element, and of a Quantity also on the Quantity itself. */
function statedPlaces(...elements: readonly unknown[]): number | undefined {
  return elements
    .map((element) => numberExtension(element, PRECISION))
    .find((places) => places !== undefined);
}

function precisionElement(places: number): Element {
  return { extension: [{ url: PRECISION, valueInteger: places }] };
}

/** A decimal answer of a number, with the places that it was written with. */
export function decimalAnswer(value: number, places?: number): AnswerValue {
  return { type: 'decimal', ...withPlaces(value, places) };
}

/** The places that a Quantity says its number was written with. */
export function quantityPlaces(quantity: Quantity): number | undefined {
  return statedPlaces(quantity._value, quantity);
}

/** A Quantity's number with the places that it was written with. */
export function quantityNumber(
  value: number,
  places: number | undefined,
): Pick<Quantity, 'value' | '_value'> {
  const kept = withPlaces(value, places).places;
  return kept === undefined ? { value } : { value, _value: precisionElement(kept) };
}

/** Reads `value[x]` (or, with another prefix, `answer[x]`) of an element. */
export function readValue(element: JsonObject, prefix = 'value'): ReadValue {
  for (const key of Object.keys(element)) {
    if (!key.startsWith(prefix) || element[key] === undefined || element[key] === null) continue;
    const suffix = key.slice(prefix.length);
    if (!/^[A-Z]/.test(suffix)) continue;
    const type = Object.hasOwn(TYPES, suffix) ? TYPES[suffix] : undefined;
    const value = type && typedValue(type, element[key]);
    if (value === undefined) return { state: 'malformed', type, key };
    if (value.type !== 'decimal') return { state: 'read', value };
    return { state: 'read', value: decimalAnswer(value.value, statedPlaces(element[`_${key}`])) };
  }
  return { state: 'absent' };
}

/** The value[x] element of an answer in a response. */
export function answerElement(answer: AnswerValue): QuestionnaireResponseItemAnswer {
  switch (answer.type) {
    case 'boolean':
      return { valueBoolean: answer.value };
    case 'decimal':
      return answer.places === undefined
        ? { valueDecimal: answer.value }
        : { valueDecimal: answer.value, _valueDecimal: precisionElement(answer.places) };
    case 'integer':
      return { valueInteger: answer.value };
    case 'date':
      return { valueDate: answer.value };
    case 'dateTime':
      return { valueDateTime: answer.value };
    case 'time':
      return { valueTime: answer.value };
    case 'string':
      return { valueString: answer.value };
    case 'uri':
      return { valueUri: answer.value };
    case 'Coding':
      return { valueCoding: answer.value };
    case 'Quantity':
      return { valueQuantity: answer.value };
    case 'Attachment':
      return { valueAttachment: answer.value };
    case 'Reference':
      return { valueReference: answer.value };
  }
}

/** A string without content is no answer: FHIR R4 has no empty strings, and one of blanks "could be trimmed to nothing". */
export function isBlank(answer: AnswerValue): boolean {
  return (answer.type === 'string' || answer.type === 'uri') && answer.value.trim() === '';
}

function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

/** Whether two answers are the same in every part (not: whether they match, see {@link matchesOption}). */
export function sameAnswer(left: AnswerValue, right: AnswerValue): boolean {
  if (left.type !== right.type) return false;
  if (left.type === 'decimal' && right.type === 'decimal' && left.places !== right.places) return false;
  if (left.value === right.value) return true;
  return (
    typeof left.value === 'object' &&
    typeof right.value === 'object' &&
    canonicalText(left.value) === canonicalText(right.value)
  );
}

/** Whether two lists hold the same answers in the same order. */
export function sameAnswers(left: readonly AnswerValue[], right: readonly AnswerValue[]): boolean {
  return (
    left.length === right.length &&
    left.every((answer, index) => {
      const other = right[index];
      return other !== undefined && sameAnswer(answer, other);
    })
  );
}

/**
 * Membership among options (3.2 rule 8): Codings by system and code exactly, the display doesn't count; others by value. A partial
 * date is no other date: 2022 is not the option 2022-01-01, though both begin at the same instant.
 */
export function matchesOption(answer: AnswerValue, option: AnswerValue): boolean {
  if (answer.type === 'Coding' && option.type === 'Coding') {
    if (answer.value.code === undefined && option.value.code === undefined) {
      return answer.value.system === option.value.system && answer.value.display === option.value.display;
    }
    return answer.value.code === option.value.code && answer.value.system === option.value.system;
  }
  if (answer.type === 'Reference' && option.type === 'Reference') {
    return answer.value.reference !== undefined && answer.value.reference === option.value.reference;
  }
  if (isTemporal(answer) && isTemporal(option)) {
    const same = parseTemporal(answer.value)?.precision === parseTemporal(option.value)?.precision;
    return same && compareAnswers(answer, option) === 0;
  }
  return compareAnswers(answer, option) === 0;
}

export type Comparison = -1 | 0 | 1 | 'different' | 'incomparable';

const TEXTUAL: readonly ValueType[] = ['string', 'uri'];
const NUMERIC: readonly ValueType[] = ['decimal', 'integer'];

function isTemporal(answer: AnswerValue): answer is Extract<AnswerValue, { type: 'date' | 'dateTime' }> {
  return answer.type === 'date' || answer.type === 'dateTime';
}

function both(left: AnswerValue, right: AnswerValue, types: readonly ValueType[]): boolean {
  return types.includes(left.type) && types.includes(right.type);
}

/**
 * Orders an answer against an expected value. `different` means unequal without an order (booleans, Codings, other types);
 * `incomparable` means that two quantities have units which don't convert; without `units`, only identical codes do. A Coding
 * equals on code, and on system where the expected value has one; strings compare exactly, by code unit.
 */
export function compareAnswers(answer: AnswerValue, expected: AnswerValue, units?: Units): Comparison {
  if (both(answer, expected, NUMERIC) || both(answer, expected, TEXTUAL)) {
    return answer.value < expected.value ? -1 : answer.value > expected.value ? 1 : 0;
  }
  if (isTemporal(answer) && isTemporal(expected)) {
    return compareTemporal(answer.value, expected.value) ?? 'different';
  }
  if (answer.type === 'time' && expected.type === 'time') {
    return compareTime(answer.value, expected.value) ?? 'different';
  }
  if (answer.type === 'Quantity' && expected.type === 'Quantity') {
    return compareQuantities(answer.value, expected.value, units);
  }
  if (answer.type === 'Coding' && expected.type === 'Coding') {
    const sameSystem = expected.value.system === undefined || answer.value.system === expected.value.system;
    return sameSystem && expected.value.code !== undefined && answer.value.code === expected.value.code
      ? 0
      : 'different';
  }
  if (answer.type === 'Reference' && expected.type === 'Reference') {
    const reference = expected.value.reference;
    return reference !== undefined && answer.value.reference === reference ? 0 : 'different';
  }
  return answer.type === 'boolean' && expected.type === 'boolean' && answer.value === expected.value
    ? 0
    : 'different';
}
