import { replaceAnswers } from './answering.ts';
import type { AnswerOption, Form, FormOptions, NodeId, NodeState } from './contract.ts';
import { createEnablement } from './enablement.ts';
import {
  type Container,
  createInstanceTree,
  type InstanceTree,
  type NodeRecord,
  nodesIn,
} from './instances.ts';
import { nodeState, type StateSources } from './node-state.ts';
import { localizedOptions, type OptionSet } from './options.ts';
import type { CompiledPlan, PlanItem, Subject } from './plan.ts';
import { project, projectResponse } from './projection.ts';
import { computeScore } from './score.ts';
import { sequenceOf } from './sequence.ts';
import { saveSnapshot } from './snapshot.ts';
import { judgeTree } from './validation.ts';

/** A form as the engine's own modules see it. */
export interface EngineForm extends Form {
  readonly tree: InstanceTree;
  /** BCP 47, as it was set last. */
  readonly language: string | undefined;
  pattern(item: PlanItem): Subject['pattern'];
}

/** Recovers the engine's own view of a form. Throws a TypeError for one that this engine didn't open. */
export function engineForm(form: Form): EngineForm {
  if ('tree' in form && 'pattern' in form) return form as EngineForm;
  throw new TypeError('not a form of this engine');
}

/** Compiles each pattern once, when it is first needed. */
function createPatterns(compilePattern: FormOptions['compilePattern']): StateSources['pattern'] {
  const compiled = new Map<string, Subject['pattern']>();
  return (item) => {
    const source = item.limits.pattern;
    if (source === undefined || compilePattern === undefined) return undefined;
    if (!compiled.has(source)) compiled.set(source, compilePattern(source));
    return compiled.get(source);
  };
}

function addAll(set: Set<() => void>, listener: () => void): () => void {
  // Wrapped, so that one function may subscribe twice and each subscription ends by itself.
  const own = () => listener();
  set.add(own);
  return () => {
    set.delete(own);
  };
}

/**
 * Opens a form on an instance tree that `fill` lays out.
 *
 * A change runs as one transaction: the tree changes, what depends on it is judged again, and then each node whose state changed is
 * announced once. Listeners see only settled states, and may change the form themselves.
 */
