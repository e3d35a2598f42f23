import type { Signature } from 'fhir/r4.js';
import type { AnswerOption, Form, FormOptions, NodeId, NodeState } from '../model/contract.ts';
import type { CompiledPlan, PlanItem, Subject } from '../plan/plan.ts';
import { type Program, programOf } from '../plan/program.ts';
import { judgeTree } from '../rules/validation.ts';
import { localizedOptions, type OptionSet } from '../values/options.ts';
import { createAnnouncements } from './announcements.ts';
import { createComputedTree, type Opening } from './computed-tree.ts';
import { nodeState, type StateSources } from './node-state.ts';
import { saveSnapshot } from './snapshot.ts';
import { createTouchedNodes } from './touched-nodes.ts';
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

/** Options in the language that was asked for last, each set translated once. */
function createOptionTexts(formLanguage: string | undefined) {
  let language: string | undefined;
  let shown = new WeakMap<OptionSet, readonly AnswerOption[]>();
  return {
    of(set: OptionSet, wanted: string | undefined): readonly AnswerOption[] {
      if (wanted !== language) shown = new WeakMap();
      language = wanted;
      const known = shown.get(set);
      if (known !== undefined) return known;
      const localized = localizedOptions(set, wanted, formLanguage);
      shown.set(set, localized);
      return localized;
    },
  };
}

export interface Beginning {
  readonly opening: Opening;
  readonly firstNumber?: number;
  readonly signature?: Signature | undefined;
  /** Of an edited response: it was completed, so that a calculated answer that is missing was taken out by somebody. */
  readonly finished?: boolean;
}

function validateForm(
  tree: InstanceTree,
  mode: Parameters<Form['validate']>[0],
  {
    signature,
    ...sources
  }: Pick<EngineForm, 'pattern' | 'program' | 'units' | 'language'> & {
    readonly signature: Signature | undefined;
  },
): ReturnType<Form['validate']> {
  const { program, language } = sources;
  const { paths } = project(tree, { language, program });
  return judgeTree({
    ...sources,
    tree,
    mode,
    received: false,
    signatures: (node) => (node === undefined && signature !== undefined ? [signature] : []),
    present: paths,
    places: {
      item: (node) => paths.get(node.id),
      answer: (node, index) => (paths.has(node.id) ? `${paths.get(node.id)}.answer[${index}]` : undefined),
    },
  });
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
  let root: readonly NodeId[] | undefined;
  let signature = givenSignature;

  const touched = createTouchedNodes();
  const computed = createComputedTree(program, options, firstNumber, {
    changed: touched.note,
    answered() {
      signature = undefined;
    },
  });
  const { tree } = computed;
  const optionTexts = createOptionTexts(plan.language);

  const sources: StateSources = {
    get language() {
      return language;
    },
    formLanguage: plan.language,
    plan,
    program,
    units,
    pattern,
    options: ({ options: set }) => (set === undefined ? [] : optionTexts.of(set, language)),
  };

  function transact(change: () => void): void {
    computed.renewBudget();
    change();
    computed.settle();
    for (const id of touched.changed(tree, sources)) announcements.note(id);
    announcements.announce();
  }

  function instances(node: NodeRecord): readonly NodeRecord[] {
    return node.container.lists[node.item.position] ?? [];
  }

  /** The place that a node stands in shows one more instance, or one less. */
  function noteParent(node: NodeRecord): void {
    if (node.parent === undefined) root = undefined;
    else touched.note(node.parent);
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
    prepare: () => options.expressions?.prepare?.() ?? false,
    setLanguage(next) {
      if (next === language) return;
      language = next;
      transact(() => {
        for (const node of nodesIn(tree.root)) touched.note(node);
      });
    },
    sequence: () => sequenceOf(tree, program),
    score: () => computeScore(tree),
    snapshot: () => saveSnapshot(tree, signature),
    response: (about) => projectResponse(tree, { language, program }, signature, about),
    validate(mode) {
      return validateForm(tree, mode, { pattern, program, units, language, signature });
    },
  };
}
