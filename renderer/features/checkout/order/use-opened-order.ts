/** An order on this device: what opens it, and what is known of it. */
import { useCallback, useEffect, useState } from 'react';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests, exchangeHandOff, type OrderRequests } from './order-requests.ts';
import {
  findAside,
  findKept,
  forgetLink,
  type KeptOrder,
  keepOrder,
  keepTabToken,
  newToken,
  readLink,
  watchGone,
} from './order-token.ts';

/** A code that another device has shown, and that hasn't opened the order here. */
export interface FailedHandOff {
  readonly status: 'unreachable' | 'over';
  readonly isTrying: boolean;
  retry(): void;
}

export interface OpenedOrder {
  readonly platform: Platform;
  readonly kept: KeptOrder;
  /** Undefined where nothing on this device opens it. */
  readonly requests: OrderRequests | undefined;
  /** Somebody who opened it has left the device since. */
  readonly isGone?: boolean;
  /** An earlier visit has opened it, and nobody knows whether that was who is here: who turns out to be the same looks again. */
  readonly aside?: { again(): void } | undefined;
  readonly handOff?: FailedHandOff | undefined;
}

/**
 * Whether the device has what opens it. A link's token ends after days, and the one that an order was placed with doesn't: it is given up only where the server
 * knows it no more.
 */
async function opensIt(device: Platform, order: string): Promise<boolean> {
  const { token } = await findKept(device, order);
  if (token === undefined) return false;
  return (await createOrderRequests(device.vendor, order, token).read()).status !== 'absent';
}

/** Another visit may have begun meanwhile. */
const LOOK_AGAIN_MS = 15_000;

/** Whether a link opens it by itself, and so is of who may see it. Anybody may write one. */
const isRight = async ({ vendor }: Platform, order: string, linked: string) =>
  (await createOrderRequests(vendor, order, linked).read()).status === 'ok';

/** Closes what is open once the visit that opened it is over. */
function useClosing(order: string, isOpen: boolean, close: () => void): void {
  const platform = usePlatform();
  useEffect(() => {
    if (!isOpen) return;
    let gone = false;
    const look = () =>
      void platform
        .then((device) => findAside(device, order))
        .then((aside) => aside && !gone && close())
        .catch(() => undefined);
    const timer = setInterval(look, LOOK_AGAIN_MS);
    // A page that the browser has kept as it was comes back with the first.
    addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone = true;
      clearInterval(timer);
      removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [platform, order, isOpen, close]);
}

/**
 * Undefined while the device's store is being read.
 * @param closes with the visit. Who types a card may take longer, in a field of the provider's that this page knows nothing of.
 */
export function useOpenedOrder(order: string, closes = false): OpenedOrder | undefined {
  const { slug: vendor } = usePack();
  const platform = usePlatform();
  // Read, and only then forgotten: what is rendered first may be thrown away.
  const [{ token: mailed, handOff }] = useState(() => readLink());
  // The same at each try: one that was answered unheard opens it, too.
  const [wanted] = useState(newToken);
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  const [opened, setOpened] = useState<
    Omit<OpenedOrder, 'handOff' | 'aside'> & {
      readonly order: string;
      readonly isAside?: boolean;
      readonly failed?: { readonly status: FailedHandOff['status']; readonly at: number } | undefined;
    }
  >();
  // Nobody who copies the address later has the token.
  useEffect(() => forgetLink(), []);
  // Not opened again by what a link brought: that was of who was here.
  const close = useCallback(
    () => setOpened((before) => before && { ...before, kept: {}, requests: undefined, isAside: true }),
    [],
  );
  useClosing(order, closes && opened?.requests !== undefined, close);
  const isUnreachable = opened?.failed?.status === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isUnreachable, retry]);
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    void (async () => {
      const exchanged =
        handOff === undefined ? undefined : await exchangeHandOff(vendor, order, handOff, wanted);
      const linked = exchanged?.status === 'opened' ? exchanged.token : mailed;
      const device = await platform;
      const aside = await findAside(device, order);
      const isAside =
        aside !== undefined && !(linked !== undefined && (await isRight(device, order, linked)));
      if (aside && !isAside)
        await keepOrder(device, order, { token: aside.token ?? linked }).catch(() => undefined);
      if (linked !== undefined && !isAside && !(await opensIt(device, order))) {
        keepTabToken(vendor, order, linked);
        await keepOrder(device, order, { token: linked }).catch(() => undefined);
      }
      const kept = await findKept(device, order);
      const token = kept.token ?? (isAside ? undefined : linked);
      const requests = token === undefined ? undefined : createOrderRequests(vendor, order, token);
      if (gone) return;
      const isFailed = exchanged !== undefined && exchanged.status !== 'opened' && !requests;
      const failed = isFailed ? { status: exchanged.status, at: tries } : undefined;
      setOpened({ order, platform: device, kept, requests, failed, isAside });
      stop = watchGone(device, order, () =>
        setOpened({ order, platform: device, kept: {}, requests: undefined, isGone: true }),
      );
    })().catch(() => undefined);
    return () => {
      gone = true;
      stop();
    };
  }, [platform, vendor, order, mailed, handOff, wanted, tries]);
  if (opened?.order !== order) return undefined;
  const { failed, isAside } = opened;
  if (isAside) return { ...opened, aside: { again: retry } };
  return failed
    ? { ...opened, handOff: { status: failed.status, isTrying: failed.at !== tries, retry } }
    : opened;
}
