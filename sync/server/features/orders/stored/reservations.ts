/** Stock and promotions: reserved under locks that everybody takes in one order, so that the last of anything goes to one (R3). */
import type { Product } from '../../../../domain/catalog/product.ts';
import type { WantedLine } from '../../../../domain/shop/quote.ts';
import type { Promotion } from '../../../../domain/shop/shop.ts';
import type { Transaction } from '../../../base/database/database.ts';
import type { OrderContent } from './stored-order.ts';

interface OfOrder {
  readonly vendor: string;
  readonly id: string;
}

/** Units of each SKU, in the order in which rows are locked. */
function unitsOf(lines: readonly WantedLine[]): readonly WantedLine[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return [...units]
    .map(([sku, quantity]) => ({ sku, quantity }))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
}

/** What other orders have reserved of it, while nobody counted: they free it or take it one day. */
async function reservedOf(transaction: Transaction, { vendor, id }: OfOrder, sku: string): Promise<number> {
  const rows = await transaction<{ content: string }[]>`
    select content from orders where vendor = ${vendor} and is_reserved and same_as is null and id <> ${id}`;
  // Written by this server alone.
  return rows
    .flatMap(({ content }) => (JSON.parse(content) as OrderContent).wanted)
    .reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0);
}

/** Begins the count of plans that the pack gives one, once: from then on the server keeps it. */
async function begin(
  transaction: Transaction,
  order: OfOrder,
  products: readonly Product[],
  lines: readonly WantedLine[],
): Promise<void> {
  const { vendor } = order;
  const plans = products.flatMap((product) => product.plans);
  for (const { sku } of lines) {
    const first = plans.find((plan) => plan.sku === sku)?.stock;
    if (first === undefined) continue;
    const known = await transaction`select 1 from stock where vendor = ${vendor} and sku = ${sku}`;
    if (known.length > 0) continue;
    const reserved = await reservedOf(transaction, order, sku);
    await transaction`
      insert into stock (vendor, sku, units, reserved) values (${vendor}, ${sku}, ${Math.max(first, reserved)}, ${reserved})
      on conflict do nothing`;
  }
}

/** @returns SKUs of which there isn't enough; where there are any, nothing is reserved. */
export async function reserveStock(
  transaction: Transaction,
  order: OfOrder,
  products: readonly Product[],
  wanted: readonly WantedLine[],
): Promise<readonly string[]> {
  const { vendor } = order;
  const lines = unitsOf(wanted);
  await begin(transaction, order, products, lines);
  const skus = lines.map(({ sku }) => sku);
  const rows = await transaction<{ sku: string; free: number }[]>`
    select sku, units - reserved as free from stock where vendor = ${vendor} and sku = any(${skus}::text[]) order by sku for update`;
  const free = new Map(rows.map((row) => [row.sku, row.free]));
  const short = lines.filter(({ sku, quantity }) => (free.get(sku) ?? quantity) < quantity);
  if (short.length > 0) return short.map(({ sku }) => sku);
  await change(transaction, vendor, lines, 'reserve');
  return [];
}

async function change(
  transaction: Transaction,
  vendor: string,
  lines: readonly WantedLine[],
  does: 'reserve' | 'free',
): Promise<void> {
  for (const { sku, quantity } of lines)
    await transaction`
      update stock set reserved = reserved + ${does === 'reserve' ? quantity : -quantity}
      where vendor = ${vendor} and sku = ${sku}`;
}

/** They are for others again. */
export const freeStock = (transaction: Transaction, vendor: string, wanted: readonly WantedLine[]) =>
  change(transaction, vendor, unitsOf(wanted), 'free');
/** They have left the house. @param kept units of each SKU that were refunded before, and are for others again. */
export async function takeStock(
  transaction: Transaction,
  vendor: string,
  wanted: readonly WantedLine[],
  kept: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { sku, quantity } of unitsOf(wanted))
    await transaction`
      update stock set reserved = reserved - ${quantity}, units = units - ${quantity - (kept.get(sku) ?? 0)}
      where vendor = ${vendor} and sku = ${sku}`;
}

/** How many orders use it now. */
export async function usesOf(transaction: Transaction, vendor: string, code: string): Promise<number> {
  const [row] = await transaction<[{ used: number }?]>`
    select used from promotion_uses where vendor = ${vendor} and code = ${code}`;
  return row?.used ?? 0;
}

/** The same for a transaction that is about to be one of them: until it ends, nobody else is told. */
export async function lockUses(transaction: Transaction, vendor: string, code: string): Promise<number> {
  await transaction`insert into promotion_uses (vendor, code, used) values (${vendor}, ${code}, 0) on conflict do nothing`;
  const [row] = await transaction<[{ used: number }?]>`
    select used from promotion_uses where vendor = ${vendor} and code = ${code} for update`;
  return row?.used ?? 0;
}

/** Of an order that uses it already, nothing changes. @returns whether it counts: there are no more of it otherwise. */
export async function redeem(
  transaction: Transaction,
  { vendor, id }: OfOrder,
  { code, limit }: Promotion,
): Promise<boolean> {
  const used = await lockUses(transaction, vendor, code);
  const own = await transaction`
    select 1 from promotion_redemptions where vendor = ${vendor} and "order" = ${id} and code = ${code}`;
  if (own.length > 0) return true;
  if (limit !== undefined && used >= limit) return false;
  await transaction`insert into promotion_redemptions (vendor, "order", code) values (${vendor}, ${id}, ${code})`;
  await transaction`update promotion_uses set used = used + 1 where vendor = ${vendor} and code = ${code}`;
  return true;
}

export async function freePromotion(transaction: Transaction, { vendor, id }: OfOrder): Promise<void> {
  await transaction`
    with freed as (delete from promotion_redemptions where vendor = ${vendor} and "order" = ${id} returning code)
    update promotion_uses u set used = u.used - 1 from freed f where u.vendor = ${vendor} and u.code = f.code`;
}
