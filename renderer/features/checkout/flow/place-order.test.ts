import { describe, expect, it } from 'vitest';
import type { CartItem } from '../../../../sync/domain/cart/cart.ts';
import { withQuantity } from '../../../../sync/domain/cart/cart.ts';
import { shopOf } from '../../../../sync/domain/testing/fixture-shop.ts';
import type { Submission } from '../../../../sync/protocol/operations/operation.ts';
import type { OrderPlace } from '../../../../sync/protocol/operations/payloads/order-place.ts';
import { cartOf, editCart, type StoredCart } from '../../../device/cart/stored-cart.ts';
import type { Delivery, Platform } from '../../../platform/contract/contract.ts';
import { createTestShelf } from '../../../platform/contract/shelf-testing.ts';
import { emptyDetails } from './checkout-events.ts';
import { placeOrder } from './place-order.ts';

const ONE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '16fd2706-8baf-433b-82eb-8c7fada847da';
const melatonin: CartItem = { sku: 'ME-1', product: 'melatonin', unit: 1250 };
const balm: CartItem = { sku: 'BALM', product: 'balm', unit: 900 };
const details = {
  ...emptyDetails('US'),
  ...{ name: 'Ana Ruiz', reach: 'ana@example.org' },
  ...{ line1: '1 Elm Street', city: 'Oakland', region: 'US-CA', postcode: '94607' },
};

/** A device with an outbox, which forgets nothing. */
function device() {
  const shelf = createTestShelf({}, 'own');
  const sent: OrderPlace[] = [];
  const outbox: Partial<Delivery>[] = [];
  const platform = {
    shelf,
    vendor: 'meadow',
    now: () => new Date('2026-11-20T12:00:00Z'),
    newSessionId: () => '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    deliveries: {
      list: async () => outbox,
      async send(submission: Submission) {
        outbox.push({ kind: submission.operation.kind, session: submission.session });
        sent.push(submission.payload([]) as OrderPlace);
      },
    },
  } as unknown as Platform;
  const put = (item: CartItem, quantity: number) =>
    editCart(platform, (content, stamp) => withQuantity(content, item, quantity, stamp));
  const order = (cart: StoredCart, id: string) =>
    placeOrder(
      platform,
      {
        ...{ order: id, token: 'T'.repeat(43), person: undefined, owner: 'own', way: 'mail', cart },
        ...{
          shop: shopOf(),
          quote: { totals: { goods: 0, shipping: 0, discount: 0, tax: 0, fee: 0, total: 1 } },
        },
        ...{ currency: 'USD', region: 'US', language: 'en' },
      } as unknown as Parameters<typeof placeOrder>[1],
      { details, consents: [] },
    );
  const lines = async () =>
    cartOf(await shelf.read('cart'))?.lines.map(({ sku, quantity }) => `${quantity} ${sku}`);
  return { shelf, sent, outbox, put, order, lines };
}

describe('an order', () => {
  it('takes what it is of out of the cart', async () => {
    const { sent, put, order, lines } = device();
    await order(await put(melatonin, 2), ONE);
    expect(sent).toMatchObject([{ session: ONE, lines: [{ sku: 'ME-1', quantity: 2 }] }]);
    expect(await lines()).toEqual([]);
  });

  it('is of the cart as it was shown - it was changed and ordered from another tab', async () => {
    const { sent, put, order } = device();
    const shown = await put(melatonin, 2);
    await order(await put(melatonin, 3), OTHER);
    await expect(order(shown, ONE)).rejects.toMatchObject({ code: 'cart-changed' });
    expect(sent).toMatchObject([{ session: OTHER, lines: [{ quantity: 3 }] }]);
  });

  it('is of the cart as it was shown - something was put in since', async () => {
    const { sent, put, order, lines } = device();
    const shown = await put(melatonin, 2);
    await put(balm, 1);
    await expect(order(shown, ONE)).rejects.toMatchObject({ code: 'cart-changed' });
    expect(sent).toEqual([]);
    expect(await lines()).toEqual(['2 ME-1', '1 BALM']);
  });

  it('is of the cart as it was shown - another person has theirs there now', async () => {
    const { shelf, sent, put, order } = device();
    const shown = await put(melatonin, 2);
    shelf.put('cart', { ...shown, id: OTHER, person: 'somebody' });
    await expect(order(shown, ONE)).rejects.toMatchObject({ code: 'cart-changed' });
    expect(sent).toEqual([]);
  });

  it('that another tab has placed is placed once, and what was put in since stays', async () => {
    const { sent, put, order, lines } = device();
    const shown = await put(melatonin, 2);
    await order(shown, ONE);
    await put(melatonin, 1);
    await order(shown, ONE);
    expect(sent).toHaveLength(1);
    expect(await lines()).toEqual(['1 ME-1']);
  });

  it('of one version is one for the vendor, from two tabs that don’t know of each other', async () => {
    const { sent, put, order, lines } = device();
    const shown = await put(melatonin, 2);
    await order(shown, ONE);
    await put(balm, 1);
    await order(shown, OTHER);
    expect(sent.map(({ cart }) => cart)).toEqual([sent[0]?.cart, sent[0]?.cart]);
    expect(await lines()).toEqual(['1 BALM']);
  });

  it('that was queued when this device stopped is taken out of the cart by the next look', async () => {
    const { sent, outbox, put, order, lines } = device();
    const shown = await put(melatonin, 2);
    outbox.push({ kind: 'order.place', session: ONE });
    await order(shown, ONE);
    await order(shown, ONE);
    expect(sent).toEqual([]);
    expect(await lines()).toEqual([]);
    await put(balm, 1);
    await order(shown, ONE);
    expect(await lines()).toEqual(['1 BALM']);
  });

  it('that was queued takes nothing out of a cart that was changed since: nobody knows whether it had', async () => {
    const { outbox, put, order, lines } = device();
    const shown = await put(melatonin, 2);
    outbox.push({ kind: 'order.place', session: ONE });
    await put(melatonin, 3);
    await order(shown, ONE);
    expect(await lines()).toEqual(['3 ME-1']);
  });
});
