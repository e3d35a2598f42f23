/**
 * A patient's identity document, for the clinic's staff: below `/console/{vendor}/api/`, as `staff.ts` says.
 *
 * | request                                       | body                       | answer                    |
 * |-----------------------------------------------|----------------------------|---------------------------|
 * | `GET    identity`                             |                            | {@link WaitingIdentities} |
 * | `GET    patients/{id}/identity`               |                            | {@link IdentityAnswer}    |
 * | `GET    patients/{id}/identity/{sha256}`      |                            | the photo's bytes         |
 * | `POST   patients/{id}/identity/decision`      | {@link IdentityDecision}   | {@link IdentityAnswer}    |
 *
 * `NOT_FOUND` also where a decision is about a document that isn't the patient's newest any more.
 */
import { z } from 'zod/mini';
import { identityDocumentSchema, refusalReasons } from '../../domain/identity/identity-document.ts';
import { isoDate } from '../../domain/pack-fields.ts';
import { patientLineSchema } from './patients.ts';

/** Whose documents wait to be checked, the longest first. */
export const waitingIdentitiesSchema = z.object({
  patients: z.array(patientLineSchema),
  /** There are more than these. */
  more: z.boolean(),
  serverTime: z.iso.datetime(),
});
export type WaitingIdentities = z.infer<typeof waitingIdentitiesSchema>;

export const identityAnswerSchema = z.object({
  /** Null where the patient has sent none. */
  document: z.nullable(
    z.extend(identityDocumentSchema, {
      id: z.uuid(),
      receivedAt: z.iso.datetime(),
      /** Hashes that name them; empty once they are deleted. */
      photos: z.array(z.string()),
      /** Of the staff. */
      decidedBy: z.nullable(z.string()),
    }),
  ),
});
export type IdentityAnswer = z.infer<typeof identityAnswerSchema>;

export const identityDecisionSchema = z.union([
  /** `expiresOn`: printed on it; a day that is over is refused. */
  z.object({ id: z.uuid(), decision: z.literal('confirmed'), expiresOn: z.optional(isoDate) }),
  z.object({ id: z.uuid(), decision: z.literal('refused'), reason: z.enum(refusalReasons) }),
]);
export type IdentityDecision = z.infer<typeof identityDecisionSchema>;
