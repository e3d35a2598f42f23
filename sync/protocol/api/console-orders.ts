/**
 * Orders, for the clinic's staff: below `/console/{vendor}/api/`, as `staff.ts` says. Amounts are in the minor unit of the order's currency.
 *
 * | request                                              | permission       | body                     | answer                                                     |
 * |------------------------------------------------------|------------------|--------------------------|------------------------------------------------------------|
 * | `GET    orders?label=&waiting=&attention=&from=&to=&q=&cursor=` | `orders.read`    |                          | {@link OrdersResponse}; the newest first                    |
 * | `GET    orders/{id}`                                 | `orders.read`    |                          | {@link ConsoleOrder}                                       |
 * | `GET    orders/{id}/packing-slip`                    | `orders.fulfill` |                          | {@link PackingSlip}; `ORDER_LOCKED` before it is paid       |
 * | `POST   orders/{id}/desk-payment`                    | `orders.fulfill` | {@link DeskPayment}      | {@link ConsoleOrder}; `PRICE_CHANGED` for another amount    |
 * | `POST   orders/{id}/fulfillment`                     | `orders.fulfill` | {@link FulfillmentChange}| {@link ConsoleOrder}; `ORDER_LOCKED` where the guard says no |
 * | `POST   orders/{id}/cancellation`                    | `orders.refund`  | {@link OrderCancellation}| {@link ConsoleOrder}; `ORDER_LOCKED` once it is on its way   |
 * | `POST   orders/{id}/refund`                          | `orders.refund`  | {@link RefundRequest}    | {@link ConsoleOrder}; `REFUND_IMPOSSIBLE`                   |
 * | `POST   tracking-import`                             | `orders.fulfill` | {@link TrackingImport}   | {@link TrackingImportAnswer}                               |
 * | `GET    order-export?label=&waiting=&from=&to=&q=`    | `orders.read`    |                          | {@link OrderExport}: at most {@link MAX_EXPORTED} rows       |
 *
 * `actions` of an order says which of these it allows now, for the role that asks: what isn't in it is refused.
 */
import { z } from 'zod/mini';
import { localizedSchema } from '../../domain/localized.ts';
import { orderActions } from '../../domain/orders/order-guards.ts';
import { type FulfillmentStatus, orderLabels, waitingOn } from '../../domain/orders/order-status.ts';
import { orderLineSchema, orderViewSchema } from '../../domain/orders/order-view.ts';
import { paymentAttentions } from '../../domain/payment/payment-attention.ts';
import { addressSchema } from '../../domain/profile/address.ts';

const instant = z.iso.datetime();
const count = z.int().check(z.nonnegative());
const amount = z.int().check(z.nonnegative());
const attention = z.enum(paymentAttentions);
const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const ORDERS_PER_PAGE = 50;
export const MAX_EXPORTED = 5_000;
export const MAX_ORDER_QUERY_LENGTH = 200;

/** In the address of a request. `q`: an order number, or words of the name that the patient gave. */
export const ordersQuerySchema = z.object({
  label: z.optional(z.enum(orderLabels)),
  waiting: z.optional(z.enum(waitingOn)),
  /** `1`: whose payment staff are to look at. */
  attention: z.optional(z.literal('1')),
  /** Received from then on, and before then. */
  from: z.optional(instant),
  to: z.optional(instant),
  q: z.optional(z.string().check(z.maxLength(MAX_ORDER_QUERY_LENGTH))),
  cursor: z.optional(z.string().check(z.maxLength(100))),
});
export type OrdersQuery = z.infer<typeof ordersQuerySchema>;

export const orderRowSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  /** As the patient gave it. */
  name: z.string(),
  placedAt: instant,
  label: z.enum(orderLabels),
  /** Who acts next. */
  waitingOn: z.enum(waitingOn),
  statuses: orderViewSchema.shape.statuses,
  total: amount,
  currency: z.string(),
  way: z.enum(['mail', 'pickup', 'none']),
  /** Units in all. */
  items: count,
  hasPrescription: z.boolean(),
  /** Why staff are to look at its payment. */
  attention: z.optional(attention),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

export const ordersResponseSchema = z.object({
  orders: z.array(orderRowSchema),
  /** Of all orders, whatever is filtered: for the badges. Counted up to 1000. */
  counts: z.record(z.enum(waitingOn), count),
  /** Orders whose payment staff are to look at; `strays`: movements at the provider that belong to no order. */
  attention: z.object({ orders: count, strays: count }),
  /** Opaque; null at the end. */
  cursor: z.nullable(z.string()),
  serverTime: instant,
});
export type OrdersResponse = z.infer<typeof ordersResponseSchema>;

export const refundableLineSchema = z.object({
  sku: z.string(),
  kind: orderLineSchema.shape.kind,
  /** What each unit that isn't refunded yet gives back, with its discount and tax as they were stored: in the order in which they are refunded. */
  units: z.array(amount),
  refunded: count,
});

/** Where it goes, in words: as the vendor's shop has them. */
const handingSchema = z.union([
  z.object({ way: z.literal('mail'), address: addressSchema, rate: localizedSchema }),
  z.object({
    way: z.literal('pickup'),
    pharmacy: z.object({
      id: z.string(),
      name: z.string(),
      lines: z.array(z.string()),
      city: z.string(),
      region: z.optional(z.string()),
      postcode: z.string(),
      phone: z.string(),
    }),
    note: z.optional(z.string()),
  }),
  z.object({ way: z.literal('none') }),
]);
export type Handing = z.infer<typeof handingSchema>;

