/** What may be done with an order: the one table that the server asks and the console shows. No capture without approval, no parcel without money. */
import { fulfillmentRank, isHandedOver } from './order-events.ts';
import type { OrderStatuses, PaymentStatus } from './order-status.ts';
import type { Way } from './order-view.ts';

export const orderActions = [
  'desk-payment',
  'preparing',
  'ready_for_pickup',
  'shipped',
  /** One more parcel, or a corrected number, of what is on its way. */
  'tracking',
  'delivered',
  'picked_up',
  'exception',
  'refused',
  'returned',
  'packing-slip',
  'cancel',
  'refund',
] as const;
export type OrderAction = (typeof orderActions)[number];

export interface GuardedOrder {
  readonly statuses: OrderStatuses;
  readonly way: Way;
  /** What is paid here, in the minor unit. */
  readonly total: number;
  readonly charged: number;
  /** Charged, less what was and is being refunded, and what disputes have taken. */
  readonly refundable: number;
  /** The pharmacy hands nothing over any more: nothing is prepared there. */
  readonly isPharmacyClosed?: boolean;
}

const PAID: readonly PaymentStatus[] = ['captured', 'partially_refunded'];

/** Nothing waits for a clinician, or one has approved it. */
export const isCleared = ({ clinical }: OrderStatuses): boolean =>
  clinical === 'none' || clinical === 'approved';
/** All of it: the provider's page may have charged an amount of before. */
export const isPaid = ({
  statuses,
  total,
  charged,
}: Pick<GuardedOrder, 'statuses' | 'total' | 'charged'>): boolean =>
  total === 0 || (PAID.includes(statuses.payment) && charged >= total);
export const mayCapture = (statuses: OrderStatuses): boolean =>
  statuses.order === 'placed' && isCleared(statuses);

export function mayDo(action: OrderAction, guarded: GuardedOrder): boolean {
  const { statuses, way } = guarded;
  const { order, payment, fulfillment } = statuses;
  const rank = fulfillmentRank(fulfillment);
  const isBefore = (status: Parameters<typeof fulfillmentRank>[0]) => rank < fulfillmentRank(status);
  const isReady = order === 'placed' && isCleared(statuses);
  const paid = isPaid(guarded);
  const isSettled = paid || (way === 'pickup' && payment === 'deferred');
  const mayPrepare = isReady && way !== 'none' && isSettled && guarded.isPharmacyClosed !== true;
  switch (action) {
    case 'desk-payment':
      return isReady && payment === 'deferred' && guarded.total > 0;
    case 'preparing':
      return mayPrepare && isBefore('preparing');
    case 'ready_for_pickup':
      return mayPrepare && way === 'pickup' && isBefore('ready_for_pickup');
    case 'refused':
      return isReady && way === 'pickup' && isBefore('refused');
    case 'shipped':
      return isReady && paid && way === 'mail' && isBefore('shipped');
    case 'tracking':
      return isReady && paid && way === 'mail' && isBefore('delivered');
    case 'delivered':
      return way === 'mail' && isHandedOver(fulfillment) && isBefore('delivered');
    case 'exception':
      return way === 'mail' && isHandedOver(fulfillment) && isBefore('exception');
    case 'picked_up':
      return (
        isReady &&
        paid &&
        way === 'pickup' &&
        (fulfillment === 'preparing' || fulfillment === 'ready_for_pickup')
      );
    case 'returned':
      return isHandedOver(fulfillment) && isBefore('returned');
    case 'packing-slip':
      return isReady && paid && way !== 'none';
    case 'cancel':
      return (order === 'placed' || order === 'problem') && isBefore('shipped');
    case 'refund':
      return guarded.refundable > 0 && payment !== 'disputed';
  }
}
