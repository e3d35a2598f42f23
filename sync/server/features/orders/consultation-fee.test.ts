/** The fee of a form that leads to no prescription: an order of its own. Held until its case is closed, charged once, and released where it comes to nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planOf, productOf } from '../../../domain/testing/fixture-shop.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import { safetyAlert, sealed, sleepResponse } from '../../testing/test-device.ts';
import { enrolKiosk } from '../../testing/test-kiosk.ts';
import { createApproval } from './order-approval.ts';
import { openOrder } from './stored/open-order.ts';
import { byMail, openTestOrders, type Placed, TABLETS, type TestOrders } from './testing/test-orders.ts';

const FEE = 2500;
let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  desk.server.pass(1_000);
  // Nothing by prescription is sold for a form about sleep.
  desk.sold.products.splice(0, desk.sold.products.length, productOf('plasters'));
});

let people = 0;
const guest = () => desk.clinic.browser({ from: `203.0.113.${people++}` });
type Device = Awaited<ReturnType<typeof guest>>['device'];

const fee = (consultation: string, over: Partial<OrderPlace> = {}): Partial<OrderPlace> => ({
  ...{ lines: [], delivery: { way: 'none' }, consultation, cart: { id: consultation, version: 0 } },
  shown: { total: FEE, currency: 'USD' },
  ...over,
});
const codes = async (placed: Placed) => (await desk.view(placed)).problems.map(({ code }) => code);

async function held(device: Device, consultation: string, over: Partial<OrderPlace> = {}): Promise<Placed> {
  const placed = await desk.place(device, fee(consultation, over));
  const { total } = placed.payload.shown;
  await desk.pay.start(placed.id, total);
  await desk.pay.tell(placed.id, 'authorized', { held: total });
  return placed;
}
const wishesOf = ({ id }: Placed) =>
  desk.pay.wished.filter(({ order }) => order === id).map(({ wish, amount }) => [wish, amount]);
const charged = ({ id }: Placed) => desk.pay.tell(id, 'captured', { held: 0, charged: FEE });
const closes = (consultation: string) =>
  desk.core.publishWithin((transaction, publish) =>
    desk.orders.consultationClosed(transaction, publish, {
      ...{ vendor: 'meadow', consultation, actor: 'Dr. Lindqvist' },
    }),
  );

describe('the fee of a consultation', () => {
  it('is placed at the price of its form, and held until the case is closed', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await held(device, form);
    const view = await desk.view(placed);
    expect(view).toMatchObject({
      lines: [{ kind: 'consultation', quantity: 1, unit: FEE }],
      totals: { shipping: 0, total: FEE },
      ...{ delivery: { way: 'none' }, problems: [], consultation: form },
      statuses: { order: 'placed', clinical: 'waiting', payment: 'authorized' },
    });
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ amount: FEE, purpose: 'hold' });
    expect(wishesOf(placed)).toEqual([]);
    expect(await desk.orders.feeOf(desk.sql, 'meadow', form)).toEqual({
      ...{ order: placed.id, code: view.code, amount: FEE, currency: 'USD', payment: 'authorized' },
    });
  });

  it('is charged once with the case, and is over then: nothing of it is packed or sent', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await held(device, form);
    const before = await desk.letters();
    await closes(form);
    await charged(placed);
    // Listed again by a late answer, and closed again.
    await closes(form);
    expect(wishesOf(placed)).toEqual([['capture', FEE]]);
    const { statuses, money } = await desk.view(placed);
    expect([statuses.order, statuses.clinical, money.charged]).toEqual(['closed', 'approved', FEE]);
    expect(await desk.letters()).toBe(before + 1);
    const seen = await desk.seen(placed.id, 'owner');
    expect(seen).toMatchObject({ to: { way: 'none' }, label: 'completed', waitingOn: 'nobody' });
    expect(seen.actions).toEqual(['refund']);
    expect((await desk.staff('GET', `orders/${placed.id}/packing-slip`)).status).toBe(409);
    expect((await desk.staff('POST', `orders/${placed.id}/fulfillment`, { to: 'preparing' })).status).toBe(
      409,
    );
  });

  it('has no receipt before it is paid, at the desk, too', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, fee(await desk.consult(device), { payment: 'desk' }));
    const told: string[] = [];
    const nothing = async () => undefined;
    const { approved } = createApproval({
      desk: {
        settle: nothing,
        moveUnpaid: nothing,
        askForId: async () => false,
        captureWhereApproved: nothing,
      },
      letters: { tell: async (_transaction, _order, what) => void told.push(what) },
    });
    await desk.core.publishWithin(async (transaction, publish) => {
      const order = await openOrder(transaction, 'meadow', placed.id);
      if (order) await approved(order, { transaction, publish, at: new Date() }, 'Dr. Lindqvist');
    });
    expect(told).toEqual(['unpaid']);
  });

  it('is no first order: a code for that is still there', async () => {
    const { device } = await guest();
    await held(device, await desk.consult(device));
    const placed = await desk.place(device, {
      ...{ promotion: 'FIRST', lines: [{ sku: 'PLASTERS', quantity: 1 }] },
      shown: { total: 100_000, currency: 'USD' },
    });
    expect(await codes(placed)).toEqual([]);
    expect((await desk.view(placed)).totals.discount).toBe(100);
  });

  it('is charged with a prescription, too', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await held(device, form);
    await desk.moved({ consultation: form, status: 'approved', actor: 'Dr. Lindqvist' });
    expect(wishesOf(placed)).toEqual([['capture', FEE]]);
  });

  it.each(['declined', 'referred', 'expired'] as const)('is released where it is %s', async (status) => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await held(device, form);
    await desk.moved({ consultation: form, status, actor: 'Dr. Lindqvist' });
    expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['release']);
    await closes(form);
    expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['release']);
    expect((await desk.view(placed)).statuses).toMatchObject({ order: 'cancelled', clinical: status });
  });

  it('is released where its patient cancels, and may be begun again', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await held(device, form);
    expect((await desk.ask('POST', placed, '/cancellation')).status).toBe(200);
    expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['release']);
    await closes(form);
    expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['release']);
    const again = await desk.place(device, fee(form, { cart: { id: form, version: 1 } }));
    expect(await codes(again)).toEqual([]);
  });

  it('is due at once where the case was closed before', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    await desk.sql`update inbox_items set resolved_at = now(), resolved_by = 'A clinician' where id = ${form}`;
    const placed = await desk.place(device, fee(form));
    expect((await desk.view(placed)).statuses.clinical).toBe('approved');
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ amount: FEE, purpose: 'charge' });
  });

  it.each(['fee', 'prescription'])('is released, a %s, where its form is dismissed unread', async (what) => {
    const { device } = await guest();
    const form = await desk.consult(device);
    if (what === 'prescription')
      desk.sold.products.push(
        productOf('tablets', { kind: 'rx', questionnaire: 'sleep', plans: [planOf(TABLETS, 4900)] }),
      );
    const rx = { lines: [{ sku: TABLETS, quantity: 1 }], delivery: byMail };
    const placed = await held(device, form, {
      ...(what === 'prescription' ? rx : {}),
      shown: { total: what === 'fee' ? FEE : 7900, currency: 'USD' },
    });
    await desk.core.publishWithin((transaction, publish) =>
      desk.orders.consultationDismissed(transaction, publish, { vendor: 'meadow', consultation: form }),
    );
    expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['release']);
    expect((await desk.view(placed)).statuses.order).toBe('cancelled');
  });

  it.each(['declined', 'referred'] as const)(
    'goes back where it was charged, and is %s after all',
    async (status) => {
      const { device } = await guest();
      const form = await desk.consult(device);
      const placed = await held(device, form);
      await closes(form);
      await charged(placed);
      const before = await desk.letters();
      await desk.moved({ consultation: form, status, actor: 'Dr. Lindqvist' });
      expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['capture', 'release']);
      expect((await desk.view(placed)).statuses).toMatchObject({ order: 'cancelled', clinical: status });
      expect(await desk.letters()).toBe(before + 1);
    },
  );

  it('stays paid where it was read, and its patient is silent afterwards', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await held(device, form);
    await closes(form);
    await charged(placed);
    await desk.moved({ consultation: form, status: 'expired', actor: null });
    expect(wishesOf(placed).map(([wish]) => wish)).toEqual(['capture']);
  });

  it('is one order from however many tabs', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const first = await held(device, form);
    const second = await desk.place(device, fee(form));
    expect((await desk.view(second)).id).toBe(first.id);
  });

  it('is charged once, however many hold it: the others end', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const first = await held(device, form);
    const second = await held(device, form, { cart: { id: randomUUID(), version: 0 } });
    await closes(form);
    const wishes = [...wishesOf(first), ...wishesOf(second)].map(([wish]) => wish);
    expect(wishes).toHaveLength(2);
    expect(new Set(wishes)).toEqual(new Set(['capture', 'release']));
    const orders = await Promise.all(
      [first, second].map(async (one) => (await desk.view(one)).statuses.order),
    );
    expect(new Set(orders)).toEqual(new Set(['cancelled', 'placed']));
  });
});

describe('who knows the id of a form that isn’t theirs', () => {
  const strangers = async () => {
    const [ana, eve] = [await guest(), await guest()];
    const form = await desk.consult(ana.device);
    return { ana, form, order: (over?: Partial<OrderPlace>) => desk.place(eve.device, fee(form, over)) };
  };

  it('has no fee that counts as its patient’s', async () => {
    const { ana, form, order } = await strangers();
    await order({ cart: { id: randomUUID(), version: 0 } });
    expect(await desk.orders.feeOf(desk.sql, 'meadow', form)).toBeUndefined();
    const own = await held(ana.device, form);
    expect(await desk.orders.feeOf(desk.sql, 'meadow', form)).toMatchObject({ order: own.id });
  });

  it('keeps nobody from paying theirs, by having named it first', async () => {
    const { ana, form, order } = await strangers();
    const first = await order();
    const own = await desk.place(ana.device, fee(form));
    expect((await desk.view(own)).id).toBe(own.id);
    expect(await codes(own)).toEqual([]);
    expect(await codes(first)).toEqual(['RX_NOT_QUALIFIED']);
    // And nothing of it is theirs now.
    expect((await desk.view(await desk.place(ana.device, fee(form)))).id).toBe(own.id);
  });

  it('learns nothing of what becomes of it', async () => {
    const { form, order } = await strangers();
    const placed = await order();
    expect(await desk.view(placed)).not.toHaveProperty('reviewBy');
    expect((await desk.seen(placed.id)).caseId).toBeNull();
    await desk.moved({
      ...{ consultation: form, status: 'declined', actor: 'Dr. Lindqvist' },
      decision: { reason: 'contraindicated', text: 'Not with your heart.', alternatives: [] },
    });
    const view = await desk.view(placed);
    expect(view.statuses).toMatchObject({ order: 'problem', clinical: 'waiting' });
    expect(view).not.toHaveProperty('decision');
  });

  it('adds no medicine to what its clinician decides on', async () => {
    const { form, order } = await strangers();
    desk.sold.products.push(
      productOf('tablets', { kind: 'rx', questionnaire: 'sleep', plans: [planOf(TABLETS, 4900)] }),
    );
    await order({
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], delivery: byMail },
      cart: { id: randomUUID(), version: 0 },
    });
    expect(await desk.orders.linesOf(desk.sql, 'meadow', form)).toEqual([]);
  });

  it('is not told where it was filled in at a kiosk, either: everybody writes there', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const kiosk = await enrolKiosk(desk.server);
    await desk.sql`update kiosks set device = ${device.deviceId} where id = ${kiosk.id}`;
    const view = await desk.view(await desk.place(device, fee(form)));
    expect(view).not.toHaveProperty('consultedIn');
    expect(view).not.toHaveProperty('reviewBy');
  });
});

describe('no fee is asked', () => {
  /** What is wrong with it; and that something is due, which would be. */
  const refusal = async (device: Device, over: Partial<OrderPlace>) => {
    const placed = await desk.place(device, over);
    return [...(await codes(placed)), ...(desk.pay.dueOf(placed.id) ? ['due'] : [])].join();
  };

  it('for a form of another device, or of nobody', async () => {
    const [ana, eve] = [await guest(), await guest()];
    const form = await desk.consult(ana.device);
    expect(await refusal(eve.device, fee(form))).toBe('RX_NOT_QUALIFIED');
    expect(await refusal(eve.device, fee(randomUUID()))).toBe('RX_NOT_QUALIFIED');
    const kiosk = await enrolKiosk(desk.server);
    const shared = await desk.consult(eve.device);
    await desk.sql`update kiosks set device = ${eve.device.deviceId} where id = ${kiosk.id}`;
    expect(await refusal(eve.device, fee(shared))).toBe('RX_NOT_QUALIFIED');
  });

  it('of who needs help at once, or is told that the form isn’t for them', async () => {
    const { device } = await guest();
    const urgent = await desk.consult(device, { response: sleepResponse({ chestPain: true }) });
    expect(await refusal(device, fee(urgent))).toBe('RX_NOT_QUALIFIED');
    // Taken back before it was sent.
    const session = randomUUID();
    await device.push(desk.server.send, 'meadow', [
      sealed('safety.alert', safetyAlert(desk.server.formHash, { session })),
    ]);
    expect(await refusal(device, fee(await desk.consult(device, { session })))).toBe('RX_NOT_QUALIFIED');
    const stopped = await desk.consult(device, { response: sleepResponse({ pregnant: true }) });
    expect(await refusal(device, fee(stopped))).toBe('RX_NOT_QUALIFIED');
  });

  it('for a form that was dismissed with a flood, which nobody reads', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    await desk.sql`
      update inbox_items set resolved_at = now(), resolved_by = 'A clinician', dismissed = true where id = ${form}`;
    expect(await refusal(device, fee(form))).toBe('RX_NOT_QUALIFIED');
  });

  it('by itself for a form that leads to a prescription: the order of that has it', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    desk.sold.products.push(
      productOf('tablets', { kind: 'rx', questionnaire: 'sleep', plans: [planOf(TABLETS, 4900)] }),
    );
    expect(await refusal(device, fee(form))).toBe('ITEM_UNAVAILABLE');
  });

  it('twice', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const first = await held(device, form);
    await closes(form);
    await charged(first);
    expect(await refusal(device, fee(form, { cart: { id: form, version: 1 } }))).toBe('ITEM_UNAVAILABLE');
  });

  it('at a price that a device names', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    expect(await refusal(device, fee(form, { shown: { total: 1, currency: 'USD' } }))).toBe('PRICE_CHANGED');
    expect(
      await refusal(
        device,
        fee(form, { cart: { id: randomUUID(), version: 0 }, shown: { total: FEE, currency: 'JPY' } }),
      ),
    ).toBe('PRICE_CHANGED');
  });

  it('with goods that nothing is to be done with, nor is anything sent without goods', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const outcomes = [
      await desk.place(device, fee(form, { lines: [{ sku: 'PLASTERS', quantity: 1 }] })),
      await desk.place(device, { lines: [] }),
      await desk.place(device, { lines: [], delivery: { way: 'none' } }),
    ].map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['held', 'held', 'held']);
  });
});
