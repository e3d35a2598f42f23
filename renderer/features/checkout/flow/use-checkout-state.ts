import { useCallback, useSyncExternalStore } from 'react';
import type { Actor } from 'xstate';
import type { CheckoutMachine } from './checkout-machine.ts';
import { pathOf } from './path-of.ts';

/** Where a machine is, as a path, and what it remembers. */
export function useCheckoutState(actor: Actor<CheckoutMachine>) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    [actor],
  );
  const snapshot = useSyncExternalStore(subscribe, () => actor.getSnapshot());
  return { at: pathOf(snapshot.value), context: snapshot.context };
}
