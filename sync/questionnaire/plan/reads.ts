/** Which questions an expression reads, found from what its engine says of it. */
import type { ExpressionReads } from '../model/contract.ts';
import type { LinkedExpression } from './linking.ts';
import type { CompiledPlan, PlanItem } from './plan.ts';
import { isAncestor } from './plan.ts';

export interface Read {
  readonly question: PlanItem;
  /** Read from an instance of this item down; undefined: from the response down. */
  readonly via: PlanItem | undefined;
  /** Named by the expression, not merely among what it may read. */
  readonly exact: boolean;
}

/** An item with all below it. */
export function* below(item: PlanItem): Generator<PlanItem> {
  yield item;
  for (const child of item.children) yield* below(child);
}

/** The questions that a set of linkIds reaches: each with all below it, and the questions above, whose answers hold it. */
function questionsOf(plan: CompiledPlan, linkIds: ReadonlySet<string>): ReadonlySet<PlanItem> {
  const found = new Set<PlanItem>();
  for (const linkId of linkIds) {
    const item = plan.byLinkId.get(linkId);
    if (item === undefined) continue;
    for (const inner of below(item)) if (inner.kind === 'question') found.add(inner);
    for (let above = item.parent; above !== undefined; above = above.parent) {
      if (above.kind === 'question') found.add(above);
    }
  }
  return found;
}

export function isWithin(item: PlanItem, place: PlanItem): boolean {
  return item === place || isAncestor(place, item);
}

/** Whether the item has one instance at most: no group around it repeats, and it stands under no question's answers. */
function standsOnce(item: PlanItem): boolean {
  if (item.kind === 'group' && item.repeats) return false;
  for (let above = item.parent; above !== undefined; above = above.parent) {
    if (above.kind === 'question' || above.repeats) return false;
  }
  return true;
}

function directReads(plan: CompiledPlan, reads: ExpressionReads, place: PlanItem | undefined): Read[] {
  const found: Read[] = [];
  const add = (items: Iterable<PlanItem>, via: PlanItem | undefined, exact: boolean) => {
    for (const question of items) if (question.kind === 'question') found.push({ question, via, exact });
  };
  if (reads.resource === 'all') add(plan.items, undefined, false);
  else add(questionsOf(plan, reads.resource), undefined, true);
  if (place === undefined) {
    if (reads.context === 'all') add(plan.items, undefined, false);
    else add(questionsOf(plan, reads.context), undefined, true);
  } else {
    const inside =
      reads.context === 'all'
        ? [...below(place)]
        : [...questionsOf(plan, reads.context)].filter((item) => isWithin(item, place));
    add(inside, place, reads.context !== 'all');
  }
  return found;
}

/**
 * Every question that the expression reads, by itself or by its variables.
 *
 * @param own - an item whose instance, the one that the expression stands on, it is not shown, with all below it; its variables are.
 *   Other instances of the item are shown, and read from the response down.
 */
export function readsOf(
  plan: CompiledPlan,
  expression: LinkedExpression,
  own: PlanItem | undefined,
): readonly Read[] {
  const found = new Map<string, Read>();
  const seen = new Set<LinkedExpression>();
  const isHidden = ({ question, via }: Read) =>
    own !== undefined && isWithin(question, own) && (via !== undefined || standsOnce(own));
  function collect(one: LinkedExpression): void {
    if (seen.has(one)) return;
    seen.add(one);
    for (const { reads } of one.parts) {
      for (const read of directReads(plan, reads, one.item)) {
        if (one === expression && isHidden(read)) continue;
        const key = `${read.question.index}|${read.via?.index ?? ''}`;
        if (found.get(key)?.exact !== true) found.set(key, read);
      }
    }
    for (const variable of one.scope.values()) collect(variable);
  }
  collect(expression);
  return [...found.values()];
}
