/** Orders as they are placed: cases 1-12 and 20 of `docs/commerce-cases.md`, I8 and I9. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allergyTo } from '../../../domain/health/resources.ts';
import { planOf, productOf } from '../../../domain/testing/fixture-shop.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import { enrolKiosk } from '../../testing/test-kiosk.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import {
  byMail,
  home,
  openTestOrders,
  PLASTERS,
  SYRUP,
  TABLETS,
  type TestOrders,
} from './testing/test-orders.ts';

const MINUTE = 60_000;
let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  desk.server.pass(1_000);
});

let people = 0;
const guest = () => desk.clinic.browser({ from: `203.0.113.${people++}` });
async function signedIn(): Promise<TestBrowser & { readonly person: string }> {
  const phone = await guest();
  const { person } = await phone.enter(`ana-${people}@mail.example`);
  return { ...phone, person };
}
const pickup = { way: 'pickup', pharmacy: 'corner' } as const;
const codes = async (placed: Parameters<TestOrders['view']>[0]) =>
  (await desk.view(placed)).problems.map(({ code, sku }) => (sku === undefined ? code : `${code} ${sku}`));

/** Sells one more thing, of which there are so many. */
function sell(sku: string, amount: number, stock?: number): string {
  desk.sold.products.push(
    productOf(sku.toLowerCase(), { plans: [planOf(sku, amount, stock === undefined ? {} : { stock })] }),
  );
  return sku;
}
function reprice(sku: string, amount: number): void {
  const at = desk.sold.products.findIndex(({ plans }) => plans[0]?.sku === sku);
  desk.sold.products[at] = productOf(sku.toLowerCase(), { plans: [planOf(sku, amount)] });
}

