/**
 * What a plan's conditions and expressions compute, in which order, and what each change reaches: linked once for each plan and
 * expression engine, and shared by every form that is opened with them.
 */
import type { ExpressionEngine } from '../model/contract.ts';
import { conditionNeeds } from './dependencies.ts';
import { createLinker, type LinkedExpression, type LinkedVariable } from './linking.ts';
import { orderOf, wayRound } from './order.ts';
import type { CompiledPlan, PlanItem } from './plan.ts';
import type { ConstraintSource, ExpressionSource, Part, ToggleSource } from './plan-expressions.ts';
import { type Read, readsOf } from './reads.ts';

/** One thing that is computed for each instance of an item. */
export interface Computation {
  readonly part: Exclude<Part, 'initial'> | 'toggle' | 'constraint';
  readonly item: PlanItem | undefined;
  readonly expression: LinkedExpression | undefined;
  readonly toggle?: ToggleSource;
  readonly constraint?: ConstraintSource;
  readonly location?: LinkedExpression;
}

/** What reads a question by an expression. */
export interface Reader {
  readonly reader: Computation | LinkedVariable;
  /** It reads from an instance of this item down; undefined: from the response down. */
  readonly via: PlanItem | undefined;
}

/** Computations that come at the same time; those in a circle need each other. */
export interface Stage {
  readonly computations: readonly Computation[];
  readonly circle: boolean;
}

export interface Program {
  readonly plan: CompiledPlan;
  readonly stages: readonly Stage[];
  stageOf(computation: Computation): number;
  /** Whether an item is enabled; every item has it. */
  enabledOf(item: PlanItem): Computation;
  calculatedOf(item: PlanItem): Computation | undefined;
  initialOf(item: PlanItem): LinkedExpression | undefined;
  /** Everything that an expression computes for the item; for the form where it is undefined. */
  of(item: PlanItem | undefined): readonly Computation[];
  readersOf(question: PlanItem): readonly Reader[];
  /** The linkIds of one circle, each after one that it waits for; empty where there is none. */
  readonly circle: readonly string[];
}

export function isVariable(reader: Computation | LinkedVariable): reader is LinkedVariable {
  return 'variable' in reader;
}

function needsItself(computation: Computation, needs: readonly Computation[]): boolean {
  return needs.includes(computation);
}

