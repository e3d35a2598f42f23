import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoToken } from '../../../domain/payment/demo-cards.ts';
import { ProviderUnknown } from '../../providers/payment/provider.ts';
import { AmountError, DisputedError } from './feature.ts';
import { reconcileDue } from './rounds.ts';
import { openTestOrders, type TestOrders } from './testing/test-orders.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await openTestOrders();
});
afterAll(() => orders.server.close());

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const none = { held: 0, charged: 0, refunded: 0, refunding: 0 };
const actor = 'dr@meadow.test';
const card = '4242';

type Placed = Awaited<ReturnType<TestOrders['place']>>;
const capture = (due: Placed, amount = due.amount) =>
  orders.wish((payments, transaction) => payments.capture(transaction, { ...due, amount, actor }));
const release = (due: Placed) =>
  orders.wish((payments, transaction) => payments.release(transaction, { ...due, actor }));
const refund = (due: Placed, amount: number) =>
  orders.wish((payments, transaction) => payments.refund(transaction, { ...due, amount, actor }));
const attentionTo = async ({ vendor, order }: Placed) =>
  (await orders.payments.alerts(vendor)).orders.find((one) => one.order === order)?.attention;
const intentsOf = async ({ order }: Placed) => {
  const rows = await orders.server.database.sql<{ state: string }[]>`select state from demo_intents`;
  return rows.map(({ state }) => JSON.parse(state)).filter((intent) => intent.order === order);
};
const statusesTold = ({ order }: Placed) =>
  orders.told.filter((change) => change.order === order).map(({ status }) => status);

/** A network's forty tries, each an order of its own, on a busy machine. */
const TRIES_MS = 180_000;

describe('a hold', () => {
  it('is charged once approved, and each change is told (promises 1, 3)', async () => {
    const due = await orders.place();
    expect(await orders.stateOf(due)).toEqual({ status: 'none', money: none });
    const started = await orders.start(due);
    expect(started.json).toEqual({
      amount: 4900,
      currency: 'USD',
      purpose: 'hold',
      provider: { name: 'demo' },
    });
    const { result, order } = (await orders.confirm(due, { method: 'demo_4242' })).json;
    expect([result, order.statuses.payment, order.money]).toEqual([
      'done',
      'authorized',
      { ...none, held: 4900, card },
    ]);
    await capture(due);
    expect(await orders.stateOf(due)).toEqual({
      status: 'captured',
      money: { ...none, charged: 4900, card },
    });
    expect(statusesTold(due)).toEqual(['requires_method', 'unknown', 'authorized', 'captured']);
  });

  it('is charged in part, and the rest goes back', async () => {
    const due = await orders.place();
    await orders.pay(due);
    await capture(due, 1900);
    expect(await orders.stateOf(due)).toEqual({
      status: 'captured',
      money: { ...none, charged: 1900, card },
    });
    await capture(due, 3000);
    expect((await orders.stateOf(due))?.money.charged).toBe(1900);
  });

  it('is never charged with more than was held (I3)', async () => {
    const due = await orders.place();
    await orders.pay(due);
    await expect(capture(due, 4901)).rejects.toThrow(AmountError);
  });

  it('that is approved before the card is there is charged as soon as it is', async () => {
    const due = await orders.place();
    await capture(due);
    await orders.pay(due);
    await orders.after(0);
    expect((await orders.stateOf(due))?.status).toBe('captured');
  });

  it('is released, once the provider has confirmed it (case 33)', async () => {
    const due = await orders.place();
    await orders.pay(due);
    await orders.server.database.sql.begin(async (transaction) => {
      await orders.payments.release(transaction, { ...due, actor });
      expect((await orders.payments.stateOf(transaction, due.vendor, [due.order])).get(due.order)).toEqual({
        status: 'canceling',
        money: { ...none, held: 4900, card },
      });
    });
    await orders.after(0);
    expect(await orders.stateOf(due)).toEqual({ status: 'voided', money: { ...none, card } });
    expect(statusesTold(due).at(-1)).toBe('voided');
  });

  it('becomes a saved card a day before it lapses, which is charged on approval (case 35, R8)', async () => {
    const due = await orders.place();
    await orders.pay(due);
    await orders.after(5 * DAY_MS);
    expect((await orders.stateOf(due))?.status).toBe('authorized');
    await orders.after(DAY_MS + HOUR_MS);
    expect(await orders.stateOf(due)).toEqual({ status: 'setup', money: { ...none, card } });
    await capture(due);
    expect(await orders.stateOf(due)).toEqual({
      status: 'captured',
      money: { ...none, charged: 4900, card },
    });
    expect((await intentsOf(due)).map(({ state }) => String(state)).toSorted()).toEqual([
      'canceled',
      'succeeded',
    ]);
  });

  it('that the provider let lapse leaves the saved card, too', async () => {
    const due = await orders.place();
    await orders.pay(due);
    orders.server.pass(8 * DAY_MS);
    await orders.rounds.sweep();
    await orders.after(0);
    expect((await orders.stateOf(due))?.status).toBe('setup');
  });
});

