/** What the payments and the consultations tell of orders: their statuses follow, and money follows approval. */
import {
  type ClinicalEvent,
  isNotApproved,
  type OrderEventName,
} from '../../../domain/orders/order-events.ts';
import { isCleared } from '../../../domain/orders/order-guards.ts';
import type { ClinicalStatus, PaymentStatus } from '../../../domain/orders/order-status.ts';
import { isConsultation } from '../../../domain/orders/order-view.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { PaymentChange, Payments } from '../payments/service.ts';
import type { Approval } from './order-approval.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderLetters } from './order-letters.ts';
import type { ConsultationMove, ConsultedLine, Orders, WhoseId } from './service.ts';
import {
  CARD_SECURED,
  freeStatus,
  idDeadline,
  isConfirmed,
  isUnconfirmed,
  RESERVED_MS,
  SYSTEM,
  UNDER_WAY,
  UNPAID_MS,
  unpaidUntil,
  type Within,
} from './settle-order.ts';
import { type OpenOrder, openOrder } from './stored/open-order.ts';
import { unrefundUnits } from './stored/order-units.ts';
import { namesOwnForm } from './stored/own-form.ts';
import { isApproved, type OrderContent, waitsForReview } from './stored/stored-order.ts';

export interface FollowDependencies {
  readonly desk: OrderDesk;
  readonly payments: () => Payments | undefined;
  readonly letters: OrderLetters;
  readonly now: () => Date;
}

type PaymentEvent = { readonly event: OrderEventName; readonly key: string };

/** Named by what is new in it: told twice, it is one. */
function eventOf({ status, money }: PaymentChange, at: Date): PaymentEvent | undefined {
  const once = (event: OrderEventName): PaymentEvent => ({ event, key: event });
  const each = (event: OrderEventName): PaymentEvent => ({ event, key: `${event} ${at.toISOString()}` });
  switch (status) {
    case 'authorized':
      return once('authorized');
    case 'setup':
      return once('card_saved');
    case 'deferred':
      return once('to_pay_at_desk');
    // Part of it may go back at once.
    case 'captured':
    case 'refund_pending':
      return money.charged > 0 ? once('charged') : undefined;
    case 'failed':
      return each('payment_failed');
    case 'voided':
      return each('released');
    case 'partially_refunded':
    case 'refunded':
      return { event: 'refunded', key: `refunded ${money.refunded}` };
    case 'disputed':
      return once('disputed');
    default:
      return undefined;
  }
}

const ARRANGED: readonly OrderEventName[] = ['authorized', 'card_saved', 'to_pay_at_desk', 'charged'];
/** The release of an order that is over is under way or done: a second one would only hinder it. */
const ENDING: readonly PaymentStatus[] = [
  'canceling',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'voided',
  'disputed',
];

export function createFollowPayments({ desk, payments, letters, now }: FollowDependencies) {
  async function tell(order: OpenOrder, { transaction }: Within, event: OrderEventName): Promise<void> {
    const isFirst = order.now.events.filter((one) => ARRANGED.includes(one.event)).length === 1;
    if (event === 'charged' && waitsForReview(order.now))
      await letters.tell(transaction, order.now, 'charged');
    else if (ARRANGED.includes(event) && isFirst) await letters.tell(transaction, order.now, 'received');
  }

  /** Its reservation ends once nothing can be paid with what was begun. */
  async function voided(order: OpenOrder, within: Within): Promise<void> {
    await desk.free(order, within);
    order.add({
      event: 'reservation_ended',
      at: within.at,
      ...SYSTEM,
      key: `reservation_ended ${within.at.toISOString()}`,
    });
    const { dueAt, statuses } = order.now;
    const isApproved = statuses.clinical === 'approved';
    // Never sooner than they were told; and who has used up their cards' tries has time for another one.
    const until = [dueAt, unpaidUntil(order.now), isApproved && new Date(within.at.getTime() + UNPAID_MS)];
    order.change({
      dueAt: new Date(Math.max(...until.map((one) => (one ? one.getTime() : 0)))),
      extended: 0,
    });
  }

  return async (transaction: Transaction, publish: Publish, change: PaymentChange): Promise<void> => {
    const { vendor, order: id, status, money, failedRefunds } = change;
    const order = await openOrder(transaction, vendor, id);
    if (!order) return;
    await unrefundUnits(transaction, order.now, failedRefunds);
    const within: Within = { transaction, publish, at: now() };
    const was = order.now.statuses.payment;
    const wasHeld = order.now.money.held > 0;
    order.change({ payment: status, money });
    // Canceled before any card stood for it: nothing was released.
    const found = status === 'voided' && !wasHeld ? undefined : eventOf(change, within.at);
    // Also said again where nothing has changed: a status is one event.
    const isNew = found !== undefined && was !== status && order.add({ ...found, at: within.at, ...SYSTEM });
    // All of it given back before it has left: there is nothing to send.
    if (status === 'refunded') order.add({ event: 'cancelled', at: within.at, ...SYSTEM });
    const isOver = order.now.statuses.order === 'cancelled';
    const isFree = order.now.content.totals.total === 0;
    if (CARD_SECURED.includes(status)) order.change({ dueAt: idDeadline(order.now), extended: 0 });
    // What was held for it was its consultation alone, which another order has paid.
    else if (status === 'voided' && isFree && !isOver)
      order.change({ payment: freeStatus(order.now.content), dueAt: idDeadline(order.now) });
    else if (status === 'voided' && order.now.isReserved && !isOver) await voided(order, within);
    // A saved card was declined: there is time for another one.
    else if (status === 'failed' && order.now.dueAt === null && !isOver)
      order.change({ dueAt: new Date(within.at.getTime() + UNPAID_MS) });
    if (isOver && (status === 'voided' || status === 'refunded')) await desk.free(order, within);
    await order.save(publish);
    if (isNew && !isOver) await tell(order, within, found.event);
    if (isOver && CARD_SECURED.includes(status) && !ENDING.includes(was))
      await payments()?.release(transaction, { vendor, order: id, actor: 'system' });
    else await desk.captureWhereApproved(order, within, 'system');
  };
}