describe('an order', () => {
  it('is priced by the server, and waits for its payment', async () => {
    const { device } = await guest();
    const placed = await desk.place(device);
    expect(placed.outcome).toBe('applied');
    const view = await desk.view(placed);
    expect(view).toMatchObject({
      id: placed.id,
      totals: { subtotal: 1000, discount: 0, shipping: 500, tax: 0, total: 1500 },
      statuses: { order: 'placed', clinical: 'none', payment: 'none', fulfillment: 'unfulfilled' },
      problems: [],
      history: [{ event: 'placed', actor: 'patient' }],
    });
    expect(view.shownTotal).toBeUndefined();
    expect(desk.pay.dueOf(placed.id)).toEqual({
      ...{ vendor: 'meadow', order: placed.id, amount: 1500, currency: 'USD', purpose: 'charge' },
    });
  });

  it('costs less where the price has fallen (case 1, case 2, scenario 20)', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, { shown: { total: 1900, currency: 'USD' } });
    expect((await desk.view(placed)).totals.total).toBe(1500);
    expect(desk.pay.dueOf(placed.id)?.amount).toBe(1500);
  });

  it('waits for consent where the price has risen, shows both, and is paid only as agreed (case 2, case 3)', async () => {
    const { device } = await guest();
    const placed = await desk.place(device, { shown: { total: 1200, currency: 'USD' } });
    const view = await desk.view(placed);
    expect(view).toMatchObject({ shownTotal: 1200, totals: { total: 1500 }, statuses: { order: 'problem' } });
    expect(await codes(placed)).toEqual(['PRICE_CHANGED']);
    expect(desk.pay.dueOf(placed.id)).toBeUndefined();
    await expect(desk.pay.start(placed.id, 1200)).rejects.toMatchObject({
      problem: { code: 'PRICE_CHANGED' },
    });
    await expect(desk.pay.start(placed.id, 1500)).rejects.toMatchObject({
      problem: { code: 'PRICE_CHANGED' },
    });
    expect((await desk.ask('POST', placed, '/acceptance', { total: 1400 })).json.code).toBe('PRICE_CHANGED');
    const accepted = await desk.ask('POST', placed, '/acceptance', { total: 1500 });
    expect(accepted.json.order).toMatchObject({ statuses: { order: 'placed' }, problems: [] });
    expect(accepted.json.order?.shownTotal).toBeUndefined();
    expect(await desk.pay.start(placed.id, 1500)).toMatchObject({ amount: 1500 });
  });

  it('is confirmed only where shown, order and amount agree (case 4, R2)', async () => {
    const { device } = await guest();
    const placed = await desk.place(device);
    await expect(desk.pay.start(placed.id, 1499)).rejects.toMatchObject({
      problem: { code: 'PRICE_CHANGED' },
    });
    await expect(desk.pay.start(placed.id, 1501)).rejects.toMatchObject({
      problem: { code: 'PRICE_CHANGED' },
    });
    expect(await desk.pay.start(placed.id, 1500)).toMatchObject({ amount: 1500, purpose: 'charge' });
  });

  it('isn’t a cart: what is sold for another price later changes nothing of it (case 3, case 8)', async () => {
    const sku = sell('BANDAGE', 700);
    const { device } = await guest();
    const placed = await desk.place(device, {
      lines: [{ sku, quantity: 1 }],
      shown: { total: 1200, currency: 'USD' },
    });
    reprice(sku, 900);
    expect((await desk.view(placed)).totals.total).toBe(1200);
    expect(await desk.pay.start(placed.id, 1200)).toMatchObject({ amount: 1200 });
  });

  it('comes once of a cart, from however many tabs; each token opens it (case 5, case 7)', async () => {
    const { device } = await guest();
    const cart = { id: randomUUID(), version: 3 };
    const [first, second] = [await desk.place(device, { cart }), await desk.place(device, { cart })];
    expect(second.outcome).toBe('applied');
    const answer = await desk.ask('GET', second);
    expect(answer.json).toMatchObject({ sameAs: first.id, order: { id: first.id } });
    expect((await desk.ask('GET', first)).json.sameAs).toBeUndefined();
    const rows = await desk.sql`select 1 from orders where cart_id = ${cart.id} and same_as is null`;
    expect(rows).toHaveLength(1);
    expect(desk.pay.dueOf(second.id)).toBeUndefined();
    // Cancelled by the one, it is by the other.
    await desk.ask('POST', second, '/cancellation');
    expect((await desk.view(first)).statuses.order).toBe('cancelled');
  });

  it('of the same cart by somebody else is none, and tells nothing of the first', async () => {
    const [ana, eve] = [await guest(), await guest()];
    const cart = { id: randomUUID(), version: 1 };
    const first = await desk.place(ana.device, { cart });
    const forged = await desk.place(eve.device, { cart });
    expect((await desk.ask('GET', forged)).status).toBe(404);
    expect((await desk.view(first)).id).toBe(first.id);
  });

  it('of the same cart by the next person on a shared device opens nothing of the first', async () => {
    const phone = await signedIn();
    const cart = { id: randomUUID(), version: 1 };
    const first = await desk.place(phone.device, { cart, person: phone.person });
    expect((await desk.ask('GET', await desk.place(phone.device, { cart }))).status).toBe(404);
    const again = await desk.place(phone.device, { cart, person: phone.person });
    expect((await desk.ask('GET', again)).json.sameAs).toBe(first.id);
  });

  it('counts once, however often it is sent, and takes nobody’s id (case 7)', async () => {
    const [ana, eve] = [await guest(), await guest()];
    const first = await desk.place(ana.device);
    const forged = await desk.place(eve.device, { session: first.id });
    expect((await desk.ask('GET', forged)).status).toBe(404);
    expect((await desk.ask('GET', { id: first.id, token: forged.token })).status).toBe(404);
    expect((await desk.view(first)).contact.name).toBe('Ana Ruiz');
  });

  it('may be for what is free: there is no payment step (case 14)', async () => {
    const sku = sell('SAMPLE', 100);
    desk.sold.shop = { ...desk.sold.shop, payAtDesk: true };
    const { device } = await guest();
    const delivery = { ...pickup, note: 'Please call first.' };
    const placed = await desk.place(device, {
      ...{
        lines: [{ sku, quantity: 1 }],
        promotion: 'first',
        delivery,
        shown: { total: 0, currency: 'USD' },
      },
    });
    const view = await desk.view(placed);
    expect([view.totals.total, view.statuses.order, view.problems]).toEqual([0, 'placed', []]);
    // Its note to the pharmacist with it.
    expect(view.delivery).toEqual(delivery);
    expect(desk.pay.dueOf(placed.id)).toBeUndefined();
    // An intent of nothing could never be captured, and would hold up whoever approves it.
    await expect(desk.pay.start(placed.id, 0)).rejects.toMatchObject({ problem: { code: 'ORDER_LOCKED' } });
  });
});

