import type { QuestionnaireItemEnableWhen } from 'fhir/r4.js';
import { type EngineForm, engineForm } from './form/form-core.ts';
import type { InstanceTree } from './form/tree/instances.ts';
import type { AnswerValue, Form } from './model/contract.ts';
import { judge, readCondition } from './plan/condition.ts';

/** A rule of a vendor pack: conditions in enableWhen form on the questions of one form. */
export interface ConditionRule {
  readonly enableWhen: readonly QuestionnaireItemEnableWhen[];
  readonly enableBehavior?: 'all' | 'any';
}

/** Answers of every enabled instance of a question: a rule stands outside of the form, so none is nearer than another. */
function answersOf(tree: InstanceTree, linkId: string): readonly AnswerValue[] {
  const item = tree.plan.byLinkId.get(linkId);
  if (item === undefined) return [];
  return [...tree.instancesOf(item)].flatMap((node) => (node.enabled ? node.answers : []));
}

export function evaluate({ tree, units }: EngineForm, rule: ConditionRule): boolean {
  const holds = rule.enableWhen.map((element) => {
    const condition = readCondition(element);
    // A condition that can't be read, or reads a question that isn't there, must not fire on every patient.
    if (condition === undefined || !tree.plan.byLinkId.has(condition.question)) return false;
    return judge(condition, answersOf(tree, condition.question), units).holds;
  });
  if (holds.length === 0) return false;
  return rule.enableBehavior === 'all' ? holds.every(Boolean) : holds.some(Boolean);
}

/**
 * Judges a rule on a form's committed answers, with the semantics of enableWhen; any instance of a question counts. A rule without
 * conditions doesn't hold.
 */
export function evaluateConditions(form: Form, rule: ConditionRule): boolean {
  return evaluate(engineForm(form), rule);
}