export function createFormCore(
  plan: CompiledPlan,
  options: FormOptions,
  fill: (tree: InstanceTree) => void,
  firstNumber = 0,
): EngineForm {
  const tree = createInstanceTree(plan, firstNumber);
  const pattern = createPatterns(options.compilePattern);
  const listeners = new Map<NodeId, Set<() => void>>();
  const observers = new Set<(changed: ReadonlySet<NodeId>) => void>();
  let language = options.language;
  let shown = new Map<OptionSet, readonly AnswerOption[]>();
  let changed = new Set<NodeId>();
  let root: readonly NodeId[] | undefined;

  const noteChange = (node: NodeRecord) => {
    node.state = undefined;
    changed.add(node.id);
  };
  const enablement = createEnablement(tree, noteChange);

  const sources: StateSources = {
    get language() {
      return language;
    },
    formLanguage: plan.language,
    pattern,
    options({ options: set }) {
      if (set === undefined) return [];
      let localized = shown.get(set);
      if (localized === undefined) {
        localized = localizedOptions(set, language, plan.language);
        shown.set(set, localized);
      }
      return localized;
    },
  };

  function announce(): void {
    const settled = changed;
    if (settled.size === 0) return;
    changed = new Set();
    const calls = [...settled].flatMap((id) => [...(listeners.get(id) ?? [])]);
    for (const observer of observers) calls.push(() => observer(settled));
    const errors: unknown[] = [];
    for (const call of calls) {
      try {
        call();
      } catch (error) {
        errors.push(error);
      }
    }
    // One broken listener must not keep the others from hearing; it is still heard of itself.
    if (errors.length > 0) throw errors[0];
  }

  function transact(change: () => void): void {
    change();
    enablement.settle();
    announce();
  }

  function arrived(containers: readonly Container[]): void {
    for (const container of containers) {
      const nodes = [...nodesIn(container)];
      for (const node of nodes) {
        // Parked or new: judged from the state of what it now stands in.
        node.enabled = node.parent?.enabled ?? true;
        noteChange(node);
      }
      enablement.added(nodes);
    }
  }

  function left(nodes: Iterable<NodeRecord>): void {
    for (const node of nodes) {
      noteChange(node);
      enablement.touch(node);
    }
  }

  function instances(node: NodeRecord): NodeRecord[] {
    return node.container.lists[node.item.position] ?? [];
  }

  /** The place that a node stands in shows one more instance, or one less. */
  function noteParent(node: NodeRecord): void {
    if (node.parent === undefined) root = undefined;
    else noteChange(node.parent);
  }

  function insert(node: NodeRecord, index: number): NodeRecord {
    const fresh = tree.make(node.container, node.item, 'initial');
    instances(node).splice(index, 0, fresh);
    const nodes = [fresh, ...nodesIn(fresh.inner)];
    for (const inner of nodes) noteChange(inner);
    enablement.added(nodes);
    return fresh;
  }

  function repeatingGroup(id: NodeId): NodeRecord | undefined {
    const node = tree.get(id);
    if (node === undefined) return undefined;
    if (node.item.kind === 'group' && node.item.repeats) return node;
    throw new TypeError(`linkId "${node.item.linkId}" is not a repeating group`);
  }

  function read(id: NodeId): NodeState | undefined {
    const node = tree.get(id);
    if (node === undefined) return undefined;
    node.state ??= nodeState(node, sources);
    return node.state;
  }

  fill(tree);
  enablement.begin(nodesIn(tree.root));
  enablement.settle();
  changed = new Set();
  const form: EngineForm = {
    plan,
    tree,
    pattern,
    get language() {
      return language;
    },
    get root() {
      root ??= tree.root.lists.flatMap((list) => list.map((node) => node.id));
      return root;
    },
    read,
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set);
      const stop = addAll(set, listener);
      return () => {
        stop();
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id);
      };
    },
    onChange(listener) {
      const own = (ids: ReadonlySet<NodeId>) => listener(ids);
      observers.add(own);
      return () => {
        observers.delete(own);
      };
    },
    answer(id, answers) {
      const node = tree.get(id);
      // A control may speak once more after its instance was removed.
      if (node === undefined) return;
      if (node.item.kind !== 'question')
        throw new TypeError(`linkId "${node.item.linkId}" is not a question`);
      transact(() => {
        const result = replaceAnswers(tree, node, answers);
        if (!result.changed) return;
        noteChange(node);
        for (const container of result.removed) left(nodesIn(container));
        arrived(result.added);
        enablement.touch(node);
      });
    },
    addInstance(id) {
      const node = repeatingGroup(id);
      if (node === undefined) throw new TypeError('no such node');
      let added = id;
      transact(() => {
        added = insert(node, instances(node).indexOf(node) + 1).id;
        noteParent(node);
      });
      return added;
    },
    removeInstance(id) {
      const node = repeatingGroup(id);
      if (node === undefined) return;
      transact(() => {
        const list = instances(node);
        const gone = [node, ...nodesIn(node.inner)];
        list.splice(list.indexOf(node), 1);
        tree.forget(node);
        left(gone);
        noteParent(node);
        // A repeating group always shows one instance, even if it is empty.
        if (list.length === 0) insert(node, 0);
      });
    },
    setLanguage(next) {
      if (next === language) return;
      language = next;
      shown = new Map();
      transact(() => {
        for (const node of nodesIn(tree.root)) noteChange(node);
      });
    },
    sequence: () => sequenceOf(tree),
    score: () => computeScore(tree),
    snapshot: () => saveSnapshot(tree),
    response: (about) => projectResponse(tree, language, about),
    validate(mode) {
      const { paths } = project(tree, language);
      return judgeTree({
        tree,
        mode,
        pattern,
        present: paths,
        places: {
          item: (node) => paths.get(node.id),
          answer: (node, index) =>
            paths.has(node.id) ? `${paths.get(node.id)}.answer[${index}]` : undefined,
        },
      });
    },
  };
  return form;
}