describe('what a device claims (I9)', () => {
  const changed: readonly (readonly [string, (good: OrderPlace) => Partial<OrderPlace>])[] = [
    ['another total', () => ({ shown: { total: 1, currency: 'USD' } })],
    ['another currency', () => ({ shown: { total: 1500, currency: 'JPY' } })],
    ['a made-up SKU', () => ({ lines: [{ sku: 'MADE-UP', quantity: 1 }] })],
    ['a SKU with a zero byte', () => ({ lines: [{ sku: 'A\u0000B', quantity: 1 }] })],
    ['too many', () => ({ lines: [{ sku: PLASTERS, quantity: 99 }] })],
    [
      'the same SKU in many lines',
      () => ({ lines: Array.from({ length: 20 }, () => ({ sku: PLASTERS, quantity: 1 })) }),
    ],
    [
      'a prescription without a form',
      () => ({ lines: [{ sku: TABLETS, quantity: 1 }], shown: { total: 99_999, currency: 'USD' } }),
    ],
    [
      'a form that isn’t there',
      () => ({
        lines: [{ sku: TABLETS, quantity: 1 }],
        consultation: randomUUID(),
        shown: { total: 99_999, currency: 'USD' },
      }),
    ],
    ['a made-up code', () => ({ promotion: 'EVERYTHING-FREE' })],
    ['a code that is over', () => ({ promotion: 'OVER' })],
    ['a made-up rate', () => ({ delivery: { ...byMail, rate: 'free' } })],
    [
      'another country',
      () => ({
        delivery: {
          ...byMail,
          address: { lines: ['1 High Street'], city: 'Bath', postcode: 'BA1 1AA', country: 'GB' },
        },
      }),
    ],
    [
      'an address without a street',
      () => ({ delivery: { ...byMail, address: { ...home, lines: [' x'], postcode: '1' } } }),
    ],
    ['a pharmacy that is closed', () => ({ delivery: { way: 'pickup', pharmacy: 'closed' } })],
    ['a pharmacy that isn’t there', () => ({ delivery: { way: 'pickup', pharmacy: 'made-up' } })],
    [
      'a consent to a text that nobody published',
      () => ({
        consents: [
          {
            document: 'terms',
            version: '9.9',
            sha256: 'a'.repeat(64),
            language: 'en',
            decision: 'active',
            decidedAt: new Date().toISOString(),
          },
        ],
      }),
    ],
  ];

  it.each(changed)('changes neither money nor eligibility: %s', async (_what, tamper) => {
    const { device } = await guest();
    const placed = await desk.place(device, tamper((await desk.place(device)).payload));
    expect(placed.outcome).toBe('applied');
    const view = await desk.view(placed);
    expect(view.statuses.order).toBe('problem');
    expect(view.problems.length).toBeGreaterThan(0);
    expect(desk.pay.dueOf(placed.id)).toBeUndefined();
    await expect(desk.pay.start(placed.id, view.totals.total)).rejects.toMatchObject({
      name: 'ProblemError',
    });
  });

  it('of who they are puts nothing into another’s account', async () => {
    const [ana, eve] = [await signedIn(), await guest()];
    const forged = await desk.place(eve.device, { person: ana.person });
    expect(await desk.recordsOf(ana)).toEqual([]);
    // It is the order of the device that sent it, and no more than that.
    expect((await desk.view(forged)).statuses.order).toBe('placed');
    const [row] = await desk.sql`select person from orders where id = ${forged.id}`;
    expect(row).toEqual({ person: null });
  });

  it('of a guest is in the account that is begun from it, on the device that sent it alone', async () => {
    const [phone, other] = [await guest(), await guest()];
    const placed = await desk.place(phone.device);
    desk.server.pass(MINUTE);
    await other.enter(`eve-${people}@mail.example`);
    expect((await other.claim([placed.opId])).json.claimed).toEqual([]);
    await phone.enter(`ana-${people}@mail.example`);
    expect((await phone.claim([placed.opId])).json.claimed).toEqual([placed.opId]);
    expect((await desk.recordsOf(phone)).map(({ id }) => id)).toEqual([placed.id]);
    expect(await desk.recordsOf(other)).toEqual([]);
  });

  it('of a guest stays a guest’s where the account is begun an hour later, or somebody says when they were born', async () => {
    const phone = await guest();
    const placed = await desk.place(phone.device);
    desk.server.pass(61 * MINUTE);
    await phone.enter(`late-${people}@mail.example`);
    expect((await phone.claim([placed.opId])).json.claimed).toEqual([]);
    expect((await phone.claim([placed.opId], '1984-03-17')).json.claimed).toEqual([]);
  });

  it('after it was signed out is in nobody’s account', async () => {
    const ana = await signedIn();
    await ana.call('DELETE', 'session');
    const late = await desk.place(ana.device, { person: ana.person });
    const [row] = await desk.sql`select person from orders where id = ${late.id}`;
    expect(row).toEqual({ person: null });
  });

  it('with U+0000 and half a character is kept all the same', async () => {
    const { device } = await guest();
    const contact = { name: 'A\u0000na \ud800', email: 'a\u0000@b', phone: '+1\u0000' };
    const placed = await desk.place(device, { contact });
    expect(placed.outcome).toBe('applied');
    expect((await desk.view(placed)).contact.name).toContain('na');
  });
});

