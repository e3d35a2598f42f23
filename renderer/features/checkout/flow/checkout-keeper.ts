/** Keeps a checkout on the shelf while it is typed: nothing is lost that was there a moment ago, and reopening goes on where it was. */
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import { isQueued } from '../../../device/cart/settle-orders.ts';
import { personHere } from '../../../device/person-here.ts';
import type { DeviceOwner, Platform } from '../../../platform/contract/contract.ts';
import { findTabToken, keepOrder, keepTabToken, newToken } from '../order/order-token.ts';
import { type CheckoutContext, type CheckoutDetails, emptyDetails } from './checkout-events.ts';
import { forgetEarlier, isOfEarlierVisit, putAside } from './earlier-visit.ts';
import { type CheckoutRecord, unwrapCheckout } from './persisted-checkout.ts';
import type { OrderedCart } from './read-cart.ts';
import { type Unsaved, writeCheckout } from './write-checkout.ts';

/**
 * A consultation is paid beside the cart, and takes no place from what is being ordered of that, nor from another consultation. Who is signed in has a place of
 * their own: what they typed waits for them, and the next person begins with nothing of it.
 */
export function checkoutShelf(way: Way, cart: string | undefined, person?: string): string {
  const name = way === 'none' ? `checkout/consultation/${cart}` : 'checkout';
  return person === undefined ? name : `${name}/${person}`;
}
/** Where every consultation's was, once. */
const OLD_CONSULTATION = 'checkout/consultation';
/** After the last key. */
const SAVE_AFTER_MS = 250;

export interface CheckoutKeeper {
  readonly record: CheckoutRecord;
  readonly token: string;
  /** What was typed in earlier visits, for who turns out to be the same: the newest first. */
  readonly earlier: readonly CheckoutRecord[];
  /** What the same person said with the order before: their account may not have been told yet. */
  readonly said: Partial<CheckoutDetails> | undefined;
  /** They have it again. */
  takeEarlier(taken: readonly CheckoutRecord[]): Promise<void>;
  keep(context: Pick<CheckoutContext, 'details' | 'consents'>): void;
  /** The order may be in the outbox from now on: resolves once that is written down. */
  placing(): Promise<void>;
  close(): Promise<void>;
}

/** What was typed or known, without what was left empty. */
export const filledIn = (details: Partial<CheckoutDetails>): Partial<CheckoutDetails> =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== '' && value !== null));

/** The order that was placed here last, by who is here now: what an emptied cart leads to. @param consultation that is paid by itself. */
export async function findPlaced(
  platform: Platform,
  way: Way,
  consultation?: string,
): Promise<CheckoutRecord | undefined> {
  const { shelf } = platform;
  const person = await personHere(platform);
  const { before } = await readCheckout(shelf, way, consultation, person);
  // The form says whose it is; an emptied cart doesn't.
  const mayBeGuests = person !== undefined && consultation !== undefined && !before;
  const record = mayBeGuests ? (await readCheckout(shelf, way, consultation)).before : before;
  return record?.placed ? record : undefined;
}

interface Begun {
  readonly version: number;
  readonly before: CheckoutRecord | undefined;
  /** The version of the guest's, where it is taken along. */
  readonly guest?: number | undefined;
  /** What may be somebody else's. */
  readonly earlier?: CheckoutRecord | undefined;
}

async function readCheckout(
  shelf: Platform['shelf'],
  way: Way,
  cart: string | undefined,
  person?: string,
): Promise<Begun> {
  const reading = await shelf?.read(checkoutShelf(way, cart, person));
  const version = reading && 'version' in reading ? reading.version : 0;
  if (reading?.status === 'found') {
    const before = unwrapCheckout(reading.value);
    // A consultation is of a form, which has asked whose device it is.
    const isGuests = shelf && before && way !== 'none' && person === undefined;
    return isGuests && (await isOfEarlierVisit(shelf, before))
      ? { version, before: undefined, earlier: before }
      : { version, before };
  }
  const isOld = way === 'none' && person === undefined;
  const old = isOld ? await shelf?.read(OLD_CONSULTATION) : undefined;
  const before = old?.status === 'found' ? unwrapCheckout(old.value) : undefined;
  return { version, before: before?.cart.id === cart ? before : undefined };
}

type CartName = Pick<OrderedCart, 'id' | 'version' | 'promotion'>;
const isOf = (record: CheckoutRecord, cart: CartName) =>
  record.cart.id === cart.id && record.cart.version === cart.version;

/** What was typed is of an order that this cart isn't. */
const isOver = async (platform: Platform, record: CheckoutRecord, cart: CartName): Promise<boolean> =>
  record.placed && !isOf(record, cart) && (await isQueued(platform, record.order));

/** What this person has begun: of a cart that came with them when they signed in, also as a guest. @returns the guest's version, where it is that. */
async function readBegun(platform: Platform, way: Way, cart: CartName, person: string | undefined) {
  const { shelf } = platform;
  const own = await readCheckout(shelf, way, cart.id, person);
  const guest = person === undefined ? undefined : await readCheckout(shelf, way, cart.id);
  const typed = guest?.before;
  // An earlier order may be somebody else’s.
  if (typed?.cart.id !== cart.id || (await isOver(platform, typed, cart))) return own;
  const isBoth = own.before !== undefined && !own.before.placed;
  const details = isBoth ? { ...own.before.details, ...filledIn(typed.details) } : typed.details;
  return { ...own, before: { ...typed, details }, guest: guest?.version };
}

