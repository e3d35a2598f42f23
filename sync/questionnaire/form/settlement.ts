import type { Computation } from '../plan/program.ts';
import { dropViolations, setViolation } from '../rules/violations.ts';
import { type CircleParts, computeCircle, type Mark } from './circles.ts';
import { createPropagation } from './propagation.ts';
import type { SettlementParts } from './settlement-parts.ts';
import { containersOf, isNode, type NodeRecord, type Place } from './tree/instances.ts';
import { createWorklist } from './tree/worklist.ts';

/** Recomputes what conditions and expressions decide, and only what something changed for. */
export interface Settlement {
  /** The answers of a question changed, or it lost them. */
  touch(node: NodeRecord): void;
  /** Nodes came into an open form: computes what belongs to them, and notifies their readers. */
  added(nodes: Iterable<NodeRecord>): void;
  /** Nodes stand before others now that they stood behind. */
  moved(nodes: Iterable<NodeRecord>): void;
  /** Nodes went, with all that they said. */
  removed(nodes: Iterable<NodeRecord>): void;
  /** The form was laid out: computes everything, so that there is nobody else to tell. */
  begin(nodes: Iterable<NodeRecord>): void;
  /** Somebody gave up an edited answer, or the form begins to write calculated ones. */
  recalculate(node: NodeRecord): void;
  /**
   * Works until nothing is left to compute. Afterwards every node says what a full recompute would say.
   *
   * @param goesOn - in consequence of what was settled before: what turned then counts still
   */
  settle(goesOn?: boolean): void;
}

/** A circle whose calculated answers bring items nested under them, or take them away, as often, would do so for ever. */
const MAX_TURNS = 10;

/**
 * Computes in the order of the program (parents before children, questions before their readers), so that each thing is computed
 * once per change.
 */
export function createSettlement(parts: SettlementParts): Settlement {
  const { tree, program, judgement, projection, changed, assign, beside } = parts;
  const worklist = createWorklist(program);
  const { watched, tell, tellPresence, tellConditions, noteContent } = createPropagation(parts);

  function noteIssues(places: readonly Place[]): void {
    for (const place of places) if (isNode(place)) changed(place);
  }

  function childrenOf(node: NodeRecord): readonly NodeRecord[] {
    return containersOf(node).flatMap((container) => container.lists.flat());
  }

  function markOwn(node: NodeRecord): void {
    const enabled = program.enabledOf(node.item);
    const waits =
      node.item.enableWhen !== undefined ||
      program.stages[program.stageOf(enabled)]?.circle === true ||
      node.parent?.enabled === false;
    if (waits) worklist.mark(enabled, node);
    for (const computation of program.of(node.item)) worklist.mark(computation, node);
    if (node.item.expressions.constraints.length > 0) watched.add(node);
  }

  /** Of a group: its answers, and those of everything in it, are out of sight or back. */
  function enabledChanged(node: NodeRecord, mark: Mark): void {
    noteContent(node);
    changed(node);
    tellPresence(node, mark);
    for (const child of childrenOf(node)) mark(program.enabledOf(child.item), child);
  }

  function compute(computation: Computation, place: Place): void {
    const node = isNode(place) ? place : undefined;
    if (node !== undefined && tree.get(node.id) !== node) return;
    if (computation.part === 'enabled') {
      if (node === undefined) return;
      const enabled = judgement.enabled(node);
      if (enabled === node.enabled) return;
      node.enabled = enabled;
      enabledChanged(node, worklist.mark);
    } else if (computation.part === 'calculated') {
      if (node !== undefined) computeAnswers(node);
    } else if (judgement.shown(computation, place)) {
      if (computation.part === 'constraint') computeConstraint(computation, place);
      else if (node !== undefined) {
        node.effective = undefined;
        changed(node);
      }
    } else if (computation.part === 'constraint' && computation.location !== undefined) {
      computeConstraint(computation, place);
    }
  }

  function computeConstraint(computation: Computation, place: Place): void {
    noteIssues(setViolation(computation, place, judgement.violation(computation, place)));
  }

  function computeAnswers(node: NodeRecord): void {
    if (node.edited && !beside()) {
      const computation = program.calculatedOf(node.item);
      if (computation !== undefined) node.results?.delete(computation);
      return;
    }
    const answers = judgement.calculated(node);
    if (beside()) node.beside = answers === 'kept' ? undefined : answers;
    else if (answers !== 'kept' && assign(node, answers)) tell(node, worklist.mark);
  }

  /** How often the circle of a stage brought items or took them away. */
  const turns = new Map<number, number>();
  const circleParts: CircleParts = {
    ...parts,
    tell,
    enabledChanged,
    childrenOf,
    mark: worklist.mark,
    computeAnswers,
  };

  function settle(goesOn = false): void {
    if (!goesOn) turns.clear();
    for (let step = worklist.next(); step !== undefined; step = worklist.next()) {
      const stage = program.stages[step.stage];
      if (stage?.circle === true) {
        const turned = turns.get(step.stage) ?? 0;
        const brought = computeCircle(stage.computations, circleParts, turned >= MAX_TURNS);
        if (brought) turns.set(step.stage, turned + 1);
      } else
        for (const [computation, places] of step.waiting)
          for (const place of places) compute(computation, place);
    }
    for (const node of watched) {
      const hasContent = projection.element(node) !== undefined;
      if (hasContent === node.hasContent || tree.get(node.id) !== node) continue;
      node.hasContent = hasContent;
      noteIssues([...(node.violated?.values() ?? [])].map(({ target }) => target));
    }
    watched.clear();
  }

  return {
    touch: (node) => tell(node, worklist.mark),
    added(nodes) {
      for (const node of nodes) {
        // What was parked heard of nothing in the meantime.
        node.variables = undefined;
        node.results = undefined;
        node.effective = undefined;
        node.element = undefined;
        markOwn(node);
        tellPresence(node, worklist.mark);
      }
    },
    moved(nodes) {
      // Expressions that read them read the question above, too, and hear of it; conditions see what is nearest.
      for (const node of nodes) tellConditions(node, worklist.mark);
    },
    removed(nodes) {
      for (const node of nodes) {
        noteIssues(dropViolations(node));
        noteContent(node);
        tellPresence(node, worklist.mark);
      }
    },
    begin(nodes) {
      for (const computation of program.of(undefined)) worklist.mark(computation, tree.form);
      for (const node of nodes) markOwn(node);
    },
    recalculate(node) {
      const computation = program.calculatedOf(node.item);
      if (computation !== undefined) worklist.mark(computation, node);
    },
    settle,
  };
}