describe('a prescription line', () => {
  const rx = (consultation?: string): Partial<OrderPlace> => ({
    lines: [{ sku: TABLETS, quantity: 1 }],
    // Tablets, the consultation, and mailing them.
    shown: { total: 4900 + 2500 + 500, currency: 'USD' },
    ...(consultation === undefined ? {} : { consultation }),
  });

  it('is qualified by its own form, and is held for the clinician', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await desk.place(device, rx(form));
    expect(await codes(placed)).toEqual([]);
    const view = await desk.view(placed);
    expect(view).toMatchObject({
      totals: { total: 7900 },
      statuses: { clinical: 'waiting' },
      consultation: form,
    });
    expect(view.reviewBy).toBeDefined();
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ amount: 7900, purpose: 'hold' });
    expect(await desk.orders.linesOf(desk.sql, 'meadow', form)).toEqual([
      {
        order: placed.id,
        code: view.code,
        sku: TABLETS,
        product: 'tablets',
        quantity: 1,
        delivery: view.delivery,
      },
    ]);
    expect(view.consultedIn).toBe('US-CA');
  });

  it('is not by a form of another device, nor of another person', async () => {
    const [ana, eve] = [await guest(), await guest()];
    const form = await desk.consult(ana.device);
    const foreign = await desk.place(eve.device, rx(form));
    expect(await codes(foreign)).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    // Nor does it tell where its patient was.
    expect(await desk.view(foreign)).not.toHaveProperty('consultedIn');
    const owner = await signedIn();
    const owned = await desk.consult(owner.device);
    await desk.sql`insert into person_operations (vendor, op_id, person, claimed_at) values ('meadow', ${owned}, ${owner.person}, now()) on conflict do nothing`;
    // Once it is somebody's, the device alone is not enough.
    expect(await codes(await desk.place(owner.device, rx(owned)))).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    expect(await codes(await desk.place(owner.device, { ...rx(owned), person: owner.person }))).toEqual([]);
  });

  it('is not where the patient’s health profile has an allergy to what is in it', async () => {
    const owner = await signedIn();
    const form = await desk.consult(owner.device);
    await desk.sql`insert into person_operations (vendor, op_id, person, claimed_at) values ('meadow', ${form}, ${owner.person}, now()) on conflict do nothing`;
    const ordered = async () => codes(await desk.place(owner.device, { ...rx(form), person: owner.person }));
    expect(await ordered()).toEqual([]);
    const resource = allergyTo({ text: 'Tablets' }, 'Hives');
    const body = { version: randomUUID(), resource, author: 'patient', statedAt: new Date().toISOString() };
    await desk.sql`
      insert into health_records (vendor, person, kind, id, version, body)
      values ('meadow', ${owner.person}, 'health', ${`allergy:${randomUUID()}`}, ${body.version}, ${JSON.stringify(body)})`;
    expect(await ordered()).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
  });

  it('is not by a form that a kiosk sent: everybody in a waiting room writes there', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const kiosk = await enrolKiosk(desk.server);
    await desk.sql`update kiosks set device = ${device.deviceId} where id = ${kiosk.id}`;
    expect(await codes(await desk.place(device, rx(form)))).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
  });

  it('is not by a form that met a stop, of another questionnaire, or that was declined', async () => {
    const { device } = await guest();
    const { sleepResponse } = await import('../../testing/test-device.ts');
    const stopped = await desk.consult(device, { response: sleepResponse({ pregnant: true }) });
    expect(await codes(await desk.place(device, rx(stopped)))).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    const urgent = await desk.consult(device, { response: sleepResponse({ chestPain: true }) });
    expect(await codes(await desk.place(device, rx(urgent)))).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    const form = await desk.consult(device);
    desk.sold.products.push(
      productOf('other', { kind: 'rx', questionnaire: 'other', plans: [planOf('OTHER-1', 1000)] }),
    );
    const other = await desk.place(device, { ...rx(form), lines: [{ sku: 'OTHER-1', quantity: 1 }] });
    expect(await codes(other)).toEqual(['RX_NOT_QUALIFIED OTHER-1']);
    desk.states.set(form, 'declined');
    expect(await codes(await desk.place(device, rx(form)))).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
  });

  it('is, once approved, by what was approved: another product waits for its own form', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await desk.place(device, rx(form));
    await desk.moved({ consultation: form, status: 'approved', actor: 'doctor@meadow.test' });
    desk.sold.products.push(
      productOf('stronger', { kind: 'rx', questionnaire: 'sleep', plans: [planOf('STRONGER-1', 4900)] }),
    );
    expect((await desk.view(placed)).statuses.clinical).toBe('approved');
    const other = { ...rx(form), lines: [{ sku: 'STRONGER-1', quantity: 1 }] };
    const unseen = await desk.place(device, other);
    expect(await codes(unseen)).toEqual(['RX_NOT_QUALIFIED STRONGER-1']);
    expect((await desk.view(unseen)).statuses.clinical).toBe('waiting');
    desk.prescribed.set(form, 'stronger');
    expect(await codes(unseen)).toEqual([]);
  });

  it('is once by an approval: a further order of the product waits for somebody to look', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    const placed = await desk.place(device, rx(form));
    await desk.moved({ consultation: form, status: 'approved', actor: 'doctor@meadow.test' });
    const again = await desk.place(device, rx(form));
    expect(await codes(again)).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    await desk.ask('POST', placed, '/cancellation');
    expect(await codes(again)).toEqual([]);
  });

  it('is not approved with others of its form where a stop stands against it', async () => {
    const { device } = await guest();
    const { sleepResponse } = await import('../../testing/test-device.ts');
    const form = await desk.consult(device, { response: sleepResponse({ pregnant: true }) });
    const placed = await desk.place(device, rx(form));
    desk.prescribed.set(form, 'something-else');
    await desk.moved({ consultation: form, status: 'approved', actor: 'doctor@meadow.test' });
    expect(await codes(placed)).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    expect((await desk.view(placed)).statuses.clinical).toBe('waiting');
  });

  it('is not by answers of more than 30 days ago, by whichever clock is earlier', async () => {
    const { device } = await guest();
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    const form = await desk.consult(device, { completedAt: old });
    expect(await codes(await desk.place(device, rx(form)))).toEqual([`CONSULTATION_EXPIRED ${TABLETS}`]);
    const future = await desk.consult(device, {
      completedAt: new Date(Date.now() + 90 * 86_400_000).toISOString(),
    });
    const placed = await desk.place(device, rx(future));
    expect(await codes(placed)).toEqual([]);
    await desk.sql`update inbox_items set received_at = received_at - interval '31 days' where id = ${future}`;
    await expect(desk.pay.start(placed.id, 7900)).rejects.toMatchObject({
      problem: { code: 'ORDER_LOCKED', detail: 'CONSULTATION_EXPIRED' },
    });
  });

  it('whose form is judged later is looked at again when it is read', async () => {
    const { device } = await guest();
    const form = await desk.consult(device);
    await desk.sql`update inbox_items set kind = 'alert' where id = ${form}`;
    const placed = await desk.place(device, rx(form));
    expect(await codes(placed)).toEqual([`RX_NOT_QUALIFIED ${TABLETS}`]);
    await desk.sql`update inbox_items set kind = 'case' where id = ${form}`;
    expect(await codes(placed)).toEqual([]);
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ amount: 7900 });
  });
});