describe('a card', () => {
  it.each<[DemoToken, string]>([
    ['demo_declined', 'declined'],
    ['demo_no_funds', 'no-funds'],
    ['demo_expired', 'expired-card'],
    ['demo_wrong_cvc', 'wrong-cvc'],
    ['demo_error', 'processing-error'],
  ])(
    '%s is declined with its reason; another one pays by the same intent (cases 22, 26, 32)',
    async (token, declined) => {
      const due = await orders.place({ purpose: 'charge' });
      expect(await orders.pay(due, token)).toMatchObject({ result: 'declined', declined });
      expect(await orders.stateOf(due)).toMatchObject({ status: 'failed', money: none });
      expect((await orders.confirm(due, { method: 'demo_4242' })).json.result).toBe('done');
      expect((await orders.stateOf(due))?.money.charged).toBe(4900);
      expect(await intentsOf(due)).toHaveLength(1);
    },
  );

  it('whose bank has its holder elsewhere is declined until the billing address is right: one intent, charged once', async () => {
    const due = await orders.place({ purpose: 'charge' });
    const wrong = { result: 'declined', declined: 'wrong-address' };
    expect(await orders.pay(due, 'demo_wrong_address')).toMatchObject(wrong);
    const tried = (postcode: string) => orders.confirm(due, { method: 'demo_wrong_address', postcode });
    expect((await tried('94607')).json).toMatchObject(wrong);
    expect((await tried('10001-0001')).json.result).toBe('done');
    expect((await orders.stateOf(due))?.money.charged).toBe(4900);
    expect(await intentsOf(due)).toHaveLength(1);
  });

  it.each([
    ['passed', 'done', 'authorized'],
    ['refused', 'declined', 'failed'],
  ] as const)('of which the bank asks: %s', async (challenge, result, status) => {
    const due = await orders.place();
    expect(await orders.pay(due, 'demo_3ds')).toMatchObject({ result: 'action' });
    expect((await orders.confirm(due, { challenge })).json.result).toBe(result);
    expect((await orders.stateOf(due))?.status).toBe(status);
  });

  it('whose answer takes a while is neither paid nor failed until it is there (R7)', async () => {
    const due = await orders.place();
    expect(await orders.pay(due, 'demo_delayed')).toMatchObject({ result: 'unknown' });
    expect((await orders.start(due)).code).toBe('ORDER_LOCKED');
    await orders.after(6 * SECOND_MS);
    expect((await orders.stateOf(due))?.status).toBe('unknown');
    await orders.after(61 * SECOND_MS);
    expect((await orders.stateOf(due))?.status).toBe('authorized');
  });

  it('that the bank asks about when nobody is there waits for the patient, on the same intent (case 30)', async () => {
    const due = await orders.place({ purpose: 'save' });
    await orders.pay(due, 'demo_3ds_always');
    await orders.confirm(due, { challenge: 'passed' });
    expect((await orders.stateOf(due))?.status).toBe('setup');
    await capture(due);
    expect((await orders.stateOf(due))?.status).toBe('requires_action');
    await orders.confirm(due, { method: 'demo_4242' });
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 4900 } });
    expect((await intentsOf(due)).filter(({ received }) => received > 0)).toHaveLength(1);
  });

  it('that is never confirmed is released with its order (case 44)', async () => {
    const due = await orders.place();
    await orders.start(due);
    await release(due);
    expect((await orders.stateOf(due))?.status).toBe('voided');
    expect((await orders.confirm(due, { method: 'demo_4242' })).json.result).toBe('declined');
    expect((await orders.start(due)).code).toBe('ORDER_LOCKED');
  });
});

