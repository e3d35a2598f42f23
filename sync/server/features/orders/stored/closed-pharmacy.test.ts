import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promotionHash } from '../../../../domain/shop/promotion.ts';
import { openTestOrders, type Placed, type TestOrders } from '../testing/test-orders.ts';

let desk: TestOrders;

beforeAll(async () => {
  desk = await openTestOrders();
}, 60_000);
afterAll(() => desk?.close());

const pickup = { way: 'pickup', pharmacy: 'corner' } as const;
const move = (placed: Placed, pharmacy: string) => desk.ask('POST', placed, '/pharmacy', { pharmacy });
const codesOf = async (placed: Placed) => (await desk.view(placed)).problems.map(({ code }) => code);

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
    const counter = await desk.clinic.browser();
    const atDesk = { delivery: pickup, payment: 'desk', shown: { total: 1000, currency: 'USD' } } as const;
    const placed = await desk.place(counter.device, atDesk);
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
