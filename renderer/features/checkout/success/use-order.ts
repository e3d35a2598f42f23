/** What this device can say of an order: what the server answers, what was seen last, and whether it is still on its way there. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type OrderView, orderViewSchema } from '../../../../sync/domain/orders/order-view.ts';
import type { OrderAnswer } from '../../../../sync/protocol/api/orders.ts';
import { ORDER_RECORD } from '../../../../sync/protocol/records/order.ts';
import { useDeliveries } from '../../../device/provider/platform-provider.tsx';
import { useAccountState, useRecords } from '../../../device/use-account.ts';
import type { Delivery } from '../../../platform/contract/contract.ts';
import { isSettled, mayPay } from '../order/order-next.ts';
import { type Asked, createOrderRequests, type OrderRequests } from '../order/order-requests.ts';
import { forgetReturn, isReturn, keepOrder } from '../order/order-token.ts';
import { readChecked, unsure } from '../order/read-checked.ts';
import { type FailedHandOff, type OpenedOrder, useOpenedOrder } from '../order/use-opened-order.ts';

/** Between two looks: soon while it is being judged or its payment confirmed, seldom afterwards. */
const SOON_MS = 2_000;
const SELDOM_MS = 20_000;

export interface KnownOrder {
  readonly view: OrderView | undefined;
  /** In the outbox, or received and not judged. */
  readonly delivery: Delivery | undefined;
  /** What an account that is begun from it takes along: the form that it follows from, or itself. */
  readonly sent: Delivery | undefined;
  /** Sent from this device, or in the account that is signed in: who only has a link to it can do nothing in its patient's name. */
  readonly isOwn: boolean;
  /** When it was seen, where that wasn't just now. */
  readonly seenAt: string | undefined;
  readonly requests: OrderRequests | undefined;
  /** Takes an answer to what was asked. @returns whether it was one. */
  take(asked: Asked<OrderAnswer>): Promise<boolean>;
}

/** Nothing can be shown of it. */
export interface UnopenedOrder {
  /** It may be opened here once the vendor answers. */
  readonly isUnreachable: boolean;
  readonly handOff?: FailedHandOff | undefined;
  /** Of an earlier visit: opens to who was there. */
  readonly aside?: OpenedOrder['aside'];
}

/** On another device of the person, or where the token's time is over: another one, kept as the first was. */
function useMinted(order: string, opened: OpenedOrder | undefined, isWanted: boolean) {
  const [token, setToken] = useState<string>();
  const platform = opened?.platform;
  useEffect(() => {
    if (!platform || !isWanted || token !== undefined) return;
    let gone = false;
    const mint = async () => {
      const minted = await (await platform.account?.changes())?.orderToken(order);
      if (gone || minted?.status !== 'ok') return;
      await keepOrder(platform, order, { token: minted.token }).catch(() => undefined);
      setToken(minted.token);
    };
    const tryToMint = () => void mint().catch(() => undefined);
    tryToMint();
    addEventListener('online', tryToMint);
    return () => {
      gone = true;
      removeEventListener('online', tryToMint);
    };
  }, [platform, order, isWanted, token]);
  return useMemo(
    () => (platform && token !== undefined ? createOrderRequests(platform.vendor, order, token) : undefined),
    [platform, order, token],
  );
}

export function useOrder(order: string): KnownOrder | 'loading' | UnopenedOrder {
  const opened = useOpenedOrder(order, true);
  // Read, and only then forgotten: what is rendered first may be thrown away.
  const [isBack] = useState(() => isReturn());
  useEffect(() => {
    if (isBack) forgetReturn();
  }, [isBack]);
  const deliveries = useDeliveries();
  const records = useRecords(ORDER_RECORD, orderViewSchema);
  const account = useAccountState();
  const [answered, setAnswered] = useState<OrderView>();
  const delivery = deliveries?.find(({ session, kind }) => session === order && kind === 'order.place');
  const recorded = records.records.find(({ id }) => id === order)?.body;
  const platform = opened?.platform;
  const take = useCallback(
    async (asked: Asked<OrderAnswer>) => {
      if (asked.status !== 'ok') return false;
      const { order: view, serverTime } = asked.answer;
      setAnswered(view);
      if (platform) await keepOrder(platform, order, { view, seenAt: serverTime }).catch(() => undefined);
      return true;
    },
    [platform, order],
  );
  const [isShut, setShut] = useState(false);
  const [looked, setLooked] = useState<Asked<OrderAnswer>['status']>();
  const isWanted =
    !opened?.isGone && !opened?.aside && recorded !== undefined && (isShut || opened?.requests === undefined);
  const minted = useMinted(order, opened, isWanted);
  const requests = opened?.isGone ? undefined : (minted ?? opened?.requests);
  const isOver = answered !== undefined && isSettled(answered);
  const isSoon = !isShut && (answered === undefined || answered.statuses.payment === 'unknown');
  useEffect(() => {
    if (!requests || isOver) return;
    let gone = false;
    let isLooking = false;
    const look = () => {
      if (document.visibilityState !== 'visible' || isLooking) return;
      isLooking = true;
      void readChecked(requests).then((asked) => {
        isLooking = false;
        if (gone) return;
        setLooked(asked.status);
        if (asked.status === 'absent') setShut(true);
        else void take(asked);
      });
    };
    look();
    const timer = setInterval(look, isSoon ? SOON_MS : SELDOM_MS);
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone = true;
      clearInterval(timer);
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [requests, isOver, isSoon, take]);
  if (opened?.isGone) return { isUnreachable: false };
  if (opened?.aside) return { isUnreachable: false, aside: opened.aside };
  // What was seen before they went to their bank says that nothing is paid.
  if (!opened || !deliveries || (isBack && requests && !looked)) return 'loading';
  const seen = answered ?? recorded ?? opened.kept.view;
  const view = seen && isBack && !answered && mayPay(seen) ? unsure(seen) : seen;
  // A link whose time is over opens nothing: of an order that may be paid long since, nobody is told that it waits.
  if (!view && !delivery) {
    const { handOff } = opened;
    if (!requests || isShut) return { isUnreachable: handOff?.status === 'unreachable', handOff };
    // Without an answer nobody knows what has become of it: what was sent from another device doesn’t wait here.
    return looked === undefined || looked === 'ok' ? 'loading' : { isUnreachable: true };
  }
  const form = deliveries.find(({ opId }) => opId === view?.consultation);
  return {
    ...{ view, delivery, requests, take },
    isOwn: recorded !== undefined || (delivery !== undefined && account?.status !== 'signed-in'),
    sent: view?.consultation === undefined ? delivery : form,
    seenAt: answered || recorded ? undefined : opened.kept.seenAt,
  };
}
