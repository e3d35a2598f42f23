import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripeDouble, type DoubleEvent } from '../../providers/payment/testing/stripe-double.ts';
import type { TestServerOptions } from '../../testing/test-server.ts';
import { createEnvironment, resumePayments } from './environment.ts';
import { openTestOrders, type TestOrders } from './testing/test-orders.ts';
import { STRIPE_WEBHOOK_PATH } from './webhook.ts';

const WEBHOOK_SECRET = 'whsec_a_secret_of_the_webhook';
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
let passed = 0;
const double = createStripeDouble(() => Date.now() + passed);
const settingsFor = (at: typeof double): TestServerOptions['payments'] => ({
  by: 'stripe',
  stripe: {
    secretKey: 'sk_test_double',
    publishableKey: 'pk_test_double',
    webhookSecret: WEBHOOK_SECRET,
  },
  stripeApi: { httpClient: Stripe.createFetchHttpClient(at.fetch) },
});
let orders: TestOrders;
beforeAll(async () => {
  orders = await openTestOrders({ payments: settingsFor(double) });
});
afterAll(() => orders.server.close());

type Placed = Awaited<ReturnType<TestOrders['place']>>;

async function started(due: Placed, at = orders): Promise<string> {
  const { json } = await at.start(due);
  if (json.provider.name !== 'stripe') throw new Error('Stripe wasn’t asked.');
  return json.provider.clientSecret.split('_secret')[0] ?? '';
}

