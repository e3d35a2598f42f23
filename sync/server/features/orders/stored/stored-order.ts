/** One order as it is stored, and as its patient sees it. */
import type { OrderEvent, OrderEventName } from '../../../../domain/orders/order-events.ts';
import type { OrderStatuses, PaymentStatus } from '../../../../domain/orders/order-status.ts';
import {
  isConsultation,
  type OrderLine,
  type OrderMoney,
  type OrderProblem,
  type OrderTotals,
  type OrderView,
} from '../../../../domain/orders/order-view.ts';
import type { QuotedLine, WantedLine } from '../../../../domain/shop/quote.ts';
import type { OrderPlace } from '../../../../protocol/operations/payloads/order-place.ts';
import type { Sql, Transaction } from '../../../base/database/database.ts';
import { readSummary } from '../../inbox/operations.ts';
import { isOwnForm } from './own-form.ts';

export interface StoredLine extends OrderLine {
  readonly units: QuotedLine['units'];
}

/** What the row has as JSON: what the patient wrote, and what it came to. */
export interface OrderContent
  extends Pick<OrderPlace, 'contact' | 'delivery' | 'billing' | 'consents' | 'language' | 'shown'> {
  readonly wanted: readonly WantedLine[];
  /** As it was typed. */
  readonly promotion?: string | undefined;
  /** Hash of the one that counts. */
  readonly redeems?: string | undefined;
  readonly lines: readonly StoredLine[];
  readonly totals: OrderTotals;
  readonly shippingTax: number;
  /** The most that the patient has agreed to. */
  readonly agreedTotal: number;
  readonly decision?: OrderView['decision'];
  /** Approved, but not without the photo ID that is asked for where it goes. */
  readonly waitsForId?: true | undefined;
  /** Since when it waits for that, or when it last did. ISO 8601. */
  readonly idAskedAt?: string | undefined;
}

export interface StoredProblem {
  readonly code: OrderProblem;
  readonly sku?: string | undefined;
}

export interface StoredEvent extends OrderEvent {
  readonly key: string;
  readonly actor: 'patient' | 'clinic' | 'system';
  readonly by: string | null;
  readonly note: string | null;
}

export interface StoredParcel {
  readonly carrier: string;
  readonly number: string;
  readonly at: string;
}

export interface StoredOrder {
  readonly vendor: string;
  readonly id: string;
  readonly opId: string;
  readonly code: string;
  readonly device: string;
  readonly person: string | null;
  readonly placedAt: Date;
  readonly receivedAt: Date;
  readonly consultation: string | null;
  readonly payBy: 'card' | 'desk';
  readonly currency: string;
  readonly content: OrderContent;
  readonly problems: readonly StoredProblem[];
  readonly statuses: OrderStatuses;
  readonly money: OrderMoney;
  readonly expected: boolean;
  readonly isReserved: boolean;
  readonly dueAt: Date | null;
  readonly extended: number;
  /** The oldest first. */
  readonly events: readonly StoredEvent[];
  readonly parcels: readonly StoredParcel[];
  /** Where the patient said to be in its consultation. */
  readonly consultedIn: string | null;
  /** By when its consultation is read. */
  readonly reviewBy: string | null;
}

export const NO_MONEY: OrderMoney = { held: 0, charged: 0, refunded: 0, refunding: 0 };

export interface OrderRow {
  vendor: string;
  id: string;
  op_id: string;
  code: string;
  device: string;
  person: string | null;
  placed_at: string;
  received_at: string;
  consultation: string | null;
  pay_by: 'card' | 'desk';
  currency: string;
  content: string;
  problems: string;
  order_status: OrderStatuses['order'];
  clinical_status: OrderStatuses['clinical'];
  fulfillment_status: OrderStatuses['fulfillment'];
  payment_status: PaymentStatus;
  money: string;
  expected: boolean;
  is_reserved: boolean;
  due_at: string | null;
  extended: number;
}

interface EventRow {
  key: string;
  event: OrderEventName;
  at: string;
  attempt: number;
  actor: StoredEvent['actor'];
  by: string | null;
  note: string | null;
}

