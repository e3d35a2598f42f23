/** An order that isn't paid: it is looked at, priced and reserved here, and the payments hear what is due. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { ClinicalEvent } from '../../../domain/orders/order-events.ts';
import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import { type Delivery, isConsultation } from '../../../domain/orders/order-view.ts';
import { deliveredIn } from '../../../domain/shop/places.ts';
import { retaxed } from '../../../domain/shop/quote.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Publish, PublishWithin } from '../../core/records/publishing.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import type { Due, PaymentChange, Payments } from '../payments/service.ts';
import type { Catalog, Catalogs } from '../shop/feature.ts';
import { type AssessContext, type Assessed, assess } from './assess.ts';
import type { LetterOptions, OrderLetters } from './order-letters.ts';
import { COMPLETES, type Consultations, type MissingId } from './service.ts';
import type { NewEvent, OpenOrder } from './stored/open-order.ts';
import { freezeUnits } from './stored/order-units.ts';
import { freePromotion, freeStock, redeem, reserveStock } from './stored/reservations.ts';
import { isApproved, type OrderContent, type StoredOrder, waitsForReview } from './stored/stored-order.ts';

export interface DeskDependencies {
  readonly sql: Sql;
  readonly publishWithin: PublishWithin;
  readonly vendors: VendorDirectory;
  /** Asked when they are needed: features that come later provide some of them. */
  readonly catalogs: () => Catalogs | undefined;
  readonly payments: () => Payments | undefined;
  readonly care: () => Consultations | undefined;
  readonly letters: OrderLetters;
  readonly now: () => Date;
  /** What becomes of an order as its payment changes. */
  readonly follow: () => FollowPayments;
}

export type FollowPayments = (
  transaction: Transaction,
  publish: Publish,
  change: PaymentChange,
) => Promise<void>;

export interface Within {
  readonly transaction: Transaction;
  readonly publish: Publish;
  readonly at: Date;
}
export type Actor = Pick<NewEvent, 'actor' | 'by'>;
export const SYSTEM: Actor = { actor: 'system' };
export const PATIENT: Actor = { actor: 'patient' };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Unpaid, a reservation lives so long. */
export const RESERVED_MS = 60 * MINUTE_MS;
/** To be paid at the counter, or not reserved any more: then it is cancelled. */
export const UNPAID_MS = 7 * DAY_MS;
/** To be paid at the counter by whom nobody knows: over a weekend. */
const UNKNOWN_MS = 3 * DAY_MS;

/** Start of the time in which the patient must act: receipt, approval, or the day on which the ID was asked for, whichever is latest. */
function unpaidSince(order: StoredOrder): number {
  const { receivedAt, events, content } = order;
  const approved = isApproved(order) ? events.findLast(({ event }) => event === 'approved') : undefined;
  const since = [approved?.at, content.idAskedAt].filter((at) => at !== undefined);
  return Math.max(receivedAt.getTime(), ...since.map((at) => Date.parse(at)));
}

/** When an order that nobody pays ends, whoever begins to pay it how often. */
export function unpaidUntil(order: StoredOrder): Date {
  const isUnknown = order.payBy === 'desk' && order.person === null && !order.content.waitsForId;
  return new Date(unpaidSince(order) + (isUnknown ? UNKNOWN_MS : UNPAID_MS));
}

/** Something stands for it, or has been charged. */
export const isConfirmed = (order: Pick<StoredOrder, 'statuses'>): boolean =>
  !isUnconfirmed(order) && !UNDER_WAY.includes(order.statuses.payment);

/** Of one that nobody has to pay any more: nothing ends it but a photo ID that never comes. */
export const idDeadline = (order: StoredOrder): Date | null =>
  order.content.waitsForId ? unpaidUntil(order) : null;

/** Of one with nothing to pay here. */
export const freeStatus = ({ lines }: OrderContent): PaymentStatus =>
  lines.some(({ atCounter }) => atCounter === true) ? 'deferred' : 'captured';

const EMPTY: Catalog = {
  products: [],
  shop: { shipping: [], taxes: [], promotions: [], pharmacies: [], treatments: [], payAtDesk: false },
  serviceAreas: [],
};

