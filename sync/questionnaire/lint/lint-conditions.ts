import { ENABLE_WHEN_EXPRESSION } from '../model/extensions.ts';
import { extensionOf, objectsOf } from '../model/fhir-json.ts';
import { readCondition } from '../plan/condition.ts';
import { type CompiledPlan, isAncestor, type LocatedCondition, type PlanItem } from '../plan/plan.ts';
import { type Remark, remark } from './lint-codes.ts';
import { canMatch } from './lint-possible.ts';

function remarksOn(
  reader: PlanItem,
  { question, operator, expected }: LocatedCondition,
  plan: CompiledPlan,
): readonly Remark[] {
  const target = plan.byLinkId.get(question);
  if (target === undefined) {
    return remark(
      'condition-dangling',
      `a condition reads "${question}", which is not there`,
      'Name an existing linkId.',
    );
  }
  if (target === reader) {
    return remark('condition-self', 'a condition reads its own item', 'Let it read another question.');
  }
  if (isAncestor(reader, target)) {
    return remark(
      'condition-descendant',
      `a condition reads "${question}", which stands inside the item`,
      'Let it read a question outside.',
    );
  }
  const remarks: Remark[] = [];
  if (target.kind !== 'question') {
    remarks.push(
      ...remark(
        'condition-unanswerable',
        `a condition reads "${question}", which is no question`,
        'Let it read a question.',
      ),
    );
  } else if (operator !== 'exists' && !canMatch(expected.type, target.allowed)) {
    remarks.push(
      ...remark(
        'condition-type',
        `a condition compares "${question}" with a ${expected.type}, which it never is`,
        `Compare with ${target.allowed.join(' or ')}.`,
      ),
    );
  }
  if (target.index > reader.index) {
    remarks.push(
      ...remark('condition-later', `a condition reads "${question}", which comes later`, 'Move it before.'),
    );
  }
  return remarks;
}

/** Conditions that point nowhere, to themselves or ahead. */
export function conditionRemarks(item: PlanItem, plan: CompiledPlan): readonly Remark[] {
  const conditions = item.enableWhen?.conditions ?? [];
  const both = conditions.length > 0 && extensionOf(item.item, ENABLE_WHEN_EXPRESSION) !== undefined;
  // Conditions that can't be read are left out of the plan: the numbers of the others stay those of the form.
  const numbers = objectsOf(item.item.enableWhen).flatMap((element, number) =>
    readCondition(element) === undefined ? [] : [number],
  );
  return [
    ...conditions.flatMap((condition, index) =>
      remarksOn(item, condition, plan).map((found) => ({ ...found, at: `.enableWhen[${numbers[index]}]` })),
    ),
    ...(both
      ? remark(
          'enable-when-twice',
          'the item has both enableWhen and enableWhenExpression',
          'Keep one (SDC).',
        )
      : []),
  ];
}
