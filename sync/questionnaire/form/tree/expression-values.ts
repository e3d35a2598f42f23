/** What an expression gave, as answers, options and limits of FHIR types. */

import { toAnswers } from '../../expressions/to-answers.ts';
import type { AnswerValue, Units } from '../../model/contract.ts';
import { isObject, objectsOf, stringOf } from '../../model/fhir-json.ts';
import type { PlanItem } from '../../plan/plan.ts';
import {
  answerOptions,
  conceptOption,
  findOption,
  type OptionSet,
  type PlanOption,
} from '../../values/options.ts';

/** Answers for the item; undefined where nothing of what there is fits its type. */
export function answersOf(
  item: PlanItem,
  values: readonly unknown[],
  units: Units | undefined,
): readonly AnswerValue[] | undefined {
  // FHIR has no empty strings: FHIRPath's is no answer.
  const given = values.filter((value) => value !== '');
  const { answers } = toAnswers(given, item, units);
  return answers.length === 0 && given.length > 0 ? undefined : answers;
}

/** The item for values that are no answers to it: these are taken as they are, not rounded to its places. */
function unrounded(item: PlanItem): PlanItem {
  return { ...item, limits: { ...item.limits, maxDecimalPlaces: undefined } };
}

/** A limit of the item: of its own type, or a number for a quantity. */
export function limitOf(item: PlanItem, value: unknown): AnswerValue | undefined {
  return item.type === 'quantity' && typeof value === 'number'
    ? { type: 'decimal', value }
    : toAnswers([value], unrounded(item)).answers[0];
}

/** The elements that a ValueSet's expansion, a Bundle or any other answer offers. */
function offered(value: unknown): readonly unknown[] {
  if (!isObject(value)) return [value];
  if (value.resourceType === 'ValueSet') {
    return isObject(value.expansion) ? objectsOf(value.expansion.contains) : [];
  }
  if (value.resourceType === 'Bundle')
    return objectsOf(value.entry).flatMap(({ resource }) => resource ?? []);
  return [value];
}

/** A choice may also offer texts and whole numbers, which then are its answers (FHIR R4, answerOption.value[x]). */
function optionOf(item: PlanItem, value: unknown): PlanOption | undefined {
  if (isObject(value) && value.coding === undefined && stringOf(value.code) !== undefined) {
    if (item.allowed.includes('Coding')) return conceptOption(stringOf(value.system), value, undefined);
  }
  const [answer] = toAnswers([value], unrounded(item)).answers;
  if (answer !== undefined) {
    const name = `value${answer.type.charAt(0).toUpperCase()}${answer.type.slice(1)}`;
    return answerOptions({ answerOption: [{ [name]: answer.value }] }, () => undefined)[0];
  }
  if (item.type !== 'choice' && item.type !== 'open-choice') return undefined;
  const plain =
    typeof value === 'string'
      ? { valueString: value }
      : Number.isInteger(value)
        ? { valueInteger: value }
        : undefined;
  return plain && answerOptions({ answerOption: [plain] }, () => undefined)[0];
}

/** The options that an expression offers, each once. */
export function optionsOf(item: PlanItem, values: readonly unknown[]): readonly PlanOption[] {
  const options = new Map<string, PlanOption>();
  for (const value of values.flatMap(offered)) {
    const option = optionOf(item, value);
    const key = JSON.stringify(option?.value);
    if (option !== undefined && !options.has(key)) options.set(key, option);
  }
  return [...options.values()];
}

/** Whether an option is one of those that a toggle names. */
export function isNamed(set: OptionSet, option: PlanOption, named: readonly AnswerValue[]): boolean {
  return named.some((value) => findOption(set, value) === option);
}
