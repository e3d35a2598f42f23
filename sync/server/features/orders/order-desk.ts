/** What changes an order, whoever asks: in a transaction that holds it, with the one guard before money. */
import { isNotApproved } from '../../../domain/orders/order-events.ts';
import { isCleared, mayCapture } from '../../../domain/orders/order-guards.ts';
import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import { isConsultation, type OrderProblem } from '../../../domain/orders/order-view.ts';
import type { Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { Due } from '../payments/service.ts';
import { type Assessed, assess } from './assess.ts';
import { isFeePaid, withoutFee } from './consultation-fee.ts';
import {
  buyerOf,
  createMoveUnpaid,
  createSettling,
  type DeskDependencies,
  isUnconfirmed,
  RESERVED_MS,
  type Settling,
  SYSTEM,
  unpaidUntil,
  type Within,
  wishedOf,
} from './settle-order.ts';
import { withPharmacyProblem } from './stored/closed-pharmacy.ts';
import { type NewEvent, type OpenOrder, openOrder } from './stored/open-order.ts';
import { freezeUnits } from './stored/order-units.ts';
import {
  type OrderContent,
  type StoredOrder,
  type StoredProblem,
  waitsForReview,
} from './stored/stored-order.ts';

/** What is reserved is kept at its price. Who may have it is asked again. */
const KEPT: readonly OrderProblem[] = [
  'PRICE_CHANGED',
  'PROMO_EXPIRED',
  'PROMO_NOT_ELIGIBLE',
  'PROMO_INVALID',
];
const barriersOf = ({ problems }: Assessed, { isReserved }: StoredOrder): readonly StoredProblem[] =>
  problems.filter(({ code }) => !(isReserved && KEPT.includes(code)));

/** Over at the payments, whatever is asked for now. */
const RELEASED: readonly PaymentStatus[] = ['canceling', 'voided', 'refunded'];
const CAPTURABLE: readonly PaymentStatus[] = ['authorized', 'setup'];

/**
 * An order as its patient sees it: with what would keep them from paying it now, such as terms that have changed since it was placed, and paid or not, with a pharmacy
 * that has closed. Writes nothing, so that what is reserved stays so until they have settled it.
 */
function createAsSeen({ sql, now, catalogs }: DeskDependencies, contextOf: Settling['contextOf']) {
  return async (order: StoredOrder): Promise<StoredOrder> => {
    const { vendor, payBy, content, statuses } = order;
    const isPayable = statuses.order === 'placed' && payBy === 'card' && isUnconfirmed(order);
    if (!isPayable || content.totals.total === 0)
      return withPharmacyProblem(order, (await catalogs()?.of(vendor))?.shop);
    const context = { ...(await contextOf(vendor, now())), looks: true };
    const found = await sql.begin((transaction) =>
      assess(transaction, buyerOf(order), wishedOf(content), context),
    );
    const problems = barriersOf(found, order);
    if (problems.length === 0) return order;
    const shown: StoredOrder = { ...order, problems, statuses: { ...statuses, order: 'problem' } };
    // What is reserved keeps its price, also where its code has ended since.
    const isAgreed = order.isReserved && problems.every(({ code }) => code === 'CONSENT_OUTDATED');
    return isAgreed ? shown : { ...shown, content: found.content };
  };
}

/** Whether each medicine in it is the one that its consultation has prescribed. */
async function isPrescribed(
  { care }: Pick<DeskDependencies, 'care'>,
  { now: order }: OpenOrder,
  { transaction }: Within,
): Promise<boolean> {
  const { vendor, consultation, content } = order;
  if (consultation === null) return false;
  const prescribed = await care()?.prescribedIn(transaction, vendor, consultation);
  return content.lines.every(({ kind, product }) => kind !== 'rx' || product === prescribed);
}

export function createOrderDesk(dependencies: DeskDependencies) {
  const { publishWithin, payments, now, follow } = dependencies;
  const { contextOf, dueOf, free, reserve, expect, settle, askForId } = createSettling(dependencies);

  /** In a transaction of its own, with the order locked. @throws ProblemError NOT_FOUND */
  const change = <Result>(
    vendor: string,
    id: string,
    work: (order: OpenOrder, within: Within) => Promise<Result>,
  ): Promise<Result> =>
    publishWithin(async (transaction, publish) => {
      // Before any row: those that judge hold this, and want rows of orders, too.
      await orderFeed(transaction);
      const order = await openOrder(transaction, vendor, id);
      if (!order) throw new ProblemError('NOT_FOUND');
      return work(order, { transaction, publish, at: now() });
    });

  /** @throws ProblemError ORDER_LOCKED with the problem, or PRICE_CHANGED where that is it. */
  function demandPayable({ statuses, problems }: StoredOrder): void {
    const [first] = problems;
    if (first) {
      const errors = problems.map(({ code, sku }) => ({
        ...{ pointer: sku === undefined ? '' : `/lines/${sku}`, detail: code },
      }));
      throw new ProblemError(first.code === 'PRICE_CHANGED' ? 'PRICE_CHANGED' : 'ORDER_LOCKED', {
        detail: first.code,
        errors,
      });
    }
    if (statuses.order !== 'placed' || isNotApproved(statuses.clinical))
      throw new ProblemError('ORDER_LOCKED');
  }

  /** It is about to end. @throws ProblemError ORDER_LOCKED */
  function demandTime(order: StoredOrder, at: Date): void {
    const isLate = order.dueAt !== null && order.dueAt <= at && unpaidUntil(order) <= at;
    if (isLate && isUnconfirmed(order)) throw new ProblemError('ORDER_LOCKED');
  }

  /** What was just wanted of the payments is what the order says, at once. */
  async function heed(vendor: string, id: string, { transaction, publish }: Within): Promise<void> {
    const state = (await payments()?.stateOf(transaction, vendor, [id]))?.get(id);
    // What hasn't been given is told as the payments hear of it.
    if (state) await follow()(transaction, publish, { vendor, order: id, ...state, failedRefunds: [] });
  }

  /**
   * Terminal: what is held is released, and the stock is for others.
   * @param frees undefined: at once. `released`: not before nothing can be paid any more.
   */
  async function end(order: OpenOrder, event: NewEvent, within: Within, frees?: 'released'): Promise<void> {
    const { transaction, publish } = within;
    order.add(event);
    const { vendor, id, expected, statuses } = order.now;
    const isReleased = expected && !RELEASED.includes(statuses.payment);
    if (frees === undefined || !isReleased) await free(order, within);
    order.change({ dueAt: null });
    await order.save(publish);
    if (!isReleased) return;
    await payments()?.release(transaction, { vendor, order: id, actor: event.by ?? event.actor });
    await heed(vendor, id, within);
  }

  return {
    ...{ change, settle, askForId, free, heed, end, asSeen: createAsSeen(dependencies, contextOf) },
    ...createMoveUnpaid({ contextOf, settle, expect }),

    /** The one guard before money: what is shown is what the order comes to, and what is due (R2). */
    async askBefore(
      transaction: Transaction,
      publish: Publish,
      {
        vendor,
        order: id,
        total,
      }: { readonly vendor: string; readonly order: string; readonly total: number },
    ): Promise<Due> {
      const order = await openOrder(transaction, vendor, id);
      if (!order) throw new ProblemError('NOT_FOUND');
      demandPayable(order.now);
      const within: Within = { transaction, publish, at: now() };
      const { at } = within;
      demandTime(order.now, at);
      const context = await contextOf(vendor, at);
      const found = await assess(transaction, buyerOf(order.now), wishedOf(order.now.content), context);
      demandPayable({ ...order.now, problems: barriersOf(found, order.now) });
      // What has become cheaper costs less (R2): that is shown before it is paid.
      const isCheaper = found.content.totals.total < order.now.content.totals.total;
      if (isCheaper && order.now.isReserved && isUnconfirmed(order.now)) {
        await settle(order, within);
        return dueOf(order.now);
      }
      if (!order.now.isReserved) {
        if (found.content.totals.total !== order.now.content.totals.total)
          throw new ProblemError('PRICE_CHANGED');
        demandPayable({ ...order.now, problems: await reserve(order, found, context, within) });
      }
      const due = dueOf(order.now);
      // Nothing is due: an intent of nothing couldn't be captured, and would stand in the way of who approves it.
      if (due.amount === 0) throw new ProblemError('ORDER_LOCKED');
      if (total !== due.amount) throw new ProblemError('PRICE_CHANGED', { detail: String(due.amount) });
      // Whoever is paying now, also through their bank, keeps what is reserved; but not by beginning each hour again.
      const { dueAt } = order.now;
      const keptUntil = Math.min(at.getTime() + RESERVED_MS, unpaidUntil(order.now).getTime());
      if (isUnconfirmed(order.now) && dueAt !== null)
        order.change({ dueAt: new Date(Math.max(dueAt.getTime(), keptUntil)) });
      await order.save(publish);
      return due;
    },

    /** What would keep it from being paid, were it for this. */
    async barriers({ now: order }: OpenOrder, content: OrderContent, { transaction, at }: Within) {
      const context = await contextOf(order.vendor, at);
      return barriersOf(await assess(transaction, buyerOf(order), wishedOf(content), context), order);
    },

    /** Whether its form allows what it is for, as its consultation is by now. */
    async qualifies({ now: order }: OpenOrder, { transaction, at }: Within): Promise<boolean> {
      const context = await contextOf(order.vendor, at);
      const { problems } = await assess(transaction, buyerOf(order), wishedOf(order.content), context);
      return !problems.some(({ code }) => code === 'RX_NOT_QUALIFIED' || code === 'CONSULTATION_EXPIRED');
    },

    isPrescribed: (order: OpenOrder, within: Within) => isPrescribed(dependencies, order, within),

    /** Charges exactly what was approved, once a card holds it or is saved. */
    async captureWhereApproved(order: OpenOrder, within: Within, actor: string): Promise<void> {
      const { transaction, publish, at } = within;
      const { vendor, id, statuses } = order.now;
      if (!waitsForReview(order.now) || !mayCapture(statuses) || !isCleared(statuses)) return;
      if (!CAPTURABLE.includes(statuses.payment)) return;
      // Each order of a form holds its fee, and the first that is charged pays it: for the others it goes back with the rest of the hold.
      const content = withoutFee(order.now.content);
      if (content && (await isFeePaid(transaction, order.now))) {
        if (isConsultation(order.now.content))
          return end(order, { event: 'cancelled', at, ...SYSTEM }, within);
        order.change({ content });
        order.add({ event: 'price_lowered', at, ...SYSTEM, key: `price_lowered ${content.totals.total}` });
        await freezeUnits(transaction, order.now);
        await order.save(publish);
      }
      const wish = { vendor, order: id, actor };
      const amount = order.now.content.totals.total;
      if (amount > 0) await payments()?.capture(transaction, { ...wish, amount });
      else await payments()?.release(transaction, wish);
    },
  };
}
export type OrderDesk = ReturnType<typeof createOrderDesk>;
