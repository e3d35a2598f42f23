import type { NodeId } from '../../model/contract.ts';
import type { PlanItem } from '../../plan/plan.ts';
import type { Program } from '../../plan/program.ts';
import { effectiveItem } from './effective-item.ts';
import type { Container, InstanceTree, NodeRecord } from './instances.ts';

/** Displays that belong to the control of a question, not into the reading order (questionnaire-item-control). */
const DECORATIONS: readonly string[] = ['help', 'flyover', 'prompt', 'unit', 'lower', 'upper', 'inline'];

export function isDecoration(controls: readonly string[]): boolean {
  return controls.some((control) => DECORATIONS.includes(control));
}

/** A read-only question without an answer has nothing to say; a calculated one is never asked. */
function isShown(node: NodeRecord, item: PlanItem): boolean {
  if (item.kind === 'display') return !isDecoration(item.controls) && node.parent?.item.kind !== 'question';
  return !item.calculated && !(item.readOnly && node.answers.length === 0);
}

/** The visible, enabled questions and displays in document order. */
export function sequenceOf(tree: InstanceTree, program: Program): readonly NodeId[] {
  const ids: NodeId[] = [];
  function walk(container: Container): void {
    for (const node of container.lists.flat()) {
      const { item } = node;
      if (!node.enabled || item.hidden) continue;
      if (item.kind === 'group') walk(node.inner);
      else if (isShown(node, effectiveItem(node, program))) ids.push(node.id);
      for (const slot of node.slots) walk(slot);
    }
  }
  walk(tree.root);
  return ids;
}
