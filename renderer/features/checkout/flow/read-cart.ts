/** The cart as a checkout takes it: what is in it now, frozen by its version. */
import { CART_SHELF, cartOf, type StoredCart } from '../../../device/cart/stored-cart.ts';
import type { Platform, Unsubscribe } from '../../../platform/contract/contract.ts';

export interface OrderedCart
  extends Pick<StoredCart, 'id' | 'version' | 'lines' | 'consultation' | 'promotion'> {
  readonly content: Pick<StoredCart['content'], 'choices'>;
}

export function watchCart(platform: Platform, listener: (cart: StoredCart | undefined) => void): Unsubscribe {
  return platform.shelf?.watch(CART_SHELF, (reading) => listener(cartOf(reading))) ?? (() => undefined);
}
