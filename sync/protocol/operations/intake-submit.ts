/** A finished form on its way to the clinic. */
import { z } from 'zod/mini';
import { aboutForm } from './about.ts';
import { attachmentSchema, blobName } from './attachment.ts';
import { defineOperation, type Submission } from './operation.ts';
import {
  consentSchema,
  formSchema,
  patientSchema,
  placeSchema,
  present,
  ruleHitSchema,
  uuid,
} from './parts.ts';

export const intakeSubmitV1 = z.object({
  session: uuid,
  vendor: present(63),
  questionnaire: formSchema,
  language: present(35),
  patient: patientSchema,
  place: placeSchema,
  consents: z.array(consentSchema),
  /** Every rule that was met while answering, withdrawn ones included. */
  ruleHits: z.array(ruleHitSchema),
  startedAt: z.iso.datetime({ offset: true }),
  completedAt: z.iso.datetime({ offset: true }),
  /** The name typed under the attestation. */
  attestation: z.object({ name: present(200), at: z.iso.datetime({ offset: true }) }),
  /** FHIR R4 QuestionnaireResponse; judged by the questionnaire engine, not here. */
  response: z.looseObject({ resourceType: z.literal('QuestionnaireResponse') }),
  /** Values that the patient confirmed though they look implausible, by linkId. */
  confirmedImplausible: z.optional(z.array(present(255))),
});

/** Version 2: photos and documents travel as blobs of their own. */
export const intakeSubmitV2 = z.extend(intakeSubmitV1, { attachments: z.array(attachmentSchema) });
export type IntakeSubmit = z.infer<typeof intakeSubmitV2>;
/** What a flow hands over to be submitted: the client adds the attachments that the response names. */
export type IntakeAnswers = z.infer<typeof intakeSubmitV1>;

export const intakeSubmit = defineOperation({
  kind: 'intake.submit',
  lane: 'intake',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: true },
  versions: { 1: intakeSubmitV1, 2: intakeSubmitV2 },
  newest: 2,
  // Before blobs there was nothing to attach.
  upcast: { 1: (sealed: IntakeAnswers): IntakeSubmit => ({ ...sealed, attachments: [] }) },
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

export function intakeSubmission(answers: IntakeAnswers): Submission {
  const { session, patient, questionnaire, response } = answers;
  return {
    operation: intakeSubmit,
    session,
    subjectId: patient.id,
    about: aboutForm(questionnaire),
    formHash: questionnaire.formHash,
    blobs: blobsOf(response),
    payload: (attachments): IntakeSubmit => ({ ...answers, attachments: [...attachments] }),
  };
}
