/** Puts an order into the outbox: once, however often this device tries. */
import { afterOrder } from '../../../../sync/domain/cart/cart.ts';
import { otherBilling } from '../../../../sync/domain/orders/billing.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { Quote } from '../../../../sync/domain/shop/quote.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { orderPlace, orderSubmission } from '../../../../sync/protocol/operations/order-place.ts';
import type { OrderPlace } from '../../../../sync/protocol/operations/payloads/order-place.ts';
import { editCart } from '../../../device/cart/stored-cart.ts';
import type { DeviceOwner, Platform } from '../../../platform/contract/contract.ts';
import { keepOrder } from '../order/order-token.ts';
import type { CheckoutContext } from './checkout-events.ts';
import type { OrderedCart } from './read-cart.ts';
import { billingToSend, deliveryOf, readContact } from './read-details.ts';

export interface OrderToPlace {
  readonly order: string;
  readonly token: string;
  readonly person: string | undefined;
  readonly owner: DeviceOwner;
  readonly way: Way;
  readonly cart: OrderedCart;
  readonly shop: Shop;
  readonly quote: Pick<Quote, 'totals'>;
  readonly currency: string;
  readonly region: string;
  readonly language: string;
}

export class OrderIncomplete extends Error {
  override readonly name = 'OrderIncomplete';
  readonly code = 'incomplete';
}

export async function placeOrder(
  platform: Platform,
  asked: OrderToPlace,
  { details, consents }: Pick<CheckoutContext, 'details' | 'consents'>,
): Promise<void> {
  const { order, token, person, owner, way, cart, shop, quote, currency, region, language } = asked;
  // Before it is queued: an order that nobody can open would be lost to its patient.
  await keepOrder(platform, order, { token });
  const sent = await platform.deliveries.list();
  if (sent.some(({ kind, session }) => kind === orderPlace.kind && session === order)) return;
  const { contact } = await readContact(details, region);
  const delivery = deliveryOf(way, details, shop);
  if (!contact || !delivery) throw new OrderIncomplete();
  const promotion = details.promotion.trim();
  const billing = otherBilling({ delivery, billing: billingToSend(details) });
  const placed: OrderPlace = {
    ...{ session: order, vendor: platform.vendor, ...(person !== undefined && { person }) },
    ...{ placedAt: platform.now().toISOString(), token, cart: { id: cart.id, version: cart.version } },
    lines: cart.lines.map(({ sku, quantity }) => ({ sku, quantity })),
    ...(cart.consultation !== undefined && { consultation: cart.consultation }),
    ...{ delivery, contact, ...(billing && { billing }) },
    ...(promotion !== '' && { promotion }),
    ...{ consents: [...consents], payment: details.payment === 'desk' ? 'desk' : 'card', language },
    shown: { total: quote.totals.total, currency },
  };
  await platform.deliveries.send(orderSubmission(placed), owner);
  // What is ordered is no longer in the cart; what was added meanwhile stays. Where that fails, the server still takes one order of it.
  if (way === 'none') return;
  await editCart(platform, (content, stamp) => afterOrder(content, placed.lines, stamp)).catch(
    () => undefined,
  );
}
