/** What the document for paying asks of the server: each answer is one of the machine's. */
import { billingOf } from '../../../../sync/domain/orders/billing.ts';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { PaymentAnswer } from '../../../../sync/protocol/api/orders.ts';
import type { CheckoutActors, PaymentOutcome, StartOutcome } from '../flow/checkout-events.ts';
import { mayPay, nextOf } from '../order/order-next.ts';
import type { Asked, OrderRequests } from '../order/order-requests.ts';
import { readChecked } from '../order/read-checked.ts';

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type PaymentActors = Pick<CheckoutActors, 'start' | 'confirm' | 'check'>;

/** Something is to be settled first. */
const PRICE_CHANGED = 'PRICE_CHANGED';
const LOCKED = 'ORDER_LOCKED';
/** So many cards were declined that none is asked for a while. */
const NO_TRIES = 'RATE_LIMITED';

/** Instead of a provider's name for a card: the one that is kept in the account. */
export const KEPT = 'kept';

/** @param seen told with each view of the order that an answer holds. @param view the last one. */
export function paymentActors(
  requests: OrderRequests,
  seen: (view: OrderView) => void,
  payByKept: () => Promise<Asked<PaymentAnswer>>,
  view: () => OrderView | undefined = () => undefined,
): PaymentActors {
  const billedIn = (): string | undefined => {
    const order = view();
    return order && billingOf(order)?.postcode;
  };

  /** What locks it may be the patient's to settle: of that, the order tells. */
  async function isToSettle(): Promise<boolean> {
    const read = await requests.read();
    if (read.status !== 'ok' || read.answer.order.statuses.order !== 'problem') return false;
    seen(read.answer.order);
    return true;
  }

  async function start(): Promise<StartOutcome> {
    const read = await readChecked(requests);
    if (read.status === 'offline') return { status: 'failed', trouble: 'offline' };
    if (read.status === 'absent') return { status: 'failed', trouble: 'not-found' };
    if (read.status === 'refused') return { status: 'failed', trouble: 'unavailable' };
    const view = read.answer.order;
    seen(view);
    if (view.statuses.order === 'problem') return { status: 'changed' };
    if (view.statuses.payment === 'unknown') return { status: 'unknown' };
    if (!mayPay(view)) return { status: nextOf(view) === 'nothing' ? 'paid' : 'unknown' };
    const started = await requests.startPayment(view.totals.total);
    if (started.status === 'ok') return { status: 'started', started: started.answer };
    if (started.status === 'offline') return { status: 'failed', trouble: 'offline' };
    if (started.status === 'absent') return { status: 'failed', trouble: 'not-found' };
    if (started.code === PRICE_CHANGED) return { status: 'changed' };
    if (started.code === NO_TRIES) return { status: 'failed', trouble: 'tries' };
    if (started.code !== LOCKED) return { status: 'failed', trouble: 'unavailable' };
    return (await isToSettle()) ? { status: 'changed' } : { status: 'failed', trouble: 'locked' };
  }

  /** Anything but an answer of ours leaves open what became of it. */
  function outcomeOf(asked: Asked<PaymentAnswer>): PaymentOutcome {
    // The page of the order asks what has become of its payment, and says why it is locked.
    if (asked.status === 'refused' && [PRICE_CHANGED, LOCKED].includes(asked.code))
      return { status: 'changed' };
    // What it has come to, starting it asks.
    if (asked.status === 'refused' && asked.code === NO_TRIES) return { status: 'again' };
    if (asked.status !== 'ok') throw new NoAnswer();
    const { result, declined = 'declined', order } = asked.answer;
    seen(order);
    if (result !== 'declined') return { status: result };
    return order.statuses.payment === 'voided' ? { status: 'again' } : { status: 'declined', declined };
  }

  async function confirm({ total, method, challenge }: Parameters<CheckoutActors['confirm']>[0]) {
    if (method === KEPT) return outcomeOf(await payByKept());
    // A card is named by the demo alone: Stripe’s own script tells it where a card is billed.
    const postcode = method == null ? undefined : billedIn();
    return outcomeOf(
      await requests.confirmPayment({
        total,
        ...(method != null && { method }),
        ...(challenge != null && { challenge }),
        ...(postcode !== undefined && { postcode }),
      }),
    );
  }

  return {
    start,
    confirm,
    check: async () => outcomeOf(await requests.checkPayment()),
  };
}
