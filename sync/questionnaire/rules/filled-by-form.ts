/**
 * What the form itself fills in: nobody who answers can mend it, so that it must never hold them up (read-only, hidden and calculated
 * questions, and what is about these). Its errors are warnings that say so, for the people who get the response.
 */

import type { NodeRecord } from '../form/tree/instances.ts';
import type { AnswerValue, Issue } from '../model/contract.ts';
import type { CompiledPlan, Finding, PlanItem } from '../plan/plan.ts';
import type { Computation, Program } from '../plan/program.ts';
import { below, readsOf } from '../plan/reads.ts';
import { compareAnswers, matchesOption, sameAnswer } from '../values/values.ts';

/** Whether nobody who answers can change the node: as its item is computed for it. */
export function isFilledByForm(node: NodeRecord, item: PlanItem): boolean {
  if (item.kind === 'group') return item.hidden || !hasEditable(item);
  return item.hidden || item.readOnly || (item.calculated && !node.edited);
}

const editable = new WeakMap<PlanItem, boolean>();
/** Whether a person can answer anything in a group. Read-only by an expression counts as editable: it may change. */
function hasEditable(group: PlanItem): boolean {
  const known = editable.get(group);
  if (known !== undefined) return known;
  const found = [...below(group)].some(isEditable);
  editable.set(group, found);
  return found;
}

function isEditable(item: PlanItem): boolean {
  return item.kind === 'question' && !item.hidden && !item.readOnly && !item.calculated;
}

/** Whether a constraint reads nothing that a person can change: what is calculated changes with what it is calculated of. */
export function readsOnlyForm({ expression }: Computation, plan: CompiledPlan, program: Program): boolean {
  if (expression === undefined) return false;
  const seen = new Set<PlanItem>();
  const canMove = (item: PlanItem): boolean => {
    if (seen.has(item)) return false;
    seen.add(item);
    if (isEditable(item)) return true;
    const calculation = program.calculatedOf(item)?.expression;
    return (
      calculation !== undefined && readsOf(plan, calculation, item).some(({ question }) => canMove(question))
    );
  };
  const reads = readsOf(plan, expression, undefined);
  return reads.length > 0 && !reads.some(({ question }) => canMove(question));
}

/** The same answer, however its precision, its display or its unit is written. */
export function agree(
  received: AnswerValue,
  own: AnswerValue,
  units: Parameters<typeof compareAnswers>[2],
): boolean {
  return (
    sameAnswer(received, own) || matchesOption(received, own) || compareAnswers(received, own, units) === 0
  );
}

/**
 * Whether what was received may be what the form filled in. Another value than the form gives was put there by somebody else, and is
 * judged like any other answer.
 */
export function mayBeOwn(
  node: NodeRecord,
  item: PlanItem,
  finding: Finding,
  program: Program,
  units: Parameters<typeof compareAnswers>[2],
  missing: boolean,
): boolean {
  if (item.kind === 'group') return true;
  const concerned =
    finding.answer === undefined ? node.answers : node.answers.slice(finding.answer, finding.answer + 1);
  // What is computed is of a type that the question takes, or is left out.
  const mayBeComputed = concerned.every(({ type }) => item.allowed.includes(type));
  const calculation = program.calculatedOf(node.item);
  const result = calculation && node.results?.get(calculation);
  if (calculation !== undefined && result?.ok !== true) return mayBeComputed;
  const calculated = calculation === undefined ? [] : (node.beside ?? node.answers);
  const selected = item.options?.options.flatMap(({ initial, value }) => (initial ? [value] : [])) ?? [];
  const own = calculation === undefined ? [...item.initial, ...selected] : calculated;
  if (calculation === undefined && program.initialOf(node.item) !== undefined && mayBeComputed) return true;
  // All that the form gives is there, and nothing else: what is missing, it doesn't give.
  if (missing && node.answers.length < own.length) return false;
  // More than it calculates is somebody else's, even where each answer is what it calculates.
  if (calculation !== undefined && concerned.length > own.length) return false;
  return concerned.every((answer) => own.some((one) => agree(answer, one, units)));
}

/** An error that only the form's author can mend. */
export function excused<One extends Pick<Issue, 'severity'>>(issue: One): One & Pick<Issue, 'byForm'> {
  return issue.severity === 'error' ? { ...issue, severity: 'warning', byForm: true } : issue;
}
