/**
 * What opens an order on this device, and what was last seen of it. Where others use the device, too, the token is of this tab alone, and opens it as long as the
 * shelf names the order: the shelf is emptied when somebody leaves, the tab isn't. On a device of one's own the token is sealed on the shelf; where nobody has said
 * whose device it is, too, but opens it only in the visit in which it was opened last. It never is in an address: a link in a mail brings one in the fragment, which no server sees and which leaves the address at once.
 */
import { type OrderView, orderViewSchema } from '../../../../sync/domain/orders/order-view.ts';
import { orderShelf } from '../../../device/order-shelf.ts';
import type { Platform, Shelf, ShelfReading, Unsubscribe } from '../../../platform/contract/contract.ts';
import { updateShelf } from '../../../platform/contract/update-shelf.ts';
import { isTypedAddress, type TypedAddress } from './typed-address.ts';

const TOKEN = /^[A-Za-z0-9_-]{43,128}$/;

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

export interface KeptOrder {
  readonly token?: string | undefined;
  readonly view?: OrderView | undefined;
  /** When it was seen, by the server's clock. */
  readonly seenAt?: string | undefined;
  /** A billing address that is being typed while it is paid. */
  readonly billing?: TypedAddress | undefined;
  /** How they wanted to be reached, as it was typed: nothing else says whose it is before the vendor has it. */
  readonly reach?: string | undefined;
}

interface StoredOrder extends KeptOrder {
  /** In which visit it was opened last, by who had what opens it. */
  readonly visit?: number | undefined;
}

const tabKeyOf = (vendor: string, order: string) => `v:${vendor}:order:${order}`;

export interface Linked {
  /** Of a mail's link. */
  readonly token?: string;
  /** Of a code that another device shows: to be exchanged for a token, once. */
  readonly handOff?: string;
}

/** What a provider adds to the address that it leads back to, its secret among it. All of it is a hint: what was paid, the server says. */
const OF_PROVIDER = /^(payment_intent|setup_intent|redirect_status|source_)/;

const addedTo = (address: URL) => [...address.searchParams.keys()].filter((name) => OF_PROVIDER.test(name));

/** Whether somebody comes back from their bank. */
export const isReturn = (page: Pick<Window, 'location'> = window): boolean =>
  addedTo(new URL(page.location.href)).length > 0;

/** The address no longer says so, nor has anything that somebody could copy. */
export function forgetReturn(page: Pick<Window, 'location' | 'history'> = window): void {
  const address = new URL(page.location.href);
  for (const name of addedTo(address)) address.searchParams.delete(name);
  page.history.replaceState(page.history.state, '', address.href);
}

const ofLink = ({ location }: Pick<Window, 'location'>) => {
  const fragment = new URLSearchParams(location.hash.slice(1));
  return { token: fragment.get('t'), handOff: fragment.get('h') };
};

/** The address no longer has what a link brought. */
export function forgetLink(page: Pick<Window, 'location' | 'history'> = window): void {
  const { token, handOff } = ofLink(page);
  if (token === null && handOff === null) return;
  page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
}

/** What a link brings: until it is forgotten, however often it is read. */
export function readLink(page: Pick<Window, 'location'> = window): Linked {
  const { token, handOff } = ofLink(page);
  return {
    ...(token !== null && TOKEN.test(token) && { token }),
    ...(handOff !== null && TOKEN.test(handOff) && { handOff }),
  };
}

function inTab<Result>(look: (storage: Storage) => Result): Result | undefined {
  try {
    // oxlint-disable-next-line no-restricted-globals -- named by the vendor, see tabKeyOf.
    return look(sessionStorage);
  } catch {
    // Blocked by the browser: the shelf may have it.
    return undefined;
  }
}

export const keepTabToken = (vendor: string, order: string, token: string): void =>
  inTab((storage) => storage.setItem(tabKeyOf(vendor, order), token));

export const findTabToken = (vendor: string, order: string): string | undefined =>
  inTab((storage) => storage.getItem(tabKeyOf(vendor, order))) ?? undefined;