describe('cards that are tried out', () => {
  it('cost an order its tries, and a network, too; who pays is given theirs back (card testing)', {
    timeout: TRIES_MS,
  }, async () => {
    const due = await orders.place();
    await orders.start(due);
    const tryOut = (method: string) => orders.confirm(due, { method });
    for (let tried = 0; tried < 8; tried += 1) expect((await tryOut('demo_declined')).status).toBe(200);
    expect((await tryOut('demo_declined')).code).toBe('RATE_LIMITED');
    expect((await tryOut('demo_4242')).code).toBe('RATE_LIMITED');
    orders.server.pass(HOUR_MS);
    expect((await tryOut('demo_4242')).json.result).toBe('done');
    let refused = 0;
    for (let tried = 0; tried < 45 && refused === 0; tried += 1) {
      const another = await orders.place();
      await orders.start(another);
      if ((await orders.confirm(another, { method: 'demo_declined' })).code === 'RATE_LIMITED')
        refused = tried;
    }
    expect(refused).toBeGreaterThan(20);
    await orders.after(2 * DAY_MS);
  });
});

describe('the amount', () => {
  it('that was shown has to be the one that is due (promise 2, case 3)', async () => {
    const due = await orders.place();
    expect((await orders.start(due, 4800)).code).toBe('PRICE_CHANGED');
    await orders.start(due);
    orders.reprice({ ...due, amount: 5200 });
    expect((await orders.confirm(due, { method: 'demo_4242' })).code).toBe('PRICE_CHANGED');
    expect((await orders.confirm({ ...due, amount: 5200 }, { method: 'demo_4242' })).code).toBe(
      'PRICE_CHANGED',
    );
    expect((await orders.stateOf(due))?.money).toEqual(none);
  });

  it('changes on the intent that is there (case 4)', async () => {
    const due = await orders.place();
    await orders.start(due);
    const higher = { ...due, amount: 5200 };
    orders.reprice(higher);
    expect((await orders.start(higher)).json.amount).toBe(5200);
    expect((await orders.confirm(higher, { method: 'demo_4242' })).json.order.money.held).toBe(5200);
    expect(await intentsOf(due)).toHaveLength(1);
  });

  it('of the intent has to be it, too: a change on its way confirms nothing (promise 2)', async () => {
    const due = await orders.place();
    await orders.start(due);
    const higher = { ...due, amount: 5200 };
    orders.reprice(higher);
    await orders.server.database.sql.begin((transaction) => orders.payments.expect(transaction, higher));
    expect((await orders.confirm(higher, { method: 'demo_4242' })).code).toBe('PRICE_CHANGED');
    expect((await orders.stateOf(due))?.money).toEqual(none);
    await orders.after(0);
    expect((await orders.start(higher)).json.amount).toBe(5200);
    expect((await orders.confirm(higher, { method: 'demo_4242' })).json.order.money.held).toBe(5200);
  });

  it('that was to be charged at once and is to be decided on first is held, by another intent', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.start(due);
    const later = { ...due, purpose: 'hold' as const };
    orders.reprice(later);
    await orders.wish((payments, transaction) => payments.expect(transaction, later));
    expect((await orders.stateOf(due))?.status).toBe('voided');
    expect((await orders.pay(later)).order.statuses.payment).toBe('authorized');
    expect((await orders.stateOf(due))?.money).toEqual({ ...none, held: 4900, card });
  });

  it('is one for two who start at once, by one stored intent (cases 25, 37, R1)', async () => {
    const due = await orders.place();
    const started = await Promise.all([1, 2, 3, 4].map(() => orders.start(due)));
    expect(started.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const confirmed = await Promise.all([1, 2, 3].map(() => orders.confirm(due, { method: 'demo_4242' })));
    expect(confirmed.map(({ status }) => status)).toEqual([200, 200, 200]);
    await orders.after(61 * SECOND_MS);
    expect(await orders.stateOf(due)).toMatchObject({ status: 'authorized', money: { held: 4900 } });
    expect((await intentsOf(due)).filter(({ state }) => state === 'held')).toHaveLength(1);
  });
});

