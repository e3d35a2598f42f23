/** An order on this device: what opens it, and what is known of it. */
import { useCallback, useEffect, useState } from 'react';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests, exchangeHandOff, type OrderRequests } from './order-requests.ts';
import {
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

/** Undefined while the device's store is being read. */
export function useOpenedOrder(order: string): OpenedOrder | undefined {
  const { slug: vendor } = usePack();
  const platform = usePlatform();
  // Read, and only then forgotten: what is rendered first may be thrown away.
  const [{ token: mailed, handOff }] = useState(() => readLink());
  // The same at each try: one that was answered unheard opens it, too.
  const [wanted] = useState(newToken);
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  const [opened, setOpened] = useState<
    Omit<OpenedOrder, 'handOff'> & {
      readonly order: string;
      readonly failed?: { readonly status: FailedHandOff['status']; readonly at: number } | undefined;
    }
  >();
  // Nobody who copies the address later has the token.
  useEffect(() => forgetLink(), []);
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
      if (linked !== undefined && !(await opensIt(device, order))) {
        keepTabToken(vendor, order, linked);
        await keepOrder(device, order, { token: linked }).catch(() => undefined);
      }
      const kept = await findKept(device, order);
      const token = kept.token ?? linked;
      const requests = token === undefined ? undefined : createOrderRequests(vendor, order, token);
      if (gone) return;
      const isFailed = exchanged !== undefined && exchanged.status !== 'opened' && !requests;
      const failed = isFailed ? { status: exchanged.status, at: tries } : undefined;
      setOpened({ order, platform: device, kept, requests, failed });
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
  const { failed } = opened;
  return failed
    ? { ...opened, handOff: { status: failed.status, isTrying: failed.at !== tries, retry } }
    : opened;
}
