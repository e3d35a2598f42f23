/** Where the Java validator (QuestionnaireValidator, EnableWhenEvaluator) judges another way than this project decided. */
import { ENABLE_WHEN_EXPRESSION } from '../model/extensions.ts';
import { extensionOf } from '../model/fhir-json.ts';
import { isAncestor, type LocatedCondition, type PlanItem } from '../plan/plan.ts';
import { type LintCode, type Remark, remark } from './lint-codes.ts';

/** Whether there can be several instances of the question as seen from the reader. */
function isRepeatedFor(reader: PlanItem, target: PlanItem): boolean {
  for (let item: PlanItem | undefined = target; item !== undefined; item = item.parent) {
    if (item === reader || isAncestor(item, reader)) return false;
    if (item.repeats && (item.kind === 'group' || item !== target)) return true;
  }
  return false;
}

function canBeDisabled(item: PlanItem | undefined): boolean {
  return (
    item !== undefined &&
    (item.enableWhen !== undefined ||
      extensionOf(item.item, ENABLE_WHEN_EXPRESSION) !== undefined ||
      canBeDisabled(item.parent))
  );
}

function differences(
  reader: PlanItem,
  { operator, expected }: LocatedCondition,
  target: PlanItem,
): readonly (readonly [LintCode, string])[] {
  const found: (readonly [LintCode, string])[] = [];
  if (operator === '!=') {
    found.push(['java-not-equal-unanswered', '"!=" holds here while the question is unanswered, there not']);
    if (target.repeats) {
      found.push([
        'java-not-equal-repeats',
        '"!=" fails here as soon as one answer is equal, there it holds as soon as one differs',
      ]);
    }
  }
  if (expected.type === 'Quantity' && operator !== 'exists')
    found.push(['java-quantity', 'quantities compare here with their units, there by number alone']);
  if (expected.type === 'Reference')
    found.push(['java-reference', 'references are compared here, and are a failure there']);
  if (isRepeatedFor(reader, target))
    found.push(['java-instances', 'only the nearest instance counts here, there every one in the group']);
  if (canBeDisabled(target))
    found.push([
      'java-disabled-source',
      'a disabled question reads as unanswered here, there as it was left',
    ]);
  return found;
}

export function javaRemarks(reader: PlanItem): readonly Remark[] {
  const { minOccurs, maxOccurs } = reader.limits;
  const remarks = (reader.enableWhen?.conditions ?? []).flatMap((condition) => {
    const target = condition.locator?.target;
    if (target === undefined) return [];
    return differences(reader, condition, target).flatMap(([code, reason]) =>
      remark(
        code,
        `the condition on "${condition.question}" reads differently in the Java validator: ${reason}`,
        'Nothing to do, if this is what you mean.',
      ),
    );
  });
  const once = new Map(remarks.map((found) => [`${found.code} ${found.message}`, found]));
  if (minOccurs !== undefined || maxOccurs !== undefined) {
    const numbers = [minOccurs, maxOccurs].filter((number) => number !== undefined).join(' and ');
    return [
      ...once.values(),
      ...remark(
        'java-occurs',
        `exactly ${numbers} answers are right here, and wrong in the Java validator`,
        'Nothing to do, if this is what you mean.',
      ),
    ];
  }
  return [...once.values()];
}
