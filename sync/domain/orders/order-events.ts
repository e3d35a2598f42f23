/**
 * What happened to an order, and the statuses that follow from it. Events repeat and arrive in any order: the statuses are a function of which events there are,
 * never of when they were heard. Ranks only rise, and what is over stays so.
 */
import type {
  ClinicalStatus,
  FulfillmentStatus,
  OrderStatus,
  OrderStatuses,
  PaymentStatus,
} from './order-status.ts';

const clinicalEvents = {
  in_review: 'in_review',
  needs_info: 'needs_info',
  approved: 'approved',
  declined: 'declined',
  referred: 'referred',
  review_expired: 'expired',
} as const satisfies Readonly<Record<string, ClinicalStatus>>;

/** `tracking`: a parcel has a number, and so it is on its way at least. */
const fulfillmentEvents = {
  preparing: 'preparing',
  ready_for_pickup: 'ready_for_pickup',
  tracking: 'shipped',
  shipped: 'shipped',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  exception: 'exception',
  refused: 'refused',
  delivered: 'delivered',
  picked_up: 'picked_up',
  returned: 'returned',
} as const satisfies Readonly<Record<string, FulfillmentStatus>>;

export type ClinicalEvent = keyof typeof clinicalEvents;
export type FulfillmentEvent = keyof typeof fulfillmentEvents;
export type OrderEventName =
  | ClinicalEvent
  | FulfillmentEvent
  | 'placed'
  | 'problem'
  | 'settled'
  | 'price_lowered'
  | 'price_accepted'
  | 'pharmacy_changed'
  | 'reservation_ended'
  | 'cancelled'
  | 'authorized'
  | 'card_saved'
  | 'to_pay_at_desk'
  | 'charged'
  | 'payment_failed'
  | 'released'
  | 'refund_started'
  | 'refunded'
  | 'disputed';

export interface OrderEvent {
  readonly event: OrderEventName;
  /** ISO 8601. */
  readonly at: string;
  /** Of fulfillment: each pharmacy that is asked begins one; the newest counts. */
  readonly attempt: number;
}

/** The later one wins. Refused by one pharmacy, an order is prepared by the next: that is another attempt. */
const FULFILLMENT_RANKS: readonly FulfillmentStatus[] = [
  'unfulfilled',
  'on_hold',
  'preparing',
  'ready_for_pickup',
  'refused',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'exception',
  'delivered',
  'picked_up',
  'returned',
  'cancelled',
];
export const fulfillmentRank = (status: FulfillmentStatus): number => FULFILLMENT_RANKS.indexOf(status);
export const isHandedOver = (status: FulfillmentStatus): boolean =>
  status !== 'cancelled' && fulfillmentRank(status) >= fulfillmentRank('shipped');

/** When it left the house; undefined: it hasn't. */
export function handedOverAt(events: readonly OrderEvent[]): string | undefined {
  const known: Readonly<Record<string, FulfillmentStatus>> = fulfillmentEvents;
  return events
    .filter(({ event }) => known[event] !== undefined && isHandedOver(known[event]))
    .map(({ at }) => at)
    .toSorted()[0];
}

/** Those that are over, the one that counts first. Should two have been heard, nothing is charged. */
const CLINICAL_ENDS: readonly ClinicalStatus[] = ['declined', 'referred', 'expired', 'approved'];
const NOT_APPROVED: readonly ClinicalStatus[] = ['declined', 'referred', 'expired'];
export const isNotApproved = (clinical: ClinicalStatus): boolean => NOT_APPROVED.includes(clinical);

function clinicalOf(
  events: readonly OrderEvent[],
  { waitsForReview, waitsForId }: Pick<OrderFacts, 'waitsForReview' | 'waitsForId'>,
): ClinicalStatus {
  if (!waitsForReview) return 'none';
  const found = events.flatMap(({ event, at }) => {
    const status = (clinicalEvents as Readonly<Record<string, ClinicalStatus>>)[event];
    return status === undefined ? [] : [{ status, at }];
  });
  const end = CLINICAL_ENDS.find((status) => found.some((one) => one.status === status));
  if (end === 'approved' && waitsForId) return 'waiting';
  if (end !== undefined) return end;
  // Staff ask and are answered, in turns: the newest.
  const newest = found.toSorted((a, b) => (`${a.at} ${a.status}` < `${b.at} ${b.status}` ? 1 : -1))[0];
  return newest?.status ?? 'waiting';
}

function heardOf(events: readonly OrderEvent[]): FulfillmentStatus {
  const attempt = Math.max(0, ...events.map((one) => one.attempt));
  const ranks = events.flatMap((one) => {
    const status = (fulfillmentEvents as Readonly<Record<string, FulfillmentStatus>>)[one.event];
    return status === undefined || one.attempt < attempt ? [] : [fulfillmentRank(status)];
  });
  return FULFILLMENT_RANKS[Math.max(0, ...ranks)] ?? 'unfulfilled';
}

export interface OrderFacts {
  /** Something in it waits for a consultation. */
  readonly waitsForReview: boolean;
  /** Approved, and the patient hasn't shown the photo ID that is asked for where it goes. */
  readonly waitsForId: boolean;
  /** The patient has to settle something first. */
  readonly hasProblems: boolean;
  /** There are no goods in it: it is over once its consultation is, and is charged. */
  readonly isConsultation: boolean;
  /** As the payments say it: they alone write it. */
  readonly payment: PaymentStatus;
}

const OVER: readonly FulfillmentStatus[] = ['delivered', 'picked_up', 'returned'];
const STUCK: readonly PaymentStatus[] = ['failed', 'requires_action'];
const CHARGED: readonly PaymentStatus[] = [
  'captured',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'disputed',
];

export function statusesOf(events: readonly OrderEvent[], facts: OrderFacts): OrderStatuses {
  const { payment } = facts;
  const clinical = clinicalOf(events, facts);
  const heard = heardOf(events);
  // What has left the house isn't undone by a word.
  const isCancelled =
    !isHandedOver(heard) && (isNotApproved(clinical) || events.some(({ event }) => event === 'cancelled'));
  if (isCancelled) return { order: 'cancelled', clinical, payment, fulfillment: 'cancelled' };
  const isHeld =
    heard === 'unfulfilled' &&
    (clinical === 'needs_info' || (clinical === 'approved' && STUCK.includes(payment)));
  const fulfillment = isHeld ? 'on_hold' : heard;
  const isCompleted = facts.isConsultation && clinical === 'approved' && CHARGED.includes(payment);
  const order: OrderStatus =
    isCompleted || OVER.includes(heard)
      ? 'closed'
      : facts.hasProblems && !isHandedOver(heard)
        ? 'problem'
        : 'placed';
  return { order, clinical, payment, fulfillment };
}
