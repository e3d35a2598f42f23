/**
 * A consultation: what becomes of a submitted form, as staff move it and the patient sees it. Its id is the operation's that sent the form.
 *
 * ```
 * waiting -claim-> in_review -ask-> needs_info -reply-> in_review
 * in_review -require live-> live_visit -done-> in_review
 * in_review -approve-> approved -prescribe-> prescribed -transmit-> completed
 * in_review -decline-> declined ; in_review -refer-> referred ; needs_info -10 days-> expired ; any open -withdraw-> withdrawn
 * ```
 */
import { z } from 'zod/mini';
import { slug } from '../pack-fields.ts';
import { consultationStates } from './consultation-state.ts';

export { type ConsultationState, consultationStates } from './consultation-state.ts';

/** Days without an answer to what staff asked for, after which it ends and what is held is released. */
export const ASKED_DAYS = 10;

export const declineReasons = [
  'contraindicated',
  'interaction',
  'needs-exam',
  'not-indicated',
  'outside-scope',
  'not-licensed',
  'unverified',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

const instant = z.iso.datetime();
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

export const prescriptionSchema = z.object({
  /** Of the vendor's catalog; absent where the medicine isn't sold there. */
  product: z.optional(slug),
  sku: z.optional(z.string()),
  medicine: text(200),
  /** How to take it, as the label will say. */
  directions: text(500),
  quantity: text(80),
  refills: z.int().check(z.nonnegative(), z.maximum(12)),
  days: z.int().check(z.positive(), z.maximum(366)),
  expiresOn: z.iso.date(),
});
export type Prescription = z.infer<typeof prescriptionSchema>;

/** The body of the record `consultation`, and what the patient's screens read. */
export const consultationViewSchema = z.object({
  state: z.enum(consultationStates),
  changedAt: instant,
  clinician: z.optional(z.string()),
  asked: z.optional(z.object({ id: z.uuid(), text: text(2000), at: instant, until: instant })),
  prescription: z.optional(prescriptionSchema),
  decision: z.optional(
    z.object({
      reason: z.optional(z.enum(declineReasons)),
      text: text(4000),
      alternatives: z.array(text(300)).check(z.maxLength(8)),
      /** Of a referral. */
      where: z.optional(text(300)),
    }),
  ),
});
export type ConsultationView = z.infer<typeof consultationViewSchema>;
