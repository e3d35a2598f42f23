import { describe, expect, test } from 'vitest';
import { emptyCart, linesIn, withQuantity } from '../../../sync/domain/cart/cart.ts';
import type { Platform } from '../../platform/contract/contract.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { settleAccount } from './settle-account.ts';
import { newCart, type StoredCart, withContent } from './stored-cart.ts';

const PERSON = 'aaaaaaaa-0000-4000-8000-000000000001';
const tablets = { sku: 'ME-1', product: 'melatonin', unit: 1 };
const drops = { sku: 'DR-1', product: 'drops', unit: 1 };
const theirs = withQuantity(emptyCart, tablets, 2, { source: 'laptop', at: 5 });
const empty = { ...newCart('7c9e6679-7425-40de-944b-e07fc1f90ae7'), version: 4 };
const guests = withContent(empty, withQuantity(emptyCart, drops, 1, { source: empty.id, at: 5 }));

/** Signs in with that cart, and that checkout, kept under a name. */
async function signIn(cart: StoredCart, record?: object, name = 'checkout') {
  const shelf = createTestShelf({ cart, ...(record && { [name]: { v: 1, record } }) });
  // What settling asks of a platform.
  const platform = {
    shelf,
    now: () => new Date(),
    newSessionId: () => 'new',
  } as Partial<Platform> as Platform;
  const { content } = await settleAccount(platform, PERSON, theirs);
  const skus = (place: 'cart' | 'later') => linesIn(content, place).map(({ sku }) => sku);
  return { cart: skus('cart').toSorted(), later: skus('later') };
}

describe('a guest signs in', () => {
  const { id, version } = guests;
  const checkout = { cart: { id, version }, placed: false };

  test.each([
    ['as a guest', 'checkout'],
    ['already taken along', `checkout/${PERSON}`],
  ])('in the middle of a checkout, %s: what they are about to order does not grow', async (_, name) => {
    expect(await signIn(guests, checkout, name)).toEqual({ cart: ['DR-1'], later: ['ME-1'] });
  });

  test.each([
    ['without a checkout', guests, undefined],
    ['long after an order', empty, { cart: { id: empty.id, version: 1 }, placed: true }],
    [
      'after an order whose cart they never changed',
      empty,
      { cart: { id: empty.id, version: empty.version }, placed: true },
    ],
    ['after a checkout of what was in the cart before', guests, { ...checkout, cart: { id, version: 1 } }],
    ['after a checkout of another cart', guests, { ...checkout, cart: { id: PERSON, version } }],
  ])('%s: both carts add up', async (_, cart, record) => {
    const added = cart === empty ? ['ME-1'] : ['DR-1', 'ME-1'];
    expect(await signIn(cart, record)).toEqual({ cart: added, later: [] });
  });
});
