import type { AnswerValue, FormOptions } from '../model/contract.ts';
import type { Program } from '../plan/program.ts';
import { sameAnswers } from '../values/values.ts';
import { replaceAnswers } from './answering.ts';
import { createEvaluation } from './evaluation.ts';
import { createJudgement } from './judging.ts';
import { createSettlement } from './settlement.ts';
import { effectiveItem } from './tree/effective-item.ts';
import { answersOf } from './tree/expression-values.ts';
import { createFocusProjection } from './tree/focus-projection.ts';
import {
  type Container,
  createInstanceTree,
  type InstanceTree,
  type NodeRecord,
  nodesIn,
} from './tree/instances.ts';

/**
 * How a form begins. `create`: initial expressions are evaluated. `edit`: an answer that isn't the calculated one was edited.
 * `judge`: nothing that was received is changed, and what is calculated stands beside it.
 */
export type Opening = 'create' | 'edit' | 'restore' | 'judge';

/** The instances of a form, kept in step with what conditions and expressions make of them. */
export interface ComputedTree {
  readonly tree: InstanceTree;
  /** Computes everything for the first time. */
  open(opening: Opening, finished: boolean): void;
  /** A person's answers; false where they are the same as before. */
  answer(node: NodeRecord, answers: readonly AnswerValue[]): boolean;
  /** A new instance of a repeating group, at a place among its siblings. */
  insert(node: NodeRecord, index: number): NodeRecord;
  remove(node: NodeRecord): void;
  recalculate(node: NodeRecord): void;
  /** Works until everything is computed, initial values of new instances included. */
  settle(): void;
  /** As of an `Evaluation`. */
  renewBudget(): void;
  readonly overBudget: boolean;
}

export interface Watching {
  /** What `read` gives of the node may be another thing now. */
  readonly changed: (node: NodeRecord) => void;
  /** An answer came, changed or went. */
  readonly answered: () => void;
}

function isBroughtByForm(program: Program, node: NodeRecord): boolean {
  for (let step = node.parent; step !== undefined; step = step.parent) {
    if (program.calculatedOf(step.item) !== undefined) return true;
  }
  return false;
}

export function createComputedTree(
  program: Program,
  options: FormOptions,
  firstNumber: number,
  { changed, answered }: Watching,
): ComputedTree {
  const { plan } = program;
  const { units } = options;
  const tree = createInstanceTree(plan, firstNumber);
  const projection = createFocusProjection(tree);
  const evaluation = createEvaluation(tree, projection, options);
  /** Whether calculated answers are kept beside the ones that are there. */
  let beside = false;
  /** New instances that wait for their initial values, and those that have had them. */
  const unfilled: NodeRecord[] = [];
  const filled = new WeakSet<NodeRecord>();

  const settlement = createSettlement({
    tree,
    program,
    judgement: createJudgement(tree, program, evaluation, projection, units),
    evaluation,
    projection,
    changed,
    assign: put,
    beside: () => beside,
  });

  /** Puts answers in, and lets the items nested under them follow. */
  function put(node: NodeRecord, answers: readonly AnswerValue[]): boolean {
    const result = replaceAnswers(tree, node, answers);
    if (!result.changed) return false;
    answered();
    changed(node);
    for (const container of result.removed) left(nodesIn(container));
    for (const container of result.added) returned(container);
    for (const container of result.moved) settlement.moved(nodesIn(container));
    return true;
  }

  function returned(container: Container): void {
    const nodes = nodesIn(container);
    // Parked or new: judged from the state of what it now stands in.
    for (const node of nodes) node.enabled = node.parent?.enabled ?? true;
    arrived(nodes);
  }

  function arrived(nodes: readonly NodeRecord[]): void {
    for (const node of nodes) {
      changed(node);
      if (program.initialOf(node.item) !== undefined) unfilled.push(node);
    }
    settlement.added(nodes);
  }

  function left(nodes: readonly NodeRecord[]): void {
    for (const node of nodes) changed(node);
    settlement.removed(nodes);
  }

  /** SDC initialExpression: once for each new instance, in document order, so that one may read another before it. */
  function settle(): void {
    settlement.settle();
    for (let node = unfilled.shift(); node !== undefined; node = unfilled.shift()) {
      const expression = program.initialOf(node.item);
      const waits = !filled.has(node) && node.answers.length === 0 && tree.get(node.id) === node;
      filled.add(node);
      if (expression === undefined || !waits) continue;
      const found = evaluation.evaluate(expression, node, true);
      const answers = found.ok ? answersOf(node.item, found.values, units) : undefined;
      if (answers === undefined || !put(node, answers)) continue;
      settlement.touch(node);
      settlement.settle(isBroughtByForm(program, node));
    }
  }

  /**
   * Takes a response over: what differs from its calculation is an edited answer, and what is missing is calculated; of a finished
   * response it was taken out by somebody.
   */
  function adopt(finished: boolean): void {
    for (const item of plan.items.filter((one) => program.calculatedOf(one) !== undefined)) {
      for (const node of [...tree.instancesOf(item)]) {
        const own = node.beside;
        node.beside = undefined;
        const given = node.answers.length > 0 || (finished && node.enabled);
        const differs = own !== undefined && !sameAnswers(node.answers, own);
        node.edited = given && differs && !effectiveItem(node, program).readOnly;
        settlement.recalculate(node);
      }
    }
  }

  return {
    tree,
    open(opening, finished) {
      beside = opening === 'judge' || opening === 'edit';
      settlement.begin(nodesIn(tree.root));
      settlement.settle();
      if (opening === 'create') {
        for (const node of nodesIn(tree.root)) {
          if (program.initialOf(node.item) !== undefined) unfilled.push(node);
        }
      }
      if (opening === 'edit') {
        beside = false;
        adopt(finished);
      }
      settle();
    },
    answer(node, answers) {
      const isCalculated = program.calculatedOf(node.item) !== undefined;
      // What only the form may fill in can't be told otherwise.
      if (isCalculated && effectiveItem(node, program).readOnly) return false;
      if (!put(node, answers)) return false;
      node.edited = isCalculated;
      if (isCalculated) settlement.recalculate(node);
      settlement.touch(node);
      return true;
    },
    insert(node, index) {
      const fresh = tree.make(node.container, node.item, 'initial');
      node.container.lists[node.item.position]?.splice(index, 0, fresh);
      answered();
      arrived([fresh, ...nodesIn(fresh.inner)]);
      return fresh;
    },
    remove(node) {
      const list = node.container.lists[node.item.position] ?? [];
      const gone = [node, ...nodesIn(node.inner)];
      list.splice(list.indexOf(node), 1);
      tree.forget(node);
      answered();
      left(gone);
    },
    recalculate(node) {
      node.edited = false;
      changed(node);
      settlement.recalculate(node);
    },
    settle,
    renewBudget: evaluation.renewBudget,
    get overBudget() {
      return evaluation.overBudget;
    },
  };
}
