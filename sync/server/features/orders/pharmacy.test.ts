import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promotionHash } from '../../../domain/shop/promotion.ts';
import { pharmacyOf, planOf, productOf } from '../../../domain/testing/fixture-shop.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import { openTestOrders, type Placed, type TestOrders } from './testing/test-orders.ts';

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
async function last(
  over: Partial<OrderPlace> = {},
): Promise<{ readonly placed: Placed; readonly sku: string }> {
  const name = `last${desk.sold.products.length}`;
  const sku = name.toUpperCase();
  desk.sold.products.push(productOf(name, { plans: [planOf(sku, 1000, { stock: 1 })] }));
  const code = { code: await promotionHash(sku), off: { percent: 10 }, rx: false, limit: 1 } as const;
  desk.sold.shop = { ...desk.sold.shop, promotions: [...desk.sold.shop.promotions, code] };
  const { device } = await desk.clinic.browser();
  const ordered = { lines: [{ sku, quantity: 1 }], promotion: sku, delivery: pickup } as const;
  const placed = await desk.place(device, { ...ordered, shown: { total: 900, currency: 'USD' }, ...over });
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

describe('a pharmacy that closes after an order is paid', () => {
  const fulfill = (placed: Placed, to: string) =>
    desk.staff('POST', `orders/${placed.id}/fulfillment`, { to });
  const close = (id: string, active = false) => {
    const pharmacies = desk.sold.shop.pharmacies.map((one) => (one.id === id ? { ...one, active } : one));
    desk.sold.shop = { ...desk.sold.shop, pharmacies };
  };
  async function paid(): Promise<Placed> {
    const { device } = await desk.clinic.browser();
    const placed = await desk.place(device, { delivery: pickup, shown: { total: 1000, currency: 'USD' } });
    await desk.pay.tell(placed.id, 'captured', { charged: 1000 });
    return placed;
  }
  afterEach(() => close('corner', true));

  it('is said to its patient and to staff, and nothing is prepared there', async () => {
    const placed = await paid();
    close('corner');
    const view = await desk.view(placed);
    expect([view.problems, view.statuses.order]).toEqual([[{ code: 'PHARMACY_INACTIVE' }], 'problem']);
    const { order, actions, label, waitingOn } = await desk.seen(placed.id);
    expect([order.problems, label, waitingOn]).toEqual([
      [{ code: 'PHARMACY_INACTIVE' }],
      ...['problem', 'patient'],
    ]);
    expect(actions).toEqual(expect.arrayContaining(['refused']));
    expect(actions).not.toEqual(expect.arrayContaining(['preparing']));
    for (const to of ['preparing', 'ready_for_pickup']) expect((await fulfill(placed, to)).status).toBe(409);
    // Another one goes on with it.
    const { json } = await move(placed, 'plaza');
    expect(json.order).toMatchObject({ problems: [], statuses: { order: 'placed', payment: 'captured' } });
    expect((await fulfill(placed, 'preparing')).status).toBe(200);
  });

  it('is said also where it prepares it already, and gives it back', async () => {
    const placed = await paid();
    await fulfill(placed, 'preparing');
    close('corner');
    expect(await codesOf(placed)).toEqual(['PHARMACY_INACTIVE']);
    expect((await fulfill(placed, 'ready_for_pickup')).status).toBe(409);
    expect((await fulfill(placed, 'refused')).status).toBe(200);
    expect((await move(placed, 'plaza')).json.order?.statuses).toMatchObject({ fulfillment: 'unfulfilled' });
  });

  it('hands over what is ready', async () => {
    const placed = await paid();
    await fulfill(placed, 'ready_for_pickup');
    close('corner');
    expect(await codesOf(placed)).toEqual([]);
    expect((await fulfill(placed, 'picked_up')).status).toBe(200);
    expect((await desk.seen(placed.id)).order.problems).toEqual([]);
  });

  it('is said of what costs nothing, and of what isn’t listed any more', async () => {
    const { placed } = await last({ payment: 'desk' });
    const { shop } = desk.sold;
    desk.sold.shop = { ...shop, pharmacies: shop.pharmacies.filter(({ id }) => id !== 'corner') };
    expect(await codesOf(placed)).toEqual(['PHARMACY_INACTIVE']);
    desk.sold.shop = shop;
    const { device } = await desk.clinic.browser();
    const free = { code: await promotionHash('FREE'), off: { percent: 100 }, rx: false } as const;
    desk.sold.shop = { ...shop, promotions: [free] };
    const gift = await desk.place(device, { delivery: pickup, promotion: 'free' });
    expect((await desk.view(gift)).totals.total).toBe(0);
    close('corner');
    expect(await codesOf(gift)).toEqual(['PHARMACY_INACTIVE']);
    expect((await fulfill(gift, 'preparing')).status).toBe(409);
  });
});
