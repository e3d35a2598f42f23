/** Puts an order into the outbox: once, however often this device tries. */
import { afterOrder, stampAfter } from '../../../../sync/domain/cart/cart.ts';
import { otherBilling } from '../../../../sync/domain/orders/billing.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { Quote } from '../../../../sync/domain/shop/quote.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { orderSubmission } from '../../../../sync/protocol/operations/order-place.ts';
import type { OrderPlace } from '../../../../sync/protocol/operations/payloads/order-place.ts';
import { CART_SHELF, cartOf, updateCart, withContent, withShelf } from '../../../device/cart/stored-cart.ts';
import type { DeviceOwner, Platform } from '../../../platform/contract/contract.ts';
import { keepOrder } from '../order/order-token.ts';
import type { CheckoutContext } from './checkout-events.ts';
import { isQueued } from './checkout-keeper.ts';
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
 * Rejects where another tab or device has changed the cart since: what it has ordered would be ordered twice. That it has ordered this very version is no
 * change, because two orders of one version are one for the vendor.
 */
export async function expectSameCart(platform: Platform, { order, way, cart }: OfCart): Promise<void> {
  if (way === 'none' || (await isQueued(platform, order))) return;
  const now = cartOf(await withShelf(platform).shelf.read(CART_SHELF));
  const isSame = now?.version === cart.version || now?.ordered === cart.version;
  if (now?.id !== cart.id || !isSame) throw new CartChanged();
}

/**
 * What is ordered is no longer in the cart; what was added meanwhile stays. Where that fails, the next look at this checkout tries again.
 * @param isAgain It was queued earlier: of a cart that has changed since, nobody knows whether it was taken out by then.
 */
async function takeOut(platform: Platform, { way, cart }: OfCart, isAgain: boolean): Promise<void> {
  if (way === 'none') return;
  const on = withShelf(platform);
  await updateCart(on, (now) => {
    const isOther = now.id !== cart.id || (isAgain && now.version !== cart.version);
    if (isOther || now.ordered === cart.version) return now;
    const stamp = stampAfter(now.content, now.id, on.now().getTime());
    return { ...withContent(now, afterOrder(now.content, cart.lines, stamp)), ordered: cart.version };
  }).catch(() => undefined);
}

export async function placeOrder(
  platform: Platform,
  asked: OrderToPlace,
  { details, consents }: Pick<CheckoutContext, 'details' | 'consents'>,
): Promise<void> {
  const { order, token, person, owner, way, cart, shop, quote, currency, region, language } = asked;
  // Before it is queued: an order that nobody can open would be lost to its patient.
  await keepOrder(platform, order, { token });
  if (await isQueued(platform, order)) return await takeOut(platform, asked, true);
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
  await expectSameCart(platform, asked);
  await platform.deliveries.send(orderSubmission(placed), owner);
  await takeOut(platform, asked, false);
}