describe('a refund', () => {
  it('is asked for in the books first: two at once never give back more than was paid (case 40, I3)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due);
    const asked = await Promise.allSettled([refund(due, 3000), refund(due, 3000)]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'partially_refunded',
      money: { charged: 4900, refunded: 3000 },
    });
    await refund(due, 1900);
    expect(await orders.stateOf(due)).toMatchObject({ status: 'refunded', money: { refunded: 4900 } });
  });

  it('that takes a while is pending until the provider says so (case 41)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due, 'demo_refund_later');
    await refund(due, 4900);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'refund_pending',
      money: { refunding: 4900, refunded: 0 },
    });
    orders.server.pass(2 * HOUR_MS);
    await orders.rounds.sweep();
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'refunded',
      money: { refunding: 0, refunded: 4900 },
    });
  });

  it('that comes back isn’t refunded, and nobody pays it a second time by themselves (cases 41, 42)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due, 'demo_refund_fails');
    await refund(due, 4900);
    expect((await orders.stateOf(due))?.status).toBe('refunded');
    orders.server.pass(25 * HOUR_MS);
    await orders.rounds.sweep();
    await orders.after(DAY_MS);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'captured',
      money: { charged: 4900, refunded: 0, refunding: 0 },
    });
    expect((await intentsOf(due))[0].refunds).toHaveLength(1);
    expect(await attentionTo(due)).toBe('refund-failed');
    // Whoever asks for one, even of a part, has seen it.
    await refund(due, 900);
    expect(await attentionTo(due)).toBeUndefined();
    await refund(due, 4000);
    expect(await attentionTo(due)).toBeUndefined();
  });

  it('that comes back is told by the name that it was asked under, however that was written (cases 41, 42)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due, 'demo_refund_fails');
    const id = randomUUID();
    await orders.wish((payments, transaction) =>
      payments.refund(transaction, { ...due, id: id.toUpperCase(), amount: 4900, actor }),
    );
    const failedOf = () => orders.told.findLast(({ order }) => order === due.order)?.failedRefunds;
    expect(failedOf()).toEqual([]);
    orders.server.pass(25 * HOUR_MS);
    await orders.rounds.sweep();
    expect(failedOf()).toEqual([id]);
  });

  it('is what releases a payment that was charged meanwhile (case 34)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due);
    await release(due);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'refunded',
      money: { charged: 4900, refunded: 4900 },
    });
  });

  it('of a release that comes back isn’t asked for again by itself, but by staff (case 42)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due, 'demo_refund_fails');
    await release(due);
    expect((await orders.stateOf(due))?.status).toBe('refunded');
    orders.server.pass(25 * HOUR_MS);
    await orders.rounds.sweep();
    await orders.after(DAY_MS);
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { refunded: 0 } });
    expect((await intentsOf(due))[0].refunds).toHaveLength(1);
    expect(await attentionTo(due)).toBe('refund-failed');
    await refund(due, 4900);
    expect(await attentionTo(due)).toBeUndefined();
  });

  it('is frozen while the bank has taken the money back, and possible once that is won (case 43)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due, 'demo_dispute');
    orders.server.pass(25 * HOUR_MS);
    await orders.rounds.sweep();
    expect((await orders.stateOf(due))?.status).toBe('disputed');
    expect(await attentionTo(due)).toBe('disputed');
    await expect(refund(due, 1000)).rejects.toThrow(DisputedError);
    orders.server.pass(8 * DAY_MS);
    await orders.rounds.sweep();
    await refund(due, 1000);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'partially_refunded',
      money: { refunded: 1000 },
    });
  });
});

describe('at the desk', () => {
  it('staff record what was paid and what was handed back', async () => {
    const { order, ...rest } = await orders.place();
    const due = { ...rest, order };
    await orders.wish((payments, transaction) => payments.expectAtDesk(transaction, due));
    expect(await orders.stateOf(due)).toEqual({ status: 'deferred', money: none });
    expect((await orders.start(due)).code).toBe('ORDER_LOCKED');
    const pay = (amount: number) =>
      orders.wish((payments, transaction) => payments.recordAtDesk(transaction, { ...due, amount, actor }));
    await expect(pay(4800)).rejects.toThrow(AmountError);
    await pay(4900);
    expect(await orders.stateOf(due)).toEqual({ status: 'captured', money: { ...none, charged: 4900 } });
    expect(statusesTold(due).at(-1)).toBe('captured');
    await expect(pay(4900)).rejects.toThrow(AmountError);
    await release(due);
    expect(await orders.stateOf(due)).toMatchObject({ status: 'refund_pending', money: { refunding: 4900 } });
    await refund(due, 4900);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'refunded',
      money: { refunding: 0, refunded: 4900 },
    });
  });
});

