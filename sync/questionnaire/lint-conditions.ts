import { ENABLE_WHEN_EXPRESSION } from './extensions.ts';
import { extensionOf } from './fhir-json.ts';
import { type Remark, remark } from './invariants.ts';
import { type CompiledPlan, isAncestor, type LocatedCondition, type PlanItem } from './plan.ts';

const TEMPORAL: readonly string[] = ['date', 'dateTime'];
const NUMERIC: readonly string[] = ['integer', 'decimal'];

function canMatch(expected: string, allowed: readonly string[]): boolean {
  return allowed.some(
    (type) =>
      type === expected ||
      (TEMPORAL.includes(type) && TEMPORAL.includes(expected)) ||
      (NUMERIC.includes(type) && NUMERIC.includes(expected)) ||
      (type === 'uri' && expected === 'string'),
  );
}

/** Whether there can be several instances of the question as seen from the reader. */
function isRepeatedFor(reader: PlanItem, target: PlanItem): boolean {
  for (let item: PlanItem | undefined = target; item !== undefined; item = item.parent) {
    if (item.kind === 'group' && item.repeats && item !== reader && !isAncestor(item, reader)) return true;
  }
  return false;
}

function canBeDisabled(item: PlanItem | undefined): boolean {
  return item !== undefined && (item.enableWhen !== undefined || canBeDisabled(item.parent));
}

/** Where the Java validator (EnableWhenEvaluator) judges another way than this project decided. */
function readsDifferently(
  reader: PlanItem,
  condition: LocatedCondition,
  target: PlanItem,
): readonly Remark[] {
  const reasons: string[] = [];
  if (condition.operator === '!=') {
    reasons.push(
      '"!=" holds here while the question is unanswered, and fails as soon as one answer is equal',
    );
  }
  if (condition.expected.type === 'Quantity')
    reasons.push('quantities compare with their units, there by number');
  if (condition.expected.type === 'Reference') reasons.push('the other validator can not compare references');
  if (isRepeatedFor(reader, target))
    reasons.push('only the nearest instance counts here, there every one in the group');
  if (canBeDisabled(target))
    reasons.push('a disabled question reads as unanswered here, there as it was left');
  return reasons.flatMap((reason) =>
    remark(
      'information',
      'reads-differently',
      `the condition on "${target.linkId}" reads differently in the Java validator: ${reason}`,
      'Nothing to do, if this is what you mean.',
    ),
  );
}

function remarksOn(reader: PlanItem, condition: LocatedCondition, plan: CompiledPlan): readonly Remark[] {
  const target = plan.byLinkId.get(condition.question);
  const name = condition.question;
  if (target === undefined) {
    return remark(
      'error',
      'condition-dangling',
      `a condition reads "${name}", which is not there`,
      'Name an existing linkId.',
    );
  }
  if (target === reader) {
    return remark(
      'error',
      'condition-self',
      'a condition reads its own item',
      'Let it read another question.',
    );
  }
  if (isAncestor(reader, target)) {
    return remark(
      'error',
      'condition-descendant',
      `a condition reads "${name}", which stands inside the item`,
      'Let it read a question outside.',
    );
  }
  const remarks: Remark[] = [];
  if (target.kind !== 'question') {
    remarks.push(
      ...remark(
        'warning',
        'condition-unanswerable',
        `a condition reads "${name}", which is no question`,
        'Let it read a question.',
      ),
    );
  } else if (condition.operator !== 'exists' && !canMatch(condition.expected.type, target.allowed)) {
    remarks.push(
      ...remark(
        'warning',
        'condition-type',
        `a condition compares "${name}" with a ${condition.expected.type}, which it never is`,
        `Compare with ${target.allowed.join(' or ')}.`,
      ),
    );
  }
  if (target.index > reader.index) {
    remarks.push(
      ...remark(
        'warning',
        'condition-later',
        `a condition reads "${name}", which comes later`,
        'Move it before.',
      ),
    );
  }
  return [...remarks, ...readsDifferently(reader, condition, target)];
}

/** Conditions that point nowhere, to themselves, ahead, or mean something else to another validator. */
export function conditionRemarks(item: PlanItem, plan: CompiledPlan): readonly Remark[] {
  const conditions = item.enableWhen?.conditions ?? [];
  const both = conditions.length > 0 && extensionOf(item.item, ENABLE_WHEN_EXPRESSION) !== undefined;
  return [
    ...conditions.flatMap((condition) => remarksOn(item, condition, plan)),
    ...(both
      ? remark(
          'error',
          'enable-when-twice',
          'the item has both enableWhen and enableWhenExpression',
          'Keep one (SDC).',
        )
      : []),
  ];
}