function link(plan: CompiledPlan, engine: ExpressionEngine | undefined): Program {
  const { visibleFrom, linked } = createLinker(plan, engine);
  const enabled: Computation[] = [];
  const calculated = new Map<PlanItem, Computation>();
  const initial = new Map<PlanItem, LinkedExpression>();
  const byItem = new Map<PlanItem | undefined, Computation[]>();
  const all: Computation[] = [];
  const add = (computation: Computation) => {
    all.push(computation);
    if (computation.expression === undefined) return computation;
    const list = byItem.get(computation.item);
    if (list === undefined) byItem.set(computation.item, [computation]);
    else list.push(computation);
    return computation;
  };

  for (const item of [undefined, ...plan.items]) {
    const inScope = visibleFrom(item);
    const expressionOf = (source: ExpressionSource | undefined) => source && linked(source, item, inScope);
    if (item !== undefined) {
      const { parts, toggles } = item.expressions;
      enabled[item.index] = add({ part: 'enabled', item, expression: expressionOf(parts.enabled) });
      const first = expressionOf(parts.initial);
      if (first !== undefined) initial.set(item, first);
      for (const part of PARTS) {
        const expression = expressionOf(parts[part]);
        if (expression === undefined || (part === 'calculated' && item.kind !== 'question')) continue;
        const computation = add({ part, item, expression });
        if (part === 'calculated') calculated.set(item, computation);
      }
      for (const toggle of toggles) {
        add({ part: 'toggle', item, expression: expressionOf(toggle.expression), toggle });
      }
    }
    for (const constraint of (item ?? plan).expressions.constraints) {
      const location = expressionOf(constraint.location);
      const expression = expressionOf(constraint.expression);
      add({ part: 'constraint', item, expression, constraint, ...(location && { location }) });
    }
  }

  const enabledOf = (item: PlanItem): Computation => {
    const found = enabled[item.index];
    if (found === undefined) throw new TypeError('not an item of this plan');
    return found;
  };

  const readers = new Map<PlanItem, Reader[]>();
  const needs = new Map<Computation, readonly Computation[]>();
  const certain = new Map<Computation, readonly Computation[]>();

  /** What must be settled before the answers of a question can be read. */
  const settled = (item: PlanItem): Computation[] => {
    const found = [enabledOf(item)];
    for (let place: PlanItem | undefined = item; place !== undefined; place = place.parent) {
      const value = calculated.get(place);
      if (value !== undefined) found.push(value);
    }
    return found;
  };

  function noteReaders(reader: Computation | LinkedVariable, reads: readonly Read[]): void {
    for (const { question, via } of reads) {
      const list = readers.get(question);
      if (list === undefined) readers.set(question, [{ reader, via }]);
      else list.push({ reader, via });
    }
  }

  const noted = new Set<LinkedVariable>();
  function noteVariables(expression: LinkedExpression): void {
    for (const variable of expression.scope.values()) {
      if (noted.has(variable)) continue;
      noted.add(variable);
      noteReaders(variable, readsOf(plan, variable, undefined));
      noteVariables(variable);
    }
  }
  for (const expression of initial.values()) noteVariables(expression);

  for (const computation of all) {
    const { item, part, expression } = computation;
    const before = new Set<Computation>();
    const sure = new Set<Computation>();
    const reads = [expression, computation.location].flatMap((one) => {
      if (one === undefined) return [];
      noteVariables(one);
      return readsOf(plan, one, ownAnswers(computation));
    });
    noteReaders(computation, reads);
    for (const { question, exact } of reads) {
      for (const need of settled(question)) {
        before.add(need);
        if (exact) sure.add(need);
      }
    }
    if (part === 'enabled' && item !== undefined) {
      for (const source of conditionNeeds(item)) {
        for (const need of source === item.parent && source.kind === 'group'
          ? [enabledOf(source)]
          : settled(source)) {
          before.add(need);
          sure.add(need);
        }
      }
    }
    needs.set(computation, [...before]);
    certain.set(computation, [...sure]);
  }

  const needsOf = (computation: Computation) => needs.get(computation) ?? [];
  const stages = orderOf(all, needsOf).groups.map((group): Stage => {
    const [first] = group;
    const circle = group.length > 1 || (first !== undefined && needsItself(first, needsOf(first)));
    return { computations: group, circle };
  });
  const stageNumbers = new Map<Computation, number>();
  for (const [number, { computations }] of stages.entries()) {
    for (const computation of computations) stageNumbers.set(computation, number);
  }
  return {
    plan,
    stages,
    stageOf: (computation) => stageNumbers.get(computation) ?? 0,
    enabledOf,
    calculatedOf: (item) => calculated.get(item),
    initialOf: (item) => initial.get(item),
    of: (item) => byItem.get(item) ?? [],
    readersOf: (question) => readers.get(question) ?? [],
    // What is certainly needed is among what may be.
    circle: stages.some(({ circle }) => circle)
      ? circleOf(all, (computation) => certain.get(computation) ?? [])
      : [],
  };
}

const PARTS = [
  'calculated',
  'answers',
  'candidates',
  'text',
  'required',
  'readOnly',
  'repeats',
  'minValue',
  'maxValue',
] as const satisfies readonly Part[];

/** What decides over a question can't read it: whether it is there, and what it says. */
export function ownAnswers({ part, item }: Computation): PlanItem | undefined {
  return part === 'enabled' || part === 'calculated' ? item : undefined;
}

function circleOf(
  all: readonly Computation[],
  needsOf: (computation: Computation) => readonly Computation[],
): readonly string[] {
  const circle = orderOf(all, needsOf).groups.find(
    (group) => group.length > 1 || group.some((member) => needsOf(member).includes(member)),
  );
  if (circle === undefined) return [];
  const linkIds = wayRound(circle, needsOf).flatMap(({ item }) => item?.linkId ?? []);
  // An item's condition and its calculation are two steps of one item.
  const steps = linkIds.filter((linkId, index) => linkId !== linkIds[index - 1]).reverse();
  return steps.length === 1 ? [...steps, ...steps] : steps;
}

const NO_ENGINE = {};
const programs = new WeakMap<CompiledPlan, WeakMap<object, Program>>();

/** The program of a plan and an engine. Without an engine its expressions are there, and none can be evaluated. */
export function programOf(plan: CompiledPlan, engine: ExpressionEngine | undefined): Program {
  const byEngine = programs.get(plan) ?? new WeakMap<object, Program>();
  programs.set(plan, byEngine);
  const known = byEngine.get(engine ?? NO_ENGINE) ?? link(plan, engine);
  byEngine.set(engine ?? NO_ENGINE, known);
  return known;
}