/** What begins another order. A code is the one that was said last: in the cart, or here. */
async function detailsFor(
  platform: Platform,
  { cart, person, country }: Pick<Opening, 'cart' | 'person' | 'country'>,
  before: CheckoutRecord | undefined,
): Promise<CheckoutDetails> {
  if (!before) return emptyDetails(country);
  const { details } = before;
  if (await isOver(platform, before, cart))
    // All else that was said with an order is in the account, where it may have been changed since: see `saidBefore`.
    return person === undefined
      ? { ...details, promotion: '', note: '', payment: null }
      : emptyDetails(country);
  const isSaid = isOf(before, cart) || cart.promotion === before.cart.promotion;
  return isSaid ? details : { ...details, promotion: cart.promotion ?? '' };
}

/** Who, where and how, of the order before; not what was of that order alone. */
async function saidBefore(platform: Platform, before: CheckoutRecord | undefined, cart: CartName) {
  if (!before || !(await isOver(platform, before, cart))) return undefined;
  const { note: _note, promotion: _promotion, payment: _payment, rate: _rate, ...said } = before.details;
  return filledIn(said);
}

/** A note was of the order that it came with. */
async function withoutNote(platform: Platform, left: CheckoutRecord | undefined) {
  const isOrdered = left?.placed === true && (await isQueued(platform, left.order));
  return isOrdered ? { ...left, details: { ...left.details, note: '' } } : left;
}

interface Opening {
  readonly cart: CartName;
  readonly way: Way;
  readonly country: string;
  readonly owner: DeviceOwner;
  /** Who is signed in. */
  readonly person?: string | undefined;
}

/** An order is of one version of a cart: another version begins another order, with what was typed before. */
export async function openKeeper(platform: Platform, opening: Opening): Promise<CheckoutKeeper> {
  const { shelf, vendor } = platform;
  const { cart, way, owner, person } = opening;
  const name = checkoutShelf(way, cart.id, person);
  const { before, ...reading } = await readBegun(platform, way, cart, person);
  const isSame = before !== undefined && isOf(before, cart);
  const kept = isSame ? (before.token ?? findTabToken(vendor, before.order)) : undefined;
  const token = kept ?? newToken();
  const isOwn = owner === 'own';
  let record: CheckoutRecord = {
    order: isSame && kept !== undefined ? before.order : platform.newSessionId(),
    ...(isOwn && { token }),
    cart: {
      ...{ id: cart.id, version: cart.version },
      ...(cart.promotion !== undefined && { promotion: cart.promotion }),
    },
    way,
    details: await detailsFor(platform, opening, before),
    // What was agreed to was of that order.
    consents: isSame && before.way === way ? before.consents : [],
    placed: isSame && before.way === way && before.placed,
  };
  if (!isOwn) keepTabToken(vendor, record.order, token);
  const mayBeEarlier = shelf && way !== 'none' && person === undefined;
  const earlier = mayBeEarlier
    ? await putAside(shelf, await withoutNote(platform, reading.earlier), platform.now().getTime())
    : [];
  const said = person === undefined ? undefined : await saidBefore(platform, before, cart);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = Promise.resolve();
  let isSaved = false;
  let unsaved: Unsaved = {};
  const write = async () => {
    if (!shelf) return;
    const { visit } = await shelf.visit();
    const [mine, typed] = [{ ...record, visit }, unsaved];
    unsaved = {};
    try {
      await writeCheckout(shelf, name, mine, typed, isSaved ? undefined : reading.version);
      isSaved = true;
    } catch (error) {
      unsaved = { ...typed, ...unsaved };
      throw error;
    }
  };
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    // Tried again with the next key.
    saving = saving.then(write).catch(() => undefined);
    return saving;
  };
  const saveAtOnce = () => {
    if (timer !== undefined) void save();
  };
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', saveAtOnce);
  const takeAlong = async () => {
    await save();
    if (isSaved && reading.guest !== undefined)
      await shelf?.remove(checkoutShelf(way, cart.id), reading.guest);
  };
  // What another tab has typed as a guest meanwhile stays, and is taken along the next time.
  void takeAlong().catch(() => undefined);
  return {
    record,
    token,
    earlier,
    said,
    async takeEarlier(taken) {
      await save();
      const isKept = isSaved && Object.keys(unsaved).length === 0;
      if (shelf && isKept) await forgetEarlier(shelf, taken, platform.now().getTime());
    },
    keep({ details, consents }) {
      if (details === record.details && consents === record.consents) return;
      const isChanged = ([name, value]: [string, unknown]) =>
        value !== record.details[name as keyof CheckoutDetails];
      unsaved = {
        ...unsaved,
        ...Object.fromEntries(Object.entries(details).filter(isChanged)),
        ...(consents !== record.consents && { consents }),
      };
      record = { ...record, details, consents };
      clearTimeout(timer);
      timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    async placing() {
      record = { ...record, placed: true };
      await keepOrder(platform, record.order, { token });
      await save();
    },
    async close() {
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', saveAtOnce);
      await (timer === undefined ? saving : save());
    },
  };
}
