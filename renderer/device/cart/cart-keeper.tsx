import { useEffect, useRef } from 'react';
import type { CartContent } from '../../../sync/domain/cart/cart.ts';
import { CART_RECORD } from '../../../sync/protocol/records/cart.ts';
import { usePack, usePlatform } from '../provider/platform-provider.tsx';
import { type Reads, useAccountState, useRecords } from '../use-account.ts';
import { watchLeftAlone } from './left-alone.ts';
import { saveForPerson, settleAccount } from './settle-account.ts';
import { settleOrders } from './settle-orders.ts';
import { useCart } from './use-cart.ts';

/** Taps on + in a row are one operation. */
export const SAVE_AFTER_MS = 1_500;

/** The server has checked it. */
const content: Reads<CartContent> = {
  safeParse: (body) =>
    typeof body === 'object' && body !== null && 'entries' in body && 'choices' in body
      ? { success: true, data: body as CartContent }
      : { success: false },
};

/** A signed-in person's cart: what other devices say comes in, what is changed here goes out. Renders nothing. */
export function CartKeeper() {
  const platform = usePlatform();
  const account = useAccountState();
  const { status, records } = useRecords(CART_RECORD, content);
  const { status: cartStatus, cart } = useCart();
  const signedIn = account?.status === 'signed-in' ? account : undefined;
  const person = signedIn?.person;
  const owner = signedIn?.shared ? 'shared' : 'own';
  const seq = records[0]?.seq;
  const latest = useRef(records[0]?.body);
  useEffect(() => {
    latest.current = records[0]?.body;
  });
  const isKnown = status === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state of the record, which is a new object with each look
  useEffect(() => {
    if (person === undefined || !isKnown || cartStatus !== 'ready') return;
    platform.then((store) => settleAccount(store, person, latest.current)).catch(() => undefined);
  }, [platform, person, isKnown, seq, cartStatus]);

  const version = cart?.version;
  const isUnsaved = person !== undefined && cart?.person === person && cart.saved !== version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version begins the wait again
  useEffect(() => {
    if (!isUnsaved || person === undefined) return;
    const save = () =>
      void platform.then((store) => saveForPerson(store, person, owner)).catch(() => undefined);
    const timer = setTimeout(save, SAVE_AFTER_MS);
    const onHide = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [platform, person, owner, isUnsaved, version]);

  // What was ordered as this device stopped, or another tab was closed.
  const isOrdering = cart?.ordering !== undefined;
  useEffect(() => {
    if (isOrdering) platform.then(settleOrders).catch(() => undefined);
  }, [platform, isOrdering]);

  useLeftAlone(signedIn?.shared === true);
  return null;
}

function useLeftAlone(isSession: boolean): void {
  const platform = usePlatform();
  const { settings } = usePack();
  const idleMs = settings.idleMinutes * 60_000;
  useEffect(
    () => watchLeftAlone({ platform, idleMs, isSession, page: window }),
    [isSession, platform, idleMs],
  );
}
