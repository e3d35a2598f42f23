import type { Quantity } from 'fhir/r4.js';
import type { AnswerValue, Units } from '../model/contract.ts';
import { UNIT } from '../model/extensions.ts';
import { extensionOf, isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import type { PlanItem, UnitOption } from '../plan/plan.ts';
import { decimalText, roundDecimal } from '../values/decimal.ts';
import { findOption, membership } from '../values/options.ts';
import { UCUM } from '../values/quantity.ts';
import { answerElement, readValue, typedValue, type ValueType } from '../values/values.ts';

/** The question that takes the results. */
export type Target = Pick<
  PlanItem,
  'linkId' | 'type' | 'allowed' | 'options' | 'limits' | 'item' | 'repeats'
>;

export interface Answers {
  readonly answers: readonly AnswerValue[];
  /** Why results were dropped: types and counts, never values. */
  readonly dropped: readonly string[];
}

const DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/;
const DATE_TIME = /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/;
const TIME = /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** The unit that a question's numbers have: that of a quantity, or what a plain number counts. */
function unitOf({ limits, item }: Target): UnitOption | undefined {
  const [first] = limits.units;
  if (first !== undefined) return first;
  const coding = extensionOf(item, UNIT)?.valueCoding;
  if (!isObject(coding)) return undefined;
  return { system: stringOf(coding.system), code: stringOf(coding.code), display: stringOf(coding.display) };
}

function inUnit(value: number, unit: UnitOption | undefined): Quantity {
  return {
    value,
    ...(unit?.display === undefined && unit?.code === undefined ? {} : { unit: unit.display ?? unit.code }),
    ...(unit?.system === undefined ? {} : { system: unit.system }),
    ...(unit?.code === undefined ? {} : { code: unit.code }),
  };
}

/** The number that a Quantity is in a question's unit; undefined where it can't be told. */
function amount(
  quantity: Quantity,
  unit: UnitOption | undefined,
  units: Units | undefined,
): number | undefined {
  const { value, code, system } = quantity;
  if (value === undefined || quantity.comparator !== undefined) return undefined;
  if (unit?.code === undefined || code === unit.code) return value;
  return system === UCUM && code !== undefined ? units?.convert(value, code, unit.code) : undefined;
}

/** ISO text as the precision of a type allows: an instant's day is a date, a day is a dateTime. */
function temporal(type: 'date' | 'dateTime' | 'time', text: string): string | undefined {
  if (type === 'time') return TIME.test(text) ? text : undefined;
  if (!DATE_TIME.test(text)) return undefined;
  if (type === 'date') return DATE.test(text) ? text : text.slice(0, 10);
  // A dateTime with hours has seconds and an offset in FHIR; one that an expression made may lack the seconds.
  return text.replace(/T(\d{2}:\d{2})(?!:)/, 'T$1:00');
}

/** What is computed has no more places than the question takes: it is rounded, as a person would (FHIR R4, maxDecimalPlaces). */
function rounded(value: number, { limits }: Target): number {
  return limits.maxDecimalPlaces === undefined ? value : roundDecimal(value, limits.maxDecimalPlaces);
}

function ofNumber(given: number, type: ValueType, target: Target): AnswerValue | undefined {
  const value = rounded(given, target);
  if (type === 'integer') return Number.isInteger(value) ? { type, value } : undefined;
  if (type === 'decimal') return { type, value };
  if (type === 'Quantity') return { type, value: inUnit(value, unitOf(target)) };
  // Forms show calculated numbers in text fields; the number's own digits are its text.
  return type === 'string' && target.options === undefined
    ? { type, value: decimalText({ value }) }
    : undefined;
}

function ofText(text: string, type: ValueType, { options, type: itemType }: Target): AnswerValue | undefined {
  if (type === 'date' || type === 'dateTime' || type === 'time') {
    const value = temporal(type, text);
    return value === undefined ? undefined : { type, value };
  }
  if (type === 'Coding') {
    const coded = options?.options.filter((option) => option.value.type === 'Coding') ?? [];
    const named =
      coded.find(({ value }) => value.type === 'Coding' && value.value.code === text) ??
      coded.find(({ value }) => value.type === 'Coding' && value.value.display === text);
    return named?.value;
  }
  if (type === 'uri') return { type, value: text };
  if (type !== 'string' || text === '') return undefined;
  const isListed = options !== undefined && findOption(options, { type, value: text }) !== undefined;
  return itemType === 'choice' && !isListed ? undefined : { type, value: text };
}

function ofCoding(raw: JsonObject, type: ValueType, target: Target): AnswerValue | undefined {
  // References and resources have displays and codes, too.
  if (raw.resourceType !== undefined || raw.reference !== undefined) return undefined;
  const typed = typedValue('Coding', raw);
  if (typed?.type !== 'Coding' || (typed.value.code ?? typed.value.display) === undefined) return undefined;
  if (type === 'string') {
    const text = typed.value.display ?? typed.value.code;
    return text === undefined || target.type === 'choice' ? undefined : { type, value: text };
  }
  if (type !== 'Coding') return undefined;
  return (target.options && findOption(target.options, typed)?.value) ?? typed;
}

function ofQuantity(
  raw: JsonObject,
  type: ValueType,
  target: Target,
  units: Units | undefined,
): AnswerValue | undefined {
  const typed = typedValue('Quantity', raw);
  if (typed?.type !== 'Quantity') return undefined;
  if (type === 'Quantity')
    return typed.value.value === undefined
      ? typed
      : { type, value: { ...typed.value, value: rounded(typed.value.value, target) } };
  const value = amount(typed.value, unitOf(target), units);
  return value === undefined || (type !== 'integer' && type !== 'decimal')
    ? undefined
    : ofNumber(value, type, target);
}

/** What kind of element some JSON is, told by its names: results carry no type. */
function ofObject(
  raw: JsonObject,
  type: ValueType,
  target: Target,
  units: Units | undefined,
): AnswerValue | undefined {
  const read = readValue(raw);
  // An option or answer element instead of its value.
  if (read.state === 'read') return toAnswer(answerValueOf(read.value), type, target, units);
  if (Array.isArray(raw.coding)) {
    const codings = objectsOf(raw.coding).flatMap((coding) => ofCoding(coding, type, target) ?? []);
    const listed = codings.find(
      (coding) => target.options && membership(target.options, coding) === 'member',
    );
    const text = stringOf(raw.text);
    return (
      listed ??
      codings[0] ??
      (text !== undefined && type === 'string' ? ofText(text, type, target) : undefined)
    );
  }
  if (type === 'Reference') {
    const [kind, id] = [stringOf(raw.resourceType), stringOf(raw.id)];
    if (kind !== undefined)
      return id === undefined ? undefined : { type, value: { reference: `${kind}/${id}` } };
    return raw.reference === undefined && raw.identifier === undefined ? undefined : typedValue(type, raw);
  }
  if (type === 'Attachment')
    return raw.contentType === undefined && raw.url === undefined && raw.data === undefined
      ? undefined
      : typedValue(type, raw);
  return typeof raw.value === 'number' ? ofQuantity(raw, type, target, units) : ofCoding(raw, type, target);
}

function answerValueOf(answer: AnswerValue): unknown {
  return Object.values(answerElement(answer))[0];
}

function toAnswer(
  result: unknown,
  type: ValueType,
  target: Target,
  units: Units | undefined,
): AnswerValue | undefined {
  if (typeof result === 'boolean') return type === 'boolean' ? { type, value: result } : undefined;
  if (typeof result === 'number') return ofNumber(result, type, target);
  if (typeof result === 'string') return ofText(result, type, target);
  return isObject(result) ? ofObject(result, type, target, units) : undefined;
}

function kindOf(result: unknown): string {
  return typeof result === 'object' ? 'element' : typeof result;
}

/**
 * Makes answers of what calculatedExpression or initialExpression gave, in the types that the question takes (SDC, Expressions). A number
 * becomes a Quantity in the question's unit, a code the option that has it, a resource a Reference to it. What fits nowhere is
 * dropped and reported; so is all but the first for a question that doesn't repeat.
 */
export function toAnswers(results: readonly unknown[], target: Target, units?: Units): Answers {
  const answers: AnswerValue[] = [];
  const dropped: string[] = [];
  for (const result of results) {
    const [answer] = target.allowed.flatMap((type) => toAnswer(result, type, target, units) ?? []);
    if (answer === undefined)
      dropped.push(`a ${kindOf(result)} is no answer to an item of type ${target.type}`);
    else answers.push(answer);
  }
  if (target.repeats || answers.length < 2) return { answers, dropped };
  return {
    answers: answers.slice(0, 1),
    dropped: [...dropped, `${answers.length} results for an item that takes one`],
  };
}
