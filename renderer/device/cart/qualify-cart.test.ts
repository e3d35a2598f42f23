import { afterEach, expect, test, vi } from 'vitest';
import { emptyCart, withQuantity } from '../../../sync/domain/cart/cart.ts';
import { planOf, productOf } from '../../../sync/domain/testing/fixture-shop.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import type { Connection, Delivery, Platform } from '../../platform/contract/contract.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';
import { RECORDS_WAIT_MS } from '../records-wait.ts';
import { qualifyCart } from './qualify-cart.ts';
import { cartOf, newCart, withContent } from './stored-cart.ts';

afterEach(() => {
  vi.useRealTimers();
});

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const products = [
  productOf('sleep', { kind: 'rx', questionnaire: 'sleep', plans: [planOf('SLEEP', 2400)] }),
  productOf('balm', { plans: [planOf('BALM', 1000)] }),
];
const old = testDelivery({ opId: 'old', queuedAt: ago(40) });
const recent = testDelivery({ opId: 'recent', queuedAt: ago(1) });

/** @param consultation of the line. */
function device(
  consultation: string | undefined,
  deliveries: readonly Delivery[],
  isPrescribed = true,
  state: Connection['state'] = 'online',
) {
  const stamp = { source: 'c', at: 1 };
  const sleep = { sku: 'SLEEP', product: 'sleep', unit: 2400, ...(consultation && { consultation }) };
  const balm = withQuantity(emptyCart, { sku: 'BALM', product: 'balm', unit: 1000 }, 2, stamp);
  const cart = withContent(newCart('c'), isPrescribed ? withQuantity(balm, sleep, 1, stamp) : balm);
  const shelf = createTestShelf({ cart });
  const list = vi.fn<() => Promise<readonly Delivery[]>>(async () => deliveries);
  const account = createTestAccount();
  // What it asks of a platform.
  const platform = {
    ...{ shelf, account, deliveries: { list }, now: () => new Date() },
    connection: () => ({ state }),
  } as unknown as Platform;
  return { shelf, cart, list, account, qualify: () => qualifyCart(platform, cart, products) };
}

test('a line whose form is too old is on the one that was sent since, and nothing else of the cart changes', async () => {
  const { cart, shelf, qualify } = device('old', [old, recent]);
  const qualified = await qualify();
  expect(qualified).toMatchObject({ consultation: 'recent', version: cart.version + 1, lines: cart.lines });
  expect(cartOf(await shelf.read('cart'))).toEqual(qualified);
  // Once: what is in it doesn’t change by being looked at.
  expect(await qualify()).toEqual(qualified);
});

test.each([
  ['stays on a form that only another device knows', 'laptop', [recent], 'laptop'],
  ['stays on its own, while that qualifies', 'recent', [testDelivery({ opId: 'newer' }), recent], 'recent'],
  ['is on what was sent, where it was on none', undefined, [recent], 'recent'],
  ['stays on a form that is too old, where there is no other', 'old', [old], 'old'],
])('a line %s', async (_, own, deliveries, consultation) => {
  expect(await device(own, deliveries).qualify()).toMatchObject({ consultation });
});

test('of who is signed in the forms of their other devices are waited for', async () => {
  const { account, qualify } = device('old', [old]);
  account.set(testSession);
  const qualified = qualify();
  await Promise.resolve();
  const body = { form: 'sleep', sentAt: ago(2) };
  account.show([{ kind: 'case', v: 1, id: 'phone', seq: 1, body }]);
  expect(await qualified).toMatchObject({ consultation: 'phone' });
});

test('of who is signed in nothing that was never here is waited for without a network', async () => {
  const { account, qualify } = device('old', [old, recent], true, 'offline');
  account.set(testSession);
  expect(await qualify()).toMatchObject({ consultation: 'recent' });
});

test('nor for long where nobody answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { account, qualify } = device('old', [old, recent]);
  account.set(testSession);
  const qualified = qualify();
  await vi.advanceTimersByTimeAsync(RECORDS_WAIT_MS);
  expect(await qualified).toMatchObject({ consultation: 'recent' });
});

test('what needs no prescription waits for nothing', async () => {
  const { cart, list, qualify } = device(undefined, [recent], false);
  expect(await qualify()).toBe(cart);
  expect(list).not.toHaveBeenCalled();
});