async function post(payload: string, signature: string): Promise<number> {
  const answer = await orders.server.app.inject({
    method: 'POST',
    url: STRIPE_WEBHOOK_PATH,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
  return answer.statusCode;
}

const deliver = ({ payload, signature } = { payload: '', signature: '' }) => post(payload, signature);
const eventsOf = (intent: string) =>
  double.events.filter(({ object }) => object.id === intent || object.payment_intent === intent);
const told = (event: DoubleEvent | undefined) => (event ? double.delivery(event, WEBHOOK_SECRET) : undefined);
/** The double's clock is the server's. */
function pass(milliseconds: number): Promise<void> {
  passed += milliseconds;
  return orders.after(milliseconds);
}
const settle = () => pass(0);

describe('Stripe', () => {
  it('is given the client what it needs, and says what became of it when asked (case 30)', async () => {
    const due = await orders.place();
    const intent = await started(due);
    expect((await orders.start(due)).json.provider).toEqual({
      ...{ name: 'stripe', publishableKey: 'pk_test_double', clientSecret: `${intent}_secret_double` },
    });
    double.onDevice(intent, 'pm_card_visa');
    expect((await orders.confirm(due)).json).toMatchObject({
      result: 'done',
      order: { money: { held: 4900 } },
    });
  });

  it('that doesn’t answer leaves the payment unknown, and is asked again (cases 36, R7)', async () => {
    const due = await orders.place();
    await started(due);
    double.faultOf = ({ path }) => (path.endsWith('/confirm') ? 'answer-lost' : undefined);
    const answer = await orders.confirm(due, { method: 'pm_card_visa' });
    double.faultOf = () => undefined;
    expect(answer.json.result).toBe('unknown');
    await pass(6 * SECOND_MS);
    expect((await orders.stateOf(due))?.status).toBe('authorized');
    expect(
      [...double.intents.values()].filter((one) => one.order === due.order && one.state === 'held'),
    ).toHaveLength(1);
  });

  it('that says nothing for over an hour has staff look at it (R7)', async () => {
    const due = await orders.place();
    await started(due);
    double.faultOf = () => 'error';
    expect((await orders.confirm(due, { method: 'pm_card_visa' })).json.result).toBe('unknown');
    for (const wait of [6 * SECOND_MS, 61 * SECOND_MS, 601 * SECOND_MS, 3_601 * SECOND_MS, 3_601 * SECOND_MS])
      await pass(wait);
    expect((await orders.stateOf(due))?.status).toBe('unknown');
    expect((await orders.payments.alerts(due.vendor)).orders.map(({ order }) => order)).toContain(due.order);
    expect(orders.server.log()).toContain('PAYMENT_NEEDS_STAFF');
    double.faultOf = () => undefined;
    expect((await orders.check(due)).json.result).toBe('declined');
    expect((await orders.payments.alerts(due.vendor)).orders.map(({ order }) => order)).not.toContain(
      due.order,
    );
  });
});

describe('who asks what became of a payment', () => {
  // Its clock moves where the test says so: however long that takes, it is within the two seconds.
  const theirs = createStripeDouble(() => Date.now());
  let still: TestOrders;
  beforeAll(async () => {
    still = await openTestOrders({ payments: settingsFor(theirs), stillClock: true });
  });
  afterAll(() => still.server.close());
  const askedFor = (intent: string) =>
    theirs.calls.filter(({ method, path }) => method === 'GET' && path.includes(intent)).length;

  it('is told what was heard in the last two seconds, however many ask', async () => {
    const due = await still.place({ purpose: 'charge' });
    const intent = await started(due, still);
    const before = askedFor(intent);
    const answers = await Promise.all(Array.from({ length: 20 }, () => still.check(due)));
    expect(new Set(answers.map(({ json }) => json.result))).toEqual(new Set(['declined']));
    expect(askedFor(intent) - before).toBe(1);
    theirs.onDevice(intent, 'pm_card_visa');
    // Its page has said so: that is asked at once, and told from then on.
    expect((await still.confirm(due)).json.result).toBe('done');
    const heard = askedFor(intent);
    expect((await still.check(due)).json).toMatchObject({
      ...{ result: 'done', order: { money: { charged: 4900 } } },
    });
    expect(askedFor(intent)).toBe(heard);
    await still.after(2 * SECOND_MS);
    await still.check(due);
    expect(askedFor(intent)).toBeGreaterThan(heard);
  });

  it('isn’t told that nothing was paid where Stripe has said nothing (R7)', async () => {
    const due = await still.place();
    await started(due, still);
    theirs.faultOf = () => 'error';
    expect((await still.check(due)).json.result).toBe('unknown');
    theirs.faultOf = () => undefined;
    expect((await still.check(due)).json.result).toBe('unknown');
    await still.after(2 * SECOND_MS);
    expect((await still.check(due)).json.result).toBe('declined');
  });
});

describe('Stripe’s own page, while a changed amount is on its way there', () => {
  /** The page was opened for $49.00; the order costs this by now, and Stripe hasn’t heard. */
  async function changed(amount: number, purpose: 'hold' | 'charge') {
    const due = await orders.place({ purpose });
    const intent = await started(due);
    const now = { ...due, amount };
    orders.reprice(now);
    await orders.server.database.sql.begin((transaction) => orders.payments.expect(transaction, now));
    double.onDevice(intent, 'pm_card_visa');
    await orders.check(now);
    return { due: now, intent };
  }
  const capture = (due: Placed) =>
    orders.wish((payments, transaction) => payments.capture(transaction, { ...due, actor: 'dr' }));

  it('holds too little: that is given up, no card of it is charged, and paying begins again (R2)', async () => {
    const { due } = await changed(5200, 'hold');
    expect(await orders.stateOf(due)).toMatchObject({ status: 'canceling', money: { held: 4900 } });
    // Whoever approves it meanwhile isn't held up.
    await capture(due);
    expect(await orders.stateOf(due)).toMatchObject({ status: 'voided', money: { held: 0, charged: 0 } });
    expect((await orders.start(due)).json.amount).toBe(5200);
    expect((await orders.confirm(due, { method: 'pm_card_visa' })).json.result).toBe('done');
    await settle();
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 5200 } });
  });

  it('charges too little: staff hear of it', async () => {
    const { due } = await changed(5200, 'charge');
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 4900 } });
    const { order, vendor } = due;
    expect((await orders.payments.alerts(vendor)).orders).toContainEqual({
      order,
      attention: 'charged-less',
    });
  });

  it('charges too much: the rest goes back by itself, once', async () => {
    const { due } = await changed(4500, 'charge');
    await settle();
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'partially_refunded',
      money: { charged: 4900, refunded: 400 },
    });
    await pass(25 * 3_600_000);
    await orders.rounds.sweep();
    expect((await orders.stateOf(due))?.money.refunded).toBe(400);
  });

  it('holds too much: what is due is charged, and the rest is released', async () => {
    const { due } = await changed(4500, 'hold');
    await capture(due);
    expect(await orders.stateOf(due)).toMatchObject({
      status: 'captured',
      money: { charged: 4500, held: 0 },
    });
  });
});