/** Nothing was confirmed by a card: what it comes to may still change. */
const UNCONFIRMED: readonly PaymentStatus[] = ['none', 'requires_method', 'failed', 'deferred', 'voided'];
export const isUnconfirmed = ({ statuses }: Pick<StoredOrder, 'statuses'>): boolean =>
  UNCONFIRMED.includes(statuses.payment);

/** A card stands for it. */
export const CARD_SECURED: readonly PaymentStatus[] = ['authorized', 'setup', 'captured'];

/** A bank is asked, or hasn't answered. */
export const UNDER_WAY: readonly PaymentStatus[] = ['requires_action', 'unknown'];

const REACHED: Readonly<Partial<Record<ConsultationState, ClinicalEvent>>> = {
  ...{ in_review: 'in_review', needs_info: 'needs_info', live_visit: 'in_review' },
  ...{ approved: 'approved', prescribed: 'approved', completed: 'approved' },
};

/** Nothing is in its way any more; and it costs less than what was agreed to, where it does. */
export function sayPriced(order: OpenOrder, wasProblem: boolean, at: Date): void {
  if (wasProblem) order.add({ event: 'settled', at, ...SYSTEM, key: `settled ${at.toISOString()}` });
  const { totals, agreedTotal } = order.now.content;
  if (totals.total < agreedTotal)
    order.add({ event: 'price_lowered', at, ...SYSTEM, key: `price_lowered ${totals.total}` });
}

export const buyerOf = (order: StoredOrder) => {
  const { vendor, id, device, person, consultation, payBy } = order;
  return { vendor, id, device, person, consultation, payBy, isApproved: isApproved(order) };
};

/** What was written, without what it came to. */
export function wishedOf({
  lines: _lines,
  totals: _totals,
  shippingTax: _tax,
  redeems: _redeems,
  ...wished
}: OrderContent) {
  return wished;
}

