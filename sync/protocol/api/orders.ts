/**
 * An order, for whoever holds its token: below `/connect/{vendor}/orders/v1/{order}`, with `authorization: Order {token}`. An unknown order and a wrong token
 * both answer 404.
 *
 * | request                  | access  | body                     | answer                                                                        |
 * |--------------------------|---------|--------------------------|-------------------------------------------------------------------------------|
 * | `GET    (itself)`        | order   |                          | {@link OrderAnswer}; 404 until the operation that places it is judged           |
 * | `POST   acceptance`      | order   | {@link Acceptance}       | {@link OrderAnswer}: the new total is agreed to                                |
 * | `POST   pharmacy`        | order   | {@link PharmacyChange}   | {@link OrderAnswer}; `ORDER_LOCKED` once it is sent, or for what `detail` says: `PHARMACY_INACTIVE`, `AREA_NOT_SERVED` |
 * | `POST   billing`         | order   | {@link BillingChange}    | {@link OrderAnswer}; `ORDER_LOCKED` once a card stands for it, or is being asked |
 * | `POST   cancellation`    | order   | `{}`                     | {@link OrderAnswer}; `ORDER_LOCKED` once it is on its way                       |
 * | `POST   hand-off`        | order   | `{}`                     | {@link OrderToken} of five minutes, for a code that another device reads        |
 * | `POST   hand-off/opening`| order   | `{ token? }`             | {@link OrderToken}; with `authorization: HandOff {token}`, once                |
 * | `POST   payment`         | order   | {@link PaymentStart}     | {@link PaymentStarted}; `ORDER_LOCKED`, `PRICE_CHANGED` where the total differs |
 * | `POST   payment/confirm` | order   | {@link PaymentConfirm}   | {@link PaymentAnswer}                                                          |
 * | `POST   payment/check`   | order   | `{}`                     | {@link PaymentAnswer}: asks the provider                                        |
 *
 * Below `/connect/{vendor}/account/v1`, for who is signed in (access patient):
 *
 * | request                        | body                   | answer                                                                       |
 * |--------------------------------|------------------------|------------------------------------------------------------------------------|
 * | `POST orders/{order}/token`    | `{}`                   | {@link OrderToken}: another device of the person opens it by that            |
 * | `POST orders/{order}/payment`  | {@link PaymentStart}   | {@link PaymentAnswer}: paid by the card that they have kept; `ORDER_LOCKED` without one |
 * | `PUT  orders/{order}/card`     | {@link CardKeeping}    | 204: the card that pays this order is kept for the next                      |
 * | `POST card/removal`            | `{}`                   | 204                                                                          |
 *
 * On a shared device the first alone is answered.
 */
import { z } from 'zod/mini';
import { orderViewSchema } from '../../domain/orders/order-view.ts';
import { addressSchema } from '../../domain/profile/address.ts';
import { consentSchema } from '../operations/payloads/parts.ts';

const amount = z.int().check(z.nonnegative());

export const orderAnswerSchema = z.object({
  order: orderViewSchema,
  /** Of the same cart, sent first: the answer is about that one. */
  sameAs: z.optional(z.uuid()),
  serverTime: z.iso.datetime(),
});
export type OrderAnswer = z.infer<typeof orderAnswerSchema>;

export const acceptanceSchema = z.object({
  total: amount,
  /** Where the terms have changed: what is agreed to now, instead of what was. */
  consents: z.optional(z.array(consentSchema).check(z.maxLength(12))),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

export const pharmacyChangeSchema = z.object({
  pharmacy: z.string().check(z.minLength(1), z.maxLength(63)),
  /** To the pharmacist. Absent: as it is; empty: none any more. */
  note: z.optional(z.string().check(z.maxLength(500))),
});
export type PharmacyChange = z.infer<typeof pharmacyChangeSchema>;

/** The card's, for the next try. Absent: the delivery's. */
export const billingChangeSchema = z.object({ address: z.optional(addressSchema) });
export type BillingChange = z.infer<typeof billingChangeSchema>;

/** The total that the patient was shown. */
export const paymentStartSchema = z.object({ total: amount });
export type PaymentStart = z.infer<typeof paymentStartSchema>;

export const paymentStartedSchema = z.object({
  amount,
  currency: z.string(),
  /** `hold`: charged on approval. `charge`: at once. `save`: nothing is due, and the card is kept for what will be. */
  purpose: z.enum(['hold', 'charge', 'save']),
  provider: z.union([
    /** Plays cards by their number; no money moves. */
    z.object({ name: z.literal('demo') }),
    z.object({
      name: z.literal('stripe'),
      publishableKey: z.string(),
      account: z.optional(z.string()),
      clientSecret: z.string(),
    }),
  ]),
});
export type PaymentStarted = z.infer<typeof paymentStartedSchema>;

export const paymentConfirmSchema = z.object({
  total: amount,
  /** The provider's name for the card: never its number. Absent where the provider's own script has confirmed. */
  method: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** What became of the bank's question, at the demo provider. */
  challenge: z.optional(z.enum(['passed', 'refused'])),
  /** Of the billing address, at the demo provider: Stripe is told by its own script. */
  postcode: z.optional(z.string().check(z.maxLength(16))),
});
export type PaymentConfirm = z.infer<typeof paymentConfirmSchema>;

export const cardKeepingSchema = z.object({ keep: z.boolean() });
export type CardKeeping = z.infer<typeof cardKeepingSchema>;

/** Why a card was not taken: what the patient can do something about. */
export const declineCodes = [
  'declined',
  'no-funds',
  'expired-card',
  'wrong-cvc',
  'wrong-address',
  'processing-error',
  'authentication-failed',
] as const;
export type DeclineCode = (typeof declineCodes)[number];

export const paymentAnswerSchema = z.object({
  /** `action`: the bank asks; `unknown`: the provider hasn't said, nothing is to be paid again. */
  result: z.enum(['done', 'action', 'declined', 'unknown']),
  declined: z.optional(z.enum(declineCodes)),
  order: orderViewSchema,
});
export type PaymentAnswer = z.infer<typeof paymentAnswerSchema>;

/** The token that the device wants to open it by: it knows it also where the answer is lost. */
export const handOffOpeningSchema = z.object({
  token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
});

export const orderTokenSchema = z.object({
  token: z.string(),
  /** 72 hours from now, or five minutes for a hand-off. */
  expiresAt: z.iso.datetime(),
});
export type OrderToken = z.infer<typeof orderTokenSchema>;
