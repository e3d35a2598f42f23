/** The cart on this device's shelf, and every change to it. */
import {
  type CartContent,
  choiceIn,
  emptyCart,
  isSame,
  linesIn,
  type Stamp,
  stampAfter,
  trimmed,
} from '../../../sync/domain/cart/cart.ts';
import type { Platform, Shelf, ShelfReading } from '../../platform/contract/contract.ts';
import { updateShelf } from '../../platform/contract/update-shelf.ts';

export const CART_SHELF = 'cart';
/** Of somebody who was signed in on this device: theirs when they are again. */
export const asideName = (person: string): string => `cart/${person}`;

export interface StoredCart {
  /** What this device says comes from it; with `version` it names an order's cart. */
  readonly id: string;
  /** Of its content: as long as nothing in it changes, neither does this. */
  readonly version: number;
  readonly content: CartContent;
  /** As an order would have them now. */
  readonly lines: readonly { readonly sku: string; readonly product: string; readonly quantity: number }[];
  readonly consultation?: string;
  readonly promotion?: string;
  /** Whose account it is in. */
  readonly person?: string;
  /** The version that was handed to the outbox for them. */
  readonly saved?: number;
  /** The version that was ordered last: what it was of is no longer in it. */
  readonly ordered?: number;
  /** What may be in the outbox by now, and hasn't been taken out: see `settle-orders.ts`. */
  readonly ordering?: readonly {
    readonly order: string;
    /** That was ordered. */
    readonly version: number;
    readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  }[];
}

const isStored = (value: unknown): value is StoredCart =>
  typeof value === 'object' && value !== null && 'id' in value && 'content' in value && 'lines' in value;

export const cartOf = (reading: ShelfReading): StoredCart | undefined =>
  reading.status === 'found' && isStored(reading.value) ? reading.value : undefined;

export const newCart = (id: string): StoredCart => ({ id, version: 0, content: emptyCart, lines: [] });

/** @returns the same cart where that changes nothing. */
export function withContent(cart: StoredCart, changed: CartContent): StoredCart {
  if (isSame(cart.content, changed)) return cart;
  const content = trimmed(changed);
  const { consultation: _consultation, promotion: _promotion, ...rest } = cart;
  const lines = linesIn(content, 'cart');
  const consultation = lines.find((line) => line.consultation !== undefined)?.consultation;
  const promotion = choiceIn(content, 'promotion');
  return {
    ...rest,
    ...{ version: cart.version + 1, content },
    lines: lines.map(({ sku, product, quantity }) => ({ sku, product, quantity })),
    ...(consultation === undefined ? {} : { consultation }),
    ...(promotion === undefined ? {} : { promotion }),
  };
}

type CartPlatform = Pick<Platform, 'now' | 'newSessionId'> & { readonly shelf: Shelf };

/** At a kiosk nothing is sold. */
export function withShelf(platform: Platform): CartPlatform {
  const { shelf } = platform;
  if (shelf === undefined) throw new Error('This device has no shelf.');
  return { shelf, now: platform.now, newSessionId: platform.newSessionId };
}

/** @param change the same cart where there is nothing to do: then nothing is written. */
export async function updateCart(
  { shelf, newSessionId }: CartPlatform,
  change: (cart: StoredCart) => StoredCart,
): Promise<StoredCart> {
  let after!: StoredCart;
  await updateShelf(shelf, CART_SHELF, (reading) => {
    const start = cartOf(reading) ?? newCart(newSessionId());
    after = change(start);
    return after === start ? undefined : after;
  });
  return after;
}

export type CartEdit = (content: CartContent, stamp: Stamp) => CartContent;

export async function editCart(platform: Platform, edit: CartEdit): Promise<StoredCart> {
  const on = withShelf(platform);
  return await updateCart(on, (cart) =>
    withContent(cart, edit(cart.content, stampAfter(cart.content, cart.id, on.now().getTime()))),
  );
}
