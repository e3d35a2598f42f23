import type { AnswerValue, NodeId, NodeState } from '../../model/contract.ts';
import type { JsonObject } from '../../model/fhir-json.ts';
import type { LinkedVariable } from '../../plan/linking.ts';
import type { CompiledPlan, PlanItem } from '../../plan/plan.ts';
import type { Computation } from '../../plan/program.ts';
import type { Text } from '../../values/language.ts';

/** A place where instances of sibling items stand: the form itself, one instance of a group, or one answer of a question. */
export interface Container {
  readonly owner: NodeRecord | undefined;
  readonly items: readonly PlanItem[];
  /** Instances by the position of their item among its siblings. */
  readonly lists: NodeRecord[][];
}

/**
 * `not-checked`: something that the expression reads isn't at hand, or nothing here evaluates it. `failed`: it was evaluated, and
 * gave an error.
 */
export type Outcome =
  | { readonly ok: true; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly state: 'not-checked' | 'failed'; readonly reason: string };

/** A constraint that doesn't hold at a place. */
export interface Violation {
  readonly computation: Computation;
  /** Where the constraint stands. */
  readonly place: Place;
  /** What it is about: its location, or else the place. */
  readonly target: Place;
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: Text;
}

/** What expressions made of one place: an instance of an item, or the form itself. */
export interface Computed {
  results: Map<Computation, Outcome> | undefined;
  variables: Map<LinkedVariable, Outcome> | undefined;
  /** Its own constraints that don't hold, and those of others that are about it. */
  violated: Map<Computation, Violation> | undefined;
  violations: Set<Violation> | undefined;
  /** Its JSON as expressions see it; `null` where it has no content, undefined once it is out of date. */
  element: JsonObject | null | undefined;
}

/** The form as a place for variables and constraints. */
export interface FormPlace extends Computed {
  readonly item: undefined;
}

export type Place = NodeRecord | FormPlace;

/** One instance of one item. Mutable, and never seen outside of the engine. */
export interface NodeRecord extends Computed {
  readonly id: NodeId;
  readonly item: PlanItem;
  readonly parent: NodeRecord | undefined;
  readonly container: Container;
  /** Of a group: where its children stand. Of a question: its displays, which are there before it is answered. */
  inner: Container;
  /** Of a question with children: one container per answer. */
  slots: Container[];
  /** The children of an answer that was taken back, for when it is given again. */
  parked: Container | undefined;
  answers: readonly AnswerValue[];
  enabled: boolean;
  /** A condition of it met quantities whose units don't convert. */
  incomparable: boolean;
  /** Whether it is enabled could not be judged here, so that it counts as enabled. */
  unchecked: boolean;
  /** A person has put an answer in the place of the calculated one. */
  edited: boolean;
  /** What its calculation gives, where the answers must stay as they were received. */
  beside: readonly AnswerValue[] | undefined;
  /** The item with what is computed for this instance. Undefined once it is out of date. */
  effective: PlanItem | undefined;
  /** Whether a group that constraints stand on has content. */
  hasContent: boolean;
  /** What `read` gave out last; undefined once it is out of date. */
  state: NodeState | undefined;
}

/** How new instances begin. `blank` leaves initial values out, for responses that exist already. */
export type Seed = 'initial' | 'blank';

export interface InstanceTree {
  readonly plan: CompiledPlan;
  readonly root: Container;
  readonly form: FormPlace;
  get(id: NodeId): NodeRecord | undefined;
  instancesOf(item: PlanItem): Iterable<NodeRecord>;
  /** Makes an instance of an item, with all that belongs into it, without putting it into its list. */
  make(container: Container, item: PlanItem, seed: Seed): NodeRecord;
  /** A container with one instance of each item, or as many as minOccurs asks for. */
  makeContainer(owner: NodeRecord | undefined, items: readonly PlanItem[], seed: Seed): Container;
  /** Gives every item that belongs into a container and has no instance there a new one. */
  complete(container: Container, seed: Seed): void;
  /** An instance without content, under an id that a snapshot kept. */
  bare(container: Container, item: PlanItem, id: NodeId): NodeRecord;
  /** Puts records that left back under their ids, or takes them away. */
  attach(container: Container): void;
  detach(container: Container): void;
  forget(node: NodeRecord): void;
  nextId(): NodeId;
  /** How many nodes there are. */
  size(): number;
  /** Number of the next id, which snapshots keep. */
  counter(): number;
}

/** minOccurs beyond this is asked for, but not laid out in advance. */
const MAX_INITIAL_INSTANCES = 10;
/** Repeating groups inside repeating groups multiply; beyond this many nodes every group begins with one instance. */
const MANY_NODES = 20_000;

/** Whether a question has children that stand under its answers; its displays stand beside them. */
export function hasSlots(item: PlanItem): boolean {
  return item.kind === 'question' && item.children.some((child) => child.kind !== 'display');
}

/** Of a question's children, the displays stand in `inner`, and everything else in the slots. */
function belongsInto(container: Container, item: PlanItem): boolean {
  const owner = container.owner;
  if (owner === undefined || owner.item.kind !== 'question') return true;
  return (container === owner.inner) === (item.kind === 'display');
}

