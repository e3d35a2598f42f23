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
import type { DeviceOwner, Platform, Shelf, ShelfReading } from '../../platform/contract/contract.ts';
import { updateShelf } from '../../platform/contract/update-shelf.ts';
import { settleOrders } from './settle-orders.ts';
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

interface KeptCheckout {
  readonly placed: boolean;
  readonly cart: Pick<StoredCart, 'id' | 'version'>;
}

const isEmpty = ({ entries, choices }: CartContent) =>
  Object.keys(entries).length + Object.keys(choices).length === 0;

async function setAside(shelf: Shelf, cart: StoredCart, person: string): Promise<void> {
  await updateShelf(shelf, asideName(person), (reading) => {
    const aside = cartOf(reading);
    // Another tab has put it there as it was left last.
    return aside?.id === cart.id && aside.version > cart.version ? undefined : cart;
  });
}

/** Somebody signs out: their cart waits for them, and what is put in from then on is a guest's. Not for a session that has expired: they are still there. */
export async function leaveCart(platform: Platform, person: string): Promise<void> {
  const { shelf } = withShelf(platform);
  await settleOrders(platform).catch(() => undefined);
  await updateShelf(shelf, CART_SHELF, async (reading) => {
    const cart = cartOf(reading);
    if (cart?.person !== person) return undefined;
    await setAside(shelf, cart, person);
    return null;
  });
}

/** The cart of the person who was signed in before waits for them; the next person's is their own, as they left it. A guest's stays where something is in it. */
async function putAside(platform: Platform, person: string): Promise<void> {
  const { shelf, newSessionId } = withShelf(platform);
  await updateShelf(shelf, CART_SHELF, async (reading) => {
    const before = cartOf(reading);
    const own = await shelf.read(asideName(person));
    const isGuests = before?.person === undefined;
    if (before?.person === person || (isGuests && before && !isEmpty(before.content))) return undefined;
    if (isGuests && own.status !== 'found') return undefined;
    if (before?.person !== undefined) await setAside(shelf, before, before.person);
    return cartOf(own) ?? { ...newCart(newSessionId()), person };
  });
}

/** As a checkout is kept: a guest's, or by now the person's. One that was placed, or is of another cart, is over. */
function isBeingOrdered(cart: StoredCart, reading: ShelfReading): boolean {
  if (reading.status !== 'found') return false;
  const { record } = reading.value as { readonly record?: KeptCheckout };
  return record?.placed === false && record.cart.id === cart.id && record.cart.version === cart.version;
}

/** @param account what their devices have said; undefined while it isn't known. */
export async function settleAccount(
  platform: Platform,
  person: string,
  account: CartContent | undefined,
): Promise<StoredCart> {
  const on = withShelf(platform);
  // Carts that meet are told apart by their lines alone.
  await settleOrders(platform).catch(() => undefined);
  await putAside(platform, person);
  const begun = await Promise.all(['checkout', `checkout/${person}`].map((name) => on.shelf.read(name)));
  const left = await on.shelf.read(asideName(person));
  const known = account ?? emptyCart;
  const theirs = merged(known, cartOf(left)?.content ?? emptyCart);
  const settled = await updateCart(on, (cart) => {
    const isNew = cart.person === undefined;
    const stamp = stampAfter(merged(cart.content, theirs), cart.id, on.now().getTime());
    // What is about to be ordered doesn't grow by what another device had in its cart.
    const during = begun.some((checkout) => isBeingOrdered(cart, checkout)) ? 'checkout' : 'browsing';
    const content = isNew ? signedIn(cart.content, theirs, during, stamp) : merged(cart.content, theirs);
    const changed = withContent(cart, content);
    const owned = changed.person === person ? changed : { ...changed, person };
    // They say the same: there is nothing to tell the others.
    const isSaid = isSame(owned.content, known) && owned.saved !== owned.version;
    return isSaid ? { ...owned, saved: owned.version } : owned;
  });
  if (left.status === 'found') await on.shelf.remove(asideName(person), left.version);
  return settled;
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
  if (isEmpty(content)) return false;
  await platform.deliveries.send(cartSubmission({ vendor: platform.vendor, person, cart: content }), owner);
  await updateCart(on, (now) =>
    now.id === cart.id && (now.saved ?? -1) < version ? { ...now, saved: version } : now,
  );
  return true;
}
