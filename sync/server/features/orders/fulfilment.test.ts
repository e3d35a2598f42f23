/** Orders as they are paid, decided, fulfilled and given back: cases 12, 21, 31-35 and 40-43 as far as they are orders' matter, I4, I7, I16. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pharmacyOf } from '../../../domain/testing/fixture-shop.ts';
import {
  orderExportSchema,
  ordersResponseSchema,
  packingSlipSchema,
  type TrackingImportAnswer,
  trackingImportAnswerSchema,
} from '../../../protocol/api/console-orders.ts';
import type { OrderToken } from '../../../protocol/api/orders.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import { testPatient } from '../../../protocol/testing/fixture-intake.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { LINES_AT_ONCE } from './import-tracking.ts';
import { createOrderLetters } from './order-letters.ts';
import { readOrder } from './stored/stored-order.ts';
import { openTestOrders, PLASTERS, type Placed, TABLETS, type TestOrders } from './testing/test-orders.ts';

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  await desk.sql`delete from messages`;
  desk.server.pass(1_000);
});

let people = 0;
const guest = () => desk.clinic.browser({ from: `203.0.113.${people++}` });
async function signedIn(): Promise<TestBrowser & { readonly person: string; readonly email: string }> {
  const phone = await guest();
  const email = `ana-${people}@mail.example`;
  const { person } = await phone.enter(email);
  return { ...phone, person, email };
}
const pickup = { way: 'pickup', pharmacy: 'corner' } as const;

/** Over the counter, and paid. */
async function paid(over: Partial<OrderPlace> = {}): Promise<Placed> {
  const { device } = await guest();
  const placed = await desk.place(device, over);
  await desk.pay.tell(placed.id, 'captured', { charged: (await desk.view(placed)).totals.total });
  return placed;
}

/** Tablets, whose form waits for a clinician, with the money held. */
async function prescribed(over: Partial<OrderPlace> = {}) {
  const { device } = await guest();
  const form = await desk.consult(device);
  const placed = await desk.place(device, {
    ...{
      lines: [{ sku: TABLETS, quantity: 1 }],
      consultation: form,
      shown: { total: 7900, currency: 'USD' },
    },
    ...over,
  });
  await desk.pay.tell(placed.id, 'authorized', { held: 7900 });
  return { ...placed, form };
}
const post = async (id: string, path: string, payload: unknown) => {
  const answer = await desk.staff('POST', `orders/${id}/${path}`, payload);
  return { status: answer.status, code: answer.code };
};
const wishesOf = (id: string) => desk.pay.wished.filter(({ order }) => order === id);
const decision = {
  reason: 'contraindicated',
  text: 'Not with your heart medicine.',
  alternatives: ['Talk to your doctor.'],
};

describe('a payment that staff are to look at', () => {
  it('is named with its order, listed by itself, and counted', async () => {
    const [disputed, other] = [await paid(), await paid()];
    desk.pay.alert({ orders: [{ order: disputed.id, attention: 'disputed' }], strays: 2 });
    const listed = async (query: string) =>
      ordersResponseSchema.parse(JSON.parse((await desk.staff('GET', `orders${query}`)).body));
    const all = await listed('');
    expect(all.attention).toEqual({ orders: 1, strays: 2 });
    const attentions = new Map(all.orders.map(({ id, attention }) => [id, attention]));
    expect([attentions.get(disputed.id), attentions.get(other.id)]).toEqual(['disputed', undefined]);
    expect((await listed('?attention=1')).orders.map(({ id }) => id)).toEqual([disputed.id]);
    const found = await desk.staff('GET', `orders/${disputed.id}`);
    expect(JSON.parse(found.body)).toMatchObject({ attention: 'disputed' });
    desk.pay.alert({ orders: [], strays: 0 });
    expect((await listed('?attention=1')).orders).toEqual([]);
  });
});

