/** What each unit of an order cost, as it was frozen: a refund adds stored units up, and computes no share of anything (R4). */
import { handedOverAt } from '../../../../domain/orders/order-events.ts';
import type { Sql, Transaction } from '../../../base/database/database.ts';
import { ProblemError } from '../../../base/problems.ts';
import type { StoredOrder } from './stored-order.ts';

/** Of the delivery. Those of plans are in capital letters. */
export const SHIPPING = 'shipping';

export interface Unit {
  readonly sku: string;
  readonly amount: number;
  readonly refund: string | null;
}

/** Their sum is the order's total. Once more where it was priced again: then nothing of it was paid. */
export async function freezeUnits(
  transaction: Transaction,
  { vendor, id, content }: StoredOrder,
): Promise<void> {
  await transaction`delete from order_units where vendor = ${vendor} and "order" = ${id} and refund is null`;
  const goods = content.lines.flatMap(({ sku, unit, units, atCounter }) =>
    atCounter ? [] : units.map(({ discount, tax }, no) => ({ sku, no, amount: unit - discount + tax })),
  );
  const shipping = content.totals.shipping + content.shippingTax;
  const all = shipping > 0 ? [...goods, { sku: SHIPPING, no: 0, amount: shipping }] : goods;
  await transaction`
    insert into order_units (vendor, "order", sku, no, amount)
    select ${vendor}, ${id}, sku, no, amount from unnest(${all.map(({ sku }) => sku)}::text[], ${all.map(({ no }) => no)}::int[],
      ${all.map(({ amount }) => amount)}::bigint[]) as u (sku, no, amount)`;
}

/** In the order in which they are refunded. */
export async function unitsOf(
  sql: Sql | Transaction,
  { vendor, id }: Pick<StoredOrder, 'vendor' | 'id'>,
  isLocked = false,
): Promise<readonly (Unit & { readonly no: number })[]> {
  const rows = await sql<{ sku: string; no: number; amount: string; refund: string | null }[]>`
    select sku, no, amount, refund from order_units where vendor = ${vendor} and "order" = ${id} order by sku, no ${isLocked ? sql`for update` : sql``}`;
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** Units of each SKU that were refunded before the order left the house: they aren't in its parcel. */
export async function keptUnits(
  sql: Sql | Transaction,
  { vendor, id, events }: Pick<StoredOrder, 'vendor' | 'id' | 'events'>,
): Promise<ReadonlyMap<string, number>> {
  const leftAt = handedOverAt(events) ?? null;
  const rows = await sql<{ sku: string; units: number }[]>`
    select u.sku, count(*)::int as units
    from order_units u join order_refunds r on r.vendor = u.vendor and r."order" = u."order" and r.id = u.refund
    where u.vendor = ${vendor} and u."order" = ${id} and (${leftAt}::timestamptz is null or r.at < ${leftAt}::timestamptz)
    group by u.sku`;
  return new Map(rows.map(({ sku, units }) => [sku, units]));
}

export interface WantedRefund {
  readonly id: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly shipping: boolean;
  readonly reason: string;
}

/** At the desk, what is being refunded waits for staff to hand it back and say so. */
export const refundableOf = ({ money, payBy }: Pick<StoredOrder, 'money' | 'payBy'>): number =>
  money.charged - money.refunded - (money.lost ?? 0) - (payBy === 'desk' ? 0 : money.refunding);

/** @returns what it comes to; undefined where this refund was asked for before. @throws ProblemError REFUND_IMPOSSIBLE */
export async function refundUnits(
  transaction: Transaction,
  order: Pick<StoredOrder, 'vendor' | 'id' | 'money' | 'payBy'>,
  { id, lines, shipping, reason }: WantedRefund,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<number | undefined> {
  const { vendor, money, payBy } = order;
  const known = await transaction<{ order: string }[]>`
    select "order" from order_refunds where vendor = ${vendor} and id = ${id}`;
  if (known.some((one) => one.order === order.id)) return undefined;
  // The books have each name once.
  if (known.length > 0)
    throw new ProblemError('REFUND_IMPOSSIBLE', {
      errors: [{ pointer: '/id', detail: 'of_another_order' }],
    });
  const left = (await unitsOf(transaction, order, true)).filter(({ refund }) => refund === null);
  const wanted = [...lines, ...(shipping ? [{ sku: SHIPPING, quantity: 1 }] : [])];
  if (new Set(wanted.map(({ sku }) => sku)).size < wanted.length) throw new ProblemError('REFUND_IMPOSSIBLE');
  const chosen = wanted.flatMap(({ sku, quantity }) => {
    const units = left.filter((unit) => unit.sku === sku).slice(0, quantity);
    if (units.length < quantity) throw new ProblemError('REFUND_IMPOSSIBLE', { detail: sku });
    return units;
  });
  const amount = chosen.reduce((sum, unit) => sum + unit.amount, 0);
  if (amount <= 0 || amount > refundableOf(order)) throw new ProblemError('REFUND_IMPOSSIBLE');
  // Of what was cancelled all that is left is handed back.
  if (payBy === 'desk' && money.refunding > 0 && amount !== money.refunding)
    throw new ProblemError('REFUND_IMPOSSIBLE');
  for (const { sku, no } of chosen)
    await transaction`
      update order_units set refund = ${id} where vendor = ${vendor} and "order" = ${order.id} and sku = ${sku} and no = ${no}`;
  await transaction`
    insert into order_refunds (vendor, "order", id, amount, reason, by, at)
    values (${vendor}, ${order.id}, ${id}, ${amount}, ${reason}, ${by}, ${at.toISOString()})`;
  return amount;
}

/** What wasn't given after all can be refunded again. @param refunds that failed: not all of them are of units. */
export async function unrefundUnits(
  transaction: Transaction,
  { vendor, id }: Pick<StoredOrder, 'vendor' | 'id'>,
  refunds: readonly string[],
): Promise<void> {
  if (refunds.length === 0) return;
  // A refund that was made at the provider has its name there, which is no UUID.
  await transaction`
    update order_units set refund = null
    where vendor = ${vendor} and "order" = ${id} and refund::text = any(${[...refunds]}::text[])`;
}
