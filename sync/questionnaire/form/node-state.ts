import type { AnswerOption, Issue, NodeState, Units } from '../model/contract.ts';
import type { CompiledPlan, PlanItem, Subject } from '../plan/plan.ts';
import type { Program } from '../plan/program.ts';
import { constraintIssue, isBeyondReach, isInForce } from '../rules/expression-issues.ts';
import { excused, isFilledByForm } from '../rules/filled-by-form.ts';
import { issueOf } from '../rules/issues.ts';
import { subjectOf } from '../rules/validation.ts';
import { textIn } from '../values/language.ts';
import { computedText, effectiveItem } from './tree/effective-item.ts';
import { containersOf, type NodeRecord } from './tree/instances.ts';

export interface StateSources {
  readonly language: string | undefined;
  readonly formLanguage: string | undefined;
  readonly plan: CompiledPlan;
  readonly program: Program;
  readonly units: Units | undefined;
  options(item: PlanItem): readonly AnswerOption[];
  pattern(item: PlanItem): Subject['pattern'];
}

/**
 * FHIRPath that finds the node by linkId, not by index: it stays true when other questions are answered, so that a node's state
 * depends on nothing but the node.
 */
function stablePath(node: NodeRecord): string {
  const above = node.parent === undefined ? 'QuestionnaireResponse' : stablePath(node.parent);
  const place = node.parent?.item.kind === 'question' ? `${above}.answer` : above;
  const quoted = node.item.linkId.replace(/[\\']/g, (character) => `\\${character}`);
  return `${place}.item.where(linkId='${quoted}')`;
}

function ownIssues(node: NodeRecord, item: PlanItem, sources: StateSources): readonly Issue[] {
  if (!node.enabled || item.kind !== 'question' || node.answers.length === 0) return [];
  const subject = subjectOf(node, item, sources.pattern(item), sources.units);
  return item.rules
    .filter((rule) => rule.concern !== 'missing')
    .flatMap((rule) => rule.check(subject))
    .map((finding) => {
      const path = stablePath(node);
      const place = finding.answer === undefined ? path : `${path}.answer[${finding.answer}]`;
      const issue = issueOf(node, finding, place);
      return isFilledByForm(node, item) ? excused(issue) : issue;
    });
}

/** Constraints that don't hold and are about this node, from wherever they stand. */
function constraintIssues(
  node: NodeRecord,
  { language, formLanguage, plan, program }: StateSources,
): readonly Issue[] {
  return [...(node.violations ?? [])]
    .filter((violation) => isInForce(violation))
    .map((violation) => {
      const issue = constraintIssue(violation, stablePath(node), language, formLanguage);
      return isBeyondReach(violation, plan, program) ? excused(issue) : issue;
    });
}

/** Whether a screen would show the same of two states of one node. */
export function sameState(left: NodeState, right: NodeState): boolean {
  const values = Object.values(right);
  return Object.values(left).every(
    (value, index) => value === values[index] || JSON.stringify(value) === JSON.stringify(values[index]),
  );
}

/** What a screen may know of a node. */
export function nodeState(node: NodeRecord, sources: StateSources): NodeState {
  const item = effectiveItem(node, sources.program);
  const text = item.text === undefined ? '' : textIn(item.text, sources.language, sources.formLanguage);
  return {
    id: node.id,
    linkId: item.linkId,
    kind: item.kind,
    item: item.item,
    text: computedText(node, sources.program) ?? text,
    enabled: node.enabled,
    hidden: item.hidden,
    readOnly: item.readOnly,
    calculated: item.calculated,
    edited: node.edited,
    required: item.required,
    repeats: item.repeats,
    answers: node.answers,
    options: sources.options(item),
    optionsStatus: item.options?.status ?? 'none',
    issues: [...ownIssues(node, item, sources), ...constraintIssues(node, sources)],
    children: containersOf(node).flatMap((container) =>
      container.lists.flatMap((list) => list.map((child) => child.id)),
    ),
    parent: node.parent?.id,
  };
}
