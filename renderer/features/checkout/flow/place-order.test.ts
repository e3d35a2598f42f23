import { describe, expect, it } from 'vitest';
import type { CartItem } from '../../../../sync/domain/cart/cart.ts';
import { withQuantity } from '../../../../sync/domain/cart/cart.ts';
import { shopOf } from '../../../../sync/domain/testing/fixture-shop.ts';
import type { Submission } from '../../../../sync/protocol/operations/operation.ts';
import type { OrderPlace } from '../../../../sync/protocol/operations/payloads/order-place.ts';
import { settleOrders } from '../../../device/cart/settle-orders.ts';
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
  return { platform, shelf, sent, outbox, put, order, lines };
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

  describe('whose device stopped once it was queued', () => {
    /** Nothing of the shelf is written from then on, until the device is started again. */
    const stopped = async (change: (on: ReturnType<typeof device>) => Promise<unknown>) => {
      const on = device();
      const shown = await on.put(melatonin, 2);
      const { write } = on.shelf;
      on.outbox.push = (...rows) => {
        on.shelf.write = () => new Promise(() => undefined);
        return Array.prototype.push.apply(on.outbox, rows);
      };
      void on.order(shown, ONE);
      await expect.poll(() => on.sent.length).toBe(1);
      on.shelf.write = write;
      on.outbox.push = Array.prototype.push;
      await change(on);
      return { ...on, shown };
    };

    it('leaves the cart once, and what was added since stays', async () => {
      const on = await stopped(async ({ put }) => {
        await put(balm, 1);
        await put(melatonin, 3);
      });
      await settleOrders(on.platform);
      expect(await on.lines()).toEqual(['1 ME-1', '1 BALM']);
      await settleOrders(on.platform);
      await on.order(on.shown, ONE);
      expect(await on.lines()).toEqual(['1 ME-1', '1 BALM']);
      expect(on.sent).toHaveLength(1);
    });

    it('is not ordered again by a checkout that was opened with what was added', async () => {
      const on = await stopped(async () => undefined);
      const more = await on.put(balm, 1);
      await expect(on.order(more, OTHER)).rejects.toMatchObject({ code: 'cart-changed' });
      expect(on.sent).toHaveLength(1);
      expect(await on.lines()).toEqual(['1 BALM']);
    });

    it('and once more in another tab that shows the same leaves the cart once', async () => {
      const on = await stopped(async () => undefined);
      await on.order(on.shown, OTHER);
      await on.put(balm, 1);
      await settleOrders(on.platform);
      expect(await on.lines()).toEqual(['1 BALM']);
      expect(cartOf(await on.shelf.read('cart'))).not.toHaveProperty('ordering');
    });
  });

  it('that could not be queued leaves the cart as it is', async () => {
    const { platform, put, order, lines } = device();
    const shown = await put(melatonin, 2);
    const { send } = platform.deliveries;
    platform.deliveries.send = async () => {
      throw new Error('quota');
    };
    await expect(order(shown, ONE)).rejects.toThrow('quota');
    await put(balm, 1);
    await settleOrders(platform);
    expect(await lines()).toEqual(['2 ME-1', '1 BALM']);
    platform.deliveries.send = send;
    await order(await put(balm, 2), OTHER);
    expect(await lines()).toEqual([]);
  });
});
