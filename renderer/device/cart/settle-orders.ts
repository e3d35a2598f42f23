/**
 * What is ordered leaves the cart once. An order is put into the outbox, and its lines are taken out, in two steps: the cart names in between what is being
 * ordered, so that the next look can tell, even if the cart has changed since.
 */
import { afterOrder, stampAfter } from '../../../sync/domain/cart/cart.ts';
import type { Platform } from '../../platform/contract/contract.ts';
import { CART_SHELF, cartOf, type StoredCart, updateCart, withContent, withShelf } from './stored-cart.ts';

async function queuedOrders({ deliveries }: Pick<Platform, 'deliveries'>): Promise<ReadonlySet<string>> {
  const sent = (await deliveries.list()).filter(({ kind }) => kind === 'order.place');
  return new Set(sent.map(({ session }) => session));
}

/** Handed over, and no longer only tried. */
export const isQueued = async (platform: Platform, order: string): Promise<boolean> =>
  (await queuedOrders(platform)).has(order);

/** One version of a cart is one order, from however many tabs: what is being ordered of it is named once. */
export function withOrdering(
  now: StoredCart,
  order: string,
  { version, lines }: Pick<StoredCart, 'version' | 'lines'>,
): StoredCart {
  const { ordering = [] } = now;
  if (ordering.some((each) => each.order === order)) return now;
  const ordered = lines.map(({ sku, quantity }) => ({ sku, quantity }));
  return { ...now, ordering: [...ordering, { order, version, lines: ordered }] };
}

/** Takes out what is in the outbox by now; what was added meanwhile stays. What never got there is still in the cart. */
export async function settleOrders(platform: Platform): Promise<void> {
  const on = withShelf(platform);
  if (cartOf(await on.shelf.read(CART_SHELF))?.ordering === undefined) return;
  const queued = await queuedOrders(platform);
  await updateCart(on, (now) => {
    const { ordering = [], ...cart } = now;
    const done = ordering.filter(({ order }) => queued.has(order));
    if (done.length === 0) return now;
    const versions = new Map(done.map(({ version, lines }) => [version, lines]));
    const left = ordering.filter(({ version }) => !versions.has(version));
    const taken = [...versions.values()].reduce(
      (content, lines) => afterOrder(content, lines, stampAfter(content, now.id, on.now().getTime())),
      now.content,
    );
    return {
      ...withContent(cart, taken),
      ordered: Math.max(...versions.keys()),
      ...(left.length > 0 && { ordering: left }),
    };
  });
}