export function emptyContainer(owner: NodeRecord | undefined, items: readonly PlanItem[]): Container {
  return { owner, items, lists: items.map(() => []) };
}

function nothingComputed(): Computed {
  return {
    results: undefined,
    variables: undefined,
    violated: undefined,
    violations: undefined,
    element: undefined,
  };
}

export function isNode(place: Place): place is NodeRecord {
  return place.item !== undefined;
}

/** Whether a node stands inside of another, or is it. */
export function isInside(node: NodeRecord, place: NodeRecord): boolean {
  for (let step: NodeRecord | undefined = node; step !== undefined; step = step.parent) {
    if (step === place) return true;
  }
  return false;
}

/** Stands in for the moment between a node's making and that of what it contains. */
const UNPLACED: Container = { owner: undefined, items: [], lists: [] };

/** The containers whose instances come and go with a node. */
export function containersOf(node: NodeRecord): readonly Container[] {
  return [node.inner, ...node.slots];
}

/** All that stands in a container now, each before what it contains. */
export function nodesIn(container: Container): readonly NodeRecord[] {
  const found: NodeRecord[] = [];
  const visit = ({ lists }: Container): void => {
    for (const list of lists) {
      for (const node of list) {
        found.push(node);
        visit(node.inner);
        node.slots.forEach(visit);
      }
    }
  };
  visit(container);
  return found;
}

/** Initial answers: answerOption.initialSelected, or item.initial (que-11 keeps them apart). */
function initialAnswers(item: PlanItem): readonly AnswerValue[] {
  const selected = item.options?.options.flatMap((option) => (option.initial ? [option.value] : [])) ?? [];
  const answers = selected.length > 0 ? selected : item.initial;
  return item.repeats ? answers : answers.slice(0, 1);
}

export function createInstanceTree(plan: CompiledPlan, firstNumber = 0): InstanceTree {
  const nodes = new Map<NodeId, NodeRecord>();
  const byItem = new Map<PlanItem, Set<NodeRecord>>();
  let next = firstNumber;

  function nextId(): NodeId {
    next += 1;
    return `n${next - 1}`;
  }

  function register(node: NodeRecord): void {
    nodes.set(node.id, node);
    const instances = byItem.get(node.item);
    if (instances === undefined) byItem.set(node.item, new Set([node]));
    else instances.add(node);
  }

  function forget(node: NodeRecord): void {
    nodes.delete(node.id);
    byItem.get(node.item)?.delete(node);
    for (const container of containersOf(node)) detach(container);
  }

  function detach(container: Container): void {
    for (const list of container.lists) for (const node of list) forget(node);
  }

  function attach(container: Container): void {
    for (const node of nodesIn(container)) register(node);
  }

  function bare(container: Container, item: PlanItem, id: NodeId): NodeRecord {
    const parent = container.owner;
    const record: NodeRecord = {
      id,
      item,
      parent,
      container,
      inner: UNPLACED,
      slots: [],
      parked: undefined,
      answers: [],
      enabled: parent?.enabled ?? true,
      incomparable: false,
      unchecked: false,
      edited: false,
      beside: undefined,
      effective: undefined,
      hasContent: false,
      ...nothingComputed(),
      state: undefined,
    };
    record.inner = emptyContainer(record, item.children);
    register(record);
    return record;
  }

  function fill(container: Container, item: PlanItem, seed: Seed): void {
    const asked = item.kind === 'group' && item.repeats ? (item.limits.minOccurs ?? 1) : 1;
    const count = nodes.size > MANY_NODES ? 1 : Math.max(1, Math.min(asked, MAX_INITIAL_INSTANCES));
    const list = container.lists[item.position] ?? [];
    // What is there was left so: a snapshot must not bring back an instance that somebody removed.
    if (list.length > 0) return;
    while (list.length < count) list.push(make(container, item, seed));
  }

  function make(container: Container, item: PlanItem, seed: Seed): NodeRecord {
    const node = bare(container, item, nextId());
    if (seed === 'initial') node.answers = initialAnswers(item);
    complete(node.inner, seed);
    if (hasSlots(item)) node.slots = node.answers.map(() => makeContainer(node, item.children, seed));
    return node;
  }

  function complete(container: Container, seed: Seed): void {
    for (const item of container.items) if (belongsInto(container, item)) fill(container, item, seed);
  }

  function makeContainer(owner: NodeRecord | undefined, items: readonly PlanItem[], seed: Seed): Container {
    const container = emptyContainer(owner, items);
    complete(container, seed);
    return container;
  }

  return {
    plan,
    root: emptyContainer(undefined, plan.children),
    form: { item: undefined, ...nothingComputed() },
    get: (id) => nodes.get(id),
    instancesOf: (item) => byItem.get(item) ?? [],
    make,
    makeContainer,
    complete,
    bare,
    attach,
    detach,
    forget,
    nextId,
    size: () => nodes.size,
    counter: () => next,
  };
}
