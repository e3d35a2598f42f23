/** Items that can never be shown, and conditions that can never hold. */
import { ENABLE_WHEN_EXPRESSION } from '../model/extensions.ts';
import { extensionOf, isObject, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan, LocatedCondition, PlanItem } from '../plan/plan.ts';
import { type Remark, remark } from './lint-codes.ts';
import { contradict, holdsUnanswered, whyNever } from './lint-possible.ts';

export interface Reachability {
  /** Items that no answers to the form enable, whose parents can be enabled. */
  readonly unreachable: ReadonlyMap<PlanItem, string>;
  isReachable(item: PlanItem): boolean;
}

/** An expression that needn't be run to be known. */
export function isNeverTrue(extension: unknown): boolean {
  const expression = isObject(extension) ? extension.valueExpression : undefined;
  return isObject(expression) && /^\s*(false|\{\s*\})\s*$/.test(stringOf(expression.expression) ?? '');
}

/** Asked of everybody, so that a final response has an answer to it. */
function isAlwaysAnswered(target: PlanItem): boolean {
  if (!target.required || target.kind !== 'question') return false;
  for (let item: PlanItem | undefined = target; item !== undefined; item = item.parent) {
    const conditional =
      item.enableWhen !== undefined || extensionOf(item.item, ENABLE_WHEN_EXPRESSION) !== undefined;
    if (conditional || (item !== target && (item.kind === 'question' || item.repeats))) return false;
  }
  return true;
}

/**
 * Works out, until nothing is added, which items can't be enabled: by a condition that never holds, by conditions that exclude
 * each other, or because what they read is itself out of reach and so unanswered.
 */
export function reachability(plan: CompiledPlan): Reachability {
  const unreachable = new Map<PlanItem, string>();
  const isReachable = (item: PlanItem): boolean => {
    for (let above: PlanItem | undefined = item; above !== undefined; above = above.parent)
      if (unreachable.has(above)) return false;
    return true;
  };

  function never(condition: LocatedCondition): string | undefined {
    const { question, locator } = condition;
    const name = `"${question}"`;
    if (holdsUnanswered(condition)) return undefined;
    if (locator === undefined) return `${name} can not be read from here`;
    const why = whyNever(condition, locator.target);
    if (why !== undefined) return `of ${name}, ${why}`;
    return isReachable(locator.target) ? undefined : `${name} can itself never be asked`;
  }

  function contradiction(conditions: readonly LocatedCondition[]): string | undefined {
    for (const [index, left] of conditions.entries()) {
      const single = left.locator?.target.repeats === false;
      const other = single
        ? conditions
            .slice(index + 1)
            .find((right) => right.question === left.question && contradict(left, right))
        : undefined;
      if (other !== undefined) return `two conditions on "${other.question}" exclude each other`;
    }
    return undefined;
  }

  function why(item: PlanItem): string | undefined {
    if (isNeverTrue(extensionOf(item.item, ENABLE_WHEN_EXPRESSION))) return 'its expression is never true';
    const { conditions = [], behaviour } = item.enableWhen ?? {};
    if (conditions.length === 0) return undefined;
    const reasons = conditions.map(never);
    if (behaviour === 'all')
      return reasons.find((reason) => reason !== undefined) ?? contradiction(conditions);
    return reasons.every((reason) => reason !== undefined) ? reasons.join('; ') : undefined;
  }

  const conditional = plan.items.filter(
    (item) => item.enableWhen !== undefined || extensionOf(item.item, ENABLE_WHEN_EXPRESSION) !== undefined,
  );
  for (let grown = true; grown; ) {
    grown = false;
    for (const item of conditional) {
      if (unreachable.has(item) || !isReachable(item)) continue;
      const reason = why(item);
      if (reason === undefined) continue;
      unreachable.set(item, reason);
      grown = true;
    }
  }
  return { unreachable, isReachable };
}

function itemsWithin(item: PlanItem): number {
  return item.children.reduce((sum, child) => sum + 1 + itemsWithin(child), 0);
}

export function reachabilityRemarks(item: PlanItem, { unreachable }: Reachability): readonly Remark[] {
  const reason = unreachable.get(item);
  if (reason !== undefined) {
    const within = itemsWithin(item);
    const others =
      within === 0 ? '' : `, nor ${within === 1 ? 'the item' : `any of the ${within} items`} in it`;
    return remark(
      'unreachable',
      `the item can never be shown${others}: ${reason}`,
      'Correct its conditions, or remove the item.',
    );
  }
  const { conditions = [] } = item.enableWhen ?? {};
  return conditions.flatMap((condition) => {
    const target = condition.locator?.target;
    if (target === undefined) return [];
    const asksForNothing = condition.operator === 'exists' && condition.expected.value === false;
    // A hint that goes away with the answer is fine; a question that does is lost.
    if (asksForNothing && item.kind !== 'display' && isAlwaysAnswered(target)) {
      return remark(
        'condition-until-answered',
        `a condition holds while "${condition.question}" is unanswered, which is required: in no final response`,
        'Read another question, or do not require that one.',
      );
    }
    const never = whyNever(condition, target);
    return never === undefined
      ? []
      : remark(
          'condition-never',
          `a condition on "${condition.question}" can never hold: ${never}`,
          'Compare with an answer that the question can have.',
        );
  });
}