describe('what is reserved (R3)', () => {
  it('goes to one of many who want the last item (case 9, I8)', async () => {
    const sku = sell('LAST', 900, 1);
    const shown = { total: 1400, currency: 'USD' };
    const all = await Promise.all(
      Array.from({ length: 50 }, async () =>
        desk.place((await guest()).device, { lines: [{ sku, quantity: 1 }], shown }),
      ),
    );
    await desk.judged();
    const found = await Promise.all(all.map(codes));
    expect(found.filter((one) => one.length === 0)).toHaveLength(1);
    expect(found.filter((one) => one[0] === `ITEM_UNAVAILABLE ${sku}`)).toHaveLength(49);
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 1 });
  });

  it('counts what was reserved before anybody counted, and is freed again', async () => {
    const sku = sell('LATELY-COUNTED', 700);
    const over = { lines: [{ sku, quantity: 2 }], shown: { total: 1900, currency: 'USD' } };
    const before = await desk.place((await guest()).device, over);
    const at = desk.sold.products.findIndex(({ plans }) => plans[0]?.sku === sku);
    desk.sold.products[at] = productOf(sku.toLowerCase(), { plans: [planOf(sku, 700, { stock: 3 })] });
    await desk.place((await guest()).device, { ...over, lines: [{ sku, quantity: 1 }] });
    expect(await desk.stockOf(sku)).toEqual({ units: 3, reserved: 3 });
    expect((await desk.ask('POST', before, '/cancellation')).status).toBe(200);
    expect(await desk.stockOf(sku)).toEqual({ units: 3, reserved: 1 });
  });

  it('is one redemption of the last code (case 12, I8)', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => desk.place((await guest()).device, { promotion: 'welcome' })),
    );
    await desk.judged();
    const found = await Promise.all(all.map(codes));
    expect(found.filter((one) => one.length === 0)).toHaveLength(1);
    expect(found.filter((one) => one[0] === 'PROMO_EXPIRED')).toHaveLength(49);
    const winner = all[found.findIndex((one) => one.length === 0)];
    if (!winner) throw new Error('Nobody has won.');
    expect((await desk.view(winner)).totals).toMatchObject({ discount: 100, total: 1400 });
    // Freed with its order, it is for the next: a loser pays the full price, or tries again.
    await desk.ask('POST', winner, '/cancellation');
    expect(await codes(await desk.place((await guest()).device, { promotion: 'welcome' }))).toEqual([]);
    const loser = all[found.findIndex((one) => one.length > 0)];
    if (!loser) throw new Error('Nobody has lost.');
    const accepted = await desk.ask('POST', loser, '/acceptance', { total: 1500 });
    expect(accepted.json.order).toMatchObject({
      totals: { discount: 0, total: 1500 },
      statuses: { order: 'placed' },
    });
  });

  it('is for others again after an hour unpaid, and reserved once more by who pays then (case 9, case 44)', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const syrup = { lines: [{ sku: SYRUP, quantity: 1 }], shown: { total: 1700, currency: 'USD' } };
    const first = await desk.place(ana.device, syrup);
    expect(await codes(await desk.place(ben.device, syrup))).toEqual([`ITEM_UNAVAILABLE ${SYRUP}`]);
    desk.server.pass(61 * MINUTE);
    await desk.server.turns.turn();
    expect(await desk.stockOf(SYRUP)).toEqual({ units: 1, reserved: 0 });
    expect((await desk.view(first)).statuses.order).toBe('placed');
    expect(await desk.pay.start(first.id, 1700)).toMatchObject({ amount: 1700 });
    expect(await desk.stockOf(SYRUP)).toEqual({ units: 1, reserved: 1 });
    await desk.ask('POST', first, '/cancellation');
    expect(await desk.stockOf(SYRUP)).toEqual({ units: 1, reserved: 0 });
  });

  it('ends for others also where one order can’t be freed', async () => {
    const sku = sell('MISCOUNTED', 700, 5);
    const over = { lines: [{ sku, quantity: 2 }], shown: { total: 1900, currency: 'USD' } };
    const stuck = await desk.place((await guest()).device, over);
    const other = await desk.place((await guest()).device);
    await desk.sql`update stock set reserved = 0 where sku = ${sku}`;
    desk.server.pass(61 * MINUTE);
    await desk.server.turns.turn();
    const endedOf = async (placed: typeof other) =>
      (await desk.view(placed)).history.some(({ event }) => event === 'reservation_ended');
    expect([await endedOf(stuck), await endedOf(other)]).toEqual([false, true]);
    await desk.sql`update stock set reserved = 2 where sku = ${sku}`;
    await desk.server.turns.turn();
    expect(await endedOf(stuck)).toBe(true);
  });

  it('stays while the bank asks, and an order that was paid meanwhile lives (case 11)', async () => {
    const sku = sell('SLOW', 900, 1);
    const { device } = await guest();
    const placed = await desk.place(device, {
      lines: [{ sku, quantity: 1 }],
      shown: { total: 1400, currency: 'USD' },
    });
    await desk.pay.tell(placed.id, 'requires_action');
    desk.server.pass(61 * MINUTE);
    await desk.server.turns.turn();
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 1 });
    await desk.pay.tell(placed.id, 'captured', { charged: 1400 });
    desk.server.pass(30 * 24 * 60 * MINUTE);
    await desk.server.turns.turn();
    expect((await desk.view(placed)).statuses).toMatchObject({ order: 'placed', payment: 'captured' });
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 1 });
  });

  it('is freed only once nothing can be paid with what was begun (case 30, R3)', async () => {
    const sku = sell('BEGUN', 900, 1);
    const { device } = await guest();
    const placed = await desk.place(device, {
      lines: [{ sku, quantity: 1 }],
      shown: { total: 1400, currency: 'USD' },
    });
    await desk.pay.tell(placed.id, 'requires_method');
    desk.server.pass(61 * MINUTE);
    await desk.server.turns.turn();
    expect(desk.pay.wished).toContainEqual({ wish: 'release', order: placed.id, actor: 'system' });
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 1 });
    await desk.pay.tell(placed.id, 'voided');
    expect(await desk.stockOf(sku)).toEqual({ units: 1, reserved: 0 });
    expect((await desk.view(placed)).statuses.order).toBe('cancelled');
  });

  it('is under locks in one order: fifty at once who hold no other lock (case 10, I8)', async () => {
    const { reserveStock } = await import('./stored/reservations.ts');
    const skus = [sell('ONE', 100, 25), sell('TWO', 100, 25)];
    const tries = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? skus : skus.toReversed()));
    const short = await Promise.all(
      tries.map((wanted) =>
        desk.sql.begin((transaction) =>
          reserveStock(
            transaction,
            { vendor: 'meadow', id: randomUUID() },
            desk.sold.products,
            wanted.map((sku) => ({ sku, quantity: 1 })),
          ),
        ),
      ),
    );
    expect(short.filter((one) => one.length === 0)).toHaveLength(25);
    for (const sku of skus) expect(await desk.stockOf(sku)).toEqual({ units: 25, reserved: 25 });
  });
});

