import { describe, expect, it } from 'vitest';
import { type CartContent, type CartItem, emptyCart, withQuantity } from '../../../sync/domain/cart/cart.ts';
import type { Platform } from '../../platform/contract/contract.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { leaveCart, settleAccount } from './settle-account.ts';
import { asideName, cartOf, editCart } from './stored-cart.ts';

const ANA = 'aaaaaaaa-0000-4000-8000-000000000001';
const BEN = 'bbbbbbbb-0000-4000-8000-000000000002';
const balm: CartItem = { sku: 'BALM', product: 'balm', unit: 900 };
const kit: CartItem = { sku: 'KIT', product: 'kit', unit: 1500 };
const tea: CartItem = { sku: 'TEA', product: 'tea', unit: 500 };

/** Of a person's account: what this device has told it. */
function device() {
  const shelf = createTestShelf({}, 'own');
  let ids = 0;
  const platform = {
    shelf,
    vendor: 'meadow',
    now: () => new Date('2026-11-20T12:00:00Z'),
    newSessionId: () => `01900000-0000-7000-8000-${String(ids++).padStart(12, '0')}`,
  } as unknown as Platform;
  const read = async () => cartOf(await shelf.read('cart'));
  return {
    shelf,
    read,
    put: (item: CartItem, quantity: number) =>
      editCart(platform, (content, stamp) => withQuantity(content, item, quantity, stamp)),
    signIn: (person: string, account?: CartContent) => settleAccount(platform, person, account),
    signOut: (person: string) => leaveCart(platform, person),
    lines: async () =>
      (await read())?.lines.map(({ sku, quantity }) => `${quantity} ${sku}`).toSorted() ?? [],
  };
}

describe('somebody signs out on a device of their own', () => {
  it('leaves an empty cart to who comes next, and has theirs again as it was', async () => {
    const { signIn, signOut, put, lines, read } = device();
    await signIn(ANA);
    const left = await put(balm, 2);
    await signOut(ANA);
    expect(await lines()).toEqual([]);
    await signIn(ANA);
    expect(await read()).toEqual(left);
  });

  it('gets nothing of what a guest has put in since, who signs in as somebody else', async () => {
    const { signIn, signOut, put, lines } = device();
    await signIn(ANA);
    await put(balm, 2);
    await signOut(ANA);
    await put(kit, 1);
    await signIn(BEN);
    expect(await lines()).toEqual(['1 KIT']);
    await signOut(BEN);
    await signIn(ANA);
    expect(await lines()).toEqual(['2 BALM']);
    await signIn(BEN);
    expect(await lines()).toEqual(['1 KIT']);
  });

  it('finds theirs, what was put in as a guest and what the account has, added up once', async () => {
    const { shelf, signIn, signOut, put, lines, read } = device();
    await signIn(ANA);
    await put(balm, 2);
    await signOut(ANA);
    await put(balm, 1);
    await put(kit, 1);
    const account = withQuantity(emptyCart, tea, 1, { source: 'laptop', at: 1 });
    await signIn(ANA, account);
    await signIn(ANA, account);
    expect(await lines()).toEqual(['1 KIT', '1 TEA', '3 BALM']);
    // The account doesn't know yet.
    expect(await read()).toMatchObject({ person: ANA });
    expect((await read())?.saved).not.toBe((await read())?.version);
    expect(await shelf.read(asideName(ANA))).toEqual({ status: 'absent' });
  });

  it('who was put aside and begins as a guest loses nothing either', async () => {
    const { signIn, put, signOut, lines } = device();
    await signIn(ANA);
    await put(balm, 2);
    // Ana’s session had ended: nobody signed out.
    await signIn(BEN);
    await put(kit, 1);
    await signOut(BEN);
    await put(tea, 1);
    await signIn(ANA);
    expect(await lines()).toEqual(['1 TEA', '2 BALM']);
  });

  it('takes no cart along that isn’t theirs', async () => {
    const { signIn, signOut, put, lines } = device();
    await put(tea, 1);
    await signOut(ANA);
    expect(await lines()).toEqual(['1 TEA']);
    await signIn(BEN);
    await signOut(ANA);
    expect(await lines()).toEqual(['1 TEA']);
  });

  it('is signed out while another tab puts the same cart aside, and has what was put in last', async () => {
    const { shelf, signIn, signOut, put, lines } = device();
    await signIn(ANA);
    const old = await put(balm, 1);
    const { write } = shelf;
    const newer = { ...(await put(kit, 1)), version: old.version + 5 };
    shelf.put('cart', old);
    let collisions = 1;
    shelf.write = async (name, value, version) => {
      if (name === asideName(ANA) && collisions-- > 0) shelf.put(name, newer);
      return await write(name, value, version);
    };
    await signOut(ANA);
    expect(await lines()).toEqual([]);
    await signIn(ANA);
    expect(await lines()).toEqual(['1 BALM', '1 KIT']);
  });

  it('finds theirs where two tabs are signed in at once', async () => {
    const { shelf, signIn, signOut, put, lines } = device();
    await signIn(ANA);
    await put(balm, 2);
    await signOut(ANA);
    await Promise.all([signIn(ANA), signIn(ANA)]);
    expect(await lines()).toEqual(['2 BALM']);
    expect(await shelf.read(asideName(ANA))).toEqual({ status: 'absent' });
  });

  it('whose device stopped in the middle of it loses nothing', async () => {
    const { shelf, signIn, signOut, put, lines } = device();
    await signIn(ANA);
    await put(balm, 2);
    const { remove } = shelf;
    shelf.remove = async () => {
      throw new Error('killed');
    };
    await signOut(ANA).catch(() => undefined);
    shelf.remove = remove;
    expect(await lines()).toEqual(['2 BALM']);
    await put(kit, 1);
    await signIn(ANA);
    expect(await lines()).toEqual(['1 KIT', '2 BALM']);
    expect(await shelf.read(asideName(ANA))).toEqual({ status: 'absent' });
  });
});
