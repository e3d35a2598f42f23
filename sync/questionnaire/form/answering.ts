import type { AnswerValue } from '../model/contract.ts';
import { isBlank, sameAnswer } from '../values/values.ts';
import { type Container, hasSlots, type InstanceTree, type NodeRecord } from './tree/instances.ts';

export interface Answered {
  readonly changed: boolean;
  /** Places of nested items that came with an answer, or went with one. */
  readonly added: readonly Container[];
  readonly removed: readonly Container[];
  /** Places that stayed, where their order isn't the same. */
  readonly moved: readonly Container[];
}

const UNCHANGED: Answered = { changed: false, added: [], removed: [], moved: [] };

/**
 * Replaces the answers of a question, and lets the items nested under them follow.
 *
 * An answer that stays keeps its nested items, wherever it moves to. What is left over of new answers takes over what is left
 * over of old ones, in order: editing a text must not lose what stands below it. Where the only answer of a
 * question is taken back, its nested items wait for the next one.
 */
export function replaceAnswers(
  tree: InstanceTree,
  node: NodeRecord,
  given: readonly AnswerValue[],
): Answered {
  const answers = given.filter((answer) => !isBlank(answer));
  const before = node.answers;
  const same =
    before.length === answers.length &&
    before.every((old, index) => {
      const answer = answers[index];
      return answer !== undefined && sameAnswer(old, answer);
    });
  if (same) return UNCHANGED;
  node.answers = answers;
  if (!hasSlots(node.item)) return { ...UNCHANGED, changed: true };

  const places = node.slots;
  const left = before.map((answer, index) => ({ answer, slot: node.slots[index] }));
  const kept = answers.map((answer) => {
    const match = left.findIndex((old) => sameAnswer(old.answer, answer));
    return match < 0 ? undefined : left.splice(match, 1)[0]?.slot;
  });
  const added: Container[] = [];
  node.slots = kept.map((slot) => {
    const taken = slot ?? left.shift()?.slot;
    if (taken !== undefined) return taken;
    const parked = node.parked;
    node.parked = undefined;
    if (parked !== undefined) tree.attach(parked);
    const fresh = parked ?? tree.makeContainer(node, node.item.children, 'initial');
    added.push(fresh);
    return fresh;
  });
  const removed = left.flatMap(({ slot }) => slot ?? []);
  for (const slot of removed) tree.detach(slot);
  if (answers.length === 0 && !node.item.repeats) node.parked = removed[0];
  const stayed = places.filter((place) => node.slots.includes(place));
  const order = node.slots.filter((slot) => places.includes(slot));
  const moved = stayed.some((place, index) => place !== order[index]) ? stayed : [];
  return { changed: true, added, removed, moved };
}
