/** A finished form on its way to the clinic. */

import { blobName } from '../base/blobs.ts';
import { aboutForm } from './about.ts';
import { defineOperation, type Submission } from './operation.ts';
import type { IntakeAnswers, IntakeSubmit, PartnerReference } from './payloads/intake-submit.ts';

export const intakeSubmit = defineOperation<IntakeSubmit>()({
  kind: 'intake.submit',
  lane: 'intake',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: true },
  newest: 4,
  // Before blobs there was nothing to attach.
  upcast: {
    1: (sealed: IntakeAnswers): IntakeSubmit => ({ ...sealed, attachments: [] }),
    2: (sealed: IntakeSubmit): IntakeSubmit => sealed,
    3: (sealed: IntakeSubmit): IntakeSubmit => sealed,
  },
  overlay: (_payload, { opId, code, queuedAt }) => [
    { kind: 'case', v: 1, id: opId, body: { code, title: null, sentAt: queuedAt, status: 'sending' } },
  ],
});

/** The blobs that the answers of a response name, at any depth, each once. */
export function blobsOf(response: unknown): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      const name = field === 'url' && typeof inner === 'string' ? blobName(inner) : undefined;
      if (name === undefined) visit(inner);
      else names.add(name);
    }
  };
  visit(response);
  return [...names];
}

/** @param reference where the form was filled in on a partner's page */
export function intakeSubmission(answers: IntakeAnswers, reference?: PartnerReference): Submission {
  const { session, patient, questionnaire, response } = answers;
  return {
    operation: intakeSubmit,
    session,
    subjectId: patient.id,
    about: aboutForm(questionnaire),
    formHash: questionnaire.formHash,
    blobs: blobsOf(response),
    payload: (attachments): IntakeSubmit => ({
      ...answers,
      attachments: [...attachments],
      ...(reference && { reference }),
    }),
  };
}
