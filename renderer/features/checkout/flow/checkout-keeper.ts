/** Keeps a checkout on the shelf while it is typed: nothing is lost that was there a moment ago, and reopening goes on where it was. */
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { DeviceOwner, Platform } from '../../../platform/contract/contract.ts';
import { findTabToken, keepOrder, keepTabToken } from '../order/order-token.ts';
import { type CheckoutContext, emptyDetails } from './checkout-events.ts';
import { type CheckoutRecord, unwrapCheckout, wrapCheckout } from './persisted-checkout.ts';
import type { OrderedCart } from './read-cart.ts';

/** A consultation is paid beside the cart, and takes no place from what is being ordered of that, nor from another consultation. */
export const checkoutShelf = (way: Way, cart: string | undefined): string =>
  way === 'none' ? `checkout/consultation/${cart}` : 'checkout';
/** Where every consultation's was, once. */
const OLD_CONSULTATION = 'checkout/consultation';
/** After the last key. */
const SAVE_AFTER_MS = 250;

export interface CheckoutKeeper {
  readonly record: CheckoutRecord;
  readonly token: string;
  keep(context: Pick<CheckoutContext, 'details' | 'consents'>): void;
  /** The order may be in the outbox from now on: resolves once that is written down. */
  placing(): Promise<void>;
  close(): Promise<void>;
}

/** 32 random bytes, base64url. */
export function newToken(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = random(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** The order that was placed here last: what an emptied cart leads to. @param consultation that is paid by itself. */
export async function findPlaced(
  platform: Platform,
  way: Way,
  consultation?: string,
): Promise<CheckoutRecord | undefined> {
  const record = (await readCheckout(platform.shelf, way, consultation)).before;
  return record?.placed ? record : undefined;
}

async function readCheckout(shelf: Platform['shelf'], way: Way, cart: string | undefined) {
  const reading = await shelf?.read(checkoutShelf(way, cart));
  const version = reading && 'version' in reading ? reading.version : 0;
  if (reading?.status === 'found') return { version, before: unwrapCheckout(reading.value) };
  const old = way === 'none' ? await shelf?.read(OLD_CONSULTATION) : undefined;
  const before = old?.status === 'found' ? unwrapCheckout(old.value) : undefined;
  return { version, before: before?.cart.id === cart ? before : undefined };
}

/** An order is of one version of a cart: another version begins another order, with what was typed before. */
export async function openKeeper(
  platform: Platform,
  {
    cart,
    way,
    country,
    owner,
  }: {
    readonly cart: Pick<OrderedCart, 'id' | 'version'>;
    readonly way: Way;
    readonly country: string;
    readonly owner: DeviceOwner;
  },
): Promise<CheckoutKeeper> {
  const { shelf, vendor } = platform;
  const name = checkoutShelf(way, cart.id);
  const { before, ...reading } = await readCheckout(shelf, way, cart.id);
  const isSame = before?.cart.id === cart.id && before.cart.version === cart.version;
  const kept = isSame ? (before.token ?? findTabToken(vendor, before.order)) : undefined;
  const token = kept ?? newToken();
  const isOwn = owner === 'own';
  let record: CheckoutRecord = {
    order: isSame && kept !== undefined ? before.order : platform.newSessionId(),
    ...(isOwn && { token }),
    cart: { id: cart.id, version: cart.version },
    way,
    details: before?.details ?? emptyDetails(country),
    // What was agreed to was of that order.
    consents: isSame && before.way === way ? before.consents : [],
    placed: isSame && before.way === way && before.placed,
  };
  if (!isOwn) keepTabToken(vendor, record.order, token);
  let { version } = reading;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = Promise.resolve();
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const next = record;
    const write = async () => {
      if (shelf) version = await shelf.write(name, wrapCheckout(next), version);
    };
    // Another tab has it now: its own order is of the same cart, of which there is one in the end.
    saving = saving.then(write).catch(() => undefined);
    return saving;
  };
  const saveAtOnce = () => {
    if (timer !== undefined) void save();
  };
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', saveAtOnce);
  void save();
  return {
    record,
    token,
    keep({ details, consents }) {
      if (details === record.details && consents === record.consents) return;
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
      if (timer !== undefined) await save();
    },
  };
}
