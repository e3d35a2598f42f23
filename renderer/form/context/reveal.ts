/** Brings a node into sight that a page, a tab or a closed section hides. */
import type { NodeId, NodeState, Unsubscribe } from '../../../sync/questionnaire/model/contract.ts';
import { controlId, groupId } from './ids.ts';

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

/** Of a form: what is in what. */
export interface Structure {
  read(node: NodeId): Pick<NodeState, 'parent'> | undefined;
}

/** The node itself and all that it is in, innermost first. */
export function lineage(form: Structure, node: NodeId): readonly NodeId[] {
  const line: NodeId[] = [];
  for (let at: NodeId | undefined = node; at !== undefined; at = form.read(at)?.parent) line.push(at);
  return line;
}

/** What isn't there by then has no place on the page. */
const MAX_FRAMES = 60;
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Two frames, one in which React renders what was asked for and one after it; and more while a busy device is still at it. */
async function rendered(node: NodeId): Promise<void> {
  const isThere = () => [controlId(node), groupId(node)].some((id) => document.getElementById(id) !== null);
  await frame();
  for (let frames = 1; frames === 1 || (frames < MAX_FRAMES && !isThere()); frames += 1) await frame();
}

interface Way {
  readonly kind: RevealKind;
  readonly open: (target: NodeId) => void;
}

export function createReveal(form: Structure): Reveal {
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
      const line = lineage(form, node).toReversed();
      for (const [depth, container] of line.entries()) {
        const found = waysOf(container);
        if (found.length === 0) continue;
        for (const { open } of found) open(node);
        // What is inside registers once it is there.
        await rendered(line[depth + 1] ?? node);
      }
    },
  };
}