function readKept(value: unknown): StoredOrder {
  if (typeof value !== 'object' || value === null) return {};
  const { token, view, seenAt, billing, reach, visit } = value as Readonly<Record<string, unknown>>;
  const read = orderViewSchema.safeParse(view);
  return {
    ...(typeof token === 'string' && TOKEN.test(token) && { token }),
    ...(read.success && { view: read.data }),
    ...(typeof seenAt === 'string' && { seenAt }),
    ...(isTypedAddress(billing) && { billing }),
    ...(typeof reach === 'string' && { reach }),
    ...(typeof visit === 'number' && { visit }),
  };
}

const dropTabToken = (vendor: string, order: string) =>
  inTab((storage) => storage.removeItem(tabKeyOf(vendor, order)));

/** Whether the tab's token is of somebody who has left: what the shelf had of the order went with them. A browser that stores nothing has lost it with the page. */
async function isLeftBehind(platform: Platform, reading: ShelfReading | undefined): Promise<boolean> {
  const { shelf } = platform;
  if (!shelf || reading?.status !== 'absent') return false;
  return (await shelf.owner()) !== 'own' && (await platform.start()).mode === 'durable';
}

/** What opens it may be somebody else's, who was there before. */
async function isAside(shelf: Shelf, { token, view, visit }: StoredOrder): Promise<boolean> {
  const owner = await shelf.owner();
  if (owner === 'own') return false;
  // A name alone opens nothing: the tab's token goes with who leaves. What was kept before somebody said that it is shared has more.
  if (owner === 'shared' && token === undefined && view === undefined) return false;
  return (await shelf.visit()).visit !== visit;
}

async function readOrder({ shelf }: Platform, order: string) {
  const reading = await shelf?.read(orderShelf(order)).catch(() => undefined);
  const stored = reading?.status === 'found' ? readKept(reading.value) : {};
  const { visit: _visit, ...kept } = stored;
  return { reading, kept, isAside: shelf && reading?.status === 'found' && (await isAside(shelf, stored)) };
}

/** What an earlier visit has left of it: shown to nobody but who turns out to be the same. */
export async function findAside(platform: Platform, order: string): Promise<KeptOrder | undefined> {
  const { kept, ...read } = await readOrder(platform, order);
  return read.isAside ? kept : undefined;
}

export async function findKept(platform: Platform, order: string): Promise<KeptOrder> {
  const { vendor } = platform;
  const { reading, kept, ...read } = await readOrder(platform, order);
  if (read.isAside) return {};
  const token = findTabToken(vendor, order);
  if (token === undefined || !TOKEN.test(token)) return kept;
  if (!(await isLeftBehind(platform, reading))) return { ...kept, token };
  dropTabToken(vendor, order);
  return kept;
}

/** Calls once what was kept of it is gone: somebody has left a device that others use, too. */
export function watchGone(platform: Platform, order: string, onGone: () => void): Unsubscribe {
  let wasThere = false;
  const stop = platform.shelf?.watch(orderShelf(order), ({ status }) => {
    if (status !== 'absent') wasThere = true;
    else if (wasThere) {
      dropTabToken(platform.vendor, order);
      onGone();
    }
  });
  return () => stop?.();
}

/** As they are kept. */
const isSameView = (one: KeptOrder, other: KeptOrder) =>
  JSON.stringify(readKept(one).view) === JSON.stringify(readKept(other).view);

/**
 * Where others use the device, too, the shelf only has its name. It begins with what opens it: a page
 * that is still there once somebody has left puts nothing back.
 */
export async function keepOrder(platform: Platform, order: string, part: KeptOrder): Promise<void> {
  const { shelf, vendor } = platform;
  const owner = await shelf?.owner();
  const isShared = !shelf || owner === 'shared';
  const { token } = part;
  if (isShared && token !== undefined) keepTabToken(vendor, order, token);
  if (!shelf) return;
  await updateShelf(shelf, orderShelf(order), async (reading) => {
    // Said to be shared since: what opens it is of the tab now, and the shelf lets go of the rest.
    if (token === undefined && (reading.status === 'absent' || isShared)) return undefined;
    const before = reading.status === 'found' ? readKept(reading.value) : {};
    // To write is a sign that somebody is there. A page that looks by itself is none.
    const isSeen = token === undefined && part.view !== undefined && isSameView(part, before);
    if (owner !== 'own' && isSeen) return undefined;
    const { visit } = token === undefined ? before : await shelf.visit();
    return isShared ? {} : { ...before, ...part, visit };
  });
}
