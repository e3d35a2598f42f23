/** Brings a node into sight that a page, a tab or a closed section hides. */
import type { Form, NodeId, Unsubscribe } from '../../../sync/questionnaire/contract.ts';

/** `open`: only what opens beside others; `go`: also what takes the place of others, such as a page. */
export type RevealKind = 'open' | 'go';

export interface Reveal {
  /** Makes a container open itself; called with the node below it that is wanted. */
  register(container: NodeId, kind: RevealKind, open: (target: NodeId) => void): Unsubscribe;
  /** Opens the closed sections around these nodes, and leaves pages and tabs where they are. */
  openAround(nodes: Iterable<NodeId>): void;
  /** Opens everything around a node, from outside in. Resolves when it is on the page. */
  go(node: NodeId): Promise<void>;
}

/** The node itself and all that it stands in, innermost first. */
export function lineage(form: Form, node: NodeId): readonly NodeId[] {
  const line: NodeId[] = [];
  for (let at: NodeId | undefined = node; at !== undefined; at = form.read(at)?.parent) line.push(at);
  return line;
}

/** Two frames: one in which React renders what was asked for, one after it. */
const rendered = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

interface Way {
  readonly kind: RevealKind;
  readonly open: (target: NodeId) => void;
}

export function createReveal(form: Form): Reveal {
  const ways = new Map<NodeId, Set<Way>>();
  const waysOf = (node: NodeId): readonly Way[] => [...(ways.get(node) ?? [])];
  return {
    register(container, kind, open) {
      const way = { kind, open };
      const set = ways.get(container) ?? new Set();
      ways.set(container, set.add(way));
      return () => {
        set.delete(way);
        if (set.size === 0) ways.delete(container);
      };
    },
    openAround(nodes) {
      const around = new Set([...nodes].flatMap((node) => lineage(form, node).slice(1)));
      for (const container of around) {
        for (const { kind, open } of waysOf(container)) if (kind === 'open') open(container);
      }
    },
    async go(node) {
      for (const container of lineage(form, node).toReversed()) {
        const found = waysOf(container);
        if (found.length === 0) continue;
        for (const { open } of found) open(node);
        // What stands inside registers once it is there.
        await rendered();
      }
    },
  };
}
