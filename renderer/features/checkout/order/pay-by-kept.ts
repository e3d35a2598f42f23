/** Pays by the card that is kept in the account: asked by who is signed in, and for what the server says that the order comes to. */
import type { PaymentAnswer } from '../../../../sync/protocol/api/orders.ts';
import type { Platform } from '../../../platform/contract/contract.ts';
import type { Asked, OrderRequests } from './order-requests.ts';

export async function payByKept(
  platform: Pick<Platform, 'account'>,
  requests: Pick<OrderRequests, 'read'>,
): Promise<Asked<PaymentAnswer>> {
  const read = await requests.read();
  if (read.status !== 'ok') return read;
  const changes = await platform.account?.changes();
  const { id, totals } = read.answer.order;
  const paid = await changes?.payByCard(id, totals.total);
  if (paid?.status === 'ok' || paid?.status === 'refused') return paid;
  return { status: paid?.status === 'offline' ? 'offline' : 'absent' };
}
