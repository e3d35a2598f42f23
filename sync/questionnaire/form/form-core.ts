import type { Signature } from 'fhir/r4.js';
import type { AnswerOption, Form, FormOptions, NodeId, NodeState } from '../model/contract.ts';
import type { CompiledPlan, PlanItem, Subject } from '../plan/plan.ts';
import { type Program, programOf } from '../plan/program.ts';
import { judgeTree } from '../rules/validation.ts';
import { localizedOptions, type OptionSet } from '../values/options.ts';
import { createAnnouncements } from './announcements.ts';
import { createComputedTree, type Opening } from './computed-tree.ts';
import { nodeState, type StateSources, sameState } from './node-state.ts';
import { saveSnapshot } from './snapshot.ts';
import { type InstanceTree, type NodeRecord, nodesIn } from './tree/instances.ts';
import { project, projectResponse } from './tree/projection.ts';
import { computeScore } from './tree/score.ts';
import { sequenceOf } from './tree/sequence.ts';

/** A form as the engine's own modules see it. */
export interface EngineForm extends Form {
  readonly tree: InstanceTree;
  /** BCP 47, as it was set last. */
  readonly language: string | undefined;
  readonly program: Program;
  readonly units: FormOptions['units'];
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

export interface Beginning {
  readonly opening: Opening;
  readonly firstNumber?: number;
  readonly signature?: Signature | undefined;
  /** Of an edited response: it was completed, so that a calculated answer that is missing was taken out by somebody. */
  readonly finished?: boolean;
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
  { opening, firstNumber = 0, signature: givenSignature, finished = false }: Beginning = { opening: 'judge' },
): EngineForm {
  const { units } = options;
  const program = programOf(plan, options.expressions);
  const announcements = createAnnouncements();
  const pattern = createPatterns(options.compilePattern);
  let language = options.language;
  let shown = new WeakMap<OptionSet, readonly AnswerOption[]>();
  let root: readonly NodeId[] | undefined;
  let signature = givenSignature;

  /** Nodes that may say something else, with what they said before the change. */
  const touched = new Map<NodeRecord, NodeState | undefined>();
  const noteChange = (node: NodeRecord) => {
    if (!touched.has(node)) touched.set(node, node.state);
    node.state = undefined;
  };
  const computed = createComputedTree(program, options, firstNumber, {
    changed: noteChange,
    answered() {
      signature = undefined;
    },
  });
  const { tree } = computed;

  const sources: StateSources = {
    get language() {
      return language;
    },
    formLanguage: plan.language,
    plan,
    program,
    units,
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

  /** Leaves those out that were gone through and came back to what they said: a constraint broken twice, a limit that nothing meets. */
  function noteTouched(): void {
    for (const [node, before] of touched) {
      const state = before && tree.get(node.id) === node ? nodeState(node, sources) : undefined;
      if (before === undefined || state === undefined) announcements.note(node.id);
      else if (sameState(before, state)) node.state = before;
      else {
        node.state = state;
        announcements.note(node.id);
      }
    }
    touched.clear();
  }

  function transact(change: () => void): void {
    computed.renewBudget();
    change();
    computed.settle();
    noteTouched();
    announcements.announce();
  }

  function instances(node: NodeRecord): readonly NodeRecord[] {
    return node.container.lists[node.item.position] ?? [];
  }

  /** The place that a node stands in shows one more instance, or one less. */
  function noteParent(node: NodeRecord): void {
    if (node.parent === undefined) root = undefined;
    else noteChange(node.parent);
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
  computed.open(opening, finished);
  touched.clear();
  return {
    plan,
    tree,
    pattern,
    program,
    units,
    get language() {
      return language;
    },
    get overBudget() {
      return computed.overBudget;
    },
    get root() {
      root ??= tree.root.lists.flatMap((list) => list.map((node) => node.id));
      return root;
    },
    read,
    subscribe: announcements.subscribe,
    onChange: announcements.onChange,
    answer(id, answers) {
      const node = tree.get(id);
      // A control may speak once more after its instance was removed.
      if (node === undefined) return;
      if (node.item.kind !== 'question')
        throw new TypeError(`linkId "${node.item.linkId}" is not a question`);
      transact(() => computed.answer(node, answers));
    },
    addInstance(id) {
      const node = repeatingGroup(id);
      if (node === undefined) throw new TypeError('no such node');
      let added = id;
      transact(() => {
        added = computed.insert(node, instances(node).indexOf(node) + 1).id;
        noteParent(node);
      });
      return added;
    },
    removeInstance(id) {
      const node = repeatingGroup(id);
      if (node === undefined) return;
      transact(() => {
        computed.remove(node);
        noteParent(node);
        // A repeating group always shows one instance, even if it is empty.
        if (instances(node).length === 0) computed.insert(node, 0);
      });
    },
    recalculate(id) {
      const node = tree.get(id);
      if (node?.edited === true) transact(() => computed.recalculate(node));
    },
    sign(given) {
      signature = given;
    },
    setLanguage(next) {
      if (next === language) return;
      language = next;
      shown = new WeakMap();
      transact(() => {
        for (const node of nodesIn(tree.root)) noteChange(node);
      });
    },
    sequence: () => sequenceOf(tree, program),
    score: () => computeScore(tree),
    snapshot: () => saveSnapshot(tree, signature),
    response: (about) => projectResponse(tree, { language, program }, signature, about),
    validate(mode) {
      const { paths } = project(tree, { language, program });
      return judgeTree({
        tree,
        mode,
        received: false,
        pattern,
        program,
        units,
        language,
        signatures: (node) => (node === undefined && signature !== undefined ? [signature] : []),
        present: paths,
        places: {
          item: (node) => paths.get(node.id),
          answer: (node, index) =>
            paths.has(node.id) ? `${paths.get(node.id)}.answer[${index}]` : undefined,
        },
      });
    },
  };
}
