/** Runs the questionnaire engine over a response as it arrived: the same rules as on the device. */
import type { SafetyRule } from '../../../domain/safety/safety-rule.ts';
import {
  type ConditionRule,
  evaluateConditionsOnResponse,
  validateResponse,
} from '../../../questionnaire/index.ts';
import type { FormOptions, Issue, Plan, Score } from '../../../questionnaire/model/contract.ts';

export interface MetRule {
  readonly rule: SafetyRule;
  /** linkIds of the questions whose condition held. */
  readonly evidence: readonly string[];
}

export interface FormFindings {
  /** Errors only: warnings and notes hold nothing up. */
  readonly errors: readonly Issue[];
  /** What the form itself filled in and its own rules refuse: the patient was let through, and a person looks at it. */
  readonly byForm: readonly Issue[];
  /** Undefined for a form without scores. */
  readonly score: Pick<Score, 'total' | 'max' | 'answered' | 'of'> | undefined;
  readonly met: readonly MetRule[];
  /** Its expressions took too long: what they work out was not checked. */
  readonly overBudget: boolean;
}

function asConditions({ conditions, behavior }: Pick<SafetyRule, 'conditions' | 'behavior'>): ConditionRule {
  return { enableWhen: conditions, enableBehavior: behavior };
}

function findMet(
  plan: Plan,
  response: unknown,
  rules: readonly SafetyRule[],
  options: FormOptions,
): readonly MetRule[] {
  // Asked at once, whole rules and then each of their conditions alone: every asking opens the form, with all that it works out.
  const alone = rules.flatMap(({ conditions }) => conditions.map((condition) => [condition]));
  const asked = [
    ...rules.map(asConditions),
    ...alone.map((conditions) => asConditions({ conditions, behavior: 'all' })),
  ];
  const holding = evaluateConditionsOnResponse(plan, response, asked, options);
  let next = rules.length;
  return rules.flatMap((rule, index) => {
    const first = next;
    next += rule.conditions.length;
    if (!holding[index]) return [];
    const evidence = rule.conditions
      .filter((_, position) => holding[first + position])
      .map(({ question }) => question);
    return [{ rule, evidence: [...new Set(evidence)] }];
  });
}

/**
 * @param response as it arrived: nothing in it is trusted.
 * @param rules those of the form.
 * @param options what the form needs (`loadTools`), and the language of the response.
 */
export function checkForm(
  plan: Plan,
  response: unknown,
  rules: readonly SafetyRule[],
  options: FormOptions,
): FormFindings {
  const { issues, score, overBudget } = validateResponse(plan, response, 'final', options);
  const { total, max, answered, of } = score;
  return {
    errors: issues.filter((issue) => issue.severity === 'error'),
    byForm: issues.filter((issue) => issue.byForm === true),
    score: of === 0 ? undefined : { total, max, answered, of },
    met: findMet(plan, response, rules, options),
    overBudget,
  };
}
