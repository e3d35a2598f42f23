/** A rule that was met, as it is sealed. */
import { z } from 'zod/mini';
import { formSchema, patientSchema, placeSchema, present, ruleHitSchema, text, uuid } from './parts.ts';

export const safetyAlertV1 = z.object({
  session: uuid,
  vendor: present(63),
  questionnaire: formSchema,
  language: present(35),
  patient: patientSchema,
  place: placeSchema,
  hit: ruleHitSchema,
  /** The questions and answers that met the rule, as they were shown. */
  evidence: z.array(z.object({ linkId: present(255), question: text(4000), answers: z.array(text(4000)) })),
});
export type SafetyAlert = z.infer<typeof safetyAlertV1>;

export const safetyAlertVersions = { 1: safetyAlertV1 };
