/** An answer met a rule that the clinic has to hear of before the form is finished. */
import { aboutForm } from './about.ts';
import { defineOperation, type Submission } from './operation.ts';
import type { SafetyAlert } from './payloads/safety-alert.ts';

export const safetyAlert = defineOperation<SafetyAlert>()({
  kind: 'safety.alert',
  lane: 'safety',
  urgent: true,
  // Never lost for want of a key: it is queued all the same, and sealed once there is one.
  sealed: 'before-sending',
  retention: { copy: false, endsDraft: false },
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
