import { type ConditionRule, evaluateConditionsOnResponse } from '../../questionnaire/index.ts';
import type { FormOptions, Plan } from '../../questionnaire/model/contract.ts';
import type { SafetyRule } from './safety-rule.ts';

export interface MetRule {
  readonly rule: SafetyRule;
  /** linkIds of the questions whose condition held, each once. */
  readonly evidence: readonly string[];
}

/**
 * The rules that a response meets as it was received: nothing in it is trusted. Everything is asked at once, whole rules and then each
 * condition alone, since every asking opens the form, with all that it works out.
 * @param rules those of the form.
 * @param options what the form needs, and the language of the response.
 */
export function safetyRulesMetBy(
  rules: readonly SafetyRule[],
  plan: Plan,
  response: unknown,
  options?: FormOptions,
): readonly MetRule[] {
  const asked: readonly ConditionRule[] = [
    ...rules.map((rule) => ({ enableWhen: rule.conditions, enableBehavior: rule.behavior })),
    ...rules.flatMap((rule) => rule.conditions.map((condition) => ({ enableWhen: [condition] }))),
  ];
  const holding = evaluateConditionsOnResponse(plan, response, asked, options);
  let next = rules.length;
  return rules.flatMap((rule, index) => {
    const first = next;
    next += rule.conditions.length;
    if (!holding[index]) return [];
    const met = rule.conditions.filter((_, position) => holding[first + position]);
    return [{ rule, evidence: [...new Set(met.map(({ question }) => question))] }];
  });
}
