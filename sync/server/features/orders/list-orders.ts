/** Orders as staff list, search and export them: the newest first. */
import { z } from 'zod';
import { csvOf } from '../../../domain/export/csv.ts';
import { decimalOf } from '../../../domain/money/minor-unit.ts';
import { type WaitingOn, waitingOn } from '../../../domain/orders/order-status.ts';
import {
  type OrderRow as ListedOrder,
  MAX_EXPORTED,
  ORDERS_PER_PAGE,
  type OrderExport,
  type OrdersQuery,
  type OrdersResponse,
} from '../../../protocol/api/console-orders.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../base/cursor.ts';
import type { Sql } from '../../base/database/database.ts';
import { readSearch } from '../inbox/feature.ts';
import type { PaymentAlerts } from '../payments/service.ts';
import type { OrderContent, OrderRow } from './stored/stored-order.ts';

const MAX_COUNTED = 1_000;
const cursorSchema = z.tuple([z.iso.datetime(), z.uuid(), z.number()]);
type Position = z.infer<typeof cursorSchema>;

interface Row extends OrderRow {
  way: 'mail' | 'pickup' | 'none';
  total: string;
  items: number;
  has_rx: boolean;
  label: ListedOrder['label'];
  waits_on: WaitingOn;
}

/** Each word begins one of the name's, or all of it is the order number. */
function searched(sql: Sql, vendor: string, q: string | undefined) {
  if (q === undefined || q.trim() === '') return sql``;
  const { words, code } = readSearch(q, 'month-first');
  const named = words
    .map((word) => word.replaceAll('\u0000', ''))
    .map(
      (word) => sql`exists (select 1 from order_terms t where t.vendor = ${vendor} and t."order" = o.id
        and t.term >= ${word} and t.term < ${`${word}\u{10FFFF}`})`,
    );
  const all = named.reduce((parts, one) => sql`${parts} and ${one}`, sql`${words.length > 0}`);
  return sql`and ((o.code = ${code ?? null}) or (${all}))`;
}

function rowOf(row: Row, alerts: PaymentAlerts): ListedOrder {
  const attention = alerts.orders.find(({ order }) => order === row.id)?.attention;
  // Written by this server alone.
  const { contact } = JSON.parse(row.content) as OrderContent;
  return {
    ...{ id: row.id, code: row.code, name: contact.name, placedAt: new Date(row.placed_at).toISOString() },
    ...{ label: row.label, waitingOn: row.waits_on, total: Number(row.total), currency: row.currency },
    statuses: {
      order: row.order_status,
      clinical: row.clinical_status,
      payment: row.payment_status,
      fulfillment: row.fulfillment_status,
    },
    ...{ way: row.way, items: row.items, hasPrescription: row.has_rx },
    ...(attention && { attention }),
  };
}

const find = (
  sql: Sql,
  vendor: string,
  { label, waiting, attention, from, to, q }: OrdersQuery,
  alerts: PaymentAlerts,
  after: Position | undefined,
  limit: number,
) => sql<Row[]>`
  select o.* from orders o
  where o.vendor = ${vendor} and o.same_as is null
    ${label === undefined ? sql`` : sql`and o.label = ${label}`}
    ${waiting === undefined ? sql`` : sql`and o.waits_on = ${waiting}`}
    ${attention === undefined ? sql`` : sql`and o.id = any(${alerts.orders.map(({ order }) => order)}::uuid[])`}
    ${from === undefined ? sql`` : sql`and o.received_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and o.received_at < ${to}`}
    ${searched(sql, vendor, q)}
    ${after === undefined ? sql`` : sql`and (o.received_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
  order by o.received_at desc, o.id desc limit ${limit}`;

async function countsOf(sql: Sql, vendor: string): Promise<Record<WaitingOn, number>> {
  const counts = waitingOn.map(async (one) => {
    const [row] = await sql<[{ count: string }?]>`
      select count(*) as count from (
        select 1 from orders where vendor = ${vendor} and waits_on = ${one} and same_as is null limit ${MAX_COUNTED}) c`;
    return [one, Number(row?.count ?? 0)] as const;
  });
  return Object.fromEntries(await Promise.all(counts)) as Record<WaitingOn, number>;
}

export async function listOrders(
  sql: Sql,
  vendor: string,
  query: OrdersQuery,
  alerts: PaymentAlerts,
  now: Date,
): Promise<OrdersResponse> {
  const after = decodeCursor(cursorSchema, query.cursor);
  const rows = await find(sql, vendor, query, alerts, after, ORDERS_PER_PAGE + 1);
  const shown = rows.slice(0, ORDERS_PER_PAGE);
  const last = shown.at(-1);
  const more = rows.length > ORDERS_PER_PAGE && last;
  return {
    orders: shown.map((row) => rowOf(row, alerts)),
    counts: await countsOf(sql, vendor),
    attention: { orders: alerts.orders.length, strays: alerts.strays },
    cursor: more
      ? encodeCursor([new Date(last.received_at).toISOString(), last.id, pageOf(query.cursor) + 1])
      : null,
    serverTime: now.toISOString(),
  };
}

const HEAD = [
  'order',
  'name',
  'placed',
  'label',
  'waiting on',
  'payment',
  'fulfillment',
  'total',
  'currency',
  'way',
];

export async function exportOrders(
  sql: Sql,
  vendor: string,
  query: OrdersQuery,
  alerts: PaymentAlerts,
): Promise<OrderExport> {
  const rows = await find(sql, vendor, query, alerts, undefined, MAX_EXPORTED + 1);
  const lines = rows.slice(0, MAX_EXPORTED).map((row) => rowOf(row, alerts));
  const cells = lines.map(
    ({ code, name, placedAt, label, waitingOn: waits, statuses, total, currency, way }) => [
      code,
      name,
      placedAt,
      label,
      waits,
      statuses.payment,
      statuses.fulfillment,
      decimalOf(total, currency),
      currency,
      way,
    ],
  );
  return { csv: csvOf([HEAD, ...cells]), more: rows.length > MAX_EXPORTED };
}