const clinicalEvents: Readonly<Partial<Record<ClinicalStatus, ClinicalEvent>>> = {
  ...{ in_review: 'in_review', needs_info: 'needs_info', approved: 'approved' },
  ...{ declined: 'declined', referred: 'referred', expired: 'review_expired' },
};

/** Orders that wait for it, or waited, in the order in which they are locked. */
const ordersOf = (
  sql: Sql | Transaction,
  vendor: string,
  consultation: string,
  { orPaid = false }: { readonly orPaid?: boolean | undefined } = {},
) => sql<{ id: string }[]>`
  select id from orders o
  where vendor = ${vendor} and consultation = ${consultation} and same_as is null
    and (order_status in ('placed', 'problem') or (${orPaid} and order_status = 'closed' and way = 'none'))
    and ${namesOwnForm(sql)} order by id`;

function decided(content: OrderContent, { decision }: ConsultationMove, at: Date): OrderContent {
  if (!decision) return content;
  const { reason, text, alternatives } = decision;
  return { ...content, decision: { reason, text, alternatives: [...alternatives], at: at.toISOString() } };
}

/** Approved orders that may wait for the ID of this person, or of whose form it is. */
async function waitingForId(
  transaction: Transaction,
  { vendor, person, consultation }: WhoseId,
): Promise<readonly OpenOrder[]> {
  const rows = await transaction<{ id: string }[]>`
    select o.id from orders o
    where o.vendor = ${vendor} and o.consultation in (
        select op_id from person_operations where vendor = ${vendor} and person = ${person ?? null}::uuid
        union all select ${consultation ?? null}::uuid where ${consultation ?? null}::uuid is not null)
      and o.same_as is null and o.has_rx and o.order_status in ('placed', 'problem') and o.clinical_status = 'waiting'
      and ${namesOwnForm(transaction)} order by o.id`;
  const found: OpenOrder[] = [];
  for (const { id } of rows)
    found.push(...[await openOrder(transaction, vendor, id)].filter((one) => one !== undefined));
  return found.filter(({ now: { content } }) => content.waitsForId);
}

