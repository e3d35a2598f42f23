/**
 * What others may do to an order's money and to what is reserved: a fee that is shared, what nobody has seen, stock that is held on, prices that fall; and what
 * moves nothing of it: where a card is billed.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planOf, productOf } from '../../../domain/testing/fixture-shop.ts';
import { trackingImportAnswerSchema } from '../../../protocol/api/console-orders.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import {
  byMail,
  home,
  openTestOrders,
  PLASTERS,
  type Placed,
  TABLETS,
  type TestOrders,
} from './testing/test-orders.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DOCTOR = 'doctor@meadow.test';
const OTHER = 'CREAM-1';
/** Tablets or cream, the consultation, and mailing them. */
const TOTAL = 4900 + 2500 + 500;
const WITHOUT_FEE = TOTAL - 2500;

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
  desk.sold.products.push(
    productOf('cream', { kind: 'rx', questionnaire: 'sleep', plans: [planOf(OTHER, 4900)] }),
  );
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  await desk.sql`delete from messages`;
  desk.server.pass(1_000);
});

let people = 0;
const guest = () => desk.clinic.browser({ from: `203.0.113.${people++}` });
const rx = (consultation: string, sku = TABLETS): Partial<OrderPlace> => ({
  ...{ lines: [{ sku, quantity: 1 }], consultation, shown: { total: TOTAL, currency: 'USD' } },
});
const wishesOf = ({ id }: Placed) => desk.pay.wished.filter(({ order }) => order === id);
const totalOf = async (placed: Placed) => (await desk.view(placed)).totals.total;
const codes = async (placed: Placed) => (await desk.view(placed)).problems.map(({ code }) => code);
const now = () => desk.core.now();

/** Sells one more thing, of which there is one. */
function sellLast(): Partial<OrderPlace> {
  const sku = `LAST-${people++}`;
  desk.sold.products.push(productOf(sku.toLowerCase(), { plans: [planOf(sku, 900, { stock: 1 })] }));
  return { lines: [{ sku, quantity: 1 }], shown: { total: 1400, currency: 'USD' } };
}
const reservedOf = async ({ lines }: Partial<OrderPlace>) =>
  (await desk.stockOf(lines?.[0]?.sku ?? ''))?.reserved;