/** @returns undefined where there is none of this id, be it only another name of one. */
export async function readOrder(
  sql: Sql | Transaction,
  vendor: string,
  id: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StoredOrder | undefined> {
  const [row] = await sql<[OrderRow?]>`
    select vendor, id, op_id, code, device, person, placed_at, received_at, consultation, pay_by, currency, content, problems, order_status, clinical_status,
      fulfillment_status, payment_status, money, expected, is_reserved, due_at, extended
    from orders where vendor = ${vendor} and id = ${id} and same_as is null ${isLocked ? sql`for update` : sql``}`;
  if (!row) return undefined;
  const events = await sql<EventRow[]>`
    select key, event, at, attempt, actor, by, note from order_events where vendor = ${vendor} and "order" = ${id} order by no`;
  const parcels = await sql<{ carrier: string; number: string; at: string }[]>`
    select carrier, number, at from order_parcels where vendor = ${vendor} and "order" = ${id} order by at, carrier, number`;
  const [item] = await sql<[{ due_at: string; summary: string }?]>`
    select due_at, summary from inbox_items i
    where vendor = ${vendor} and id = ${row.consultation}::uuid and kind = 'case' and ${isOwnForm(sql, row)}`;
  return {
    ...{ vendor, id: row.id, opId: row.op_id, code: row.code, device: row.device, person: row.person },
    ...{
      placedAt: new Date(row.placed_at),
      receivedAt: new Date(row.received_at),
      consultation: row.consultation,
      payBy: row.pay_by,
      currency: row.currency,
    },
    // Written by this server alone.
    content: JSON.parse(row.content) as OrderContent,
    problems: JSON.parse(row.problems) as readonly StoredProblem[],
    money: JSON.parse(row.money) as OrderMoney,
    statuses: {
      order: row.order_status,
      clinical: row.clinical_status,
      payment: row.payment_status,
      fulfillment: row.fulfillment_status,
    },
    ...{ expected: row.expected, isReserved: row.is_reserved, extended: row.extended },
    dueAt: row.due_at === null ? null : new Date(row.due_at),
    events: events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    parcels: parcels.map((parcel) => ({ ...parcel, at: new Date(parcel.at).toISOString() })),
    consultedIn: item ? readSummary(item.summary).place : null,
    reviewBy: item ? new Date(item.due_at).toISOString() : null,
  };
}

export const waitsForReview = ({ content }: Pick<StoredOrder, 'content'>): boolean =>
  isConsultation(content) || content.lines.some(({ kind }) => kind !== 'otc');

/** A clinician has, whatever else it waits for. */
export const isApproved = ({ statuses, content }: Pick<StoredOrder, 'statuses' | 'content'>): boolean =>
  statuses.clinical === 'approved' || content.waitsForId === true;

const IN_REVIEW: readonly OrderStatuses['clinical'][] = ['waiting', 'in_review'];

export function viewOf(order: StoredOrder): OrderView {
  const { content, statuses, consultation, consultedIn, reviewBy, parcels } = order;
  const { lines, totals, delivery, billing, contact, consents, decision, agreedTotal, waitsForId } = content;
  const agreed = consents.filter((one) => one.decision === 'active');
  return {
    ...{ id: order.id, code: order.code, placedAt: order.placedAt.toISOString(), currency: order.currency },
    lines: lines.map(({ units: _units, ...line }) => line),
    totals,
    ...(totals.total > agreedTotal && { shownTotal: agreedTotal }),
    ...{ delivery, contact, statuses },
    ...(billing && { billing }),
    problems: order.problems.map(({ code, sku }) => ({ code, ...(sku !== undefined && { sku }) })),
    ...{ money: order.money, payment: order.payBy },
    ...(agreed.length > 0 && {
      agreed: agreed.map(({ document, version, sha256, language, decidedAt }) => ({
        ...{ document, version, sha256, language, decidedAt },
      })),
    }),
    ...(consultation !== null && { consultation }),
    ...(consultedIn !== null && { consultedIn }),
    ...(waitsForId && { waitsForId }),
    ...(decision && { decision }),
    ...(reviewBy !== null && !waitsForId && IN_REVIEW.includes(statuses.clinical) && { reviewBy }),
    ...(parcels.length > 0 && { tracking: [...parcels] }),
    history: order.events.map(({ at, event, actor }) => ({ at, event, actor })),
  };
}