describe('a webhook', () => {
  it('is a hint: in any order and number of deliveries, the payment ends as Stripe has it (cases 25, 27, I5)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    double.onDevice(intent, 'pm_card_visa_chargeDeclined');
    double.onDevice(intent, 'pm_card_visa');
    // Success first; the failure before it comes late, and both come twice.
    const events = eventsOf(intent).toReversed();
    expect(events.length).toBeGreaterThan(1);
    for (const event of [...events, ...events]) expect(await deliver(told(event))).toBe(204);
    await settle();
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 4900 } });
    const rows = await orders.server.database.sql`select id from payment_events where intent = ${intent}`;
    expect(rows).toHaveLength(events.length);
  });

  it('tells of a card whose bank has its holder elsewhere, and then that it was right: charged once', async () => {
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    double.onDevice(intent, 'pm_demo_wrong_address', '94607');
    for (const event of eventsOf(intent)) await deliver(told(event));
    await settle();
    expect((await orders.stateOf(due))?.status).toBe('failed');
    expect((await orders.confirm(due, {})).json).toMatchObject({
      ...{ result: 'declined', declined: 'wrong-address' },
    });
    double.onDevice(intent, 'pm_demo_wrong_address', '10001');
    await deliver(told(eventsOf(intent).at(-1)));
    await settle();
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 4900 } });
    expect(double.intents.get(intent)?.movements).toHaveLength(1);
  });

  it('that is faster than its order is kept until the order is there (case 23)', async () => {
    const { sql } = orders.server.database;
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    await sql`update payments set intent_id = null where "order" = ${due.order}`;
    double.onDevice(intent, 'pm_card_visa');
    await deliver(told(eventsOf(intent).at(-1)));
    await settle();
    expect((await orders.stateOf(due))?.status).toBe('requires_method');
    await sql`update payments set intent_id = ${intent} where "order" = ${due.order}`;
    await pass(31 * SECOND_MS);
    expect((await orders.stateOf(due))?.status).toBe('captured');
  });

  it('makes no order and no payment: those are what a patient placed (case 6)', async () => {
    const { sql } = orders.server.database;
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    double.onDevice(intent, 'pm_card_visa');
    const rows = () => sql`select "order", status from payments order by "order"`;
    const [before, heard] = [await rows(), orders.told.length];
    // Of an order that this server has never heard of, by all that it says; and of one whose page is being asked at once.
    const stranger = { ...eventsOf(intent).at(-1), id: 'evt_stranger' } as DoubleEvent;
    const object = {
      ...stranger.object,
      id: 'pi_stranger',
      metadata: { vendor: 'meadow', order: 'unheard' },
    };
    expect(await deliver(told({ ...stranger, object }))).toBe(204);
    await settle();
    expect(await rows()).toEqual(before);
    expect(orders.told).toHaveLength(heard);
    const [delivered, checked] = await Promise.all([
      deliver(told(eventsOf(intent).at(-1))),
      orders.check(due),
    ]);
    expect([delivered, checked.json.result]).toEqual([204, 'done']);
    await settle();
    expect(await rows()).toHaveLength(before.length);
    expect(
      orders.told.filter(({ order, status }) => order === due.order && status === 'captured'),
    ).toHaveLength(1);
  });

  it('is answered only once it is kept: what the database refused comes again (case 28)', async () => {
    const { sql } = orders.server.database;
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    double.onDevice(intent, 'pm_card_visa');
    const event = told(eventsOf(intent).at(-1));
    await sql`alter table payment_events rename to payment_events_away`;
    const refused = await deliver(event);
    await sql`alter table payment_events_away rename to payment_events`;
    expect(refused).toBeGreaterThanOrEqual(500);
    expect(await deliver(event)).toBe(204);
    await settle();
    expect((await orders.stateOf(due))?.status).toBe('captured');
  });

  it('in another version of the API is read no further than its intent (case 45)', async () => {
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    double.onDevice(intent, 'pm_card_visa');
    const event = eventsOf(intent).at(-1);
    if (!event) throw new Error('Nothing was told.');
    const object = { id: intent, object: 'payment_intent', status: 'canceled', amount: '1', charges: null };
    expect(await deliver(told({ ...event, id: 'evt_of_2019', object }))).toBe(204);
    await settle();
    expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 4900 } });
  });

  it('of nobody’s payment is told to staff after ten minutes (case 23)', async () => {
    const event: DoubleEvent = {
      ...{ id: 'evt_of_nobody', type: 'payment_intent.succeeded', created: 0 },
      object: { id: 'pi_of_nobody', object: 'payment_intent' },
    };
    expect(await deliver(double.delivery(event, WEBHOOK_SECRET))).toBe(204);
    await pass(601 * SECOND_MS);
    expect(orders.server.log()).toContain('PAYMENT_EVENT_OF_NOBODY');
  });
});

