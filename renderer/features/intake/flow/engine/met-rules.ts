import type { SafetyRule } from '../../../../../sync/domain/safety/safety-rule.ts';
import { evaluateSafetyRules } from '../../../../../sync/domain/safety/safety-rules.ts';
import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import type { MetRule } from './rule-watch.ts';

/** The rules that the answers of a form meet now, with the linkIds that met them. */
export function metRules(rules: readonly SafetyRule[], form: Form, canonical: string): readonly MetRule[] {
  return evaluateSafetyRules(rules, form, canonical);
}