describe('the books', () => {
  const sql = () => orders.server.database.sql;

  it('refuse to be changed, and what doesn’t add up (promise 3, I2)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due);
    for (const table of ['ledger', 'ledger_transfers'] as const) {
      await expect(sql()`update ${sql()(table)} set vendor = vendor`).rejects.toMatchObject({
        code: '23001',
      });
      await expect(sql()`delete from ${sql()(table)}`).rejects.toMatchObject({ code: '23001' });
      await expect(sql()`truncate ${sql()(table)}`).rejects.toMatchObject({ code: '23001' });
    }
    const posting = { vendor: due.vendor, order: due.order, transfer: 'x', account: 'charged', amount: 1 };
    await expect(sql()`insert into ledger ${sql()([posting])}`).rejects.toMatchObject({ code: '23514' });
    const [row] = await sql()<[{ off: number }]>`select count(*)::int as off from (
      select transfer from ledger group by vendor, transfer having sum(amount) <> 0) as unbalanced`;
    expect(row.off).toBe(0);
  });

  it('hold each thing of the provider once', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due);
    const again = sql()`insert into ledger_transfers select * from ledger_transfers where "order" = ${due.order}`;
    await expect(again).rejects.toMatchObject({ code: '23505' });
    const columns = sql()`update payments set captured = captured + 1 where "order" = ${due.order}`;
    await expect(columns).rejects.toMatchObject({ code: '23514' });
  });

  it('are the provider’s after a day', async () => {
    const due = await orders.place({ purpose: 'charge' });
    await orders.pay(due);
    await sql()`update payments set books_differ = true, alert = 'REFUND_FAILED' where "order" = ${due.order}`;
    expect(await attentionTo(due)).toBe('books-differ');
    expect(await orders.rounds.reconcile('meadow', new Date(0))).toEqual([]);
    expect(await attentionTo(due)).toBe('refund-failed');
  });
});

describe('the daily comparison', () => {
  it('of one vendor that fails keeps no other from theirs, and is made up for from where it was', async () => {
    const { sql } = orders.server.database;
    const day = (no: number) => new Date(Date.parse('2027-05-03T09:00:00.000Z') + no * DAY_MS);
    const at = day(0).toISOString();
    const row = { environment: 'elsewhere', confirmed_at: at, reconciled_at: at };
    await sql`insert into payment_environments ${sql([
      { ...row, vendor: 'ash' },
      { ...row, vendor: 'birch' },
    ])}`;
    const compared: { readonly vendor: string; readonly since: Date }[] = [];
    let down: string | undefined;
    const rounds: Parameters<typeof reconcileDue>[1] = {
      async reconcile(vendor, since) {
        // Whichever is first.
        down ??= vendor;
        if (down === vendor) throw new ProviderUnknown('DOWN');
        compared.push({ vendor, since });
        return [];
      },
    };
    const turn = (now: Date) => reconcileDue(sql, rounds, { now, logger: { error: () => undefined } });
    await turn(day(1));
    const first = String(down);
    const others = ['ash', 'birch', 'meadow'].filter((vendor) => vendor !== first);
    expect(compared.map(({ vendor }) => vendor).toSorted()).toEqual(others);
    compared.length = 0;
    down = '';
    await turn(day(1));
    expect(compared.map(({ vendor }) => vendor)).toEqual([first]);
    expect(compared[0]?.since.getTime()).toBeLessThanOrEqual(day(-3).getTime());
    await sql`delete from payment_environments where vendor in ('ash', 'birch')`;
  });
});

describe('another vendor', () => {
  it('has its own orders (I16)', async () => {
    const due = await orders.place();
    const foreign = { ...due, vendor: 'brook' };
    expect((await orders.start(foreign)).status).toBe(404);
    expect((await orders.confirm(foreign)).status).toBe(404);
    expect((await orders.check(foreign)).status).toBe(404);
  });
});
