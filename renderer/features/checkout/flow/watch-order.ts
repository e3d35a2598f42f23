/** Asks for an order that was sent until the vendor has it. */
import type { Platform, Unsubscribe } from '../../../platform/contract/contract.ts';
import { nextOf, type OrderNext } from '../order/order-next.ts';
import type { OrderRequests } from '../order/order-requests.ts';
import { keepOrder } from '../order/order-token.ts';

/** Between two questions. An order is judged within a second, unless many wait. */
const ASK_EVERY_MS = 1_000;

export function watchOrder(
  platform: Platform,
  { order, requests }: { readonly order: string; readonly requests: Pick<OrderRequests, 'read'> },
  report: (next: OrderNext) => void,
): Unsubscribe {
  let gone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isThere = false;
  async function ask(): Promise<void> {
    const asked = isThere ? await requests.read() : undefined;
    if (gone) return;
    if (asked?.status === 'ok') {
      const { order: view, serverTime } = asked.answer;
      await keepOrder(platform, order, { view, seenAt: serverTime }).catch(() => undefined);
      if (!gone) report(nextOf(view));
      return;
    }
    timer = setTimeout(() => void ask(), ASK_EVERY_MS);
  }
  const stop = platform.deliveries.watch((deliveries) => {
    const sent = deliveries.find(({ session, kind }) => session === order && kind === 'order.place');
    isThere = sent?.receipt !== undefined;
  });
  void platform.deliveries.sendNow().catch(() => undefined);
  void ask();
  return () => {
    gone = true;
    clearTimeout(timer);
    stop();
  };
}