describe('a decision', () => {
  it('that approves charges exactly what was approved, and then it may be sent (I4, scenario 1)', async () => {
    const placed = await prescribed();
    expect(await post(placed.id, 'fulfillment', { to: 'preparing' })).toEqual({
      status: 409,
      code: 'ORDER_LOCKED',
    });
    await desk.moved({ consultation: placed.form, status: 'in_review', actor: 'doctor@meadow.test' });
    expect((await desk.view(placed)).statuses.clinical).toBe('in_review');
    await desk.moved({ consultation: placed.form, status: 'approved', actor: 'doctor@meadow.test' });
    expect(wishesOf(placed.id)).toEqual([
      { wish: 'capture', order: placed.id, amount: 7900, actor: 'doctor@meadow.test' },
    ]);
    // Held is not charged: nothing is packed yet (case 35).
    expect((await desk.staff('GET', `orders/${placed.id}/packing-slip`)).code).toBe('ORDER_LOCKED');
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 7900 });
    expect(await desk.view(placed)).toMatchObject({
      statuses: { order: 'placed', clinical: 'approved', payment: 'captured' },
      money: { charged: 7900, held: 0 },
    });
    const tracking = { carrier: 'Parcel Post', number: 'PP 1234 5678' };
    for (const change of [{ to: 'preparing' }, { to: 'shipped', tracking }, { to: 'delivered' }])
      expect((await post(placed.id, 'fulfillment', change)).status).toBe(200);
    const view = await desk.view(placed);
    expect(view.statuses).toMatchObject({ order: 'closed', fulfillment: 'delivered' });
    expect(view.tracking).toMatchObject([tracking]);
    expect(view.history.map(({ event }) => event)).toEqual([
      ...[
        'placed',
        'authorized',
        'in_review',
        'approved',
        'charged',
        'preparing',
        'tracking',
        'shipped',
        'delivered',
      ],
    ]);
  });

  it('against it releases what is held, frees what is reserved, and says why (scenario 6)', async () => {
    const placed = await prescribed({
      lines: [
        { sku: TABLETS, quantity: 1 },
        { sku: PLASTERS, quantity: 1 },
      ],
      shown: { total: 8400, currency: 'USD' },
    });
    await desk.moved({
      consultation: placed.form,
      status: 'declined',
      decision,
      actor: 'doctor@meadow.test',
    });
    expect(wishesOf(placed.id)).toEqual([{ wish: 'release', order: placed.id, actor: 'doctor@meadow.test' }]);
    const view = await desk.view(placed);
    expect(view).toMatchObject({
      statuses: { order: 'cancelled', clinical: 'declined', fulfillment: 'cancelled', payment: 'canceling' },
      decision: { reason: 'contraindicated', text: decision.text, alternatives: decision.alternatives },
    });
    // Approved after all, heard late: what is over stays over.
    await desk.moved({ consultation: placed.form, status: 'approved', actor: 'doctor@meadow.test' });
    await desk.pay.tell(placed.id, 'voided', { held: 0 });
    expect((await desk.view(placed)).statuses).toMatchObject({
      order: 'cancelled',
      clinical: 'declined',
      payment: 'voided',
    });
    expect(wishesOf(placed.id)).toHaveLength(1);
  });

  it('that comes before the card is charged once the card stands for it (case 31)', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await desk.place(device, {
      ...{
        lines: [{ sku: TABLETS, quantity: 1 }],
        consultation: form,
        shown: { total: 7900, currency: 'USD' },
      },
    });
    await desk.moved({ consultation: form, status: 'approved', actor: 'doctor@meadow.test' });
    expect(wishesOf(placed.id)).toEqual([]);
    await desk.pay.tell(placed.id, 'authorized', { held: 7900 });
    expect(wishesOf(placed.id)).toEqual([
      { wish: 'capture', order: placed.id, amount: 7900, actor: 'system' },
    ]);
  });

  it('after ten days of silence releases all of it (scenario 5)', async () => {
    const placed = await prescribed();
    await desk.moved({ consultation: placed.form, status: 'needs_info', actor: 'doctor@meadow.test' });
    expect((await desk.view(placed)).statuses).toMatchObject({
      clinical: 'needs_info',
      fulfillment: 'on_hold',
    });
    await desk.moved({ consultation: placed.form, status: 'expired', actor: null });
    expect((await desk.view(placed)).statuses).toMatchObject({ order: 'cancelled', clinical: 'expired' });
    expect(wishesOf(placed.id)).toEqual([{ wish: 'release', order: placed.id, actor: 'system' }]);
  });

  it('on a form whose fee was paid asks for it no second time', async () => {
    const placed = await prescribed();
    await desk.moved({ consultation: placed.form, status: 'approved', actor: 'doctor@meadow.test' });
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 7900 });
    const { device } = await guest();
    await desk.sql`update inbox_items set device = ${device.deviceId} where id = ${placed.form}`;
    const second = await desk.place(device, {
      ...{
        lines: [{ sku: TABLETS, quantity: 1 }],
        consultation: placed.form,
        shown: { total: 7900, currency: 'USD' },
      },
    });
    const view = await desk.view(second);
    // Nor is it approved by the way: one order of a product comes of an approval.
    expect([view.totals.total, view.statuses.clinical]).toEqual([5400, 'waiting']);
    expect(view.problems).toMatchObject([{ code: 'RX_NOT_QUALIFIED', sku: TABLETS }]);
  });
});

describe('a payment', () => {
  it('that stands for an order that is over is given back (case 30, case 31)', async () => {
    const { device } = await guest();
    const placed = await desk.place(device);
    await desk.pay.tell(placed.id, 'requires_action');
    await desk.ask('POST', placed, '/cancellation');
    expect(wishesOf(placed.id)).toHaveLength(1);
    await desk.pay.tell(placed.id, 'voided');
    expect((await desk.view(placed)).statuses.order).toBe('cancelled');
    const late = await desk.place(device);
    await desk.ask('POST', late, '/cancellation');
    await desk.pay.tell(late.id, 'captured', { charged: 1500 });
    expect((await desk.view(late)).statuses.order).toBe('cancelled');
    expect(await post(late.id, 'fulfillment', { to: 'shipped' })).toEqual({
      status: 409,
      code: 'ORDER_LOCKED',
    });
  });

  it('declined and then corrected is the order’s (case 32)', async () => {
    const { device } = await guest();
    const placed = await desk.place(device);
    await desk.pay.tell(placed.id, 'failed');
    expect((await desk.seen(placed.id)).label).toBe('payment-problem');
    await desk.pay.tell(placed.id, 'captured', { charged: 1500 });
    expect((await desk.seen(placed.id)).label).toBe('received');
  });

  it('at the desk is recorded by staff, for all that is due and no other amount', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, {
      delivery: pickup,
      payment: 'desk',
      shown: { total: 1000, currency: 'USD' },
    });
    const seen = await desk.seen(placed.id);
    expect(seen).toMatchObject({ dueAtDesk: 1000, order: { statuses: { payment: 'deferred' } } });
    expect((await post(placed.id, 'fulfillment', { to: 'preparing' })).status).toBe(200);
    expect(await post(placed.id, 'fulfillment', { to: 'picked_up' })).toEqual({
      status: 409,
      code: 'ORDER_LOCKED',
    });
    expect(await post(placed.id, 'desk-payment', { amount: 1 })).toEqual({
      status: 409,
      code: 'PRICE_CHANGED',
    });
    expect((await post(placed.id, 'desk-payment', { amount: 1000 })).status).toBe(200);
    expect((await desk.view(placed)).money.charged).toBe(1000);
    expect((await post(placed.id, 'fulfillment', { to: 'picked_up' })).status).toBe(200);
    expect((await desk.seen(placed.id)).label).toBe('collected');
  });

  it('at the desk that was cancelled is handed back by staff, who record all of it', async () => {
    const { device } = await guest();
    const over = { delivery: pickup, payment: 'desk', shown: { total: 1000, currency: 'USD' } } as const;
    const placed = await desk.place(device, over);
    await post(placed.id, 'desk-payment', { amount: 1000 });
    await desk.ask('POST', placed, '/cancellation');
    await desk.pay.tell(placed.id, 'refund_pending', { charged: 1000, refunding: 1000 });
    const seen = await desk.seen(placed.id);
    expect([seen.actions, seen.refundable.most]).toEqual([['refund'], 1000]);
    const ask = (quantity: number) =>
      post(placed.id, 'refund', {
        ...{ id: randomUUID(), lines: [{ sku: PLASTERS, quantity }], shipping: false, reason: 'Cancelled.' },
      });
    expect((await ask(1)).code).toBe('REFUND_IMPOSSIBLE');
    expect((await ask(2)).status).toBe(200);
    expect(wishesOf(placed.id).at(-1)).toMatchObject({ wish: 'refund', amount: 1000 });
    await desk.pay.tell(placed.id, 'refunded', { charged: 1000, refunding: 0, refunded: 1000 });
    expect((await ask(1)).code).toBe('REFUND_IMPOSSIBLE');
  });

  it('heard twice and out of order is one event each (scenario 12)', async () => {
    const { device } = await guest();
    const placed = await desk.place(device);
    for (const status of ['captured', 'captured', 'captured'] as const)
      await desk.pay.tell(placed.id, status, { charged: 1500 });
    const { history } = await desk.view(placed);
    expect(history.filter(({ event }) => event === 'charged')).toHaveLength(1);
  });
});

