import type { Dependant, Locator } from '../../plan/plan.ts';
import type { Container, NodeRecord } from './instances.ts';

/** Instances of an item as seen from a container: the displays of a question stand beside its answers, and see into them. */
function instancesAt(container: Container, position: number): readonly NodeRecord[] {
  const own = container.lists[position] ?? [];
  const owner = container.owner;
  if (own.length > 0 || owner === undefined || owner.item.kind !== 'question') return own;
  if (container.items[position]?.kind === 'display') return owner.inner.lists[position] ?? [];
  return container === owner.inner ? owner.slots.flatMap((slot) => slot.lists[position] ?? []) : own;
}

function containersBelow(node: NodeRecord): readonly Container[] {
  return node.item.kind === 'question' ? node.slots : [node.inner];
}

/** The outermost instance along a path, counted from one end; undefined where there is none. */
function descend(
  container: Container,
  path: readonly number[],
  fromLast: boolean,
  step = 0,
): NodeRecord | undefined {
  const position = path[step];
  if (position === undefined) return undefined;
  const instances = instancesAt(container, position);
  if (step === path.length - 1) return instances.at(fromLast ? -1 : 0);
  for (const node of fromLast ? instances.toReversed() : instances) {
    const below = containersBelow(node);
    for (const inner of fromLast ? below.toReversed() : below) {
      const nearest = descend(inner, path, fromLast, step + 1);
      if (nearest !== undefined) return nearest;
    }
  }
  return undefined;
}

function climb(container: Container, levels: number): Container | undefined {
  let place: Container | undefined = container;
  for (let level = 0; level < levels; level += 1) place = place?.owner?.container;
  return place;
}

/** The instance of the question that a condition of `reader` reads; undefined where there is none. */
export function nearestInstance(reader: NodeRecord, locator: Locator): NodeRecord | undefined {
  if (locator.ancestor) {
    let node: NodeRecord | undefined = reader;
    for (let level = 0; level < locator.up; level += 1) node = node?.parent;
    return node;
  }
  const shared = climb(reader.container, locator.up);
  return shared && descend(shared, locator.path, locator.fromLast);
}

function everyInstance(
  container: Container,
  path: readonly number[],
  step: number,
  found: NodeRecord[],
): void {
  const position = path[step];
  if (position === undefined) return;
  for (const node of instancesAt(container, position)) {
    if (step === path.length - 1) found.push(node);
    else {
      everyInstance(node.inner, path, step + 1, found);
      if (node.item.kind === 'question')
        for (const slot of node.slots) everyInstance(slot, path, step + 1, found);
    }
  }
}

/** Every instance whose conditions may read `question` by way of one dependency. */
export function readersOf(question: NodeRecord, dependant: Dependant): readonly NodeRecord[] {
  const found: NodeRecord[] = [];
  if (dependant.ancestor) {
    everyInstance(question.inner, dependant.path, 0, found);
    for (const slot of question.slots) everyInstance(slot, dependant.path, 0, found);
    return found;
  }
  const shared = climb(question.container, dependant.up);
  if (shared !== undefined) everyInstance(shared, dependant.path, 0, found);
  return found;
}
