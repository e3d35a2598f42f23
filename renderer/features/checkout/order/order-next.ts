/** What is to be done about an order that the vendor has: what a checkout and a success page go by. Pure. */
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';

/** `settle`: the price has changed, or something else has to be settled. */
export type OrderNext = 'settle' | 'pay' | 'nothing';

type Paid = Pick<OrderView, 'statuses' | 'payment' | 'totals'>;

/** After a void paying begins again. */
const OPEN = ['none', 'requires_method', 'requires_action', 'failed', 'voided'];

/** No card stands for it. */
export const isUnpaid = ({ statuses: { payment } }: Pick<OrderView, 'statuses'>): boolean =>
  [...OPEN, 'deferred'].includes(payment);

/** By card, now. One that waits at the counter may still be paid so. */
export const mayPay = ({ statuses, totals }: Paid): boolean =>
  statuses.order === 'placed' && totals.total > 0 && isUnpaid({ statuses });

export function nextOf(view: Paid): OrderNext {
  const { order, payment } = view.statuses;
  if (order === 'problem') return 'settle';
  const isOpen = order === 'placed' && (OPEN.includes(payment) || payment === 'unknown');
  return view.payment !== 'desk' && view.totals.total > 0 && isOpen ? 'pay' : 'nothing';
}

/** Nothing about it changes any more, unless something goes wrong. */
export const isSettled = ({ statuses: { order, fulfillment } }: Pick<OrderView, 'statuses'>): boolean =>
  order === 'cancelled' || order === 'closed' || ['delivered', 'picked_up', 'returned'].includes(fulfillment);

/** Until it is sent there, the pharmacy is the patient's to change. */
export const mayChangePharmacy = ({
  delivery,
  statuses: { order, fulfillment, clinical },
}: Pick<OrderView, 'delivery' | 'statuses'>): boolean =>
  delivery.way === 'pickup' &&
  (order === 'placed' || order === 'problem') &&
  ['unfulfilled', 'on_hold', 'refused'].includes(fulfillment) &&
  !['declined', 'referred', 'expired'].includes(clinical);
