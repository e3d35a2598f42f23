import { useCallback, useEffect, useState } from 'react';
import { usePlatform } from '../provider/platform-provider.tsx';
import { CART_SHELF, type CartEdit, cartOf, editCart, type StoredCart } from './stored-cart.ts';

export interface CartState {
  /** `none`: no shelf, so nothing can be put into a cart here. */
  readonly status: 'loading' | 'ready' | 'locked' | 'none';
  /** Undefined where nothing was ever put into it. */
  readonly cart: StoredCart | undefined;
}

/** The cart of this device, from any tab. Starts the store. */
export function useCart(): CartState {
  const platform = usePlatform();
  const [state, setState] = useState<CartState>({ status: 'loading', cart: undefined });
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    platform.then(
      ({ shelf }) => {
        if (gone) return;
        if (shelf === undefined) setState({ status: 'none', cart: undefined });
        stop = shelf?.watch(CART_SHELF, (reading) =>
          setState({ status: reading.status === 'locked' ? 'locked' : 'ready', cart: cartOf(reading) }),
        );
      },
      () => setState({ status: 'none', cart: undefined }),
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [platform]);
  return state;
}

/** Changes it; resolves once that is on the disk. */
export function useEditCart(): (edit: CartEdit) => Promise<StoredCart> {
  const platform = usePlatform();
  return useCallback(async (edit) => await editCart(await platform, edit), [platform]);
}