describe('a refund (R4, I7)', () => {
  it('adds up stored units: all of them, in any order, are what was charged', async () => {
    const placed = await paid({
      lines: [{ sku: PLASTERS, quantity: 3 }],
      promotion: 'welcome',
      shown: { total: 2000, currency: 'USD' },
    });
    const { order, refundable } = await desk.seen(placed.id);
    expect(order.totals).toMatchObject({ subtotal: 1500, discount: 150, shipping: 500, total: 1850 });
    expect(refundable).toEqual({
      lines: [{ sku: PLASTERS, kind: 'otc', units: [450, 450, 450], refunded: 0 }],
      ...{ shipping: 500, most: 1850 },
    });
    const id = randomUUID();
    const one = { id, lines: [{ sku: PLASTERS, quantity: 2 }], shipping: false, reason: 'Torn.' };
    expect((await post(placed.id, 'refund', one)).status).toBe(200);
    // Pressed twice, it is one (case 40).
    expect((await post(placed.id, 'refund', one)).status).toBe(200);
    expect(wishesOf(placed.id)).toEqual([
      { wish: 'refund', order: placed.id, id, amount: 900, actor: 'A clinician' },
    ]);
    const tooMuch = { ...one, id: randomUUID() };
    expect(await post(placed.id, 'refund', tooMuch)).toEqual({ status: 409, code: 'REFUND_IMPOSSIBLE' });
    const rest = {
      id: randomUUID(),
      lines: [{ sku: PLASTERS, quantity: 1 }],
      shipping: true,
      reason: 'Lost.',
    };
    expect((await post(placed.id, 'refund', rest)).status).toBe(200);
    expect(wishesOf(placed.id).reduce((sum, { amount = 0 }) => sum + amount, 0)).toBe(1850);
    expect((await desk.seen(placed.id)).refundable).toMatchObject({ shipping: 0, most: 0 });
  });

  it('that wasn’t given after all can be given again, also of an order that it has ended (cases 41, 42)', async () => {
    const placed = await paid();
    const ask = async (id: string, quantity: number, shipping: boolean) =>
      (
        await post(placed.id, 'refund', {
          ...{ id, lines: [{ sku: PLASTERS, quantity }], shipping, reason: 'Out of stock.' },
        })
      ).status;
    const [kept, failed] = [randomUUID(), randomUUID()];
    expect([await ask(kept, 1, false), await ask(failed, 1, true)]).toEqual([200, 200]);
    await desk.pay.tell(placed.id, 'refunded', { refunding: 0, refunded: 1500 });
    const over = await desk.seen(placed.id);
    expect([over.order.statuses.order, over.actions]).toEqual(['cancelled', []]);
    // The bank has sent the second one back.
    const back = { failedRefunds: [failed] };
    await desk.pay.tell(placed.id, 'partially_refunded', { refunded: 500 }, back);
    const seen = await desk.seen(placed.id);
    expect(seen.actions).toEqual(['refund']);
    expect(seen.refundable).toEqual({
      lines: [{ sku: PLASTERS, kind: 'otc', units: [500], refunded: 1 }],
      ...{ shipping: 500, most: 1000 },
    });
    const again = randomUUID();
    expect(await ask(again, 1, true)).toBe(200);
    expect(wishesOf(placed.id).at(-1)).toMatchObject({ wish: 'refund', id: again, amount: 1000 });
    // Told once more of the one before, nothing of the new one can be given twice.
    await desk.pay.tell(placed.id, 'refunded', { refunding: 0, refunded: 1500 }, back);
    expect((await desk.seen(placed.id)).refundable).toMatchObject({ shipping: 0, most: 0 });
    expect(await ask(randomUUID(), 1, true)).toBe(409);
  });

  it('is never higher than what was charged, whoever asks at once', async () => {
    const placed = await paid();
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(placed.id, 'refund', {
          id: randomUUID(),
          lines: [{ sku: PLASTERS, quantity: 2 }],
          shipping: true,
          reason: 'Lost.',
        }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('goes by one name, which no other order’s has', async () => {
    const [first, other] = [await paid(), await paid()];
    const body = { lines: [{ sku: PLASTERS, quantity: 1 }], shipping: false, reason: 'Torn.' };
    const named = { ...body, id: randomUUID() };
    expect((await post(first.id, 'refund', named)).status).toBe(200);
    const { status, body: answer } = await desk.staff('POST', `orders/${other.id}/refund`, named);
    expect([status, JSON.parse(answer)]).toEqual([
      409,
      expect.objectContaining({
        code: 'REFUND_IMPOSSIBLE',
        errors: [{ pointer: '/id', detail: 'of_another_order' }],
      }),
    ]);
    expect(wishesOf(other.id)).toEqual([]);
    expect((await post(other.id, 'refund', { ...body, id: randomUUID() })).status).toBe(200);
  });

  it('of what a dispute has taken is none, and isn’t offered (case 43)', async () => {
    const placed = await paid();
    await desk.pay.tell(placed.id, 'partially_refunded', { lost: 1000 });
    expect(await desk.seen(placed.id)).toMatchObject({ refundable: { most: 500 } });
    const body = { lines: [{ sku: PLASTERS, quantity: 1 }], reason: 'Torn.' };
    const all = { ...body, id: randomUUID(), shipping: true };
    expect(await post(placed.id, 'refund', all)).toEqual({ status: 409, code: 'REFUND_IMPOSSIBLE' });
    expect((await post(placed.id, 'refund', { ...body, id: randomUUID(), shipping: false })).status).toBe(
      200,
    );
    const gone = await paid();
    await desk.pay.tell(gone.id, 'refunded', { lost: 1500 });
    const { actions, refundable } = await desk.seen(gone.id);
    expect([actions, refundable.most]).toEqual([[], 0]);
  });

  it('of what is disputed or not charged is none (case 43)', async () => {
    const placed = await paid();
    const body = {
      id: randomUUID(),
      lines: [{ sku: PLASTERS, quantity: 1 }],
      shipping: false,
      reason: 'Torn.',
    };
    await desk.pay.tell(placed.id, 'disputed');
    expect((await post(placed.id, 'refund', body)).status).toBe(409);
    const { device } = await guest();
    const unpaid = await desk.place(device);
    expect((await post(unpaid.id, 'refund', body)).status).toBe(409);
  });
});

describe('fulfillment', () => {
  it('takes what was reserved out of the stock when it leaves, and moves forward only', async () => {
    desk.sold.products.push({
      ...(desk.sold.products[1] ?? fail()),
      slug: 'box',
      plans: [{ sku: 'BOX-1', pack: { en: 'Box' }, amount: 800, stock: 5 }],
    });
    const placed = await paid({
      lines: [{ sku: 'BOX-1', quantity: 2 }],
      shown: { total: 2100, currency: 'USD' },
    });
    expect(await desk.stockOf('BOX-1')).toEqual({ units: 5, reserved: 2 });
    expect(
      (await post(placed.id, 'fulfillment', { tracking: { carrier: 'Parcel Post', number: 'AB1234' } }))
        .status,
    ).toBe(200);
    expect((await desk.view(placed)).statuses.fulfillment).toBe('shipped');
    expect(await desk.stockOf('BOX-1')).toEqual({ units: 3, reserved: 0 });
    const second = { tracking: { carrier: 'Parcel Post', number: 'AB5678' }, note: 'The second box.' };
    expect((await post(placed.id, 'fulfillment', second)).status).toBe(200);
    expect((await desk.seen(placed.id)).events.at(-1)).toMatchObject({
      ...{ event: 'tracking', note: 'The second box.' },
    });
    expect((await post(placed.id, 'fulfillment', { to: 'preparing' })).code).toBe('ORDER_LOCKED');
    expect((await desk.ask('POST', placed, '/cancellation')).json.code).toBe('ORDER_LOCKED');
    expect((await post(placed.id, 'cancellation', { reason: 'Too late.' })).code).toBe('ORDER_LOCKED');
    for (const to of ['delivered', 'delivered', 'returned'])
      expect((await post(placed.id, 'fulfillment', { to })).status).toBe(200);
    expect((await desk.seen(placed.id)).label).toBe('returned');
  });

  it('leaves out what was refunded before it left: on the packing slip, and of the stock', async () => {
    desk.sold.products.push({
      ...(desk.sold.products[1] ?? fail()),
      slug: 'cream',
      plans: [{ sku: 'CREAM-1', pack: { en: 'Tube' }, amount: 800, stock: 5 }],
    });
    const placed = await paid({
      lines: [
        { sku: 'CREAM-1', quantity: 3 },
        { sku: PLASTERS, quantity: 1 },
      ],
      shown: { total: 3400, currency: 'USD' },
    });
    const refund = async (...lines: { readonly sku: string; readonly quantity: number }[]) => {
      const body = { id: randomUUID(), lines, shipping: false, reason: 'Out of stock.' };
      expect((await post(placed.id, 'refund', body)).status).toBe(200);
      const { charged, refunding, refunded } = (await desk.view(placed)).money;
      const given = { charged, refunding: 0, refunded: refunded + refunding };
      await desk.pay.tell(placed.id, 'partially_refunded', given);
    };
    const packed = async () => {
      const slip = await desk.staff('GET', `orders/${placed.id}/packing-slip`);
      return packingSlipSchema
        .parse(JSON.parse(slip.body))
        .lines.map(({ sku, quantity }) => ({ sku, quantity }));
    };
    await refund({ sku: 'CREAM-1', quantity: 1 }, { sku: PLASTERS, quantity: 1 });
    expect(await packed()).toEqual([{ sku: 'CREAM-1', quantity: 2 }]);
    expect(await desk.stockOf('CREAM-1')).toEqual({ units: 5, reserved: 3 });
    desk.server.pass(1_000);
    expect((await post(placed.id, 'fulfillment', { to: 'shipped' })).status).toBe(200);
    expect(await desk.stockOf('CREAM-1')).toEqual({ units: 3, reserved: 0 });
    // What broke on its way was in the parcel.
    desk.server.pass(1_000);
    await refund({ sku: 'CREAM-1', quantity: 1 });
    expect(await packed()).toEqual([{ sku: 'CREAM-1', quantity: 2 }]);
  });

  it('at another pharmacy may be asked for until it is sent, and once it couldn’t be filled (scenario 7)', async () => {
    const placed = await paid({ delivery: pickup, shown: { total: 1000, currency: 'USD' } });
    const change = (pharmacy: string) => desk.ask('POST', placed, '/pharmacy', { pharmacy });
    expect((await change('plaza')).json.order?.delivery).toEqual({ way: 'pickup', pharmacy: 'plaza' });
    const once = (await change('plaza')).json.order?.history.filter(
      ({ event }) => event === 'pharmacy_changed',
    );
    expect(once).toHaveLength(1);
    expect((await change('closed')).json).toMatchObject({
      code: 'ORDER_LOCKED',
      detail: 'PHARMACY_INACTIVE',
    });
    desk.sold.shop.pharmacies.push(pharmacyOf('border', { region: 'US-NV' }));
    const at = desk.sold.products.findIndex(({ plans }) => plans[0]?.sku === PLASTERS);
    const sold = desk.sold.products[at];
    if (!sold) throw new Error('Plasters aren’t sold.');
    desk.sold.products[at] = { ...sold, notIn: ['US-NV'] };
    expect((await change('border')).json).toMatchObject({ code: 'ORDER_LOCKED', detail: 'AREA_NOT_SERVED' });
    desk.sold.products[at] = sold;
    await post(placed.id, 'fulfillment', { to: 'preparing' });
    expect((await change('corner')).json.code).toBe('ORDER_LOCKED');
    await post(placed.id, 'fulfillment', { to: 'refused', note: 'Out of stock there.' });
    expect((await desk.seen(placed.id)).label).toBe('could-not-fill');
    expect((await change('corner')).json.order?.statuses.fulfillment).toBe('unfulfilled');
    for (const to of ['preparing', 'ready_for_pickup', 'picked_up'])
      expect((await post(placed.id, 'fulfillment', { to })).status).toBe(200);
    expect((await desk.seen(placed.id)).label).toBe('collected');
  });

  it('keeps its note to the pharmacist wherever it goes, until that is changed or taken away', async () => {
    const note = 'I am allergic to latex.';
    const placed = await paid({ delivery: { ...pickup, note }, shown: { total: 1000, currency: 'USD' } });
    const change = async (body: { readonly pharmacy: string; readonly note?: string }) =>
      (await desk.ask('POST', placed, '/pharmacy', body)).json.order?.delivery;
    expect(await change({ pharmacy: 'plaza' })).toEqual({ way: 'pickup', pharmacy: 'plaza', note });
    expect(await change({ pharmacy: 'plaza' })).toEqual({ way: 'pickup', pharmacy: 'plaza', note });
    expect(await change({ pharmacy: 'plaza', note: 'None.' })).toMatchObject({ note: 'None.' });
    expect(await change({ pharmacy: 'plaza', note: '' })).toEqual({ way: 'pickup', pharmacy: 'plaza' });
  });

  it('has a packing slip without any price, once it is paid', async () => {
    const placed = await paid();
    const answer = await desk.staff('GET', `orders/${placed.id}/packing-slip`);
    const slip = packingSlipSchema.parse(JSON.parse(answer.body));
    expect(slip).toMatchObject({
      name: 'Ana Ruiz',
      to: { way: 'mail' },
      lines: [{ sku: PLASTERS, quantity: 2 }],
    });
    expect(answer.body).not.toMatch(/total|amount|1500|500/);
  });
});

describe('tracking numbers as a file', () => {
  async function send(csv: string, dryRun = false): Promise<TrackingImportAnswer> {
    const answer = await desk.staff('POST', 'tracking-import', { csv, dryRun });
    return trackingImportAnswerSchema.parse(JSON.parse(answer.body));
  }
  const codeOf = async (placed: Placed) => (await desk.view(placed)).code;

  it('say what they would do, do it, and once more nothing', async () => {
    const [one, two] = [await paid(), await paid()];
    const csv = `Order,Carrier,Tracking number\n${(await codeOf(one)).toLowerCase()},Parcel Post,AA 1111\n${await codeOf(two)},Parcel Post,BB2222\n`;
    expect(await send(csv, true)).toMatchObject({
      applied: false,
      added: 2,
      faults: [],
      lines: [{ line: 2, does: 'ships' }, { line: 3 }],
    });
    expect((await desk.view(one)).statuses.fulfillment).toBe('unfulfilled');
    expect(await send(csv)).toMatchObject({ applied: true, added: 2, known: 0 });
    expect((await desk.view(one)).statuses.fulfillment).toBe('shipped');
    expect(await send(csv)).toMatchObject({ applied: true, added: 0, known: 2 });
    expect((await desk.view(one)).tracking).toHaveLength(1);
  });

  it('are of one parcel however they are spelled, and shown as they came first', async () => {
    const placed = await paid();
    const code = await codeOf(placed);
    const add = async (carrier: string, number: string) =>
      (await post(placed.id, 'fulfillment', { tracking: { carrier, number } })).status;
    for (const [carrier, number] of [
      ['Parcel Post', '1Z 999-AA'],
      ['Parcel Post', '1z999aa'],
      ['parcel-post', '1Z-999-AA'],
    ] as const)
      expect(await add(carrier, number)).toBe(200);
    expect(await send(`order,carrier,tracking number\n${code},PARCEL POST,1Z999 AA\n`)).toMatchObject({
      ...{ applied: true, added: 0, known: 1 },
    });
    const said = `order,carrier,tracking number\n${code},Parcel Post,1Z 998\n${code},Parcel Post,1z998\n`;
    expect(await send(said)).toMatchObject({ applied: true, added: 1, known: 1 });
    const shown = (await desk.view(placed)).tracking?.map(({ number }) => number);
    expect(shown?.toSorted()).toEqual(['1Z 998', '1Z 999-AA']);
  });

  it('are all taken or none, with each fault by its line', async () => {
    const { device } = await guest();
    const [good, unpaid] = [await paid(), await desk.place(device)];
    const csv = [
      'order;carrier;tracking_number',
      `${await codeOf(good)};Parcel Post;CC3333`,
      `${await codeOf(unpaid)};Parcel Post;DD4444`,
      'ZZ-ZZZZ;Parcel Post;EE5555',
    ].join('\r\n');
    expect(await send(csv)).toMatchObject({
      applied: false,
      faults: [
        { line: 3, column: 'order', fault: 'not-shippable' },
        { line: 4, column: 'order', fault: 'unknown-order' },
      ],
    });
    expect((await desk.view(good)).statuses.fulfillment).toBe('unfulfilled');
    expect((await send('order,carrier\nx,y\n')).faults).toEqual([
      { line: 1, column: 'number', fault: 'column-missing' },
    ]);
    expect((await send('order,carrier,tracking number\n,,\n"x,y')).faults).toMatchObject([
      { fault: 'not-csv' },
    ]);
    expect((await send(`order,carrier,tracking number\n${await codeOf(good)},Post,=1+1\n`)).faults).toEqual([
      { line: 2, column: 'number', fault: 'not-a-number' },
    ]);
  });
});

describe('what staff have done', () => {
  /** What the trail says of an order, or of files where none is named. */
  const trailOf = async (action: string, id: string | null) => {
    const rows = await desk.sql<{ event: string }[]>`
      select event from audit_events where vendor = 'meadow' and action = ${action} and subject is not distinct from ${id} order by no`;
    return rows.map(({ event }) => String(JSON.parse(event).detail));
  };

  /** As of a server that ends before the trail is written. */
  async function withoutTrail(work: () => Promise<void>): Promise<void> {
    await desk.sql`
      create function no_trail() returns trigger language plpgsql as $$ begin raise exception 'The trail is full.'; end $$`;
    await desk.sql`
      create trigger no_trail before insert on audit_events for each row when (new.action in ('order-changed', 'tracking-imported'))
      execute function no_trail()`;
    try {
      await work();
    } finally {
      await desk.sql`drop trigger no_trail on audit_events`;
      await desk.sql`drop function no_trail()`;
    }
  }

  it('names who did it, or isn’t done', async () => {
    const { device } = await guest();
    const [sold, over, back] = [await paid(), await paid(), await paid()];
    const due = await desk.place(device, {
      ...{ delivery: pickup, payment: 'desk', shown: { total: 1000, currency: 'USD' } },
    });
    const refund = {
      ...{ id: randomUUID(), lines: [{ sku: PLASTERS, quantity: 1 }], shipping: false, reason: 'One broke.' },
    };
    const deeds = [
      [sold, 'fulfillment', { to: 'preparing' }, 'fulfillment=preparing'],
      [over, 'cancellation', { reason: 'Asked by phone.' }, 'cancelled'],
      [back, 'refund', refund, `refund=${refund.id}`],
      [due, 'desk-payment', { amount: 1000 }, 'paid-at-desk=1000'],
    ] as const;
    for (const [{ id }, path, body, detail] of deeds) {
      const before = await desk.seen(id);
      await withoutTrail(async () => expect((await post(id, path, body)).status).toBe(500));
      const { events, refundable } = await desk.seen(id);
      expect({ path, events, refundable }).toEqual({
        ...{ path, events: before.events, refundable: before.refundable },
      });
      expect(await trailOf('order-changed', id)).toEqual([]);
      expect((await post(id, path, body)).status).toBe(200);
      expect(await trailOf('order-changed', id)).toEqual([detail]);
    }
  });

  it('names who imported tracking numbers, with each part of a file that was taken', async () => {
    const sent: Placed[] = [];
    for (let at = 0; at < LINES_AT_ONCE + 1; at += 1) sent.push(await paid());
    const codes = await Promise.all(sent.map(async (one) => (await desk.view(one)).code));
    const csv = [
      'order,carrier,tracking number',
      ...codes.map((code, at) => `${code},Parcel Post,FF${at}00`),
    ];
    const file = { csv: csv.join('\n'), dryRun: false };
    const shipped = async () =>
      (await Promise.all(sent.map((one) => desk.view(one)))).filter(({ tracking }) => tracking).length;
    const before = await trailOf('tracking-imported', null);
    await withoutTrail(async () =>
      expect((await desk.staff('POST', 'tracking-import', file)).status).toBe(500),
    );
    expect(await shipped()).toBe(0);
    expect((await desk.staff('POST', 'tracking-import', file)).status).toBe(200);
    expect(await shipped()).toBe(LINES_AT_ONCE + 1);
    const said = await trailOf('tracking-imported', null);
    expect(said.slice(before.length)).toEqual([`added=${LINES_AT_ONCE}`, 'added=1']);
  });
});

describe('the list for staff', () => {
  const list = async (query: Record<string, string> = {}) =>
    ordersResponseSchema.parse(
      JSON.parse((await desk.staff('GET', `orders?${new URLSearchParams(query)}`)).body),
    );

  it('is found by number, name, label and who acts next', async () => {
    const placed = await paid({ contact: { name: 'Zoë O’Brien' } });
    const { code } = await desk.view(placed);
    for (const q of [code, code.toLowerCase().replace('-', ''), 'zoe', "o'brien zoe"])
      expect((await list({ q })).orders.map(({ id }) => id)).toContain(placed.id);
    expect((await list({ q: 'zoe nobody' })).orders).toEqual([]);
    const found = await list({ label: 'received', waiting: 'pharmacy' });
    expect(found.orders.map(({ id }) => id)).toContain(placed.id);
    expect(found.counts.pharmacy).toBeGreaterThan(0);
    expect((await list({ label: 'delivered', q: 'zoe' })).orders).toEqual([]);
    expect((await list({ from: new Date(Date.now() + 10 * 86_400_000).toISOString() })).orders).toEqual([]);
  });

  it('has pages that neither repeat nor skip', async () => {
    const { device } = await guest();
    for (let at = 0; at < 55; at += 1) await desk.place(device, { contact: { name: `Paging ${at}` } });
    const first = await list({ q: 'paging' });
    const second = await list({ q: 'paging', cursor: first.cursor ?? '' });
    const ids = [...first.orders, ...second.orders].map(({ id }) => id);
    expect([first.orders.length, second.orders.length, new Set(ids).size]).toEqual([50, 5, 55]);
    expect(second.cursor).toBeNull();
  });

  it('is exported without a cell that a spreadsheet would run', async () => {
    await paid({ contact: { name: '=HYPERLINK("https://evil.example")' } });
    const answer = await desk.staff('GET', 'order-export');
    const { csv } = orderExportSchema.parse(JSON.parse(answer.body));
    expect(csv).toContain('"\'=HYPERLINK');
    expect(csv).not.toMatch(/(^|,)"=/m);
  });

  it('shows nothing of it to another vendor, and lets an auditor only read', async () => {
    const placed = await paid();
    expect((await desk.staff('GET', `orders/${placed.id}`, undefined, { vendor: 'brook' })).status).toBe(404);
    const body = { to: 'preparing' };
    expect(
      (await desk.staff('POST', `orders/${placed.id}/fulfillment`, body, { vendor: 'brook' })).status,
    ).toBe(404);
    expect((await desk.seen(placed.id, 'auditor')).actions).toEqual([]);
    expect(
      (await desk.staff('POST', `orders/${placed.id}/fulfillment`, body, { role: 'auditor' })).status,
    ).toBe(403);
  });
});

describe('who may open an order (case 21, I16)', () => {
  it('holds a token of it, which opens no other, and nothing for another vendor', async () => {
    const { device } = await guest();
    const [one, two] = [await desk.place(device), await desk.place(device)];
    expect((await desk.ask('GET', one)).status).toBe(200);
    for (const [id, token] of [
      [one.id, two.token],
      [two.id, one.token],
      [randomUUID(), one.token],
      [one.id, 'x'.repeat(43)],
      ['not-an-id', one.token],
    ] as const)
      for (const path of ['', '/acceptance', '/pharmacy', '/cancellation'])
        expect((await desk.ask(path === '' ? 'GET' : 'POST', { id, token }, path)).status).toBe(404);
    expect((await desk.ask('GET', one, '', {}, 'brook')).status).toBe(404);
    const [row] = await desk.sql<
      [{ all: string }]
    >`select string_agg(encode(sha256, 'base64'), ' ') as all from order_tokens`;
    expect(row.all).not.toContain(one.token);
  });

  it('on another device of the person has one minted, for three days', async () => {
    const [ana, ben] = [await signedIn(), await signedIn()];
    const placed = await desk.place(ana.device, { person: ana.person });
    const minted = await ana.call<OrderToken>('POST', `orders/${placed.id}/token`, {});
    expect(minted.status).toBe(200);
    const held = { id: placed.id, token: minted.json.token };
    expect((await desk.view(held)).id).toBe(placed.id);
    expect((await ben.call('POST', `orders/${placed.id}/token`, {})).status).toBe(404);
    expect((await ben.call('POST', `orders/${randomUUID()}/token`, {})).status).toBe(404);
    desk.server.pass(73 * 3_600_000);
    expect((await desk.ask('GET', held)).status).toBe(404);
    // The device that placed it holds its own.
    expect((await desk.ask('GET', placed)).status).toBe(200);
  });
});

describe('an order in an account', () => {
  it('is a record on each device, in the commit that changes it', async () => {
    const ana = await signedIn();
    const placed = await desk.place(ana.device, { person: ana.person });
    const [record] = await desk.recordsOf(ana);
    expect(record).toMatchObject({ id: placed.id, body: { id: placed.id, statuses: { payment: 'none' } } });
    await desk.pay.tell(placed.id, 'captured', { charged: 1500 });
    expect((await desk.recordsOf(ana))[0]?.body).toMatchObject({ statuses: { payment: 'captured' } });
    expect((await desk.recordsOf(ana))[0]?.body).toEqual(await desk.view(placed));
  });

  it('comes with the claim of the form that it was placed with', async () => {
    const phone = await guest();
    const form = await desk.consult(phone.device);
    const placed = await desk.place(phone.device, {
      ...{
        lines: [{ sku: TABLETS, quantity: 1 }],
        consultation: form,
        shown: { total: 7900, currency: 'USD' },
      },
    });
    await phone.enter(`claims-${people}@mail.example`);
    expect(await desk.recordsOf(phone)).toEqual([]);
    const birthDate = (await import('../../../protocol/testing/fixture-intake.ts')).testPatient().birthDate;
    expect((await phone.claim([form], birthDate)).json.claimed).toEqual([form]);
    expect((await desk.recordsOf(phone)).map(({ id }) => id)).toEqual([placed.id]);
  });

  it('follows a merge of two accounts, and goes back when it is undone', async () => {
    const [ana, double] = [await signedIn(), await signedIn()];
    const placed = await desk.place(double.device, { person: double.person });
    const body = { other: double.person, identityChecked: true, reason: 'Showed her license.' };
    expect((await desk.staff('POST', `patients/${ana.person}/merge`, body)).status).toBe(200);
    expect((await desk.recordsOf(ana)).map(({ id }) => id)).toEqual([placed.id]);
    desk.server.pass(1_000);
    const detail = JSON.parse((await desk.staff('GET', `patients/${ana.person}`)).body);
    const undone = await desk.staff('POST', `merges/${detail.merges[0].id}/undo`, {
      reason: 'They were two.',
    });
    expect(undone.status).toBe(200);
    const left =
      await desk.sql`select body, reason from records where person = ${ana.person} and kind = 'order'`;
    expect(left).toEqual([{ body: null, reason: 'merged' }]);
    const [row] = await desk.sql`select person from orders where id = ${placed.id}`;
    expect(row).toEqual({ person: double.person });
  });

  it('that is closed stays with the vendor, opens to nobody, and ends what isn’t paid', async () => {
    const ana = await signedIn();
    const [unpaid, sold] = [
      await desk.place(ana.device, { person: ana.person }),
      await desk.place(ana.device, { person: ana.person }),
    ];
    await desk.pay.tell(sold.id, 'captured', { charged: 1500 });
    expect((await ana.call('POST', 'closing')).status).toBe(204);
    for (const placed of [unpaid, sold]) expect((await desk.ask('GET', placed)).status).toBe(404);
    expect((await desk.seen(unpaid.id)).label).toBe('cancelled');
    expect((await desk.seen(sold.id)).label).toBe('received');
  });
});

describe('letters', () => {
  it('go to who has an account or has paid, and to no stranger’s address', async () => {
    const victim = { contact: { name: 'Eve', email: 'stranger@mail.example' } };
    await desk.place((await guest()).device, { ...victim, shown: { total: 1, currency: 'USD' } });
    const unpaid = await desk.place((await guest()).device, victim);
    await desk.ask('POST', unpaid, '/cancellation');
    expect(await desk.letters()).toBe(0);
    const { device } = await guest();
    await desk.place(device, { delivery: pickup, payment: 'desk', shown: { total: 1000, currency: 'USD' } });
    expect(await desk.letters()).toBe(0);
    await paid();
    expect(await desk.letters()).toBe(1);
    const ana = await signedIn();
    await desk.place(ana.device, { person: ana.person, shown: { total: 1, currency: 'USD' } });
    expect(await desk.letters()).toBe(2);
  });

  it('are private where the form or the account says so, and the others aren’t', async () => {
    const written: Readonly<Record<string, string>>[] = [];
    const enqueue = async (_: unknown, { params }: { readonly params: Readonly<Record<string, string>> }) =>
      void written.push(params);
    const letters = createOrderLetters({ enqueue }, undefined, () => new Date());
    const isPrivate = async ({ id }: Placed) => {
      const order = await readOrder(desk.sql, 'meadow', id);
      if (!order) throw new Error('There is no such order.');
      await desk.sql.begin((transaction) => letters.tell(transaction, order, 'shipped'));
      return written.at(-1)?.isPrivate;
    };
    const rx = { lines: [{ sku: TABLETS, quantity: 1 }], shown: { total: 7900, currency: 'USD' } };
    const { contact } = testPatient();
    for (const mayLeaveMessage of [true, false]) {
      const { device } = await guest();
      const patient = testPatient({ contact: { ...contact, mayLeaveMessage } });
      const placed = await desk.place(device, {
        ...rx,
        consultation: await desk.consult(device, { patient }),
      });
      await desk.pay.tell(placed.id, 'authorized', { held: 7900 });
      expect(await isPrivate(placed)).toBe(mayLeaveMessage ? undefined : 'yes');
    }
    const ana = await signedIn();
    const placed = await desk.place(ana.device, { person: ana.person });
    expect(await isPrivate(placed)).toBeUndefined();
    const record = {
      version: randomUUID(),
      value: { keepPrivate: true },
      author: 'patient',
      statedAt: new Date().toISOString(),
    };
    await desk.sql`
      insert into person_records (vendor, person, kind, id, version, body)
      values ('meadow', ${ana.person}, 'person', 'discretion', ${record.version}, ${JSON.stringify(record)})`;
    expect(await isPrivate(placed)).toBe('yes');
  });

  it('tell of a decision and of what is ready, once each', async () => {
    const placed = await prescribed();
    expect(await desk.letters()).toBe(1);
    await desk.moved({ consultation: placed.form, status: 'needs_info', actor: 'doctor@meadow.test' });
    await desk.moved({ consultation: placed.form, status: 'approved', actor: 'doctor@meadow.test' });
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 7900 });
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 7900 });
    expect(await desk.letters()).toBe(3);
    await post(placed.id, 'fulfillment', { to: 'shipped' });
    await post(placed.id, 'fulfillment', { to: 'shipped' });
    expect(await desk.letters()).toBe(4);
  });
});

function fail(): never {
  throw new Error('There is no such product.');
}
