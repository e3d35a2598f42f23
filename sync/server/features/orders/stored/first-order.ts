/** Whether somebody has ordered before: what a code for a first order asks. */
import type { PaymentStatus } from '../../../../domain/orders/order-status.ts';
import type { Promotion } from '../../../../domain/shop/shop.ts';
import type { Transaction } from '../../../base/database/database.ts';
import type { OrderContent, StoredOrder } from './stored-order.ts';

/** Nothing stands for it: it may never be paid. */
const NOT_YET: readonly PaymentStatus[] = [
  ...(['none', 'requires_method', 'requires_action', 'unknown', 'failed', 'canceling', 'voided'] as const),
];

/**
 * An order counts that something stands for, that is approved, or that holds such a code now. Of who is signed in, those in their account. A guest's are those of
 * the same device that were placed by nobody who was signed in and reach the same person: others who use the device neither lose the code nor learn who has
 * ordered there. In a waiting room nobody is told.
 */
export async function hasOrdered(
  transaction: Transaction,
  { vendor, id, person, device }: Pick<StoredOrder, 'vendor' | 'id' | 'person' | 'device'>,
  { email, phone }: OrderContent['contact'],
  promotions: readonly Promotion[],
): Promise<boolean> {
  const codes = promotions.filter(({ firstOrderOnly }) => firstOrderOnly === true).map(({ code }) => code);
  // As it is written in JSON.
  const reach = Object.entries({ email, phone }).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}":${JSON.stringify(value)}`],
  );
  // Who has only paid for a consultation has ordered nothing.
  const rows = await transaction`
    select 1 from orders o
    where o.vendor = ${vendor} and o.id <> ${id} and o.same_as is null and o.order_status <> 'cancelled' and o.way <> 'none'
      and (o.payment_status <> all(${[...NOT_YET]}::text[]) or o.clinical_status = 'approved'
        or exists (select 1 from promotion_redemptions r where r.vendor = o.vendor and r."order" = o.id and r.code = any(${codes}::text[])))
      and (o.person = ${person}::uuid
        or (${person}::uuid is null and o.person is null and o.device = ${device} and ${device} <> ''
          and not exists (select 1 from kiosks k where k.vendor = o.vendor and k.device = o.device)
          and exists (select 1 from unnest(${reach}::text[]) as t (said) where position(lower(t.said) in lower(o.content)) > 0))) limit 1`;
  return rows.length > 0;
}
