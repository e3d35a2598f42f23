import type { NodeId, NodeState } from '../model/contract.ts';
import { nodeState, type StateSources, sameState } from './node-state.ts';
import type { InstanceTree, NodeRecord } from './tree/instances.ts';

/** Nodes that may say something else, with what they said before the change. */
export function createTouchedNodes() {
  const touched = new Map<NodeRecord, NodeState | undefined>();
  return {
    note(node: NodeRecord): void {
      if (!touched.has(node)) touched.set(node, node.state);
      node.state = undefined;
    },
    /** Leaves those out that were gone through and came back to what they said: a constraint broken twice, a limit that nothing meets. */
    changed(tree: InstanceTree, sources: StateSources): readonly NodeId[] {
      const found: NodeId[] = [];
      for (const [node, before] of touched) {
        const state = before && tree.get(node.id) === node ? nodeState(node, sources) : undefined;
        if (before === undefined || state === undefined) found.push(node.id);
        else if (sameState(before, state)) node.state = before;
        else {
          node.state = state;
          found.push(node.id);
        }
      }
      touched.clear();
      return found;
    },
    clear: (): void => touched.clear(),
  };
}
