import { judge } from './condition.ts';
import { containersOf, type InstanceTree, type NodeRecord, nodesIn } from './instances.ts';
import { nearestInstance, readersOf } from './nearest.ts';

/** Recomputes which items are enabled, and only those that something changed for. */
export interface Enablement {
  /** The answers of a question changed, or the question came or went. */
  touch(node: NodeRecord): void;
  /** Nodes came into an open form: judges them, and whoever reads them. */
  added(nodes: Iterable<NodeRecord>): void;
  /** The form was laid out: judges every node, so that there is nobody else to tell. */
  begin(nodes: Iterable<NodeRecord>): void;
  /** Works until nothing is left to judge. Afterwards every node says what a full recompute would say. */
  settle(): void;
}

/** A circle that hasn't come to rest by then never will; it stays as it is, the same way on every device. */
const MOST_ROUNDS = 20;

/**
 * Judges nodes in the plan's order (parents first, questions before their readers), so that each is judged once per change.
 *
 * Items whose conditions read in a circle have no such order. They are judged together, from the assumption that all are enabled,
 * in document order, until nothing changes: a function of the answers alone, so that it doesn't matter how they came about.
 */
export function createEnablement(tree: InstanceTree, changed: (node: NodeRecord) => void): Enablement {
  const waiting = new Map<number, Set<NodeRecord>>();
  const ranks: number[] = [];

  function mark(node: NodeRecord): void {
    const { rank } = node.item;
    const set = waiting.get(rank);
    if (set !== undefined) set.add(node);
    else {
      waiting.set(rank, new Set([node]));
      push(ranks, rank);
    }
  }

  function touch(node: NodeRecord): void {
    for (const dependant of node.item.dependants) {
      for (const reader of readersOf(node, dependant)) mark(reader);
    }
  }

  function judged(node: NodeRecord): boolean {
    node.incomparable = false;
    if (node.parent?.enabled === false) return false;
    const { enableWhen } = node.item;
    if (enableWhen === undefined) return true;
    const holds = enableWhen.conditions.map((condition) => {
      const question = condition.locator && nearestInstance(node, condition.locator);
      // A disabled question reads as unanswered (R5 wording of enableWhen).
      const verdict = judge(condition, question?.enabled === true ? question.answers : []);
      if (verdict.incomparable) node.incomparable = true;
      return verdict.holds;
    });
    return enableWhen.behaviour === 'all' ? holds.every(Boolean) : holds.some(Boolean);
  }

  /** Passes a change on to what stands inside the node, and to whoever reads it. */
  function spread(node: NodeRecord): void {
    changed(node);
    touch(node);
    for (const container of containersOf(node)) {
      for (const list of container.lists) for (const child of list) mark(child);
    }
  }

  function judgeCircles(): void {
    const members = [...nodesIn(tree.root)].filter((node) => node.item.cyclic);
    const before = new Map(members.map((node) => [node, node.enabled]));
    for (const node of members) node.enabled = true;
    for (let round = 0, moving = true; moving && round < MOST_ROUNDS; round += 1) {
      moving = false;
      for (const node of members) {
        const enabled = judged(node);
        if (enabled !== node.enabled) moving = true;
        node.enabled = enabled;
      }
    }
    for (const node of members) if (before.get(node) !== node.enabled) changed(node);
  }

  function settle(): void {
    for (let rank = pop(ranks); rank !== undefined; rank = pop(ranks)) {
      const nodes = waiting.get(rank) ?? new Set();
      waiting.delete(rank);
      const [first] = nodes;
      if (first?.item.cyclic === true) judgeCircles();
      else {
        for (const node of nodes) {
          if (tree.get(node.id) !== node) continue;
          const enabled = judged(node);
          if (enabled === node.enabled) continue;
          node.enabled = enabled;
          spread(node);
        }
      }
    }
  }

  return {
    touch,
    added(nodes) {
      for (const node of nodes) {
        if (mayBeDisabled(node)) mark(node);
        touch(node);
      }
    },
    begin(nodes) {
      for (const node of nodes) if (mayBeDisabled(node)) mark(node);
    },
    settle,
  };
}

function mayBeDisabled(node: NodeRecord): boolean {
  return node.item.enableWhen !== undefined || node.item.cyclic || node.parent?.enabled === false;
}

/** A binary heap of numbers, smallest first. */
function push(heap: number[], value: number): void {
  let index = heap.push(value) - 1;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] ?? 0;
    if (parent <= value) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = value;
}

function pop(heap: number[]): number | undefined {
  const [smallest] = heap;
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return smallest;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left;
    const value = heap[child] ?? 0;
    if (value >= last) break;
    heap[index] = value;
    index = child;
  }
  heap[index] = last;
  return smallest;
}
