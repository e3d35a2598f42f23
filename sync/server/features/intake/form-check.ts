/** Runs the questionnaire engine over a response as it arrived: the same rules as on the device. */

import { type MetRule, safetyRulesMetBy } from '../../../domain/safety/rules-on-response.ts';
import type { SafetyRule } from '../../../domain/safety/safety-rule.ts';
import { validateResponse } from '../../../questionnaire/index.ts';
import type { FormOptions, Issue, Plan, Score } from '../../../questionnaire/model/contract.ts';

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
    met: safetyRulesMetBy(rules, plan, response, options),
    overBudget,
  };
}
