/** What expressions, calculations and signatures give occasion to say of a response. */

import { effectiveItem } from '../form/tree/effective-item.ts';
import { isNode, type NodeRecord, nodesIn, type Place, type Violation } from '../form/tree/instances.ts';
import type { Issue } from '../model/contract.ts';
import type { CompiledPlan } from '../plan/plan.ts';
import type { Computation, Program } from '../plan/program.ts';
import { isSigned, type SignatureKind } from '../plan/signature.ts';
import { textIn } from '../values/language.ts';
import { agree, excused, isFilledByForm, readsOnlyForm } from './filled-by-form.ts';
import { issueOf, nodePath } from './issues.ts';
import type { Judging } from './judging.ts';

/** A constraint counts where the element that it stands on is in the response. */
export function isInForce({ place }: Pick<Violation, 'place'>): boolean {
  return !isNode(place) || (place.enabled && place.hasContent);
}

/** Whether nobody who answers can make the constraint hold: it is about what the form fills in, or reads nothing else. */
export function isBeyondReach(
  { target, computation }: Violation,
  plan: CompiledPlan,
  program: Program,
): boolean {
  if (isNode(target) && isFilledByForm(target, effectiveItem(target, program))) return true;
  return readsOnlyForm(computation, plan, program);
}

export function constraintIssue(
  { target, key, severity, human }: Violation,
  expression: string,
  language: string | undefined,
  formLanguage: string | undefined,
): Issue {
  const on = isNode(target) ? { node: target.id, linkId: target.item.linkId } : {};
  const linkId = isNode(target) ? ` (linkId "${target.item.linkId}")` : '';
  return {
    code: 'constraint',
    severity,
    parameters: { key, human: textIn(human, language, formLanguage) },
    diagnostics: `${human.base === '' ? `the constraint "${key}" does not hold` : human.base}${linkId}`,
    ...on,
    expression,
  };
}

const DECIDED: Readonly<Record<Computation['part'], string>> = {
  enabled: 'whether the item is enabled was not checked',
  calculated: 'the calculation was not checked',
  answers: 'the options were not computed',
  candidates: 'the candidates were not computed',
  toggle: 'which options are offered was not checked',
  text: 'the text was not computed',
  required: 'whether an answer is required was not checked',
  readOnly: 'whether the item is read-only was not checked',
  repeats: 'whether the item repeats was not checked',
  minValue: 'the minimum was not computed',
  maxValue: 'the maximum was not computed',
  constraint: 'a constraint was not checked',
};

function differs(node: NodeRecord, { mode, units, program }: Judging): boolean {
  const { beside, answers, results } = node;
  const computation = program.calculatedOf(node.item);
  const result = computation && results?.get(computation);
  if (beside === undefined || result?.ok !== true || (mode === 'draft' && answers.length === 0)) return false;
  return (
    beside.length !== answers.length ||
    !answers.every((answer, index) => {
      const calculated = beside[index];
      return calculated !== undefined && agree(answer, calculated, units);
    })
  );
}

/** The issues of SDC's expressions, and of questionnaire-signatureRequired. Those of disabled items are ignored. */
export function expressionIssues(judging: Judging): readonly Issue[] {
  const { tree, mode, places, present, language, signatures } = judging;
  const issues: Issue[] = [];

  function constraints(place: Place, path: string): void {
    for (const violation of place.violations ?? []) {
      if (!isInForce(violation)) continue;
      const issue = constraintIssue(violation, path, language, tree.plan.language);
      issues.push(isBeyondReach(violation, tree.plan, judging.program) ? excused(issue) : issue);
    }
  }

  function failures(place: Place, path: string): void {
    for (const [{ part }, result] of place.results ?? []) {
      // What a disabled item would be asked doesn't matter; why it is disabled does.
      if (result.ok || (isNode(place) && !place.enabled && part !== 'enabled')) continue;
      const diagnostics = `${DECIDED[part]}: ${result.reason}`;
      const finding = { code: 'expression-failed', severity: 'warning', diagnostics } as const;
      if (isNode(place)) issues.push(issueOf(place, finding, path));
      else issues.push({ ...finding, parameters: {}, expression: path });
    }
  }

  function signature(kinds: readonly SignatureKind[], node: NodeRecord | undefined, path: string): void {
    if (mode === 'draft') return;
    const given = [...signatures(undefined), ...(node === undefined ? [] : signatures(node))];
    for (const kind of kinds) {
      if (isSigned(kind, given)) continue;
      const finding = {
        code: 'signature-required',
        severity: 'error',
        diagnostics: 'the response must be signed',
        parameters: { kind: kind.display },
      } as const;
      issues.push(node === undefined ? { ...finding, expression: path } : issueOf(node, finding, path));
    }
  }

  constraints(tree.form, 'QuestionnaireResponse');
  failures(tree.form, 'QuestionnaireResponse');
  signature(tree.plan.signatures, undefined, 'QuestionnaireResponse');
  for (const node of nodesIn(tree.root)) {
    const concerned = node.violations ?? node.results;
    if (concerned === undefined && node.item.signatures.length === 0) continue;
    const path = nodePath(places, node);
    constraints(node, path);
    failures(node, path);
    if (!node.enabled) continue;
    if (differs(node, judging)) {
      const diagnostics = 'the answer is not what the form calculates';
      issues.push(issueOf(node, { code: 'calculation-differs', severity: 'warning', diagnostics }, path));
    }
    if (present.has(node.id)) signature(node.item.signatures, node, path);
  }
  return issues;
}
