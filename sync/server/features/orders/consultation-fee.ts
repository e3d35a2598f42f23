/** The fee of a form is paid once, however many orders belong to it: each holds it until one is charged. */
import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { OrderContent, StoredOrder } from './stored/stored-order.ts';

const CHARGED: readonly PaymentStatus[] = ['captured', 'refund_pending', 'partially_refunded', 'disputed'];

const feeLine = ({ lines }: OrderContent) => lines.find(({ kind }) => kind === 'consultation');

/** By another order of the same form: it is charged, or about to be, which only one of its own patient ever is. */
export async function isFeePaid(
  sql: Sql | Transaction,
  { vendor, id, consultation }: Pick<StoredOrder, 'vendor' | 'id' | 'consultation'>,
): Promise<boolean> {
  const rows = await sql<{ content: string }[]>`
    select content from orders
    where vendor = ${vendor} and consultation = ${consultation}::uuid and id <> ${id} and same_as is null and order_status <> 'cancelled'
      and (payment_status = any(${[...CHARGED]}::text[]) or (payment_status in ('authorized', 'setup') and clinical_status = 'approved'))`;
  // Written by this server alone.
  return rows.some(({ content }) => feeLine(JSON.parse(content) as OrderContent) !== undefined);
}

/** What the rest comes to, of stored parts. @returns undefined where there is no fee in it. */
export function withoutFee(content: OrderContent): OrderContent | undefined {
  const fee = feeLine(content);
  if (!fee) return undefined;
  const { subtotal, discount, tax, total, ...rest } = content.totals;
  return {
    ...content,
    lines: content.lines.filter((line) => line !== fee),
    totals: {
      ...rest,
      subtotal: subtotal - fee.quantity * fee.unit,
      discount: discount - fee.discount,
      tax: tax - fee.tax,
      total: total - fee.total - fee.tax,
    },
  };
}
