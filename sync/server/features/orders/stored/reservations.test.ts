import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promotionHash } from '../../../../domain/shop/promotion.ts';
import { pharmacyOf, planOf, productOf } from '../../../../domain/testing/fixture-shop.ts';
import { openTestOrders, type Placed, type TestOrders } from '../testing/test-orders.ts';

let desk: TestOrders;

beforeAll(async () => {
  desk = await openTestOrders();
  desk.sold.shop.pharmacies.push(pharmacyOf('border', { region: 'US-NV' }));
}, 60_000);
afterAll(() => desk?.close());

const pickup = { way: 'pickup', pharmacy: 'corner' } as const;
const move = (placed: Placed, pharmacy: string) => desk.ask('POST', placed, '/pharmacy', { pharmacy });
const codesOf = async (placed: Placed) => (await desk.view(placed)).problems.map(({ code }) => code);

/** Of something of which there is one, with a code that is used once. */
async function last(): Promise<{ readonly placed: Placed; readonly sku: string }> {
  const name = `last${desk.sold.products.length}`;
  const sku = name.toUpperCase();
  desk.sold.products.push(productOf(name, { plans: [planOf(sku, 1000, { stock: 1 })] }));
  const code = { code: await promotionHash(sku), off: { percent: 10 }, rx: false, limit: 1 } as const;
  desk.sold.shop = { ...desk.sold.shop, promotions: [...desk.sold.shop.promotions, code] };
  const { device } = await desk.clinic.browser();
  const ordered = { lines: [{ sku, quantity: 1 }], promotion: sku, delivery: pickup };
  const placed = await desk.place(device, { ...ordered, shown: { total: 900, currency: 'USD' } });
  return { placed, sku };
}
/** Dearer since, and without its code. */
function raise(sku: string): void {
  const { products, shop } = desk.sold;
  const at = products.findIndex(({ plans }) => plans[0]?.sku === sku);
  const [sold] = products.splice(at, 1);
  if (!sold) throw new Error('It isn’t sold.');
  products.push({ ...sold, plans: sold.plans.map((plan) => ({ ...plan, amount: 1300 })) });
  desk.sold.shop = { ...shop, promotions: [] };
}
const tax = (rate: number) => {
  const row = { place: 'US-NV', category: 'otc', rate, source: 'test', asOf: '2026-11-01' } as const;
  desk.sold.shop = { ...desk.sold.shop, taxes: [row] };
};
async function reserved({ id }: Placed) {
  const [row] = await desk.sql<[{ is_reserved: boolean; due_at: string; codes: number }?]>`
    select is_reserved, due_at, (select count(*)::int from promotion_redemptions r where r."order" = o.id) as codes from orders o where id = ${id}`;
  return row;
}

describe('another pharmacy for what is reserved and not paid', () => {
  it('leaves it its item, its price and its code, for as long as they were reserved', async () => {
    const { placed, sku } = await last();
    raise(sku);
    const before = await reserved(placed);
    expect(before).toMatchObject({ is_reserved: true, codes: 1 });
    desk.server.pass(60_000);
    const { json } = await move(placed, 'plaza');
    expect(json.order).toMatchObject({
      ...{ delivery: { pharmacy: 'plaza' }, problems: [], totals: { discount: 100, total: 900 } },
    });
    expect(await reserved(placed)).toEqual(before);
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 1 });
    expect(await desk.pay.start(placed.id, 900)).toMatchObject({ amount: 900 });
  });

  it('asks for the tax of its place, which waits to be agreed to with what is reserved', async () => {
    const { placed, sku } = await last();
    raise(sku);
    tax(10_000);
    const before = await reserved(placed);
    const { json } = await move(placed, 'border');
    expect(json.order).toMatchObject({
      ...{ problems: [{ code: 'PRICE_CHANGED' }], statuses: { order: 'problem' }, shownTotal: 900 },
      totals: { subtotal: 1000, discount: 100, tax: 90, total: 990 },
    });
    await expect(desk.pay.start(placed.id, 990)).rejects.toMatchObject({
      problem: { code: 'PRICE_CHANGED' },
    });
    // Looked at, it still waits.
    expect(await codesOf(placed)).toEqual(['PRICE_CHANGED']);
    expect(await reserved(placed)).toEqual(before);
    const accepted = await desk.ask('POST', placed, '/acceptance', { total: 990 });
    expect(accepted.json.order).toMatchObject({ problems: [], totals: { discount: 100, total: 990 } });
    expect(await reserved(placed)).toEqual(before);
    expect(await desk.pay.start(placed.id, 990)).toMatchObject({ amount: 990 });
    const [units] =
      await desk.sql`select sum(amount)::int as sum from order_units where "order" = ${placed.id}`;
    expect([desk.pay.dueOf(placed.id)?.amount, units?.sum]).toEqual([990, 990]);
  });

  it('may be changed back before the tax of the other is agreed to', async () => {
    const { placed } = await last();
    tax(10_000);
    await move(placed, 'border');
    const { json } = await move(placed, 'corner');
    expect(json.order).toMatchObject({ problems: [], statuses: { order: 'placed' }, totals: { total: 900 } });
    expect(await reserved(placed)).toMatchObject({ is_reserved: true, codes: 1 });
  });

  it('ends its reservation in time, where nobody agrees to the price', async () => {
    const { placed, sku } = await last();
    tax(10_000);
    await move(placed, 'border');
    desk.server.pass(61 * 60_000);
    await desk.server.turns.turn();
    expect(await reserved(placed)).toMatchObject({ is_reserved: false, codes: 0 });
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 0 });
  });
});
