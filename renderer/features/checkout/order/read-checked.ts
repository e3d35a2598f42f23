/** An order whose payment may have been confirmed at the provider's or the bank's own page, of which the server hears late: it is asked to look before anything is said of money. */
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { OrderAnswer } from '../../../../sync/protocol/api/orders.ts';
import type { Asked, OrderRequests } from './order-requests.ts';

/** Begun, and not known to be paid: also where something is to be settled first by now. */
const isBegun = ({ statuses: { order, payment } }: OrderView) =>
  (order === 'placed' || order === 'problem') && ['requires_method', 'requires_action'].includes(payment);

export const unsure = (order: OrderView): OrderView => ({
  ...order,
  statuses: { ...order.statuses, payment: 'unknown' },
});

/** No answer of the provider's is no decline: then nobody knows, and is told so. */
export async function readChecked(
  requests: Pick<OrderRequests, 'read' | 'checkPayment'>,
): Promise<Asked<OrderAnswer>> {
  const asked = await requests.read();
  if (asked.status !== 'ok' || !isBegun(asked.answer.order)) return asked;
  const checked = await requests.checkPayment();
  const isKnown = checked.status === 'ok' && checked.answer.result !== 'unknown';
  const order = isKnown ? checked.answer.order : unsure(asked.answer.order);
  return { status: 'ok', answer: { ...asked.answer, order } };
}
