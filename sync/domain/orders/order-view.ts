/** An order as its patient sees it: what the server answers, and the body of the record `order`. Amounts are in the minor unit of `currency`. */
import { z } from 'zod/mini';
import { localizedSchema } from '../localized.ts';
import { slug } from '../pack-fields.ts';
import { placeCode } from '../places/place-code.ts';
import { addressSchema } from '../profile/address.ts';
import { clinicalStatuses, fulfillmentStatuses, orderStatuses, paymentStatuses } from './order-status.ts';

const amount = z.int();
const instant = z.iso.datetime();

/** What has to be settled before it can be paid: codes of the error catalog. */
export const orderProblems = [
  'PRICE_CHANGED',
  'ITEM_UNAVAILABLE',
  'QTY_LIMIT',
  'RX_NOT_QUALIFIED',
  'CONSULTATION_EXPIRED',
  'AREA_NOT_SERVED',
  'PROMO_INVALID',
  'PROMO_EXPIRED',
  'PROMO_NOT_ELIGIBLE',
  'PHARMACY_INACTIVE',
  'PICKUP_NOT_ALLOWED',
  'ADDRESS_INCOMPLETE',
  'CONSENT_OUTDATED',
] as const;
export type OrderProblem = (typeof orderProblems)[number];

export const orderLineSchema = z.object({
  sku: z.string(),
  product: slug,
  /** `consultation`: its fee, which is charged with what it leads to. */
  kind: z.enum(['rx', 'otc', 'consultation']),
  name: localizedSchema,
  pack: localizedSchema,
  quantity: z.int().check(z.positive()),
  /** Of one, before discount and tax. */
  unit: amount,
  discount: amount,
  tax: amount,
  /** Quantity times unit, less discount; without tax. */
  total: amount,
  everyDays: z.optional(z.int()),
  /** Paid at the pharmacy's counter, and in no total here. */
  atCounter: z.optional(z.literal(true)),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

export const orderTotalsSchema = z.object({
  subtotal: amount,
  discount: amount,
  shipping: amount,
  tax: amount,
  total: amount,
});
export type OrderTotals = z.infer<typeof orderTotalsSchema>;

/** Follows from the ledger, and is what every sentence about money is made of. */
export const orderMoneySchema = z.object({
  /** Held on the card and not charged. */
  held: amount,
  charged: amount,
  refunded: amount,
  /** Asked for, and not confirmed by the provider yet. */
  refunding: amount,
  /** Taken back by the patient's bank for good; absent where nothing was. */
  lost: z.optional(amount),
  /** Of the saved or held card: the last four digits. */
  card: z.optional(z.string()),
});
export type OrderMoney = z.infer<typeof orderMoneySchema>;

/** Of goods. */
export const deliverySchema = z.union([
  z.object({ way: z.literal('mail'), address: addressSchema, rate: z.string() }),
  z.object({ way: z.literal('pickup'), pharmacy: z.string(), note: z.optional(z.string()) }),
]);
/** `none`: its consultation is all that is sold. */
export const handingOverSchema = z.union([deliverySchema, z.object({ way: z.literal('none') })]);
export type Delivery = z.infer<typeof handingOverSchema>;
export type Way = Delivery['way'];

export const orderViewSchema = z.object({
  /** The patient's own name for it: `session` of its operation. */
  id: z.uuid(),
  /** The human code: the order number. */
  code: z.string(),
  placedAt: instant,
  currency: z.string(),
  lines: z.array(orderLineSchema),
  totals: orderTotalsSchema,
  /** What the patient had been shown, where that was less than `totals.total`: to be accepted first. */
  shownTotal: z.optional(amount),
  delivery: handingOverSchema,
  /** Of the card, where that isn't the delivery's address. */
  billing: z.optional(addressSchema),
  contact: z.object({ name: z.string(), email: z.optional(z.string()), phone: z.optional(z.string()) }),
  statuses: z.object({
    order: z.enum(orderStatuses),
    clinical: z.enum(clinicalStatuses),
    payment: z.enum(paymentStatuses),
    fulfillment: z.enum(fulfillmentStatuses),
  }),
  problems: z.array(z.object({ code: z.enum(orderProblems), sku: z.optional(z.string()) })),
  money: orderMoneySchema,
  /** How it is paid; absent until that is chosen. */
  payment: z.optional(z.enum(['card', 'desk'])),
  /** Documents that were agreed to with it: whoever orders again under the same terms isn’t asked again. */
  agreed: z.optional(
    z.array(
      z.object({
        ...{ document: z.string(), version: z.string(), sha256: z.string() },
        /** In which it was shown, and when it was agreed to. */
        ...{ language: z.optional(z.string()), decidedAt: z.optional(z.string()) },
      }),
    ),
  ),
  /** The operation that sent the consultation. */
  consultation: z.optional(z.uuid()),
  /** Where the patient said to be in it. */
  consultedIn: z.optional(placeCode),
  /** Approved, and not to be charged or handed over before the photo ID that it asks for is confirmed. */
  waitsForId: z.optional(z.literal(true)),
  /** Of a decision against it: coded, with the clinician's words and what they advise instead. */
  decision: z.optional(
    z.object({ reason: z.string(), text: z.string(), alternatives: z.array(z.string()), at: instant }),
  ),
  reviewBy: z.optional(instant),
  tracking: z.optional(z.array(z.object({ carrier: z.string(), number: z.string(), at: instant }))),
  /** What happened, the newest last. */
  history: z.array(
    z.object({ at: instant, event: z.string(), actor: z.enum(['patient', 'clinic', 'system']) }),
  ),
});
export type OrderView = z.infer<typeof orderViewSchema>;

/** Its fee is all that is in it. */
export const isConsultation = ({ delivery }: Pick<OrderView, 'delivery'>): boolean => delivery.way === 'none';
