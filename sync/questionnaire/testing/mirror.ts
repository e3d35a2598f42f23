import type { Form, NodeId, NodeState } from '../model/contract.ts';
import { allNodes } from './forms.ts';

function statesOf(form: Form, ids: readonly NodeId[]): readonly NodeState[] {
  return ids.flatMap((id) => form.read(id) ?? []);
}

function childrenOf(form: Form, parent: NodeId | undefined): readonly NodeState[] {
  return statesOf(form, parent === undefined ? form.root : (form.read(parent)?.children ?? []));
}

/** As many instances of each repeating group as the other form has at the same place. */
function matchInstances(from: Form, to: Form, source: NodeId | undefined, target: NodeId | undefined): void {
  const wanted = Map.groupBy(childrenOf(from, source), (state) => state.linkId);
  const there = Map.groupBy(childrenOf(to, target), (state) => state.linkId);
  for (const [linkId, states] of wanted) {
    const own = there.get(linkId) ?? [];
    const [first] = own;
    if (first?.kind !== 'group' || !first.repeats) continue;
    for (let count = own.length; count < states.length; count += 1) to.addInstance(first.id);
    for (const surplus of own.slice(states.length)) to.removeInstance(surplus.id);
  }
}

function fill(from: Form, to: Form, source: NodeId | undefined, target: NodeId | undefined): void {
  matchInstances(from, to, source, target);
  const targets = Map.groupBy(childrenOf(to, target), (state) => state.linkId);
  const taken = new Map<string, number>();
  for (const state of childrenOf(from, source)) {
    const index = taken.get(state.linkId) ?? 0;
    taken.set(state.linkId, index + 1);
    const own = targets.get(state.linkId)?.[index];
    if (own === undefined) continue;
    // A value that somebody put there is theirs even where it is the calculated one.
    if (state.edited) to.answer(own.id, [{ type: 'string', value: 'another' }]);
    if (state.kind === 'question' && (!state.calculated || state.edited)) to.answer(own.id, state.answers);
    fill(from, to, state.id, own.id);
  }
}

/** Whether it can't be told from outside which of several answers an instance of a nested group stands under. */
export function isAmbiguous(form: Form): boolean {
  return allNodes(form).some(
    (state) =>
      state.kind === 'question' &&
      state.answers.length > 1 &&
      statesOf(form, state.children).some((child) => child.kind === 'group' && child.repeats),
  );
}

/**
 * Gives a fresh form the answers that another one has come to, in document order, so that nothing of its history is left but them.
 */
export function fillLike(from: Form, to: Form): void {
  fill(from, to, undefined, undefined);
}

/** States without the ids, which tell the history. */
export function statesWithoutIds(form: Form): readonly object[] {
  return allNodes(form).map(({ id: _id, parent: _parent, children, issues, item: _item, ...state }) => ({
    ...state,
    children: children.map((child) => form.read(child)?.linkId),
    issues: issues.map(({ code, severity, diagnostics }) => ({ code, severity, diagnostics })),
  }));
}
