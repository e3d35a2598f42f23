/**
 * Which issues are shown. Nothing is called wrong while it is being typed: issues appear when a screen is left, and from then on
 * follow the answer.
 */
import type { Form, Issue, NodeId, Unsubscribe } from '../../../sync/questionnaire/model/contract.ts';

export interface IssueBoard {
  /** Replaces everything that is shown. */
  show(issues: readonly Issue[]): void;
  read(node: NodeId): readonly Issue[];
  /** Whether any were ever shown for it. */
  hasShown(node: NodeId): boolean;
  subscribe(node: NodeId, listener: () => void): Unsubscribe;
  /** All that is shown, in document order; the same array until something changes. */
  all(): readonly Issue[];
  subscribeAll(listener: () => void): Unsubscribe;
  stop(): void;
}

const none: readonly Issue[] = [];

export function createIssueBoard(form: Form): IssueBoard {
  let shown = new Map<NodeId, readonly Issue[]>();
  let loose: readonly Issue[] = none;
  let all: readonly Issue[] | undefined;
  const everShown = new Set<NodeId>();
  const listeners = new Map<NodeId, Set<() => void>>();
  const observers = new Set<() => void>();
  const tell = (node: NodeId) => {
    for (const listener of [...(listeners.get(node) ?? [])]) listener();
  };
  const tellAll = () => {
    all = undefined;
    for (const observer of [...observers]) observer();
  };
  const stop = form.onChange((changed) => {
    let touched = false;
    for (const node of changed) {
      const before = shown.get(node);
      if (before === undefined) continue;
      const issues = form.read(node)?.issues.filter((issue) => issue.severity === 'error') ?? none;
      if (issues.length > 0) shown.set(node, issues);
      else shown.delete(node);
      touched = true;
      tell(node);
    }
    // Any change of an answer may have settled what is wrong with the form as a whole.
    if (loose.length > 0) {
      loose = none;
      touched = true;
    }
    if (touched) tellAll();
  });
  return {
    show(issues) {
      const before = shown;
      shown = new Map();
      loose = issues.filter(({ node }) => node === undefined);
      for (const issue of issues) {
        if (issue.node === undefined) continue;
        shown.set(issue.node, [...(shown.get(issue.node) ?? none), issue]);
        everShown.add(issue.node);
      }
      for (const node of new Set([...before.keys(), ...shown.keys()])) tell(node);
      tellAll();
    },
    read: (node) => shown.get(node) ?? none,
    hasShown: (node) => everShown.has(node),
    subscribe(node, listener) {
      const set = listeners.get(node) ?? new Set();
      listeners.set(node, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(node);
      };
    },
    all() {
      all ??= [...[...shown.values()].flat(), ...loose];
      return all;
    },
    subscribeAll(listener) {
      const own = () => listener();
      observers.add(own);
      return () => {
        observers.delete(own);
      };
    },
    stop,
  };
}
