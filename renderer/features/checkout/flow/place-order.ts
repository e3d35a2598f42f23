/** Puts an order into the outbox: once, however often this device tries. */
import { otherBilling } from '../../../../sync/domain/orders/billing.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { Quote } from '../../../../sync/domain/shop/quote.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { orderSubmission } from '../../../../sync/protocol/operations/order-place.ts';
import type { OrderPlace } from '../../../../sync/protocol/operations/payloads/order-place.ts';
import { isQueued, settleOrders, withOrdering } from '../../../device/cart/settle-orders.ts';
import { type StoredCart, updateCart, withShelf } from '../../../device/cart/stored-cart.ts';
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

/** What is in the cart isn't what was shown any more: nothing was ordered, and the checkout begins with what is. */
export class CartChanged extends Error {
  override readonly name = 'CartChanged';
  readonly code = 'cart-changed';
}

type OfCart = Pick<OrderToPlace, 'order' | 'way' | 'cart'>;

/**
 * The cart names what is about to be ordered of it. Rejects where another tab or device has changed it since: what it has ordered would be ordered twice. That it
 * has ordered this very version is no change, because two orders of one version are one for the vendor.
 */
export async function beginOrder(platform: Platform, { order, way, cart }: OfCart): Promise<void> {
  if (way === 'none' || (await isQueued(platform, order))) return;
  await settleOrders(platform);
  await updateCart(withShelf(platform), (now) => {
    const isOrdered = now.ordered === cart.version;
    if (now.id !== cart.id || !(isOrdered || now.version === cart.version)) throw new CartChanged();
    return isOrdered ? now : withOrdering(now, order, cart);
  });
}

/** What is ordered is no longer in the cart. Where that fails, the next look at the cart tries again. */
async function takeOut(platform: Platform, { order, way, cart }: OfCart): Promise<void> {
  if (way === 'none') return;
  // An earlier release didn't name it: of a cart that has changed since, nobody knows whether it was taken out by then.
  const mayBeUnnamed = (now: StoredCart) =>
    now.id === cart.id && now.version === cart.version && now.ordered !== cart.version;
  await updateCart(withShelf(platform), (now) => (mayBeUnnamed(now) ? withOrdering(now, order, cart) : now));
  await settleOrders(platform);
}

export async function placeOrder(
  platform: Platform,
  asked: OrderToPlace,
  { details, consents }: Pick<CheckoutContext, 'details' | 'consents'>,
): Promise<void> {
  const { order, token, person, owner, way, cart, shop, quote, currency, region, language } = asked;
  // Before it is queued: an order that nobody can open would be lost to its patient.
  await keepOrder(platform, order, { token, reach: details.reach });
  if (await isQueued(platform, order)) return await takeOut(platform, asked).catch(() => undefined);
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
  await beginOrder(platform, asked);
  await platform.deliveries.send(orderSubmission(placed), owner);
  await takeOut(platform, asked).catch(() => undefined);
}
