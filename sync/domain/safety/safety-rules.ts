/**
 * Safety rules are data: conditions in enableWhen form on the questions of one form. The engine judges them, so that a rule and a
 * question that appears by the same condition can never disagree, and device and server come to the same verdict.
 */
import type { QuestionnaireItemEnableWhen } from 'fhir/r4.js';
import { type ConditionRule, evaluateConditions } from '../../questionnaire/evaluate-conditions.ts';
import type { Form } from '../../questionnaire/model/contract.ts';
import { outcomeForForm } from './rule-outcome.ts';
import type { SafetyRule } from './safety-rule.ts';

/** A rule that holds. The caller adds the time, and keeps it when it is withdrawn. */
export interface RuleHitDraft {
  readonly rule: string;
  readonly version: string;
  readonly outcome: SafetyRule['outcome'];
  readonly panel?: 'crisis' | 'emergency';
  /** linkIds of the answers that met the rule, each once. */
  readonly evidence: readonly string[];
}

const withoutVersion = (canonical: string) => canonical.split('|')[0] ?? canonical;

/** The rules on one form. @param canonical with or without `|version`. */
export function rulesOn(rules: readonly SafetyRule[], canonical: string): readonly SafetyRule[] {
  const wanted = withoutVersion(canonical);
  return rules.filter((rule) => withoutVersion(rule.questionnaire) === wanted);
}

const conditionsOf = (rule: SafetyRule): readonly QuestionnaireItemEnableWhen[] => rule.conditions;

function hitOf(rule: SafetyRule, holds: (one: ConditionRule) => boolean): RuleHitDraft | undefined {
  const conditions = conditionsOf(rule);
  if (!holds({ enableWhen: conditions, enableBehavior: rule.behavior })) return undefined;
  const met = conditions.filter((condition) => holds({ enableWhen: [condition] }));
  return {
    rule: rule.id,
    version: rule.version,
    outcome: outcomeForForm(rule),
    ...(rule.panel === undefined ? {} : { panel: rule.panel }),
    evidence: [...new Set(met.map((condition) => condition.question))],
  };
}

const isHit = (hit: RuleHitDraft | undefined): hit is RuleHitDraft => hit !== undefined;

/**
 * The rules that a form's committed answers meet, in the order of the pack.
 * @param canonical the form's, where the Questionnaire itself has no url.
 */
export function evaluateSafetyRules(
  rules: readonly SafetyRule[],
  form: Form,
  canonical: string = form.plan.url ?? '',
): readonly RuleHitDraft[] {
  return rulesOn(rules, canonical)
    .map((rule) => hitOf(rule, (one) => evaluateConditions(form, one)))
    .filter(isHit);
}
