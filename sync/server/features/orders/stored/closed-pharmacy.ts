/** A pharmacy that hands nothing over any more, of an order that still has to be prepared there. Once it is ready, what the vendor's list says now is asked no more. */
import { fulfillmentRank } from '../../../../domain/orders/order-events.ts';
import type { Shop } from '../../../../domain/shop/shop.ts';
import type { StoredOrder } from './stored-order.ts';

const CODE = 'PHARMACY_INACTIVE';

/** @param shop undefined: nobody knows. */
export function isPharmacyClosed(
  { content: { delivery }, statuses }: Pick<StoredOrder, 'content' | 'statuses'>,
  shop: Pick<Shop, 'pharmacies'> | undefined,
): boolean {
  const isOpen = statuses.order === 'placed' || statuses.order === 'problem';
  const isToPrepare = fulfillmentRank(statuses.fulfillment) < fulfillmentRank('ready_for_pickup');
  if (delivery.way !== 'pickup' || !isOpen || !isToPrepare || !shop) return false;
  return shop.pharmacies.find(({ id }) => id === delivery.pharmacy)?.active !== true;
}

/** As it is shown, also where it is paid: its patient chooses another one. */
export function withPharmacyProblem(
  order: StoredOrder,
  shop: Pick<Shop, 'pharmacies'> | undefined,
): StoredOrder {
  if (!isPharmacyClosed(order, shop) || order.problems.some(({ code }) => code === CODE)) return order;
  const { problems, statuses } = order;
  return { ...order, problems: [...problems, { code: CODE }], statuses: { ...statuses, order: 'problem' } };
}