export function createSettling({ vendors, catalogs, payments, care, letters }: DeskDependencies) {
  async function contextOf(slug: string, at: Date): Promise<AssessContext> {
    const vendor = vendors.find(slug);
    if (!vendor) throw new ProblemError('VENDOR_NOT_FOUND');
    const catalog = (await catalogs()?.of(slug)) ?? EMPTY;
    return { vendor, catalog, care: care(), at };
  }

  function dueOf({ vendor, id, content, currency, statuses, person }: StoredOrder): Due {
    const waits = statuses.clinical !== 'none' && statuses.clinical !== 'approved';
    return {
      ...{ vendor, order: id, amount: content.totals.total, currency, purpose: waits ? 'hold' : 'charge' },
      ...(person !== null && { person }),
    };
  }

  async function free(order: OpenOrder, { transaction }: Within): Promise<void> {
    const { vendor, id, isReserved, content } = order.now;
    if (!isReserved) return;
    await freeStock(transaction, vendor, content.wanted);
    await freePromotion(transaction, { vendor, id });
    order.change({ isReserved: false });
  }

  /** @returns what there isn't enough of; then nothing is reserved. */
  async function reserve(
    order: OpenOrder,
    { promotion }: Pick<Assessed, 'promotion'>,
    { catalog }: AssessContext,
    { transaction }: Within,
  ) {
    const { vendor, id, content } = order.now;
    const short = await reserveStock(transaction, { vendor, id }, catalog.products, content.wanted);
    if (short.length > 0) return short.map((sku) => ({ code: 'ITEM_UNAVAILABLE', sku }) as const);
    if (promotion && !(await redeem(transaction, { vendor, id }, promotion))) {
      await freeStock(transaction, vendor, content.wanted);
      return [{ code: 'PROMO_EXPIRED' } as const];
    }
    order.change({ isReserved: true });
    return [];
  }

  /** Written, and then what is due is told to the payments, or that nothing is. */
  async function expect(
    order: OpenOrder,
    { transaction, publish, at }: Within,
    reservedUntil = new Date(at.getTime() + RESERVED_MS),
  ): Promise<void> {
    const { content, payBy, expected } = order.now;
    const due = dueOf(order.now);
    await freezeUnits(transaction, order.now);
    if (due.amount === 0) {
      order.change({ payment: freeStatus(content), dueAt: idDeadline(order.now) });
      await order.save(publish);
      // It has become free: what was begun is over.
      if (expected) await payments()?.release(transaction, { ...due, actor: 'system' });
      return;
    }
    order.change({
      expected: true,
      ...(payBy === 'desk' && { payment: 'deferred' as const }),
      dueAt: payBy === 'desk' ? unpaidUntil(order.now) : reservedUntil,
    });
    await order.save(publish);
    if (payBy === 'desk') await payments()?.expectAtDesk(transaction, due);
    else await payments()?.expect(transaction, due);
  }

  /** Of what is approved: whether it waits for a photo ID, where it goes now. */
  async function askForId(order: OpenOrder, { transaction, at }: Within): Promise<MissingId> {
    const { vendor, consultation, content } = order.now;
    const products = content.lines.filter(({ kind }) => kind === 'rx').map(({ product }) => product);
    if (consultation === null || products.length === 0) return false;
    const pharmacies = (await catalogs()?.of(vendor))?.shop.pharmacies ?? [];
    const place = deliveredIn(content.delivery, pharmacies);
    const places = place === undefined ? [] : [place];
    const asked = { vendor, consultation, products, places };
    const lacking = (await care()?.lacksId(transaction, asked)) ?? false;
    const waits = lacking !== false;
    const isNews = waits !== (content.waitsForId === true);
    order.change({
      content: {
        ...content,
        waitsForId: waits ? true : undefined,
        ...(isNews && { idAskedAt: at.toISOString() }),
      },
    });
    if (isConfirmed(order.now)) order.change({ dueAt: idDeadline(order.now) });
    return lacking;
  }

  /** As far as its consultation has come already. */
  async function catchUp(order: OpenOrder, { consulted }: Assessed, within: Within): Promise<void> {
    const { at } = within;
    const isOver =
      consulted?.isClosed && COMPLETES.includes(consulted.state) && isConsultation(order.now.content);
    const event = consulted && (isOver ? 'approved' : REACHED[consulted.state]);
    const isNew = event && order.add({ event, at, ...SYSTEM });
    if (isNew && event === 'approved') await askForId(order, within);
  }

  /**
   * Looks at an order that isn't paid: what it costs and what is wrong with it now. Where nothing is, it is reserved and waits for its payment.
   * Written, but for what the payments say of it.
   */
  async function settle(order: OpenOrder, within: Within, options?: LetterOptions): Promise<void> {
    const { transaction, publish, at } = within;
    const context = await contextOf(order.now.vendor, at);
    const wasProblem = order.now.problems.length > 0;
    // What it holds is counted as its own, whatever it comes to now.
    await free(order, within);
    // Judged as it will be paid: a card may ask for an agreement of its own.
    if (!context.catalog.shop.payAtDesk) order.change({ payBy: 'card' });
    const found = await assess(transaction, buyerOf(order.now), wishedOf(order.now.content), context);
    order.change({ content: found.content, problems: found.problems });
    if (found.problems.length === 0) order.change({ problems: await reserve(order, found, context, within) });
    if (order.now.problems.length > 0) {
      order.change({ dueAt: new Date(unpaidSince(order.now) + UNPAID_MS) });
      if (!wasProblem && order.add({ event: 'problem', at, ...SYSTEM }))
        await letters.tell(transaction, order.now, 'problem', options);
      await order.save(publish);
    } else {
      sayPriced(order, wasProblem, at);
      if (waitsForReview(order.now)) await catchUp(order, found, within);
      await expect(order, within);
    }
  }

  return { contextOf, dueOf, free, reserve, expect, settle, askForId };
}
export type Settling = ReturnType<typeof createSettling>;

export interface Move {
  readonly from: Delivery;
  /** Whether it waits for a photo ID has changed with it, and so what a payment is for. */
  readonly isIdNews: boolean;
}

/** To another pharmacy. What is reserved for it stays so, at its price and with its code: the tax of the place alone may be another. */
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
      // Nothing is reserved for it: it is assessed again.
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
