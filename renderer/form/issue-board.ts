/**
 * Which issues are shown. Nothing is called wrong while it is being typed: issues appear when a screen is left, and from then on
 * follow the answer.
 */
import type { Form, Issue, NodeId, Unsubscribe } from '../../sync/questionnaire/contract.ts';

export interface IssueBoard {
  /** Replaces everything that is shown. */
  show(issues: readonly Issue[]): void;
  read(node: NodeId): readonly Issue[];
  subscribe(node: NodeId, listener: () => void): Unsubscribe;
  stop(): void;
}

const none: readonly Issue[] = [];

export function createIssueBoard(form: Form): IssueBoard {
  let shown = new Map<NodeId, readonly Issue[]>();
  const listeners = new Map<NodeId, Set<() => void>>();
  const tell = (node: NodeId) => {
    for (const listener of [...(listeners.get(node) ?? [])]) listener();
  };
  const stop = form.onChange((changed) => {
    for (const node of changed) {
      if (!shown.has(node)) continue;
      const issues = form.read(node)?.issues.filter((issue) => issue.severity === 'error') ?? none;
      if (issues.length > 0) shown.set(node, issues);
      else shown.delete(node);
      tell(node);
    }
  });
  return {
    show(issues) {
      const before = shown;
      shown = new Map();
      for (const issue of issues) {
        if (issue.node !== undefined) shown.set(issue.node, [...(shown.get(issue.node) ?? none), issue]);
      }
      for (const node of new Set([...before.keys(), ...shown.keys()])) tell(node);
    },
    read: (node) => shown.get(node) ?? none,
    subscribe(node, listener) {
      const set = listeners.get(node) ?? new Set();
      listeners.set(node, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(node);
      };
    },
    stop,
  };
}
