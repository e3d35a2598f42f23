import { objectsOf } from '../model/fhir-json.ts';
import type { PlanItem } from '../plan/plan.ts';
import { type LintCode, type Remark, remark } from './lint-codes.ts';

interface Invariant {
  readonly code: LintCode;
  readonly broken: (item: PlanItem) => boolean;
  readonly message: string;
  readonly remedy: string;
}

const OPTION_TYPES: readonly string[] = [
  'choice',
  'open-choice',
  'decimal',
  'integer',
  'date',
  'dateTime',
  'time',
  'string',
  'quantity',
];
const LENGTH_TYPES: readonly string[] = [
  'boolean',
  'decimal',
  'integer',
  'string',
  'text',
  'url',
  'open-choice',
];

function has(list: readonly unknown[] | undefined): boolean {
  return (list?.length ?? 0) > 0;
}

/** The invariants of Questionnaire.item in FHIR R4 (4.0.1), que-2 apart, which no plan survives. */
const INVARIANTS: readonly Invariant[] = [
  {
    code: 'que-1',
    broken: ({ kind, item }) => kind === 'group' && !has(item.item),
    message: 'a group has no items',
    remedy: 'Put items into the group, or make it a display.',
  },
  {
    code: 'que-1',
    broken: ({ kind, item }) => kind === 'display' && has(item.item),
    message: 'a display has items, which nobody could answer',
    remedy: 'Make it a group.',
  },
  {
    code: 'que-3',
    broken: ({ kind, item }) => kind === 'display' && has(item.code),
    message: 'a display has a code',
    remedy: 'Remove the code.',
  },
  {
    code: 'que-4',
    broken: ({ item }) => has(item.answerOption) && item.answerValueSet !== undefined,
    message: 'the item has both answerOption and answerValueSet',
    remedy: 'Keep one of them; until then the answerOptions are used.',
  },
  {
    code: 'que-5',
    broken: ({ type, item }) =>
      !OPTION_TYPES.includes(type) && (has(item.answerOption) || item.answerValueSet !== undefined),
    message: 'an item of this type can not have options',
    remedy: 'Remove the options, or make it a choice.',
  },
  {
    code: 'que-6',
    broken: ({ kind, item }) =>
      kind === 'display' && (item.required !== undefined || item.repeats !== undefined),
    message: 'a display says required or repeats',
    remedy: 'Remove both.',
  },
  {
    code: 'que-7',
    broken: ({ item }) =>
      objectsOf(item.enableWhen).some(
        (condition) => condition.operator === 'exists' && typeof condition.answerBoolean !== 'boolean',
      ),
    message: 'a condition with "exists" has no answerBoolean',
    remedy: 'Write answerBoolean: true or false; until then the condition is left out.',
  },
  {
    code: 'que-8',
    broken: ({ kind, item }) => kind !== 'question' && has(item.initial),
    message: 'a group or display has an initial value',
    remedy: 'Remove it.',
  },
  {
    code: 'que-9',
    broken: ({ kind, item }) => kind === 'display' && item.readOnly !== undefined,
    message: 'a display says readOnly',
    remedy: 'Remove readOnly.',
  },
  {
    code: 'que-10',
    broken: ({ type, item }) => item.maxLength !== undefined && !LENGTH_TYPES.includes(type),
    message: 'an item of this type can not have a maxLength',
    remedy: 'Remove maxLength.',
  },
  {
    code: 'que-11',
    broken: ({ item }) => has(item.answerOption) && has(item.initial),
    message: 'the item has both answerOption and initial',
    remedy: 'Use answerOption.initialSelected.',
  },
  {
    code: 'que-12',
    broken: ({ item }) => (item.enableWhen?.length ?? 0) > 1 && item.enableBehavior === undefined,
    message: 'two or more conditions without enableBehavior',
    remedy: 'Say "all" or "any"; until then any of them enables the item.',
  },
  {
    code: 'que-13',
    broken: ({ item }) => !item.repeats && (item.initial?.length ?? 0) > 1,
    message: 'several initial values for a question that does not repeat',
    remedy: 'Keep one, or let the question repeat; until then the first is used.',
  },
];

export function brokenInvariants(item: PlanItem): readonly Remark[] {
  return INVARIANTS.filter((invariant) => invariant.broken(item)).flatMap(({ code, message, remedy }) =>
    remark(code, message, remedy),
  );
}
