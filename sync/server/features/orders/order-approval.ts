/** What follows once a clinician has approved an order: it is charged, unless the photo ID that is asked for where it goes hasn't been seen. */
import { type Delivery, isConsultation } from '../../../domain/orders/order-view.ts';
import { ProblemError } from '../../base/problems.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderLetters } from './order-letters.ts';
import type { MissingId } from './service.ts';
import { CARD_SECURED, isUnconfirmed, UNDER_WAY, UNPAID_MS, type Within } from './settle-order.ts';
import type { OpenOrder } from './stored/open-order.ts';
import { isApproved } from './stored/stored-order.ts';

/** What is told of a consultation alone is its receipt, at the desk, too: only once it is paid. */
function newsOf({ now }: OpenOrder): 'unpaid' | 'charged' {
  const isUnpaid = isUnconfirmed(now) && now.expected;
  return isUnpaid && (now.payBy === 'card' || isConsultation(now.content)) ? 'unpaid' : 'charged';
}

export function createApproval({
  desk,
  letters,
}: {
  readonly desk: Pick<OrderDesk, 'settle' | 'moveUnpaid' | 'askForId' | 'captureWhereApproved'>;
  readonly letters: Pick<OrderLetters, 'tell'>;
}) {
  async function goOn(order: OpenOrder, within: Within, actor: string): Promise<void> {
    const { transaction, publish, at } = within;
    // What is reserved waits for its new price to be agreed to.
    if (order.now.problems.length > 0 && !order.now.isReserved) await desk.settle(order, within);
    if (order.now.statuses.payment === 'deferred')
      order.change({ dueAt: new Date(at.getTime() + UNPAID_MS) });
    await order.save(publish);
    // Where a card stands for it, they hear with the charge.
    if (!CARD_SECURED.includes(order.now.statuses.payment))
      await letters.tell(transaction, order.now, newsOf(order));
    await desk.captureWhereApproved(order, within, actor);
  }

  return {
    /** The event is in it. */
    async approved(order: OpenOrder, within: Within, actor: string): Promise<void> {
      await desk.askForId(order, within);
      if (!order.now.content.waitsForId) return goOn(order, within, actor);
      await order.save(within.publish);
      await letters.tell(within.transaction, order.now, 'asked-id');
    },

    /** To another place, which may ask for an ID of its own. @throws ProblemError ORDER_LOCKED while a bank is asked whether it may be charged. */
    async moved(
      order: OpenOrder,
      within: Within,
      { from, actor }: { readonly from: Delivery; readonly actor: string },
    ): Promise<void> {
      const waited = order.now.content.waitsForId === true;
      if (isApproved(order.now)) await desk.askForId(order, within);
      const waits = order.now.content.waitsForId === true;
      if (waits && !waited && UNDER_WAY.includes(order.now.statuses.payment))
        throw new ProblemError('ORDER_LOCKED');
      // What isn't paid yet is priced for the new place.
      if (isUnconfirmed(order.now))
        await desk.moveUnpaid(order, { from, isIdNews: waits !== waited }, within);
      else await order.save(within.publish);
      if (waited && !waits) await goOn(order, within, actor);
    },

    /** Its ID may have been confirmed since. @returns what is missing of it. */
    async lookAgain(order: OpenOrder, within: Within, actor: string): Promise<MissingId> {
      if (!order.now.content.waitsForId) return false;
      const lacking = await desk.askForId(order, within);
      if (lacking === false) await goOn(order, within, actor);
      return lacking;
    },
  };
}
export type Approval = ReturnType<typeof createApproval>;