export function createOrdersService({
  desk,
  letters,
  approval,
  now,
}: FollowDependencies & { readonly approval: Approval }): Orders {
  /**
   * An approval is of what was prescribed: an order of anything else isn't approved with it. Placed after it was decided, it has to qualify as well: nobody has
   * seen it. @returns whether it is approved.
   */
  async function isMeant(
    order: OpenOrder,
    { decidedAt }: ConsultationMove,
    within: Within,
  ): Promise<boolean> {
    // A consultation alone asks for no medicine.
    if (isConsultation(order.now.content)) return true;
    const isUnseen = decidedAt !== undefined && order.now.receivedAt > decidedAt;
    if (isUnseen ? await desk.qualifies(order, within) : await desk.isPrescribed(order, within)) return true;
    if (isUnconfirmed(order.now)) await desk.settle(order, within);
    else {
      await desk.end(order, { event: 'cancelled', at: within.at, ...SYSTEM }, within);
      await letters.tell(within.transaction, order.now, 'cancelled');
    }
    return false;
  }

  async function move(order: OpenOrder, told: ConsultationMove, within: Within): Promise<void> {
    const { transaction, publish, at } = within;
    const event = clinicalEvents[told.status];
    if (event === undefined || !waitsForReview(order.now)) return;
    const isTurn = event === 'in_review' || event === 'needs_info';
    const by = {
      ...{
        actor: told.actor === null ? ('system' as const) : ('clinic' as const),
        by: told.actor ?? undefined,
      },
    };
    const one = { event, at, ...by, ...(isTurn && { key: `${event} ${at.toISOString()}` }) };
    if (isNotApproved(told.status)) {
      order.change({ content: decided(order.now.content, told, at) });
      await desk.end(order, one, within);
      await letters.tell(transaction, order.now, 'not-approved');
      return;
    }
    if (event === 'approved' && !(await isMeant(order, told, within))) return;
    // Where something stood against it, it is looked at by what was prescribed.
    if (event === 'approved' && order.now.problems.some(({ code }) => code === 'RX_NOT_QUALIFIED')) {
      await desk.settle(order, within);
      if (order.now.problems.length > 0) return;
    }
    const isNew = order.add(one);
    if (event === 'approved') return approval.approved(order, within, told.actor ?? 'system');
    await order.save(publish);
    if (event === 'needs_info' && isNew) await letters.tell(transaction, order.now, 'asked');
  }

  async function openedOf(
    transaction: Transaction,
    vendor: string,
    consultation: string,
    which?: Parameters<typeof ordersOf>[3],
  ) {
    const found: OpenOrder[] = [];
    for (const { id } of await ordersOf(transaction, vendor, consultation, which))
      found.push(...[await openOrder(transaction, vendor, id)].filter((one) => one !== undefined));
    return found;
  }

  return {
    async consultationMoved(transaction, publish, told) {
      const within: Within = { transaction, publish, at: now() };
      // Charged as the case was marked reviewed, and decided against after all: its fee goes back, as it would have been released.
      const orPaid = told.status === 'declined' || told.status === 'referred';
      const found = await openedOf(transaction, told.vendor, told.consultation, { orPaid });
      // A card that holds the consultation's fee pays it before one that may be declined, and what was seen comes before what wasn't.
      const turnOf = ({ now: { statuses, receivedAt } }: OpenOrder) =>
        (told.decidedAt !== undefined && receivedAt > told.decidedAt ? 2 : 0) +
        (statuses.payment === 'authorized' ? 0 : 1);
      for (const order of found.toSorted((a, b) => turnOf(a) - turnOf(b))) await move(order, told, within);
    },
    async consultationClosed(transaction, publish, { vendor, consultation, actor }) {
      const within: Within = { transaction, publish, at: now() };
      for (const order of await openedOf(transaction, vendor, consultation))
        if (isConsultation(order.now.content))
          await move(order, { vendor, consultation, status: 'approved', actor }, within);
    },
    async consultationDismissed(transaction, publish, { vendor, consultation }) {
      const within: Within = { transaction, publish, at: now() };
      for (const order of await openedOf(transaction, vendor, consultation)) {
        if (!waitsForReview(order.now) || isApproved(order.now)) continue;
        // By nobody of the clinic: what comes in a flood makes us write to no stranger.
        await desk.end(order, { event: 'cancelled', at: within.at, ...SYSTEM }, within);
        await letters.tell(transaction, order.now, 'cancelled');
      }
    },
    async idConfirmed(transaction, publish, { actor, ...whose }) {
      const within: Within = { transaction, publish, at: now() };
      for (const order of await waitingForId(transaction, whose))
        await approval.lookAgain(order, within, actor);
    },
    async idRefused(transaction, publish, { vendor, person }) {
      const at = now();
      for (const order of await waitingForId(transaction, { vendor, person })) {
        order.change({ content: { ...order.now.content, idAskedAt: at.toISOString() } });
        if (isConfirmed(order.now)) order.change({ dueAt: idDeadline(order.now) });
        await order.save(publish);
      }
    },
    async feeOf(sql, vendor, consultation) {
      const [row] = await sql<
        [{ id: string; code: string; total: string; currency: string; payment_status: PaymentStatus }?]
      >`
        select id, code, total, currency, payment_status from orders o
        where vendor = ${vendor} and consultation = ${consultation} and same_as is null and way = 'none' and order_status <> 'cancelled'
          and ${namesOwnForm(sql)}
        order by order_status = 'closed' desc, placed_at limit 1`;
      return (
        row && {
          order: row.id,
          code: row.code,
          amount: Number(row.total),
          currency: row.currency,
          payment: row.payment_status,
        }
      );
    },
    async linesOf(sql, vendor, consultation) {
      const lines: ConsultedLine[] = [];
      const rows = await sql<{ id: string; code: string; content: string }[]>`
        select id, code, content from orders o
        where vendor = ${vendor} and consultation = ${consultation} and same_as is null and order_status in ('placed', 'problem')
          and ${namesOwnForm(sql)} order by placed_at, id`;
      for (const { id, code, content } of rows) {
        // Written by this server alone.
        const { lines: stored, delivery, waitsForId } = JSON.parse(content) as OrderContent;
        for (const { kind, sku, product, quantity } of stored)
          if (kind === 'rx') {
            const line = { order: id, code, sku, product, quantity, delivery };
            lines.push({ ...line, ...(waitsForId && { waitsForId }) });
          }
      }
      return lines;
    },
  };
}

