/** What one computation gives at one place, from what the form says at the moment. Changes nothing but the place's own results. */

import { readCondition, readConstraint } from '../expressions/truth.ts';
import type { AnswerValue, FormOptions } from '../model/contract.ts';
import { isObject } from '../model/fhir-json.ts';
import { judge } from '../plan/condition.ts';
import type { Computation, Program } from '../plan/program.ts';
import { type Evaluation, failure } from './evaluation.ts';
import { answersOf } from './tree/expression-values.ts';
import type { FocusProjection } from './tree/focus-projection.ts';
import {
  containersOf,
  type InstanceTree,
  isNode,
  type NodeRecord,
  nodesIn,
  type Outcome,
  type Place,
  type Violation,
} from './tree/instances.ts';
import { nearestInstance } from './tree/nearest.ts';

export interface Judgement {
  enabled(node: NodeRecord): boolean;
  /** Answers of a calculated question; `kept` where its calculation can't be told here. */
  calculated(node: NodeRecord): readonly AnswerValue[] | 'kept';
  /** Notes what an expression gives; false where it gives the same as before. */
  shown(computation: Computation, place: Place): boolean;
  violation(computation: Computation, place: Place): Violation | undefined;
}

function sameOutcome(left: Outcome | undefined, right: Outcome): boolean {
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right);
}

export function createJudgement(
  tree: InstanceTree,
  program: Program,
  evaluation: Evaluation,
  projection: FocusProjection,
  units: FormOptions['units'],
): Judgement {
  function keep(computation: Computation, place: Place, outcome: Outcome): Outcome {
    place.results ??= new Map();
    place.results.set(computation, outcome);
    return outcome;
  }

  function conditionsHold(node: NodeRecord): boolean {
    const { enableWhen } = node.item;
    if (enableWhen === undefined) return true;
    const holds = enableWhen.conditions.map((condition) => {
      const question = condition.locator && nearestInstance(node, condition.locator);
      // A disabled question reads as unanswered (R5 wording of enableWhen).
      const verdict = judge(condition, question?.enabled === true ? question.answers : [], units);
      if (verdict.incomparable) node.incomparable = true;
      return verdict.holds;
    });
    return enableWhen.behaviour === 'all' ? holds.every(Boolean) : holds.some(Boolean);
  }

  function expressionHolds(node: NodeRecord): boolean {
    const computation = program.enabledOf(node.item);
    if (computation.expression === undefined) return true;
    const found = evaluation.evaluate(computation.expression, node, true);
    const truth = found.ok ? readCondition(found.values) : undefined;
    keep(computation, node, truth?.notBoolean === true ? failure('failed', 'it gave no boolean') : found);
    node.unchecked = truth === undefined;
    return truth?.holds ?? true;
  }

  /** The node that a location names: an item inside of the place, told by what it says where there are several. */
  function located({ location }: Computation, place: Place): NodeRecord | undefined {
    if (location === undefined) return undefined;
    const found = evaluation.evaluate(location, place, false);
    const [value] = found.ok ? found.values : [];
    const named = isObject(value) && typeof value.linkId === 'string' ? [value.linkId] : [];
    const read = location.parts.flatMap(({ reads: { context, resource } }) => [
      ...(context === 'all' ? [] : context),
      ...(resource === 'all' ? [] : resource),
    ]);
    const linkId = named[0] ?? read.at(-1);
    const item = linkId === undefined ? undefined : tree.plan.byLinkId.get(linkId);
    if (item === undefined) return undefined;
    // In document order, not in that in which they came: a restart must find the same one.
    const inside = isNode(place) ? containersOf(place) : [tree.root];
    const candidates = [...(isNode(place) ? [place] : []), ...inside.flatMap(nodesIn)].filter(
      (node) => node.item === item,
    );
    const wanted = JSON.stringify(value);
    return candidates.find((node) => JSON.stringify(projection.element(node)) === wanted) ?? candidates[0];
  }

  return {
    enabled(node) {
      node.incomparable = false;
      node.unchecked = false;
      // SDC has either conditions or an expression; a form with both is judged by both.
      if (node.parent?.enabled !== false && conditionsHold(node)) return expressionHolds(node);
      // What the expression gave earlier isn't asked any more.
      node.results?.delete(program.enabledOf(node.item));
      return false;
    },
    calculated(node) {
      const computation = program.calculatedOf(node.item);
      if (computation?.expression === undefined) return 'kept';
      const found = evaluation.evaluate(computation.expression, node, true);
      const answers = found.ok ? answersOf(node.item, found.values, units) : undefined;
      const fits = !found.ok || answers !== undefined;
      const outcome = keep(computation, node, fits ? found : failure('failed', 'it gave another type'));
      if (answers !== undefined) return answers;
      return !outcome.ok && outcome.state === 'failed' ? [] : 'kept';
    },
    shown(computation, place) {
      if (computation.expression === undefined) return false;
      const before = place.results?.get(computation);
      const outcome = evaluation.evaluate(computation.expression, place, false);
      if (sameOutcome(before, outcome)) return false;
      keep(computation, place, outcome);
      return true;
    },
    violation(computation, place) {
      const result = place.results?.get(computation);
      const { constraint } = computation;
      if (constraint === undefined || result?.ok !== true || readConstraint(result.values).holds)
        return undefined;
      const target = located(computation, place) ?? place;
      const { key, severity, human } = constraint;
      return { computation, place, target, key, severity, human };
    },
  };
}
