/** Where the card is billed, while its order is paid: shown, and corrected on the same order. What is typed is on the shelf until it is saved. */
import { useEffect, useRef, useState } from 'react';
import { billingOf } from '../../../../sync/domain/orders/billing.ts';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { Address } from '../../../../sync/domain/profile/address.ts';
import type { Store } from '../../../base/store.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { keepOrder } from '../order/order-token.ts';
import { emptyAddress, type TypedAddress, typedOf } from '../order/typed-address.ts';
import type { Payable } from './use-payment.ts';

/** After the last key. */
const SAVE_AFTER_MS = 250;

export interface Billing {
  /** Undefined while it isn't being changed. */
  readonly typed: TypedAddress | undefined;
  /** Saved, and no card was tried with it yet. */
  readonly isCorrected: boolean;
  tried(): void;
  open(): void;
  type(part: Partial<TypedAddress>): void;
  close(): void;
  /** Absent: the delivery's. @returns whether the vendor has it. */
  save(address?: Address): Promise<boolean>;
}

export function useBilling(
  order: string,
  { platform, requests, kept }: Payable,
  view: Store<OrderView | undefined>,
): Billing {
  const { region } = usePack();
  const [typed, setTyped] = useState(kept.billing);
  const [isCorrected, setCorrected] = useState(false);
  const isFirst = useRef(true);
  /** Keeps the last keys, where the page is left before it is time to. */
  const unkept = useRef<() => void>(undefined);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const keep = () => {
      unkept.current = undefined;
      void keepOrder(platform, order, { billing: typed }).catch(() => undefined);
    };
    unkept.current = keep;
    const timer = setTimeout(keep, SAVE_AFTER_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [typed, platform, order]);
  useEffect(() => () => unkept.current?.(), []);
  return {
    ...{ typed, isCorrected },
    tried: () => setCorrected(false),
    open() {
      const seen = view.get();
      const known = seen && billingOf(seen);
      setTyped(known ? typedOf(known) : emptyAddress(region));
    },
    type: (part) => setTyped((before) => before && { ...before, ...part }),
    close: () => setTyped(undefined),
    async save(address) {
      const asked = await requests.changeBilling(address === undefined ? {} : { address });
      if (asked.status !== 'ok') return false;
      view.set(asked.answer.order);
      setTyped(undefined);
      setCorrected(true);
      return true;
    },
  };
}