describe('the fee of a form with two orders', () => {
  async function two() {
    const { device } = await guest();
    const form = await desk.consult(device);
    const [first, second] = [await desk.place(device, rx(form)), await desk.place(device, rx(form))];
    // Nobody has paid it yet: both hold it.
    expect([await totalOf(first), await totalOf(second)]).toEqual([TOTAL, TOTAL]);
    return { form, first, second };
  }
  const approve = (consultation: string) => desk.moved({ consultation, status: 'approved', actor: DOCTOR });

  it('is charged with one of them, and goes back with the rest of the other’s hold', async () => {
    const { form, first, second } = await two();
    for (const { id } of [first, second]) await desk.pay.tell(id, 'authorized', { held: TOTAL });
    await approve(form);
    const charged = [first, second].flatMap((one) => wishesOf(one).map(({ amount }) => amount ?? 0));
    expect(charged.toSorted((a, b) => a - b)).toEqual([WITHOUT_FEE, TOTAL]);
    const views = [await desk.view(first), await desk.view(second)];
    expect(views.map(({ totals }) => totals.total).toSorted((a, b) => a - b)).toEqual([WITHOUT_FEE, TOTAL]);
    for (const { lines, totals } of views)
      expect(lines.reduce((sum, line) => sum + line.total + line.tax, totals.shipping)).toBe(totals.total);
    // What can be given back is what was charged (I7).
    for (const [at, { id }] of [first, second].entries()) {
      const [row] = await desk.sql<
        [{ sum: number }]
      >`select sum(amount)::int as sum from order_units where "order" = ${id}`;
      expect(row.sum).toBe(views[at]?.totals.total);
    }
  });

  it('isn’t lost where the one that was paid first is cancelled', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const first = await desk.place(device, rx(form));
    await desk.pay.tell(first.id, 'authorized', { held: TOTAL });
    const second = await desk.place(device, rx(form, OTHER));
    await desk.pay.tell(second.id, 'authorized', { held: await totalOf(second) });
    await desk.ask('POST', first, '/cancellation');
    await approve(form);
    expect(wishesOf(second)).toMatchObject([{ wish: 'capture', amount: TOTAL }]);
  });

  it('is taken off the order that is paid after the other was charged', async () => {
    const { form, first, second } = await two();
    await desk.pay.tell(first.id, 'authorized', { held: TOTAL });
    await approve(form);
    await desk.pay.tell(first.id, 'captured', { held: 0, charged: TOTAL });
    // Shown with the fee, it is shown once more before it is paid.
    expect(await desk.pay.start(second.id, TOTAL)).toMatchObject({ amount: WITHOUT_FEE });
    expect(await totalOf(second)).toBe(WITHOUT_FEE);
    expect(await desk.pay.start(second.id, WITHOUT_FEE)).toMatchObject({ amount: WITHOUT_FEE });
  });

  it('that was all that was held of an order is released, and the order stands', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const over = {
      delivery: { way: 'pickup', pharmacy: 'corner' },
      shown: { total: 2500, currency: 'USD' },
    } as const;
    const first = await desk.place(device, { ...rx(form), ...over });
    const second = await desk.place(device, { ...rx(form), ...over });
    for (const { id } of [first, second]) await desk.pay.tell(id, 'authorized', { held: 2500 });
    await approve(form);
    const released = [first, second].find((one) => wishesOf(one)[0]?.wish === 'release');
    if (!released) throw new Error('Both were charged.');
    await desk.pay.tell(released.id, 'voided', { held: 0 });
    expect(await desk.view(released)).toMatchObject({
      totals: { total: 0 },
      statuses: { order: 'placed', clinical: 'approved', payment: 'deferred' },
    });
  });
});

describe('an order that comes while an approval can still be undone', () => {
  async function late(sku: string) {
    const { device } = await guest();
    const form = await desk.consult(device);
    const seen = await desk.place(device, rx(form));
    await desk.pay.tell(seen.id, 'authorized', { held: TOTAL });
    const decidedAt = now();
    desk.server.pass(5_000);
    const unseen = await desk.place(device, rx(form, sku));
    return { form, seen, unseen, decidedAt };
  }
  const approve = (form: string, decidedAt: Date) =>
    desk.moved({ consultation: form, status: 'approved', actor: DOCTOR, decidedAt });

  it('isn’t approved with it', async () => {
    const { form, seen, unseen, decidedAt } = await late(OTHER);
    await approve(form, decidedAt);
    expect(wishesOf(seen)).toMatchObject([{ wish: 'capture' }]);
    expect((await desk.view(unseen)).statuses.clinical).toBe('waiting');
    expect(await codes(unseen)).toEqual(['RX_NOT_QUALIFIED']);
  });

  it('and was paid meanwhile is ended, and what is held for it is released', async () => {
    const { form, unseen, decidedAt } = await late(OTHER);
    await desk.pay.tell(unseen.id, 'authorized', { held: TOTAL });
    await approve(form, decidedAt);
    expect(wishesOf(unseen)).toMatchObject([{ wish: 'release' }]);
    expect((await desk.view(unseen)).statuses).toMatchObject({ order: 'cancelled', clinical: 'waiting' });
  });

  it('for another of what was prescribed waits, too; for what was and nobody has, it doesn’t', async () => {
    const again = await late(TABLETS);
    desk.prescribed.set(again.form, 'tablets');
    await approve(again.form, again.decidedAt);
    expect(await codes(again.unseen)).toEqual(['RX_NOT_QUALIFIED']);
    const other = await late(OTHER);
    desk.prescribed.set(other.form, 'cream');
    await approve(other.form, other.decidedAt);
    expect((await desk.view(other.unseen)).statuses).toMatchObject({ order: 'placed', clinical: 'approved' });
  });
});

