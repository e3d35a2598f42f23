import { type ConditionRule, evaluate } from './evaluate-conditions.ts';
import { createFormCore } from './form/form-core.ts';
import { readResponse } from './form/read-response.ts';
import type { FormOptions, Plan } from './model/contract.ts';
import { compiledPlan } from './plan/plan.ts';

/**
 * Judges rules on a response as it was received. What has no place in the form plays no part. Without `options.expressions`, items
 * that an expression would disable count as enabled.
 */
export function evaluateConditionsOnResponse(
  plan: Plan,
  response: unknown,
  rules: readonly ConditionRule[],
  options: FormOptions = {},
): readonly boolean[] {
  const form = createFormCore(compiledPlan(plan), options, (empty) => {
    readResponse(empty, response, () => undefined);
  });
  return rules.map((rule) => evaluate(form, rule));
}
