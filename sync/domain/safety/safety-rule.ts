/** A safety rule, as a pack holds it. */
import { z } from 'zod/mini';
import { localizedSchema } from '../localized.ts';
import { type PackPart, packPath, slug, versionNumber } from '../pack-fields.ts';

/** A condition in enableWhen form (FHIR R4 Questionnaire.item.enableWhen). */
const ruleConditionSchema = z.looseObject({
  question: z.string(),
  operator: z.enum(['exists', '=', '!=', '>', '<', '>=', '<=']),
});

export const safetyRuleSchema = z.object({
  id: slug,
  version: versionNumber,
  /** Canonical of the form, without version. A rule may wait for a form that is imported later. */
  questionnaire: z.string().check(z.minLength(1)),
  conditions: z.array(ruleConditionSchema).check(z.minLength(1)),
  behavior: z.enum(['any', 'all']),
  /** STOP: can't continue. URGENT: panel at once, then back to the form. REVIEW: a clinician must see. INFO: shown only. */
  outcome: z.enum(['STOP', 'URGENT', 'REVIEW', 'INFO']),
  /** Which panel URGENT opens. */
  panel: z.optional(z.enum(['crisis', 'emergency'])),
  /** What we know (first line of the panel or of the stop page). */
  headline: localizedSchema,
  /** What to do now. */
  advice: localizedSchema,
  /**
   * Of a STOP or a REVIEW: slugs of the products that it is about, in the vendor's catalog. The form goes on, and these alone aren't offered, or wait
   * for a clinician's word.
   */
  products: z.optional(z.array(slug).check(z.minLength(1))),
  /** For staff: what the flag means. */
  label: localizedSchema,
  /** Where the rule comes from. */
  source: z.string().check(z.minLength(1)),
  /** Safe alternatives after a STOP. */
  alternatives: z.optional(z.array(localizedSchema)),
});
export type SafetyRule = z.infer<typeof safetyRuleSchema>;

export const safetyPart = {
  fields: {
    /** Files with arrays of safety rules. */
    rules: z.array(packPath),
  },
} satisfies PackPart;
