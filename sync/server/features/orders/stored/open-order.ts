/** One order that is being changed, in one transaction: its events are added, and everything else follows from them. */
import { type OrderEventName, statusesOf } from '../../../../domain/orders/order-events.ts';
import { orderLabel, waitsOn } from '../../../../domain/orders/order-status.ts';
import { isConsultation } from '../../../../domain/orders/order-view.ts';
import { ORDER_RECORD, ORDER_VERSION } from '../../../../protocol/records/order.ts';
import type { Transaction } from '../../../base/database/database.ts';
import type { Publish } from '../../../core/records/publishing.ts';
import { readOrder, type StoredEvent, type StoredOrder, viewOf, waitsForReview } from './stored-order.ts';

export interface NewEvent {
  readonly event: OrderEventName;
  readonly at: Date;
  readonly actor: StoredEvent['actor'];
  /** Where the same event may come more than once: which one it is. */
  readonly key?: string | undefined;
  readonly by?: string | undefined;
  readonly note?: string | undefined;
}

type Changeable = Pick<
  StoredOrder,
  'content' | 'problems' | 'money' | 'expected' | 'isReserved' | 'dueAt' | 'extended' | 'person' | 'payBy'
> & { readonly payment: StoredOrder['statuses']['payment'] };

export interface OpenOrder {
  /** As it is by now. */
  readonly now: StoredOrder;
  /** @returns whether it is new. */
  add(event: NewEvent): boolean;
  change(to: Partial<Changeable>): void;
  /** Another pharmacy, or another try: what is said of fulfillment begins again. */
  beginAttempt(): void;
  /** Writes it, and what the patient's devices read of it. */
  save(publish: Publish): Promise<void>;
}

export function publishOrder(publish: Publish, order: StoredOrder): void {
  const { vendor, person, id } = order;
  if (person === null) return;
  publish.record({ vendor, person, kind: ORDER_RECORD, v: ORDER_VERSION, id, body: { ...viewOf(order) } });
}

function settled(order: StoredOrder): StoredOrder {
  const statuses = statusesOf(order.events, {
    waitsForReview: waitsForReview(order),
    waitsForId: order.content.waitsForId === true,
    hasProblems: order.problems.length > 0,
    isConsultation: isConsultation(order.content),
    payment: order.statuses.payment,
  });
  return { ...order, statuses };
}

async function write(
  transaction: Transaction,
  order: StoredOrder,
  added: readonly StoredEvent[],
): Promise<void> {
  const { vendor, id, statuses, content } = order;
  const before = order.events.length - added.length;
  for (const [index, event] of added.entries())
    await transaction`
      insert into order_events (vendor, "order", key, no, event, at, attempt, actor, by, note)
      values (${vendor}, ${id}, ${event.key}, ${before + index}, ${event.event}, ${event.at}, ${event.attempt}, ${event.actor},
        ${event.by}, ${event.note})`;
  const goods = content.wanted.reduce((sum, line) => sum + line.quantity, 0);
  await transaction`
    update orders set content = ${JSON.stringify(content)}, problems = ${JSON.stringify(order.problems)}, total = ${content.totals.total},
      items = ${goods}, has_rx = ${content.lines.some(({ kind }) => kind === 'rx')}, way = ${content.delivery.way}, person = ${order.person},
      pay_by = ${order.payBy}, order_status = ${statuses.order}, clinical_status = ${statuses.clinical},
      fulfillment_status = ${statuses.fulfillment}, payment_status = ${statuses.payment}, money = ${JSON.stringify(order.money)},
      label = ${orderLabel(statuses)}, waits_on = ${waitsOn(statuses)}, expected = ${order.expected}, is_reserved = ${order.isReserved},
      due_at = ${order.dueAt?.toISOString() ?? null}, extended = ${order.extended}
    where vendor = ${vendor} and id = ${id}`;
}

export function openStored(transaction: Transaction, stored: StoredOrder): OpenOrder {
  let now = stored;
  let added: StoredEvent[] = [];
  let attempt = Math.max(0, ...stored.events.map((event) => event.attempt));
  return {
    get now() {
      return now;
    },
    add({ event, at, actor, key = event, by, note }) {
      const name = attempt === 0 ? key : `${attempt}:${key}`;
      if (now.events.some((one) => one.key === name)) return false;
      const one: StoredEvent = {
        ...{ key: name, event, at: at.toISOString(), attempt, actor, by: by ?? null, note: note ?? null },
      };
      added.push(one);
      now = settled({ ...now, events: [...now.events, one] });
      return true;
    },
    change({ payment, ...to }) {
      now = settled({
        ...{ ...now, ...to },
        ...(payment !== undefined && { statuses: { ...now.statuses, payment } }),
      });
    },
    beginAttempt() {
      attempt += 1;
    },
    async save(publish) {
      await write(transaction, now, added);
      added = [];
      publishOrder(publish, now);
    },
  };
}

/** Locks it. */
export async function openOrder(
  transaction: Transaction,
  vendor: string,
  id: string,
): Promise<OpenOrder | undefined> {
  const stored = await readOrder(transaction, vendor, id, { isLocked: true });
  return stored && openStored(transaction, stored);
}