describe('a form that one device names with order after order', () => {
  it('is of the first thirty alone; what comes after them says that it needs one', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const first = await desk.place(device, rx(form, OTHER));
    // As many as it has placed, but for one.
    await desk.sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'op_id', gen_random_uuid(), 'cart_id', gen_random_uuid()))).*
      from orders o, generate_series(1, 28) where o.id = ${first.id}`;
    expect(await codes(await desk.place(device, rx(form, OTHER)))).toEqual([]);
    const over = await desk.place(device, rx(form, OTHER));
    expect(over.outcome).toBe('applied');
    expect(await codes(over)).toEqual(['RX_NOT_QUALIFIED']);
    const [named] = await desk.sql<[{ count: number }]>`
      select count(*)::int as count from orders where consultation = ${form}`;
    expect(named.count).toBe(30);
    // Over-the-counter goods need no form, and other forms have orders of their own.
    expect(await codes(await desk.place(device, { consultation: form }))).toEqual([]);
    expect(await codes(await desk.place(device, rx(await desk.consult(device), OTHER)))).toEqual([]);
  });
});

describe('an order of something else than what was prescribed', () => {
  const approve = (form: string, product: string) => {
    desk.prescribed.set(form, product);
    return desk.moved({ consultation: form, status: 'approved', actor: DOCTOR, decidedAt: now() });
  };

  it('isn’t approved: what is held is released, its stock is free, and its patient hears of it', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const [other, same] = [await desk.place(device, rx(form, OTHER)), await desk.place(device, rx(form))];
    for (const { id } of [other, same]) await desk.pay.tell(id, 'authorized', { held: TOTAL });
    const letters = await desk.letters();
    await approve(form, 'tablets');
    expect(wishesOf(other).map(({ wish }) => wish)).toEqual(['release']);
    expect((await desk.view(other)).statuses).toMatchObject({ order: 'cancelled', clinical: 'waiting' });
    expect(await desk.seen(other.id)).toMatchObject({ label: 'cancelled' });
    expect(await desk.letters()).toBe(letters + 1);
    expect(wishesOf(same)).toMatchObject([{ wish: 'capture', amount: TOTAL }]);
    expect((await desk.view(same)).statuses).toMatchObject({ order: 'placed', clinical: 'approved' });
  });

  it('and of what was, and of what needs no prescription, ends as a whole', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const skus = [TABLETS, OTHER, PLASTERS];
    const mixed = await desk.place(device, {
      ...{ lines: skus.map((sku) => ({ sku, quantity: 1 })), consultation: form },
      shown: { total: TOTAL + 4900 + 500, currency: 'USD' },
    });
    expect(await codes(mixed)).toEqual([]);
    await desk.pay.tell(mixed.id, 'authorized', { held: await totalOf(mixed) });
    await approve(form, 'tablets');
    expect(wishesOf(mixed).map(({ wish }) => wish)).toEqual(['release']);
    expect((await desk.view(mixed)).statuses).toMatchObject({ order: 'cancelled', clinical: 'waiting' });
  });

  it('that isn’t paid yet can’t be: its patient is shown why', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const other = await desk.place(device, rx(form, OTHER));
    await approve(form, 'tablets');
    expect(await codes(other)).toEqual(['RX_NOT_QUALIFIED']);
    expect((await desk.view(other)).statuses.clinical).toBe('waiting');
    await expect(desk.pay.start(other.id, TOTAL)).rejects.toThrow();
  });
});

describe('what is reserved (R3)', () => {
  it('isn’t held on for longer than a week by beginning to pay each hour', async () => {
    const over = sellLast();
    const { device } = await guest();
    const placed = await desk.place(device, over);
    await desk.pay.tell(placed.id, 'requires_method');
    // They have been doing so for almost a week.
    await desk.sql`update orders set received_at = received_at - interval '6 days 21 hours' where id = ${placed.id}`;
    const begun: boolean[] = [];
    for (let hours = 0; hours < 5; hours += 1) {
      begun.push(await desk.pay.start(placed.id, 1400).then(Boolean, () => false));
      desk.server.pass(59 * MINUTE);
      await desk.server.turns.turn();
    }
    expect(begun).toEqual([true, true, true, true, false]);
    await desk.pay.tell(placed.id, 'voided');
    expect((await desk.view(placed)).statuses.order).toBe('cancelled');
    expect(await reservedOf(over)).toBe(0);
  });

  it('of who nobody knows, to be paid at the counter, is for others after a weekend', async () => {
    const over = sellLast();
    const { device } = await guest();
    const placed = await desk.place(device, { ...over, payment: 'desk' });
    desk.server.pass(2.9 * DAY);
    await desk.server.turns.turn();
    expect(await reservedOf(over)).toBe(1);
    desk.server.pass(0.2 * DAY);
    await desk.server.turns.turn();
    expect([await reservedOf(over), (await desk.seen(placed.id)).label]).toEqual([0, 'cancelled']);
  });

  it('ends for the fifty-first, where fifty can’t be freed', async () => {
    const over = sellLast();
    const first = await desk.place((await guest()).device);
    const { device } = await guest();
    const last = await desk.place(device, over);
    desk.server.pass(61 * MINUTE);
    // Those that fail were due before it.
    await desk.sql`
      insert into orders select (o).* from (select jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'op_id', gen_random_uuid(),
        'cart_id', gen_random_uuid(), 'content', 'broken', 'due_at', o.due_at - interval '1 minute')) as o
        from orders o, generate_series(1, 60) where o.id = ${first.id}) as many`;
    await desk.server.turns.turn();
    expect(await reservedOf(over)).toBe(0);
    await desk.sql`delete from orders where content = 'broken'`;
    expect((await desk.view(last)).history.at(-1)?.event).toBe('reservation_ended');
  });

  it('stays a week for another card where a saved one was declined, and not a moment after an attempt', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await desk.place(device, rx(form));
    await desk.pay.tell(placed.id, 'setup');
    desk.server.pass(9 * DAY);
    await desk.moved({ consultation: form, status: 'approved', actor: DOCTOR });
    await desk.pay.tell(placed.id, 'failed');
    expect(await desk.pay.start(placed.id, TOTAL)).toMatchObject({ amount: TOTAL });
    desk.server.pass(2 * DAY);
    await desk.server.turns.turn();
    expect((await desk.view(placed)).statuses.order).toBe('placed');
    desk.server.pass(6 * DAY);
    await desk.server.turns.turn();
    await desk.pay.tell(placed.id, 'voided');
    expect((await desk.view(placed)).statuses.order).toBe('cancelled');
  });

  it('stays a week for another card where the tries of an approved order are used up', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await desk.place(device, rx(form));
    const statusAfter = async (days: number) => {
      desk.server.pass(days * DAY);
      await desk.server.turns.turn();
      const [row] = await desk.sql<[{ order_status: string }]>`
        select order_status from orders where id = ${placed.id}`;
      return row.order_status;
    };
    await desk.pay.tell(placed.id, 'setup');
    await desk.sql`update orders set received_at = received_at - interval '9 days' where id = ${placed.id}`;
    await desk.moved({ consultation: form, status: 'approved', actor: DOCTOR });
    await desk.pay.tell(placed.id, 'failed');
    expect(await statusAfter(6)).toBe('placed');
    await desk.pay.tell(placed.id, 'voided');
    expect(await statusAfter(2)).toBe('placed');
    expect(await desk.pay.start(placed.id, TOTAL)).toMatchObject({ amount: TOTAL });
    await desk.pay.tell(placed.id, 'voided');
    expect(await statusAfter(6)).toBe('placed');
    expect(await statusAfter(2)).toBe('cancelled');
  });
});

it('that became cheaper while it waited costs less, and is shown so before it is paid (R2)', async () => {
  const over = sellLast();
  const { device } = await guest();
  const placed = await desk.place(device, over);
  const sku = over.lines?.[0]?.sku ?? '';
  const at = desk.sold.products.findIndex(({ plans }) => plans[0]?.sku === sku);
  desk.sold.products[at] = productOf(sku.toLowerCase(), { plans: [planOf(sku, 700, { stock: 1 })] });
  expect(await desk.pay.start(placed.id, 1400)).toMatchObject({ amount: 1200 });
  expect([await totalOf(placed), await reservedOf(over)]).toEqual([1200, 1]);
  expect(await desk.pay.start(placed.id, 1200)).toMatchObject({ amount: 1200 });
});

it('a first order is one also after others were imported, of whom nobody knows who they are', async () => {
  const { device } = await guest();
  const imported = [await desk.place(device), await desk.place(device)];
  for (const { id } of imported) await desk.sql`update orders set device = '' where id = ${id}`;
  const first = await desk.place((await guest()).device, {
    promotion: 'first',
    shown: { total: 1400, currency: 'USD' },
  });
  await desk.sql`update orders set device = '' where id = ${first.id}`;
  // Looked at once more, it is still one.
  const accepted = await desk.ask('POST', first, '/acceptance', { total: 1400 });
  expect(accepted.json.order).toMatchObject({ totals: { total: 1400 }, problems: [] });
  const again = await desk.place(device, { promotion: 'first', shown: { total: 9999, currency: 'USD' } });
  expect(await codes(again)).toEqual([]);
});

it('a file of tracking numbers is taken where somebody else has placed an order under the same number', async () => {
  const { device } = await guest();
  const [paid, forged] = [await desk.place(device), await desk.place((await guest()).device)];
  await desk.pay.tell(paid.id, 'captured', { charged: 1500 });
  const { code } = await desk.view(paid);
  await desk.sql`update orders set code = ${code} where id = ${forged.id}`;
  const send = async () => {
    const csv = `order,carrier,tracking number\n${code},Parcel Post,AA 1111\n`;
    const answer = await desk.staff('POST', 'tracking-import', { csv, dryRun: false });
    return trackingImportAnswerSchema.parse(JSON.parse(answer.body));
  };
  expect(await send()).toMatchObject({ applied: true, added: 1, faults: [] });
  expect(await send()).toMatchObject({ applied: true, added: 0, known: 1 });
  expect((await desk.view(paid)).statuses.fulfillment).toBe('shipped');
  // Both paid: nobody can tell which is meant.
  await desk.pay.tell(forged.id, 'captured', { charged: 1500 });
  await desk.sql`delete from order_parcels where "order" = ${paid.id}`;
  expect((await send()).faults).toMatchObject([{ line: 2, column: 'order', fault: 'ambiguous-order' }]);
  // Nor where one of them has arrived: its parcel’s number isn’t the other’s.
  await desk.staff('POST', `orders/${paid.id}/fulfillment`, { to: 'delivered' });
  expect((await send()).faults).toMatchObject([{ fault: 'ambiguous-order' }]);
  expect((await desk.view(forged)).tracking).toBeUndefined();
});

it('a letter about an order of a closed account opens nothing', async () => {
  const phone = await guest();
  const { person } = await phone.enter(`closed-${randomUUID()}@mail.example`);
  const sold = await desk.place(phone.device, { person, lines: [{ sku: PLASTERS, quantity: 2 }] });
  await desk.pay.tell(sold.id, 'captured', { charged: 1500 });
  const tokens = () => desk.sql`select 1 from order_tokens where "order" = ${sold.id}`;
  expect((await tokens()).length).toBeGreaterThan(1);
  expect((await phone.call('POST', 'closing')).status).toBe(204);
  const before = await desk.letters();
  await desk.staff('POST', `orders/${sold.id}/fulfillment`, { to: 'shipped' });
  expect(await desk.letters()).toBe(before + 1);
  expect(await tokens()).toEqual([]);
});

describe('the billing address of a card', () => {
  const work = {
    lines: ['350 Fifth Avenue'],
    city: 'New York',
    region: 'US-NY',
    postcode: '10118',
    country: 'US',
  };
  const corrected = { ...work, postcode: '10001' };
  const change = (placed: Placed, address?: object) =>
    desk.ask('POST', placed, '/billing', address === undefined ? {} : { address });

  it('comes with the order, and changes nothing of what it costs or where it goes', async () => {
    const { device } = await guest();
    const view = await desk.view(await desk.place(device, { delivery: byMail, billing: work }));
    expect(view).toMatchObject({ billing: work, delivery: byMail, problems: [], totals: { total: 1500 } });
  });

  it('that is the delivery’s is none of its own', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, { delivery: byMail, billing: home });
    expect(await desk.view(placed)).not.toHaveProperty('billing');
    expect((await change(placed, work)).json.order?.billing).toEqual(work);
    expect((await change(placed, home)).json.order).not.toHaveProperty('billing');
  });

  it('is corrected while no card stands for the order: it stays the same one, at the same price', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, { billing: work });
    const before = await desk.view(placed);
    await desk.pay.tell(placed.id, 'failed');
    const { status, json } = await change(placed, corrected);
    expect(status).toBe(200);
    expect(json.order).toMatchObject({
      id: before.id,
      code: before.code,
      totals: before.totals,
      billing: corrected,
    });
    expect((await change(placed)).json.order).not.toHaveProperty('billing');
  });

  it.each(['authorized', 'captured', 'unknown', 'requires_action'] as const)(
    'is left as it is where the payment is %s',
    async (payment) => {
      const { device } = await guest();
      const placed = await desk.place(device, { billing: work });
      await desk.pay.tell(placed.id, payment);
      expect(await change(placed, corrected)).toMatchObject({ status: 409, json: { code: 'ORDER_LOCKED' } });
      expect((await desk.view(placed)).billing).toEqual(work);
    },
  );

  it('is refused where it is no address, and takes any text of one', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, { billing: { ...work, city: 'New\u0000 York' } });
    expect(placed.outcome).toBe('applied');
    expect((await change(placed, { ...work, country: 'United States' })).status).toBe(400);
    expect((await change(placed, { ...work, lines: ['\u0000'] })).json.order?.billing?.lines).toEqual([
      '\u0000',
    ]);
  });

  it('is seen by the staff, is in the records of who ordered, and goes with their account', async () => {
    const phone = await guest();
    const { person } = await phone.enter(`billed-${people}@mail.example`);
    const cart = { id: randomUUID(), version: 1 };
    const placed = await desk.place(phone.device, { person, billing: work, cart });
    await desk.place(phone.device, { person, billing: work, cart });
    expect((await desk.seen(placed.id)).order.billing).toEqual(work);
    await change(placed, corrected);
    expect(await desk.recordsOf(phone)).toMatchObject([{ id: placed.id, body: { billing: corrected } }]);
    await desk.pay.tell(placed.id, 'captured', { charged: 1500 });
    expect((await phone.call('POST', 'closing')).status).toBe(204);
    const { order, to } = await desk.seen(placed.id);
    expect(order).not.toHaveProperty('billing');
    // Of a sale, where it went stays.
    expect(to).toMatchObject({ way: 'mail', address: home });
    const kept = await desk.sql<{ content: string }[]>`
      select content from orders where person = ${person} union all select body from records where person = ${person} and body is not null`;
    expect(kept.length).toBeGreaterThanOrEqual(3);
    for (const { content } of kept) expect(content).not.toContain('Fifth Avenue');
  });
});

it('is sent to the state that somebody says, but nothing that may not be sold where its ZIP code lies (case 20)', async () => {
  const { device } = await guest();
  desk.sold.products.push(productOf('barred', { plans: [planOf('BARRED', 500)], notIn: ['US-NY'] }));
  const sent = async (sku: string, postcode: string) => {
    const delivery = { ...byMail, address: { ...home, postcode } };
    return codes(await desk.place(device, { lines: [{ sku, quantity: 1 }], delivery }));
  };
  expect(await sent('BARRED', '94607')).toEqual([]);
  expect(await sent('BARRED', '10001')).toEqual(['ADDRESS_INCOMPLETE']);
  // Sold in both, it is the state that was said.
  expect(await sent(PLASTERS, '10001')).toEqual([]);
  // Nobody is cared for there; one that lies in both states says nothing.
  expect(await sent(PLASTERS, '89501')).toEqual(['ADDRESS_INCOMPLETE']);
  expect(await sent(PLASTERS, '89439')).toEqual([]);
});