export const consoleOrderSchema = z.object({
  order: orderViewSchema,
  to: handingSchema,
  label: z.enum(orderLabels),
  waitingOn: z.enum(waitingOn),
  attention: z.optional(attention),
  /** Whose account it is in; null for a guest. */
  person: z.nullable(z.uuid()),
  /** The consultation's case, where one is there: `cases/{id}`. */
  caseId: z.nullable(z.uuid()),
  language: z.string(),
  /** What the patient has agreed to with it, the first first. `title`: null where the vendor has published no such text. `decidedAt`: by their device's clock. */
  agreed: z.array(
    z.object({
      document: z.string(),
      title: z.nullable(localizedSchema),
      version: z.string(),
      /** In which it was shown. */
      language: z.string(),
      decidedAt: z.iso.datetime({ offset: true }),
    }),
  ),
  actions: z.array(z.enum(orderActions)),
  /** What is to be paid at the counter; 0 where nothing is. */
  dueAtDesk: amount,
  refundable: z.object({
    lines: z.array(refundableLineSchema),
    /** Of the delivery, with its tax; 0 once it is refunded, or where there was none. */
    shipping: amount,
    /** Charged, less what was or is being refunded and what disputes have taken: no refund is higher. */
    most: amount,
  }),
  /** Each event with who acted, the newest last; staff also read who it was. */
  events: z.array(
    z.object({
      at: instant,
      event: z.string(),
      actor: z.enum(['patient', 'clinic', 'system']),
      by: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
  serverTime: instant,
});
export type ConsoleOrder = z.infer<typeof consoleOrderSchema>;

/** The amount that staff have taken: all of what is due. */
export const deskPaymentSchema = z.object({ amount });
export type DeskPayment = z.infer<typeof deskPaymentSchema>;

export const trackingSchema = z.object({
  carrier: words(40),
  number: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{3,39}$/)),
});
export type Tracking = z.infer<typeof trackingSchema>;

const targets = [
  'preparing',
  'ready_for_pickup',
  'shipped',
  'delivered',
  'picked_up',
  'exception',
  'refused',
  'returned',
] as const satisfies readonly FulfillmentStatus[];

/** `tracking` alone, without `to`, is one more parcel or number; it also ships what wasn't shipped yet. */
export const fulfillmentChangeSchema = z.object({
  to: z.optional(z.enum(targets)),
  tracking: z.optional(trackingSchema),
  /** For staff. */
  note: z.optional(words(500)),
});
export type FulfillmentChange = z.infer<typeof fulfillmentChangeSchema>;

export const orderCancellationSchema = z.object({ reason: words(500) });
export type OrderCancellation = z.infer<typeof orderCancellationSchema>;

export const refundRequestSchema = z.object({
  /** Made by the console for this refund: asked twice, it is one; of another order, it is refused with `/id` in `errors`. */
  id: z.uuid(),
  /** Units that aren't refunded yet, the next ones of each line. */
  lines: z
    .array(z.object({ sku: z.string().check(z.maxLength(40)), quantity: z.int().check(z.positive()) }))
    .check(z.maxLength(50)),
  shipping: z.boolean(),
  reason: words(500),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** What goes into the parcel, without any price. */
export const packingSlipSchema = z.object({
  code: z.string(),
  placedAt: instant,
  name: z.string(),
  language: z.string(),
  to: handingSchema,
  lines: z.array(
    z.object({
      sku: z.string(),
      name: localizedSchema,
      pack: localizedSchema,
      quantity: count,
      kind: z.enum(['rx', 'otc']),
    }),
  ),
});
export type PackingSlip = z.infer<typeof packingSlipSchema>;

export const MAX_TRACKING_CHARACTERS = 500_000;
export const MAX_TRACKING_LINES = 1_000;
/** The columns of a file of tracking numbers, by the words that its head line uses (case and `_` don't count). */
export const trackingColumns = { order: 'order', carrier: 'carrier', number: 'tracking number' } as const;
export const trackingFaults = [
  'not-csv',
  'empty',
  'column-missing',
  'too-many-lines',
  'missing',
  'not-a-carrier',
  'not-a-number',
  'unknown-order',
  /** Devices make up codes, and two orders have this one: nobody can tell which is meant. */
  'ambiguous-order',
  /** Not paid, not approved, to be picked up, or over: see the order. */
  'not-shippable',
] as const;
export type TrackingFault = (typeof trackingFaults)[number];

export const trackingImportSchema = z.object({
  csv: z.string().check(z.maxLength(MAX_TRACKING_CHARACTERS)),
  /** Says what it would do, and does nothing. */
  dryRun: z.boolean(),
});
export type TrackingImport = z.infer<typeof trackingImportSchema>;

/** With a fault in any line nothing is taken. */
export const trackingImportAnswerSchema = z.object({
  applied: z.boolean(),
  /** Of numbers that are new, and that were there already. */
  added: count,
  known: count,
  lines: z.array(
    z.object({
      line: count,
      order: z.string(),
      orderId: z.nullable(z.uuid()),
      does: z.enum(['ships', 'adds', 'known']),
    }),
  ),
  /** `line` as an editor counts them, the head line being 1; 0 for the file as a whole. */
  faults: z.array(
    z.object({
      line: count,
      column: z.nullable(z.enum(['order', 'carrier', 'number'])),
      fault: z.enum(trackingFaults),
    }),
  ),
});
export type TrackingImportAnswer = z.infer<typeof trackingImportAnswerSchema>;

export const orderExportSchema = z.object({
  /** RFC 4180; no cell that a spreadsheet would take for a formula. */
  csv: z.string(),
  /** There are more than these. */
  more: z.boolean(),
});
export type OrderExport = z.infer<typeof orderExportSchema>;
