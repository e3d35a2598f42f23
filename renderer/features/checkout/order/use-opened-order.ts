/** An order on this device: what opens it, and what is known of it. */
import { useEffect, useState } from 'react';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests, exchangeHandOff, type OrderRequests } from './order-requests.ts';
import {
  findKept,
  forgetLink,
  type KeptOrder,
  keepOrder,
  keepTabToken,
  readLink,
  watchGone,
} from './order-token.ts';

export interface OpenedOrder {
  readonly platform: Platform;
  readonly kept: KeptOrder;
  /** Undefined where nothing on this device opens it. */
  readonly requests: OrderRequests | undefined;
  /** Somebody who opened it has left the device since. */
  readonly isGone?: boolean;
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
  const [opened, setOpened] = useState<OpenedOrder & { readonly order: string }>();
  // Nobody who copies the address later has the token.
  useEffect(() => forgetLink(), []);
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    void (async () => {
      const linked = handOff === undefined ? mailed : await exchangeHandOff(vendor, order, handOff);
      const device = await platform;
      if (linked !== undefined && !(await opensIt(device, order))) {
        keepTabToken(vendor, order, linked);
        await keepOrder(device, order, { token: linked }).catch(() => undefined);
      }
      const kept = await findKept(device, order);
      const token = kept.token ?? linked;
      const requests = token === undefined ? undefined : createOrderRequests(vendor, order, token);
      if (gone) return;
      setOpened({ order, platform: device, kept, requests });
      stop = watchGone(device, order, () =>
        setOpened({ order, platform: device, kept: {}, requests: undefined, isGone: true }),
      );
    })().catch(() => undefined);
    return () => {
      gone = true;
      stop();
    };
  }, [platform, vendor, order, mailed, handOff]);
  return opened?.order === order ? opened : undefined;
}
