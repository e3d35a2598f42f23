import { orderOf, wayRound } from './order.ts';
import type { Dependant, Locator, PlanItem } from './plan.ts';
import { isAncestor } from './plan.ts';

function positionsBelow(container: PlanItem | undefined, item: PlanItem): number[] {
  const path: number[] = [];
  for (let step: PlanItem | undefined = item; step !== undefined && step !== container; step = step.parent) {
    path.unshift(step.position);
  }
  return path;
}

function deepestShared(left: PlanItem, right: PlanItem): PlanItem | undefined {
  for (let above = left.parent; above !== undefined; above = above.parent) {
    if (isAncestor(above, right)) return above;
  }
  return undefined;
}

/**
 * Works out, once, how a condition finds "the nearest question occurrence, tracing first the ancestor axis, then preceding, then
 * following" (R4 comment on enableWhen.question). Nearest is judged by the deepest container that holds both: a question in
 * the same instance of a repeating group is nearer than one in an earlier instance.
 */
export function locate(reader: PlanItem, target: PlanItem): Locator | undefined {
  if (reader === target || isAncestor(reader, target)) return undefined;
  if (isAncestor(target, reader)) {
    return { target, ancestor: true, up: reader.depth - target.depth, path: [], fromLast: false };
  }
  const shared = deepestShared(reader, target);
  const path = positionsBelow(shared, target);
  const readerPath = positionsBelow(shared, reader);
  return {
    target,
    ancestor: false,
    up: readerPath.length - 1,
    path,
    fromLast: (path[0] ?? 0) < (readerPath[0] ?? 0),
  };
}

/** The way back: from an instance of the question to every instance that may read it. */
export function dependantOf(reader: PlanItem, locator: Locator): Dependant {
  const { target, ancestor, path } = locator;
  if (ancestor) return { reader, ancestor, up: 0, path: positionsBelow(target, reader) };
  return {
    reader,
    ancestor,
    up: path.length - 1,
    path: positionsBelow(deepestShared(reader, target), reader),
  };
}

/** What must be known before an item's conditions are judged: whether what it stands in is enabled, and what they read. */
export function conditionNeeds(item: PlanItem): readonly PlanItem[] {
  const targets = item.enableWhen?.conditions.flatMap(({ locator }) => locator?.target ?? []) ?? [];
  return [...new Set([...(item.parent === undefined ? [] : [item.parent]), ...targets])];
}

/** The linkIds of one circle of conditions, each after one that it waits for; empty where there is none. */
export function conditionCircle(items: readonly PlanItem[]): readonly string[] {
  const circle = orderOf(items, conditionNeeds).groups.find((group) => group.length > 1);
  if (circle === undefined) return [];
  return wayRound(circle, conditionNeeds)
    .map((item) => item.linkId)
    .reverse();
}
