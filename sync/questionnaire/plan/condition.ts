import type { AnswerValue, Units } from '../model/contract.ts';
import { isObject } from '../model/fhir-json.ts';
import { compareAnswers, readValue } from '../values/values.ts';
import type { Condition } from './plan.ts';

export type Verdict = { readonly holds: boolean; readonly incomparable: boolean };

const OPERATORS: readonly Condition['operator'][] = ['exists', '=', '!=', '>', '<', '>=', '<='];

export function operatorOf(value: unknown): Condition['operator'] | undefined {
  return OPERATORS.find((operator) => operator === value);
}

/** Reads one element of enableWhen; undefined where it is malformed. */
export function readCondition(element: unknown): Condition | undefined {
  if (!isObject(element) || typeof element.question !== 'string') return undefined;
  const operator = operatorOf(element.operator);
  const read = readValue(element, 'answer');
  if (operator === undefined || read.state !== 'read') return undefined;
  if (operator === 'exists' && read.value.type !== 'boolean') return undefined;
  return { question: element.question, operator, expected: read.value };
}

/**
 * Judges a condition on the answers of the question that it reads (none, where the question is unanswered or disabled).
 *
 * The R5 reading of Questionnaire.item.enableWhen.operator: `=` and the relational operators hold where at least one answer
 * does, `!=` where no answer is equal (so it holds where there is none), `exists` where presence equals the boolean. Quantities
 * whose units don't convert make the condition false, whatever the operator; without `units`, only identical codes compare.
 */
export function judge(condition: Condition, answers: readonly AnswerValue[], units?: Units): Verdict {
  const { operator, expected } = condition;
  if (operator === 'exists')
    return { holds: answers.length > 0 === (expected.value === true), incomparable: false };
  const orders = answers.map((answer) => compareAnswers(answer, expected, units));
  const incomparable = orders.includes('incomparable');
  const some = (...accepted: readonly (-1 | 0 | 1)[]) =>
    orders.some((order) => accepted.some((one) => one === order));
  switch (operator) {
    case '=':
      return { holds: some(0), incomparable };
    case '!=':
      return { holds: !some(0) && !incomparable, incomparable };
    case '>':
      return { holds: some(1), incomparable };
    case '<':
      return { holds: some(-1), incomparable };
    case '>=':
      return { holds: some(0, 1), incomparable };
    case '<=':
      return { holds: some(-1, 0), incomparable };
  }
}
