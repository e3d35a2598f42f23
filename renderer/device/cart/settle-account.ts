/** The cart meets the account: what somebody had as a guest, and what they have on their other devices. */
import {
  type CartContent,
  emptyCart,
  isSame,
  merged,
  signedIn,
  stampAfter,
} from '../../../sync/domain/cart/cart.ts';
import { cartSubmission } from '../../../sync/protocol/operations/cart-save.ts';
import type { DeviceOwner, Platform } from '../../platform/contract/contract.ts';
import {
  asideName,
  CART_SHELF,
  cartOf,
  newCart,
  type StoredCart,
  updateCart,
  withContent,
  withShelf,
} from './stored-cart.ts';

/** The cart of whoever was signed in before waits for them; the next person's is their own. */
async function putAside(platform: Platform, person: string): Promise<void> {
  const { shelf, newSessionId } = withShelf(platform);
  const reading = await shelf.read(CART_SHELF);
  const before = cartOf(reading);
  if (before?.person === undefined || before.person === person || reading.status !== 'found') return;
  const aside = await shelf.read(asideName(before.person));
  const asideVersion = 'version' in aside ? aside.version : 0;
  await shelf.write(asideName(before.person), before, asideVersion);
  const own = await shelf.read(asideName(person));
  const next = cartOf(own) ?? { ...newCart(newSessionId()), person };
  await shelf.write(CART_SHELF, next, reading.version);
  if (own.status === 'found') await shelf.remove(asideName(person), own.version);
}

/** @param account what their devices have said; undefined while it isn't known. */
export async function settleAccount(
  platform: Platform,
  person: string,
  account: CartContent | undefined,
): Promise<StoredCart> {
  const on = withShelf(platform);
  await putAside(platform, person);
  // What is about to be ordered doesn't grow by what another device had in its cart.
  const during = (await on.shelf.read('checkout')).status === 'found' ? 'checkout' : 'browsing';
  return await updateCart(on, (cart) => {
    const theirs = account ?? emptyCart;
    const isNew = cart.person === undefined;
    const stamp = stampAfter(merged(cart.content, theirs), cart.id, on.now().getTime());
    const content = isNew ? signedIn(cart.content, theirs, during, stamp) : merged(cart.content, theirs);
    const changed = withContent(cart, content);
    const owned = changed.person === person ? changed : { ...changed, person };
    // They say the same: there is nothing to tell the others.
    const isSaid = isSame(owned.content, theirs) && owned.saved !== owned.version;
    return isSaid ? { ...owned, saved: owned.version } : owned;
  });
}

/** Hands what hasn't been said yet to the outbox. @returns whether there was something. */
export async function saveForPerson(
  platform: Platform,
  person: string,
  owner: DeviceOwner,
): Promise<boolean> {
  const on = withShelf(platform);
  const cart = cartOf(await on.shelf.read(CART_SHELF));
  if (cart === undefined || cart.person !== person || cart.saved === cart.version) return false;
  const { content, version } = cart;
  if (Object.keys(content.entries).length === 0 && Object.keys(content.choices).length === 0) return false;
  await platform.deliveries.send(cartSubmission({ vendor: platform.vendor, person, cart: content }), owner);
  await updateCart(on, (now) =>
    now.id === cart.id && (now.saved ?? -1) < version ? { ...now, saved: version } : now,
  );
  return true;
}
