/** An answer met a rule that the clinic has to hear of before the form is finished. */
import { z } from 'zod/mini';
import { aboutForm } from './about.ts';
import { defineOperation, type Submission } from './operation.ts';
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

export const safetyAlert = defineOperation({
  kind: 'safety.alert',
  lane: 'safety',
  urgent: true,
  // Never lost for want of a key: it is queued all the same, and sealed once there is one.
  sealed: 'before-sending',
  retention: { copy: false, endsDraft: false },
  versions: { 1: safetyAlertV1 },
  newest: 1,
  upcast: {},
});

/** One per session and rule until it is acknowledged. */
export function alertSubmission(alert: SafetyAlert): Submission {
  const { session, patient, questionnaire, hit } = alert;
  return {
    operation: safetyAlert,
    session,
    subjectId: patient.id,
    about: aboutForm(questionnaire),
    once: { of: hit.rule, at: hit.at },
    payload: () => alert,
  };
}