describe('a hand-off', () => {
  const opening = '/hand-off/opening';
  const handedOff = async () => {
    const { device } = await guest();
    const placed = await desk.place(device);
    const { json } = await desk.ask('POST', placed, '/hand-off');
    return { placed, code: { id: placed.id, token: json.token ?? '' } };
  };

  it('opens the order on another device, once', async () => {
    const { code } = await handedOff();
    const opened = await desk.ask('POST', code, opening, {}, 'meadow', 'HandOff');
    expect(opened.status).toBe(200);
    const phone = { id: code.id, token: opened.json.token ?? '' };
    expect((await desk.ask('GET', phone)).json.order?.id).toBe(code.id);
    expect((await desk.ask('POST', code, opening, {}, 'meadow', 'HandOff')).status).toBe(404);
  });

  it('opens it by the token that the device asked for, whose answer may be lost, and by no other order’s', async () => {
    const { code } = await handedOff();
    const wanted = { id: code.id, token: 'W'.repeat(43) };
    expect((await desk.ask('GET', wanted)).status).toBe(404);
    const opened = await desk.ask('POST', code, opening, { token: wanted.token }, 'meadow', 'HandOff');
    expect(opened.json.token).toBe(wanted.token);
    expect((await desk.ask('GET', wanted)).json.order?.id).toBe(code.id);
    // It ends like any that is minted.
    desk.server.pass(73 * 60 * MINUTE);
    expect((await desk.ask('GET', wanted)).status).toBe(404);
    const { placed, code: other } = await handedOff();
    const taken = { token: placed.token };
    expect((await desk.ask('POST', other, opening, taken, 'meadow', 'HandOff')).status).toBe(200);
    const { code: third } = await handedOff();
    expect((await desk.ask('POST', third, opening, taken, 'meadow', 'HandOff')).status).toBe(200);
    expect((await desk.ask('GET', { id: third.id, token: placed.token })).status).toBe(404);
  });

  it('makes no token last longer than the one that it was made with, however often it is passed on', async () => {
    const { code } = await handedOff();
    const exchange = async (id: string, token: string) => {
      const { json } = await desk.ask('POST', { id, token }, opening, {}, 'meadow', 'HandOff');
      return { id, token: json.token ?? '', expiresAt: json.expiresAt ?? '' };
    };
    const first = await exchange(code.id, code.token);
    desk.server.pass(60 * MINUTE);
    const { json } = await desk.ask('POST', first, '/hand-off');
    const second = await exchange(first.id, json.token ?? '');
    expect((await desk.ask('GET', second)).status).toBe(200);
    expect(second.expiresAt).toBe(first.expiresAt);
    desk.server.pass(71 * 60 * MINUTE);
    expect((await desk.ask('GET', second)).status).toBe(404);
  });

  it('reads nothing by itself, and is over after five minutes', async () => {
    const { placed, code } = await handedOff();
    for (const scheme of ['Order', 'HandOff'])
      expect((await desk.ask('GET', code, '', {}, 'meadow', scheme)).status).toBe(404);
    expect((await desk.ask('POST', code, '/hand-off', {}, 'meadow', 'HandOff')).status).toBe(404);
    // Nor does a token exchange itself for a longer one.
    expect((await desk.ask('POST', placed, opening)).status).toBe(404);
    expect((await desk.ask('POST', placed, opening, {}, 'meadow', 'HandOff')).status).toBe(404);
    desk.server.pass(5 * MINUTE + 1_000);
    expect((await desk.ask('POST', code, opening, {}, 'meadow', 'HandOff')).status).toBe(404);
  });
});
