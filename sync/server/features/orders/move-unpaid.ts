/** An unpaid order that goes to another pharmacy. What is reserved for it stays so, at its price and with its code: the tax of the place alone may be another. */
import type { Delivery } from '../../../domain/orders/order-view.ts';
import { deliveredIn } from '../../../domain/shop/places.ts';
import { retaxed } from '../../../domain/shop/quote.ts';
import { type Settling, SYSTEM, sayPriced, type Within } from './settle-order.ts';
import type { OpenOrder } from './stored/open-order.ts';

export interface Move {
  readonly from: Delivery;
  /** Whether it waits for a photo ID has changed with it, and so what a payment is for. */
  readonly isIdNews: boolean;
}

export function createMoveUnpaid({
  contextOf,
  settle,
  expect,
}: Pick<Settling, 'contextOf' | 'settle' | 'expect'>) {
  /** Reserved until when it was: nobody holds on to the last item by changing pharmacies. */
  async function goOn(order: OpenOrder, within: Within): Promise<void> {
    const wasProblem = order.now.problems.length > 0;
    order.change({ problems: [] });
    sayPriced(order, wasProblem, within.at);
    await expect(order, within, order.now.dueAt ?? undefined);
  }

  return {
    /** A higher price waits until the patient agrees to it, and so does what is reserved for it. */
    async moveUnpaid(order: OpenOrder, { from, isIdNews }: Move, within: Within): Promise<void> {
      const { vendor, content, isReserved, problems } = order.now;
      // Nothing is kept for it: it is looked at anew.
      if (!isReserved) return settle(order, within);
      const { catalog } = await contextOf(vendor, within.at);
      const placeOf = (delivery: Delivery) => deliveredIn(delivery, catalog.shop.pharmacies);
      const place = placeOf(content.delivery);
      if (place !== placeOf(from))
        order.change({ content: { ...content, ...retaxed(content.lines, { ...catalog, place }) } });
      else if (!isIdNews) return order.save(within.publish);
      if (order.now.content.totals.total <= content.agreedTotal) return goOn(order, within);
      const { at } = within;
      order.change({ problems: [{ code: 'PRICE_CHANGED' }] });
      if (problems.length === 0)
        order.add({ event: 'problem', at, ...SYSTEM, key: `problem ${at.toISOString()}` });
      await order.save(within.publish);
    },

    /** The price of the new place is agreed to. */
    priceAgreed: goOn,
  };
}
