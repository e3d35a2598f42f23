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

export interface Order {
  readonly ranks: ReadonlyMap<PlanItem, number>;
  readonly cyclic: ReadonlySet<PlanItem>;
  /** The linkIds of one circle of conditions, where there is any. */
  readonly circle: readonly string[];
}

/** Kahn's topological order over "parent before child" and "question before reader"; what is left over reads in a circle. */
export function evaluationOrder(
  items: readonly PlanItem[],
  readsOf: (item: PlanItem) => readonly PlanItem[],
): Order {
  const waiting = new Map<PlanItem, number>();
  const followers = new Map<PlanItem, PlanItem[]>();
  const before = (item: PlanItem) => [...(item.parent === undefined ? [] : [item.parent]), ...readsOf(item)];
  for (const item of items) {
    const sources = before(item);
    waiting.set(item, sources.length);
    for (const source of sources) {
      const list = followers.get(source);
      if (list === undefined) followers.set(source, [item]);
      else list.push(item);
    }
  }
  const ranks = new Map<PlanItem, number>();
  const ready = items.filter((item) => waiting.get(item) === 0);
  for (const item of ready) {
    ranks.set(item, ranks.size);
    for (const follower of followers.get(item) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1;
      waiting.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
  const cyclic = new Set(items.filter((item) => !ranks.has(item)));
  const last = ranks.size;
  for (const item of cyclic) ranks.set(item, last);
  return { ranks, cyclic, circle: circleAmong(cyclic, before) };
}

/** Every leftover waits for another leftover, so walking back must come round. */
function circleAmong(
  cyclic: ReadonlySet<PlanItem>,
  before: (item: PlanItem) => readonly PlanItem[],
): readonly string[] {
  const trail: PlanItem[] = [];
  let [step] = cyclic;
  while (step !== undefined && !trail.includes(step)) {
    trail.push(step);
    step = before(step).find((source) => cyclic.has(source));
  }
  if (step === undefined) return [];
  return [...trail.slice(trail.indexOf(step)), step].map((item) => item.linkId).reverse();
}
