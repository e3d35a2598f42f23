/** Apart from the schema of a rule, which a form's page doesn't load. */
import type { SafetyRule } from './safety-rule.ts';

/** What a rule means for the form itself: one about single products ends nothing, and is for a clinician to see. */
export const outcomeForForm = ({ outcome, products }: SafetyRule): SafetyRule['outcome'] =>
  products === undefined ? outcome : 'REVIEW';
