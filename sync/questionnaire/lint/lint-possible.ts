/** What a condition can come to, judged from the form alone. Says "never" only where no answer that the form takes would do. */

import type { AnswerValue } from '../model/contract.ts';
import { objectsOf, stringOf } from '../model/fhir-json.ts';
import { judge } from '../plan/condition.ts';
import type { Condition, PlanItem } from '../plan/plan.ts';
import { compareAnswers } from '../values/values.ts';

const TEMPORAL: readonly string[] = ['date', 'dateTime'];
const NUMERIC: readonly string[] = ['integer', 'decimal'];

/** Whether an answer of one of the types can be compared with an expected value of another. */
export function canMatch(expected: string, allowed: readonly string[]): boolean {
  return allowed.some(
    (type) =>
      type === expected ||
      (TEMPORAL.includes(type) && TEMPORAL.includes(expected)) ||
      (NUMERIC.includes(type) && NUMERIC.includes(expected)) ||
      (type === 'uri' && expected === 'string'),
  );
}

const UNORDERED: readonly AnswerValue['type'][] = ['boolean', 'Coding', 'Reference', 'Attachment'];

function isRelational({ operator }: Condition): boolean {
  return operator !== 'exists' && operator !== '=' && operator !== '!=';
}

/** Holds as well where the question is unanswered or not there. */
export function holdsUnanswered(condition: Condition): boolean {
  return judge(condition, []).holds;
}

/** No number between the limits would do. Quantities are left out: their units may not be known here. */
function outsideLimits({ operator, expected }: Condition, { limits }: PlanItem): boolean {
  const { minValue, maxValue } = limits;
  const above = (limit: AnswerValue | undefined) =>
    limit !== undefined && limit.type !== 'Quantity' ? compareAnswers(expected, limit) : undefined;
  const [toMin, toMax] = [above(minValue), above(maxValue)];
  switch (operator) {
    case '=':
      return toMin === -1 || toMax === 1;
    case '>':
      return toMax === 0 || toMax === 1;
    case '>=':
      return toMax === 1;
    case '<':
      return toMin === 0 || toMin === -1;
    case '<=':
      return toMin === -1;
    default:
      return false;
  }
}

/** A closed list of options of which none would do. Free text beside the options may be anything. */
function noOptionFits(condition: Condition, { options, type }: PlanItem): boolean {
  if (options?.status !== 'ready' || options.options.length === 0) return false;
  if (type === 'open-choice' && condition.expected.type !== 'Coding') return false;
  return !options.options.some(({ value }) => judge(condition, [value]).holds);
}

/** Whether options come from elsewhere than the form's list, so that the list says nothing about answers. */
function hasOtherOptions({ item }: PlanItem): boolean {
  return objectsOf(item.extension).some(({ url }) =>
    /(answer|candidate)Expression$/.test(stringOf(url) ?? ''),
  );
}

/**
 * Whether some answer that the question takes makes the condition hold.
 *
 * @returns why none does; undefined where one may
 */
export function whyNever(condition: Condition, target: PlanItem): string | undefined {
  const { operator, expected } = condition;
  if (operator === 'exists' || operator === '!=') return undefined;
  if (target.kind !== 'question') return 'it is no question';
  if (!canMatch(expected.type, target.allowed)) return `its answers are never of type ${expected.type}`;
  if (isRelational(condition) && UNORDERED.includes(expected.type)) return 'its answers have no order';
  if (!hasOtherOptions(target) && noOptionFits(condition, target)) return 'none of its options would do';
  if (outsideLimits(condition, target)) return 'its limits allow no such answer';
  return undefined;
}

/** Two expected values that one answer may equal at once. A Coding without a system equals one of any system. */
function mayBeOne(left: AnswerValue, right: AnswerValue): boolean {
  if (left.type === 'Coding' && right.type === 'Coding') {
    const systems = [left.value.system, right.value.system];
    return left.value.code === right.value.code && (systems.includes(undefined) || systems[0] === systems[1]);
  }
  // Partial dates and units stay undecided.
  return left.type === right.type && left.type !== 'Quantity'
    ? compareAnswers(left, right) === 0
    : !['boolean', 'Coding', 'Reference'].some((type) => type === left.type && type === right.type);
}

const UPPER: readonly string[] = ['<', '<='];
const LOWER: readonly string[] = ['>', '>='];

function crossed(lower: Condition, upper: Condition): boolean {
  if (!LOWER.includes(lower.operator) || !UPPER.includes(upper.operator)) return false;
  if (lower.expected.type === 'Quantity' || upper.expected.type === 'Quantity') return false;
  const order = compareAnswers(lower.expected, upper.expected);
  return order === 1 || (order === 0 && !(lower.operator === '>=' && upper.operator === '<='));
}

function excludes(left: Condition, right: Condition): boolean {
  if (left.operator === 'exists' && left.expected.value === false) return !holdsUnanswered(right);
  if (left.operator === '=' && right.operator === '=') return !mayBeOne(left.expected, right.expected);
  if (left.operator === '=' && right.operator === '!=') {
    return left.expected.type !== 'Quantity' && compareAnswers(left.expected, right.expected) === 0;
  }
  const ordered = left.operator === '=' && isRelational(right);
  if (ordered && left.expected.type !== 'Quantity' && canMatch(left.expected.type, [right.expected.type])) {
    return !judge(right, [left.expected]).holds;
  }
  return crossed(left, right);
}

/** Whether no single answer to one question makes both conditions hold. */
export function contradict(left: Condition, right: Condition): boolean {
  return excludes(left, right) || excludes(right, left);
}
