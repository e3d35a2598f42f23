/**
 * A case's consultation, as staff move it. Below `/console/{vendor}/api/`, as `staff.ts` says. Reading takes `cases.read`, everything else `care.decide`.
 *
 * | request                                        | body               | answer                     |
 * |------------------------------------------------|--------------------|----------------------------|
 * | `GET    cases/{id}/consultation`               |                    | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/claim`         | `{}`               | {@link ConsultationDetail}; taken over from whoever has it |
 * | `POST   cases/{id}/consultation/assign`        | {@link Assign}     | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/release`       | `{}`               | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/notes`         | {@link Note}       | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/attestations`  | {@link Attest}     | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/answered`      | {@link Note}       | {@link ConsultationDetail}; what the patient said by phone |
 * | `POST   cases/{id}/consultation/live-done`     | {@link Note}       | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/transmitted`   | `{}`               | {@link ConsultationDetail} |
 * | `POST   cases/{id}/consultation/decision`      | {@link Decide}     | {@link ConsultationDetail} |
 *
 * A decision can be undone for some seconds by `cases/{id}/undo`, and nothing is told to the patient before. `NOT_NOW`, `DECISION_MADE`, `GUARDS_UNMET` and
 * `ALERT_OPEN` refuse one.
 */

import { z } from 'zod/mini';
import {
  consultationStates,
  consultationViewSchema,
  declineReasons,
  prescriptionSchema,
} from '../../domain/care/consultation.ts';
import { guardNames } from '../../domain/care/guards.ts';
import { consultationEvents } from '../../domain/care/transitions.ts';
import { localizedSchema } from '../../domain/localized.ts';
import { paymentStatuses } from '../../domain/orders/order-status.ts';
import { slug } from '../../domain/pack-fields.ts';

const instant = z.iso.datetime();
const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const alternatives = z.array(words(300)).check(z.maxLength(8));

export const assignSchema = z.object({ email: z.string().check(z.minLength(3), z.maxLength(254)) });
export type Assign = z.infer<typeof assignSchema>;
export const MAX_NOTE_LENGTH = 8000;
export const noteSchema = z.object({ text: words(MAX_NOTE_LENGTH) });
export type Note = z.infer<typeof noteSchema>;
export const attestSchema = z.object({
  guard: z.enum(guardNames),
  /** Where the guard is about one. */
  product: z.optional(slug),
  text: words(2000),
});
export type Attest = z.infer<typeof attestSchema>;

export const decideSchema = z.discriminatedUnion('does', [
  z.object({ does: z.literal('ask'), text: words(2000) }),
  z.object({ does: z.literal('live') }),
  z.object({ does: z.literal('approve'), prescription: prescriptionSchema }),
  z.object({ does: z.literal('decline'), reason: z.enum(declineReasons), text: words(4000), alternatives }),
  z.object({ does: z.literal('refer'), where: words(300), text: words(4000), alternatives }),
  /** The patient doesn't want it any more, and has said so. */
  z.object({ does: z.literal('withdraw'), text: words(2000) }),
]);
export type Decide = z.infer<typeof decideSchema>;

export const guardSchema = z.object({
  name: z.enum(guardNames),
  state: z.enum(['met', 'attested', 'unmet']),
  attestable: z.boolean(),
  rules: z.array(z.object({ id: z.string(), label: z.nullable(localizedSchema) })),
  product: z.optional(slug),
  said: z.optional(z.array(z.string())),
  needs: z.optional(z.enum(['live-visit', 'independent-check', 'contact', 'valid-id'])),
});
export type GuardView = z.infer<typeof guardSchema>;

export const historyActs = [...consultationEvents, 'note', 'attest', 'contact', 'late-reply'] as const;

const { asked, prescription, decision } = consultationViewSchema.shape;

export const consultationDetailSchema = z.object({
  state: z.enum(consultationStates),
  changedAt: z.nullable(instant),
  clinician: z.nullable(z.object({ email: z.string(), name: z.string(), mine: z.boolean() })),
  asked,
  prescription,
  decision,
  /** What was decided and can still be undone. */
  draft: z.nullable(decideSchema),
  guards: z.array(guardSchema),
  /** What the patient has ordered and waits for it. */
  lines: z.array(
    z.object({
      order: z.uuid(),
      code: z.string(),
      sku: z.string(),
      product: z.string(),
      quantity: z.int(),
      /** Approved, and not to be handed over before its patient has shown a photo ID. */
      waitsForId: z.optional(z.literal(true)),
      /** Where the vendor still sells it. */
      medicine: z.nullable(z.object({ name: localizedSchema, form: localizedSchema })),
    }),
  ),
  /** What is asked for the consultation itself, and whether the patient has arranged to pay it; null where nothing is. */
  fee: z.nullable(
    z.object({
      amount: z.int(),
      currency: z.string(),
      order: z.nullable(z.object({ id: z.uuid(), code: z.string(), payment: z.enum(paymentStatuses) })),
    }),
  ),
  /** Medicines that the vendor sells by this form. */
  medicines: z.array(z.object({ product: z.string(), name: localizedSchema, form: localizedSchema })),
  history: z.array(
    z.object({
      no: z.int(),
      at: instant,
      does: z.enum(historyActs),
      by: z.enum(['staff', 'patient', 'system']),
      name: z.nullable(z.string()),
      about: z.nullable(z.string()),
      text: z.nullable(z.string()),
    }),
  ),
  /** Who else may have it. */
  staff: z.array(z.object({ email: z.string(), name: z.string() })),
  /** BCP 47: in which the patient answered. */
  language: z.string(),
});
export type ConsultationDetail = z.infer<typeof consultationDetailSchema>;
