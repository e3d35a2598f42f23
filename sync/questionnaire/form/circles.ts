import type { AnswerValue } from '../model/contract.ts';
import type { Computation } from '../plan/program.ts';
import { sameAnswers } from '../values/values.ts';
import type { SettlementParts } from './settlement-parts.ts';
import { type NodeRecord, nodesIn, type Place } from './tree/instances.ts';

export type Mark = (computation: Computation, place: Place) => void;

/** What a circle needs of the settlement around it. */
export interface CircleParts extends SettlementParts {
  tell(node: NodeRecord, mark: Mark): void;
  enabledChanged(node: NodeRecord, mark: Mark): void;
  childrenOf(node: NodeRecord): readonly NodeRecord[];
  /** Marks what waits outside of the circle. */
  readonly mark: Mark;
  computeAnswers(node: NodeRecord): void;
}

/** A circle that hasn't come to rest by then never will; it stays as it is, the same way on every device. */
const FEWEST_ROUNDS = 20;
const MAX_ROUNDS = 100;
/** No further round begins after as many steps: hundreds of items that read everything must not stop a phone. */
const MAX_STEPS = 5_000;

interface Before {
  readonly enabled: boolean;
  readonly answers: readonly AnswerValue[];
}

interface Step {
  readonly computation: Computation;
  readonly node: NodeRecord;
}

/** One question of a circle, as it stands while the circle is worked out. */
function computeStep(
  { computation, node }: Step,
  before: Before,
  isHeld: boolean,
  parts: CircleParts,
): boolean {
  const { judgement } = parts;
  if (computation.part === 'enabled') {
    const enabled = judgement.enabled(node);
    if (enabled === node.enabled) return false;
    node.enabled = enabled;
    return true;
  }
  if (computation.part !== 'calculated') return false;
  if (parts.beside() || node.edited) {
    parts.computeAnswers(node);
    return false;
  }
  if (isHeld) return false;
  const found = judgement.calculated(node);
  const answers = found === 'kept' ? before.answers : found;
  if (sameAnswers(answers, node.answers)) return false;
  node.answers = answers;
  return true;
}

/**
 * Computes what has no order: together, from a fixed start (all items enabled, calculated answers empty unless they were edited), in
 * document order, until nothing changes. A function of the answers alone, so that it doesn't matter how they came about.
 *
 * @param isHeld - calculated answers stay empty unless they were edited
 * @returns whether an answer brought items that are nested under it, or took them away
 */
export function computeCircle(
  computations: readonly Computation[],
  parts: CircleParts,
  isHeld: boolean,
): boolean {
  const { tree, program, beside, tell } = parts;
  const members = new Set(computations);
  const items = new Set(computations.map(({ item }) => item));
  const steps = nodesIn(tree.root)
    .filter((node) => items.has(node.item))
    .flatMap((node) =>
      [program.enabledOf(node.item), program.calculatedOf(node.item)].flatMap((computation) =>
        computation !== undefined && members.has(computation) ? [{ computation, node }] : [],
      ),
    );
  const before = new Map<NodeRecord, Before>();
  for (const { node } of steps) before.set(node, { enabled: node.enabled, answers: node.answers });
  for (const { computation, node } of steps) {
    if (computation.part === 'enabled') node.enabled = true;
    else if (!node.edited && !beside()) node.answers = [];
  }
  const dirty = new Map<Computation, Set<Place>>(computations.map((member) => [member, new Set<Place>()]));
  const again: Mark = (computation, place) => dirty.get(computation)?.add(place);
  for (const { computation, node } of steps) {
    tell(node, again);
    again(computation, node);
  }
  const rounds = Math.min(MAX_ROUNDS, Math.max(FEWEST_ROUNDS, steps.length + 1));
  let taken = 0;
  for (let round = 0, moving = true; moving && round < rounds && taken < MAX_STEPS; round += 1) {
    moving = false;
    for (const { computation, node } of steps) {
      if (dirty.get(computation)?.delete(node) !== true) continue;
      taken += 1;
      const was = before.get(node);
      if (was === undefined || !computeStep({ computation, node }, was, isHeld, parts)) continue;
      moving = true;
      tell(node, again);
      for (const child of parts.childrenOf(node)) again(program.enabledOf(child.item), child);
    }
  }
  const outside: Mark = (computation, place) => {
    if (!members.has(computation)) parts.mark(computation, place);
  };
  let brought = false;
  for (const [node, was] of before) {
    const slots = new Set(node.slots);
    settleMember(node, was, outside, parts);
    if (node.slots.length !== slots.size || node.slots.some((slot) => !slots.has(slot))) brought = true;
  }
  return brought;
}

/** Tells of what came out of a circle for one node, as if it had changed in one step. */
function settleMember(node: NodeRecord, was: Before, mark: Mark, parts: CircleParts): void {
  const { answers } = node;
  if (parts.tree.get(node.id) !== node) {
    // Gone with an answer above it; should that come back, it is worked out again.
    node.answers = was.answers;
    return;
  }
  if (!sameAnswers(answers, was.answers)) {
    // Nested items follow their answers from what was there before the circle was worked out.
    node.answers = was.answers;
    if (parts.assign(node, answers)) parts.tell(node, mark);
  } else node.answers = was.answers;
  if (node.enabled !== was.enabled) parts.enabledChanged(node, mark);
}
