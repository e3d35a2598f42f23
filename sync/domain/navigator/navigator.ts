/** The tree in force, and a walk through it. The walk is in memory alone: nobody's choices are kept. */
import { contraception, habits, men, mind } from './branches/body.ts';
import { infections, urine } from './branches/infections.ts';
import { start } from './branches/start.ts';
import type { NavigatorTree, Node } from './branches/tree.ts';
import { noMatchEnds, urgentEnds } from './branches/urgent.ts';

export const navigatorTree: NavigatorTree = {
  version: '2026-11-27',
  start: 'now',
  nodes: {
    ...start,
    ...infections,
    ...urine,
    ...contraception,
    ...men,
    ...habits,
    ...mind,
    ...urgentEnds,
    ...noMatchEnds,
  },
};

/** @throws Error where there is no such node: a test of the tree finds it before anyone else does. */
export function nodeOf(tree: NavigatorTree, id: string): Node {
  const node = tree.nodes[id];
  if (node === undefined) throw new Error(`The navigator has no node ${id}.`);
  return node;
}

/** Ids of choices, from the start on. */
export type Walk = readonly string[];

/** Where a walk leads to. What can't be chosen there, and all after it, is left out: an address may be of an older tree. */
export function follow(
  tree: NavigatorTree,
  walk: Walk,
): { readonly id: string; readonly node: Node; readonly walk: Walk } {
  let id = tree.start;
  const taken: string[] = [];
  for (const step of walk) {
    const node = nodeOf(tree, id);
    const next = node.kind === 'question' ? node.choices.find((choice) => choice.id === step) : undefined;
    if (!next) break;
    taken.push(step);
    id = next.to;
  }
  return { id, node: nodeOf(tree, id), walk: taken };
}
