/** An order on this device: what opens it, and what is known of it. */
import { useEffect, useState } from 'react';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests, exchangeHandOff, type OrderRequests } from './order-requests.ts';
import { findKept, type KeptOrder, keepOrder, keepTabToken, takeFragment } from './order-token.ts';

export interface OpenedOrder {
  readonly platform: Platform;
  readonly kept: KeptOrder;
  /** Undefined where nothing on this device opens it. */
  readonly requests: OrderRequests | undefined;
}

/** Undefined while the device's store is being read. */
export function useOpenedOrder(order: string): OpenedOrder | undefined {
  const { slug: vendor } = usePack();
  const platform = usePlatform();
  // With the first look at the address: nobody who copies it later has the token.
  const [{ token: mailed, handOff }] = useState(takeFragment);
  const [opened, setOpened] = useState<OpenedOrder & { readonly order: string }>();
  useEffect(() => {
    let gone = false;
    void (async () => {
      const linked = handOff === undefined ? mailed : await exchangeHandOff(vendor, order, handOff);
      if (linked !== undefined) keepTabToken(vendor, order, linked);
      const device = await platform;
      if (linked !== undefined) await keepOrder(device, order, { token: linked }).catch(() => undefined);
      const kept = await findKept(device, order);
      const token = kept.token ?? linked;
      const requests = token === undefined ? undefined : createOrderRequests(vendor, order, token);
      if (!gone) setOpened({ order, platform: device, kept, requests });
    })().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [platform, vendor, order, mailed, handOff]);
  return opened?.order === order ? opened : undefined;
}
