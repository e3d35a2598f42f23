/** A finished form, as it is sealed. */
import { z } from 'zod/mini';
import { attachmentSchema } from './attachment.ts';
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
/** Version 3: sent from a form in a partner's page, with the partner's own name for it. */
export const partnerReferenceSchema = z.object({
  /** The origin of the partner's page. */
  partner: present(255),
  externalId: present(64),
});
export const intakeSubmitV3 = z.extend(intakeSubmitV2, { reference: z.optional(partnerReferenceSchema) });
/** Version 4: signed by the partner's server (`sync/domain/embed/partner-token.ts`). */
export const signedReferenceSchema = z.extend(partnerReferenceSchema, { token: z.optional(present(200)) });
export type PartnerReference = z.infer<typeof signedReferenceSchema>;
export const intakeSubmitV4 = z.extend(intakeSubmitV2, { reference: z.optional(signedReferenceSchema) });
export type IntakeSubmit = z.infer<typeof intakeSubmitV4>;
/** What a flow hands over to be submitted: the client adds the attachments that the response names. */
export type IntakeAnswers = z.infer<typeof intakeSubmitV1>;

export const intakeSubmitVersions = {
  1: intakeSubmitV1,
  2: intakeSubmitV2,
  3: intakeSubmitV3,
  4: intakeSubmitV4,
};