const MAX_EXTENDED = 3;
const DAY_MS = 86_400_000;
const BATCH = 50;
/** What can be given back, of what nobody has disputed. */
const ENDABLE: readonly PaymentStatus[] = [...CARD_SECURED, 'partially_refunded'];

/**
 * What nobody pays for: first its reservation ends, then it does. Payments under way keep theirs for some hours (case 11). What was approved and isn't charged
 * because its patient shows no photo ID ends as well.
 */
export function createExpiry(
  sql: Sql,
  {
    desk,
    letters,
    approval,
    now,
    logger,
  }: FollowDependencies & { readonly approval: Approval; readonly logger: Pick<Logger, 'error'> },
) {
  async function lapse(order: OpenOrder, within: Within): Promise<void> {
    const { transaction, publish, at } = within;
    // Confirmed since by an account that has its form now, it goes on; what was sent waits for staff, who may take their time.
    const lacking = await approval.lookAgain(order, within, 'system');
    if (order.now.dueAt === null) return;
    const { expected, statuses, extended, isReserved } = order.now;
    const endsAt = unpaidUntil(order.now).getTime();
    if (
      isConfirmed(order.now) &&
      (at.getTime() < endsAt || lacking !== 'missing' || !ENDABLE.includes(statuses.payment))
    ) {
      const later = at.getTime() < endsAt ? endsAt : at.getTime() + DAY_MS;
      order.change({ dueAt: lacking === false ? null : new Date(later) });
      return order.save(publish);
    }
    if (UNDER_WAY.includes(statuses.payment) && extended < MAX_EXTENDED) {
      order.change({ dueAt: new Date(at.getTime() + RESERVED_MS), extended: extended + 1 });
      return order.save(publish);
    }
    if (statuses.payment === 'deferred' || !isReserved || at.getTime() >= endsAt) {
      // Nobody pays at the counter before a clinician has decided.
      const isUndecided = !isCleared(statuses) && lacking !== 'missing';
      const later = isUndecided && statuses.payment === 'deferred' ? at.getTime() + DAY_MS : endsAt;
      if (at.getTime() < later) {
        order.change({ dueAt: new Date(later) });
        return order.save(publish);
      }
      await desk.end(order, { event: 'cancelled', at, ...SYSTEM }, within);
      return letters.tell(transaction, order.now, 'cancelled');
    }
    const isStarted = expected && statuses.payment !== 'none' && statuses.payment !== 'voided';
    // The intent first: what is reserved is there until nothing can be paid with it any more.
    if (isStarted) {
      await desk.end(order, { event: 'cancelled', at, ...SYSTEM }, within, 'released');
      return letters.tell(transaction, order.now, 'cancelled');
    }
    await desk.free(order, within);
    order.add({ event: 'reservation_ended', at, ...SYSTEM, key: `reservation_ended ${at.toISOString()}` });
    order.change({ dueAt: new Date(endsAt) });
    await order.save(publish);
    await letters.tell(transaction, order.now, 'unpaid');
  }

  async function look({ vendor, id }: { readonly vendor: string; readonly id: string }): Promise<void> {
    await desk.change(vendor, id, async (order, within) => {
      // Another process may have looked meanwhile.
      if (order.now.dueAt === null || order.now.dueAt.getTime() > within.at.getTime()) return;
      if (order.now.statuses.order === 'placed' || order.now.statuses.order === 'problem')
        await lapse(order, within);
      else {
        order.change({ dueAt: null });
        await order.save(within.publish);
      }
    });
  }

  /** One that fails is tried again at the next turn, and holds up no other. */
  return async (): Promise<void> => {
    const failed: string[] = [];
    for (;;) {
      const due = await sql<{ vendor: string; id: string }[]>`
        select vendor, id from orders where due_at <= ${now().toISOString()} and id <> all(${failed}::uuid[]) order by due_at limit ${BATCH}`;
      for (const one of due)
        try {
          await look(one);
        } catch (error) {
          failed.push(one.id);
          logger.error({ err: error, ...one }, 'ORDER_NOT_ENDED');
        }
      if (due.length < BATCH) return;
    }
  };
}