describe('a webhook that isn’t Stripe’s, or not of now', () => {
  const payload = JSON.stringify({
    ...{ id: 'evt_x', object: 'event', type: 'payment_intent.succeeded', livemode: false },
    data: { object: { id: 'pi_x', object: 'payment_intent' } },
  });
  const signed = (text: string, seconds = 0, secret = WEBHOOK_SECRET) => {
    const timestamp = Math.floor((Date.now() + passed) / 1000) + seconds;
    return Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp });
  };
  const live = payload.replace('false', 'true');
  const elsewhere = payload.replace('"object":"event"', '"object":"event","account":"acct_1"');

  it.each([
    ['signed by another', () => [payload, signed(payload, 0, 'whsec_another')]],
    ['changed on the way', () => [`${payload} `, signed(payload)]],
    ['of the past', () => [payload, signed(payload, -310)]],
    ['of the future', () => [payload, signed(payload, 310)]],
    ['of real money, here (case 49)', () => [live, signed(live)]],
    ['of another account (case 49)', () => [elsewhere, signed(elsewhere)]],
    ['not signed', () => [payload, 'x']],
  ] as const)('%s is answered 404', async (_name, make) => {
    const [text, signature] = make() as [string, string];
    expect(await post(text, signature)).toBe(404);
  });

  it('is otherwise taken', async () => {
    expect(await post(payload, signed(payload))).toBe(204);
  });
});

describe('what leaves', () => {
  it('has no health word, no name and no card number in it (I15, case 61)', () => {
    const sent = double.calls.map(({ path, body }) => `${path} ${decodeURIComponent(body)}`).join('\n');
    expect(sent).toContain('description=meadow order');
    expect(sent).not.toMatch(/\bada\b|sleep|medic|prescri|consult|approv|\b\d{13,19}\b/i);
    const params = new Set(double.calls.flatMap(({ body }) => [...new URLSearchParams(body).keys()]));
    expect([...params].toSorted()).toEqual(
      expect.arrayContaining(['amount', 'currency', 'description', 'metadata[order]', 'metadata[vendor]']),
    );
    expect(orders.server.log()).not.toContain('whsec_');
  });
});

describe('a key', () => {
  it('is of one piece of work and its one request: none is constant, none replays another’s answer (cases 38, 39)', async () => {
    const { sql } = orders.server.database;
    const sent = double.calls.filter(({ method }) => method === 'POST');
    const requests = Map.groupBy(sent, ({ key }) => key);
    expect(requests.size).toBeGreaterThan(10);
    const works = await sql<{ id: string }[]>`select id from payment_work`;
    const known = new Set(works.map(({ id }) => id));
    for (const [key = 'none', calls] of requests) {
      expect(new Set(calls.map(({ path, body }) => `${path} ${body}`)).size).toBe(1);
      expect([...known].some((id) => key.startsWith(id))).toBe(true);
    }
  });
});

describe('a copy of the database (case 49, I14)', () => {
  it('moves no money until staff say so', async () => {
    const { sql } = orders.server.database;
    const due = await orders.place();
    const intent = await started(due);
    double.onDevice(intent, 'pm_card_visa');
    await orders.check(due);
    // As after a restore: the rows were written somewhere else.
    const [before] = await sql<
      [{ environment: string }]
    >`select environment from payment_environments where vendor = ${due.vendor}`;
    await sql`update payment_environments set environment = 'elsewhere'`;
    const calls = double.calls.length;
    await orders.wish((payments, transaction) => payments.capture(transaction, { ...due, actor: 'dr' }));
    await pass(DAY_MS);
    await orders.rounds.sweep();
    expect((await orders.start(await orders.place())).code).toBe('UNAVAILABLE');
    expect(double.calls.slice(calls)).toEqual([]);
    expect((await orders.stateOf(due))?.status).toBe('authorized');
    await sql`update payment_environments set environment = ${before.environment}`;
    await pass(61 * SECOND_MS);
    expect((await orders.stateOf(due))?.status).toBe('captured');
  });

  it('is told from its original by its keys, and by where it is', async () => {
    const { sql } = orders.server.database;
    const now = () => new Date();
    const copy = randomBytes(32);
    const environment = createEnvironment({ sql, secret: copy, now });
    expect(await environment.mayMove('meadow')).toBe(false);
    expect(await resumePayments(sql, copy, now())).toEqual(['meadow']);
    expect(await environment.mayMove('meadow')).toBe(true);
    expect(await createEnvironment({ sql, secret: randomBytes(32), now }).mayMove('meadow')).toBe(false);
  });
});
