/** The document for paying: the machine begins at its `payment`, and the server says where that is. */
import { useEffect, useState } from 'react';
import { type Actor, createActor } from 'xstate';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { createStore, type Store } from '../../../base/store.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { emptyDetails } from '../flow/checkout-events.ts';
import { type CheckoutMachine, createCheckoutMachine } from '../flow/checkout-machine.ts';
import type { OrderRequests } from '../order/order-requests.ts';
import { keepOrder } from '../order/order-token.ts';
import { payByKept } from '../order/pay-by-kept.ts';
import type { OpenedOrder } from '../order/use-opened-order.ts';
import { paymentActors } from './payment-actors.ts';

const never = () => new Promise<never>(() => undefined);

export interface OpenPayment {
  readonly actor: Actor<CheckoutMachine>;
  /** The order, as the last answer told of it. */
  readonly view: Store<OrderView | undefined>;
}

export interface Payable extends Omit<OpenedOrder, 'requests'> {
  readonly requests: OrderRequests;
}

/** Once for each order. */
export function usePayment(order: string, { platform, requests, kept }: Payable): OpenPayment {
  const { region } = usePack();
  const [opened] = useState((): OpenPayment => {
    const view = createStore(kept.view);
    const seen = (next: OrderView) => {
      view.set(next);
      const part = { view: next, seenAt: platform.now().toISOString() };
      void keepOrder(platform, order, part).catch(() => undefined);
    };
    const machine = createCheckoutMachine({
      ...{ place: never, watchOrder: () => () => undefined, payByKept: never },
      ...paymentActors(requests, seen, () => payByKept(platform, requests), view.get),
    });
    return { view, actor: createActor(machine, { input: { details: emptyDetails(region), consents: [] } }) };
  });
  useEffect(() => {
    const { actor } = opened;
    actor.start();
    actor.send({ type: 'RESUMED', at: 'payment' });
    return () => {
      actor.stop();
    };
  }, [opened]);
  return opened;
}
