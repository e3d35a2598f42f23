/**
 * What opens an order on this device, and what was last seen of it. Where others use the device, too, the token is of this tab alone, and opens it as long as the
 * shelf names the order: the shelf is emptied when somebody leaves, the tab isn't. On a device of one's own the token is sealed on the shelf. It never is in an address: a link in a mail brings one in the fragment, which no server sees and which leaves the address at once.
 */
import { type OrderView, orderViewSchema } from '../../../../sync/domain/orders/order-view.ts';
import { orderShelf } from '../../../device/order-shelf.ts';
import type { Platform, ShelfReading, Unsubscribe } from '../../../platform/contract/contract.ts';
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

function readKept(value: unknown): KeptOrder {
  if (typeof value !== 'object' || value === null) return {};
  const { token, view, seenAt, billing } = value as Readonly<Record<string, unknown>>;
  const read = orderViewSchema.safeParse(view);
  return {
    ...(typeof token === 'string' && TOKEN.test(token) && { token }),
    ...(read.success && { view: read.data }),
    ...(typeof seenAt === 'string' && { seenAt }),
    ...(isTypedAddress(billing) && { billing }),
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

export async function findKept(platform: Platform, order: string): Promise<KeptOrder> {
  const { shelf, vendor } = platform;
  const reading = await shelf?.read(orderShelf(order)).catch(() => undefined);
  const kept = reading?.status === 'found' ? readKept(reading.value) : {};
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

/** Another tab was faster. */
export const isTakenOver = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'taken-over';

/**
 * Where others use the device, too, the shelf only has its name. Another tab may be faster: what it wrote is as good. It begins with what opens it: a page
 * that is still there once somebody has left puts nothing back.
 */
export async function keepOrder(platform: Platform, order: string, part: KeptOrder): Promise<void> {
  const { shelf, vendor } = platform;
  const isShared = !shelf || (await shelf.owner()) === 'shared';
  if (isShared && part.token !== undefined) keepTabToken(vendor, order, part.token);
  if (!shelf) return;
  for (let tries = 0; tries < 3; tries += 1) {
    const reading = await shelf.read(orderShelf(order));
    if (reading.status === 'absent' ? part.token === undefined : isShared) return;
    const before = reading.status === 'found' ? readKept(reading.value) : {};
    const version = 'version' in reading ? reading.version : 0;
    try {
      await shelf.write(orderShelf(order), isShared ? {} : { ...before, ...part }, version);
      return;
    } catch (error) {
      if (!isTakenOver(error)) throw error;
    }
  }
}
