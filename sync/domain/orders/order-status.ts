/**
 * The four statuses of an order, and the one label that a patient reads: the table that device, server and console share.
 *
 * Events repeat and arrive out of order, so that each status only moves forward by rank; `declined`, `cancelled` and their like are terminal and distinct.
 */

/** Of the consultation that a prescription line waits for. `none`: nothing in the order asks for one. */
export const clinicalStatuses = [
  'none',
  'waiting',
  'in_review',
  'needs_info',
  'approved',
  'declined',
  'referred',
  'expired',
] as const;
export type ClinicalStatus = (typeof clinicalStatuses)[number];

/**
 * `none`: nothing has been started. `setup`: nothing is due now, and a card is saved. `deferred`: paid at the counter. `unknown`: the provider hasn't said yet.
 * `canceling`: to be released, and the provider hasn't confirmed it.
 */
export const paymentStatuses = [
  'none',
  'requires_method',
  'requires_action',
  'unknown',
  'failed',
  'setup',
  'deferred',
  'authorized',
  'captured',
  'canceling',
  'voided',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const fulfillmentStatuses = [
  'unfulfilled',
  'on_hold',
  'preparing',
  'ready_for_pickup',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'exception',
  'refused',
  'delivered',
  'picked_up',
  'returned',
  'cancelled',
] as const;
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

/** `problem`: the patient has to settle something first, such as a price that rose. */
export const orderStatuses = ['problem', 'placed', 'closed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface OrderStatuses {
  readonly order: OrderStatus;
  readonly clinical: ClinicalStatus;
  readonly payment: PaymentStatus;
  readonly fulfillment: FulfillmentStatus;
}

/** What the patient reads; each has its text in the catalogs. `completed`: a consultation without any goods, charged. */
export const orderLabels = [
  'problem',
  'not-paid',
  'confirming-payment',
  'received',
  'in-review',
  'needs-info',
  'approved',
  'payment-problem',
  'preparing',
  'ready',
  'on-its-way',
  'delivery-problem',
  'could-not-fill',
  'delivered',
  'collected',
  'completed',
  'returned',
  'not-approved',
  'expired',
  'cancelled',
] as const;
export type OrderLabel = (typeof orderLabels)[number];

const ON_ITS_WAY: readonly FulfillmentStatus[] = ['shipped', 'in_transit', 'out_for_delivery'];
/** After a void paying begins again, where the order is still wanted. */
const UNPAID: readonly PaymentStatus[] = ['none', 'requires_method', 'voided'];
const PAYMENT_PROBLEM: readonly PaymentStatus[] = ['failed', 'requires_action'];

/** The first line of the table that holds. */
export function orderLabel({ order, clinical, payment, fulfillment }: OrderStatuses): OrderLabel {
  if (clinical === 'declined' || clinical === 'referred') return 'not-approved';
  if (clinical === 'expired') return 'expired';
  if (order === 'cancelled') return 'cancelled';
  if (fulfillment === 'returned') return 'returned';
  if (fulfillment === 'delivered') return 'delivered';
  if (fulfillment === 'picked_up') return 'collected';
  if (fulfillment === 'exception') return 'delivery-problem';
  if (fulfillment === 'refused') return 'could-not-fill';
  if (ON_ITS_WAY.includes(fulfillment)) return 'on-its-way';
  if (fulfillment === 'ready_for_pickup') return 'ready';
  if (fulfillment === 'preparing') return 'preparing';
  if (order === 'closed') return 'completed';
  if (order === 'problem') return 'problem';
  if (payment === 'unknown') return 'confirming-payment';
  if (PAYMENT_PROBLEM.includes(payment)) return 'payment-problem';
  if (UNPAID.includes(payment)) return 'not-paid';
  if (clinical === 'needs_info') return 'needs-info';
  if (clinical === 'in_review') return 'in-review';
  if (clinical === 'approved') return 'approved';
  return 'received';
}

/** Who acts next. `provider`: the payment provider has yet to say; `nobody`: it is over, and the money is settled. */
export const waitingOn = ['patient', 'clinician', 'pharmacy', 'provider', 'carrier', 'nobody'] as const;
export type WaitingOn = (typeof waitingOn)[number];

const OF_PATIENT: readonly OrderLabel[] = ['problem', 'not-paid', 'payment-problem', 'needs-info', 'ready'];
const OF_PHARMACY: readonly OrderLabel[] = ['approved', 'preparing', 'could-not-fill', 'delivery-problem'];
const OF_PROVIDER: readonly PaymentStatus[] = ['unknown', 'canceling', 'refund_pending'];

export function waitsOn(statuses: OrderStatuses): WaitingOn {
  const label = orderLabel(statuses);
  if (OF_PATIENT.includes(label)) return 'patient';
  if (OF_PHARMACY.includes(label)) return 'pharmacy';
  if (label === 'on-its-way') return 'carrier';
  if (label === 'in-review') return 'clinician';
  if (label === 'received') return statuses.clinical === 'none' ? 'pharmacy' : 'clinician';
  return OF_PROVIDER.includes(statuses.payment) ? 'provider' : 'nobody';
}
