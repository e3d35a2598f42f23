/** Cards that are tried at Stripe itself, with what a page was handed: of that, only webhooks tell (case 57). */
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStripeDouble } from '../../providers/payment/testing/stripe-double.ts';
import { openTestOrders, type TestOrders } from './testing/test-orders.ts';
import { STRIPE_WEBHOOK_PATH } from './webhook.ts';

const SECRET = 'whsec_of_the_declines';
const HOUR_MS = 3_600_000;
const DECLINED = 'pm_card_visa_chargeDeclined';
let passed = 0;
const double = createStripeDouble(() => Date.now() + passed);
/** What the provider's answers wait for. */
let held: Promise<void> | undefined;
let orders: TestOrders;
beforeAll(async () => {
  orders = await openTestOrders({
    payments: {
      by: 'stripe',
      stripe: { secretKey: 'sk_test_double', publishableKey: 'pk_test_double', webhookSecret: SECRET },
      stripeApi: {
        httpClient: Stripe.createFetchHttpClient(async (...request: Parameters<typeof double.fetch>) => {
          await held;
          return double.fetch(...request);
        }),
      },
    },
  });
});
afterAll(() => orders.server.close());

type Placed = Awaited<ReturnType<TestOrders['place']>>;

/** @returns the intent. */
async function started(due: Placed): Promise<string> {
  const { json, code } = await orders.start(due);
  if (json.provider?.name !== 'stripe') throw new Error(`Starting was answered ${code}.`);
  return json.provider.clientSecret.split('_secret')[0] ?? '';
}
const intentsOf = ({ order }: Placed) => [...double.intents.values()].filter((one) => one.order === order);

let delivered = 0;
/** All that Stripe has told since, each twice. */
async function hear(): Promise<void> {
  const events = double.events.slice(delivered);
  delivered = double.events.length;
  for (const event of [...events, ...events]) {
    const { payload, signature } = double.delivery(event, SECRET);
    const answer = await orders.server.app.inject({
      ...{ method: 'POST', url: STRIPE_WEBHOOK_PATH, payload },
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
    expect(answer.statusCode).toBe(204);
  }
  await orders.after(0);
}
/** The double's clock is the server's. */
function pass(milliseconds: number): Promise<void> {
  passed += milliseconds;
  return orders.after(milliseconds);
}
function tries(intent: string, times: number): void {
  for (let tried = 0; tried < times; tried += 1) double.onDevice(intent, DECLINED);
}

it('use up the order’s tries: the intent is canceled, none is started for an hour, and another one is paid then (R1)', async () => {
  const due = await orders.place({ purpose: 'charge' });
  const intent = await started(due);
  tries(intent, 7);
  await hear();
  expect(await started(due)).toBe(intent);
  tries(intent, 1);
  await hear();
  expect(double.intents.get(intent)?.state).toBe('canceled');
  expect(() => double.onDevice(intent, 'pm_card_visa')).toThrow();
  expect(await orders.stateOf(due)).toMatchObject({ status: 'voided', money: { held: 0, charged: 0 } });
  expect((await orders.start(due)).code).toBe('RATE_LIMITED');
  expect(intentsOf(due)).toHaveLength(1);
  await pass(HOUR_MS);
  double.onDevice(await started(due), 'pm_card_visa');
  expect((await orders.confirm(due)).json.result).toBe('done');
  expect(await orders.stateOf(due)).toMatchObject({ status: 'captured', money: { charged: 4900 } });
  expect(intentsOf(due).map(({ state }) => state)).toEqual(['canceled', 'succeeded']);
});

it('count once each, also those that were asked through us', async () => {
  const due = await orders.place();
  const intent = await started(due);
  for (let tried = 0; tried < 6; tried += 1)
    expect((await orders.confirm(due, { method: DECLINED })).json.result).toBe('declined');
  await hear();
  // What its own page says of a card that was declined there.
  tries(intent, 1);
  expect((await orders.confirm(due)).json.result).toBe('declined');
  expect((await orders.confirm(due)).json.result).toBe('declined');
  await hear();
  expect(await started(due)).toBe(intent);
  expect((await orders.confirm(due, { method: DECLINED })).json.result).toBe('declined');
  expect((await orders.start(due)).code).toBe('RATE_LIMITED');
  await hear();
  expect(double.intents.get(intent)?.state).toBe('canceled');
});

it('leave a card alone that was taken before its order’s tries were seen to be used up', async () => {
  const due = await orders.place();
  const intent = await started(due);
  tries(intent, 8);
  double.onDevice(intent, 'pm_card_visa');
  await hear();
  expect(await orders.stateOf(due)).toMatchObject({ status: 'authorized', money: { held: 4900 } });
  await pass(8 * 24 * HOUR_MS);
  await orders.rounds.sweep();
  // As any other hold that lapses: the card is kept for this order.
  expect((await orders.stateOf(due))?.status).toBe('setup');
});

it('count where a card is only saved, and where the bank refused', async () => {
  const due = await orders.place({ purpose: 'save' });
  const intent = await started(due);
  tries(intent, 8);
  await hear();
  expect([intent.slice(0, 5), double.intents.get(intent)?.state]).toEqual(['seti_', 'canceled']);
  expect((await orders.start(due)).code).toBe('RATE_LIMITED');

  const held = await orders.place();
  const asked = await started(held);
  for (let tried = 0; tried < 8; tried += 1) {
    double.onDevice(asked, 'pm_demo_3ds');
    await hear();
    double.bankAnswers(asked, 'refused');
    await hear();
  }
  expect((await orders.start(held)).code).toBe('RATE_LIMITED');
  // A card that was never taken is none to charge later.
  expect((await orders.stateOf(held))?.status).toBe('voided');
  await pass(HOUR_MS);
  double.onDevice(await started(held), 'pm_card_visa');
  expect((await orders.confirm(held)).json.result).toBe('done');
});

it('count once the counters can be asked again, where they couldn’t be as they were heard of', async () => {
  const due = await orders.place();
  const intent = await started(due);
  tries(intent, 8);
  const { sql } = orders.server.database;
  await sql`alter table rate_limits rename to rate_limits_away`;
  await hear();
  await sql`alter table rate_limits_away rename to rate_limits`;
  expect(double.intents.get(intent)?.state).toBe('open');
  await pass(HOUR_MS / 60);
  expect(double.intents.get(intent)?.state).toBe('canceled');
  expect((await orders.start(due)).code).toBe('RATE_LIMITED');
});

it('count within hours where none of their events has come', async () => {
  const due = await orders.place();
  const intent = await started(due);
  tries(intent, 8);
  delivered = double.events.length;
  await pass(2 * HOUR_MS);
  await orders.rounds.sweep();
  await pass(0);
  expect(double.intents.get(intent)?.state).toBe('canceled');
  expect((await orders.start(due)).code).toBe('RATE_LIMITED');
});

it('count against the network that was handed the secret, from order to order', async () => {
  await pass(48 * HOUR_MS);
  let tried = 0;
  for (;;) {
    const due = await orders.place();
    const { json, code } = await orders.start(due);
    if (code === 'RATE_LIMITED') break;
    if (json.provider.name !== 'stripe') throw new Error('Stripe wasn’t asked.');
    tries(json.provider.clientSecret.split('_secret')[0] ?? '', 5);
    tried += 5;
    await hear();
    if (tried > 100) break;
  }
  expect(tried).toBe(40);
});

it('are one more of each secret that is out there, where its network has none left', async () => {
  await pass(48 * HOUR_MS);
  const begun = await orders.place();
  const intent = await started(begun);
  for (let order = 0; order < 8; order += 1) tries(await started(await orders.place()), 5);
  await hear();
  expect((await orders.start(await orders.place())).code).toBe('RATE_LIMITED');
  // Its page is loaded again.
  expect(await started(begun)).toBe(intent);
  tries(intent, 1);
  await hear();
  expect(double.intents.get(intent)?.state).toBe('canceled');
  expect((await orders.start(begun)).code).toBe('RATE_LIMITED');
});

it('are asked about one question at a time, however often a page asks', async () => {
  await pass(48 * HOUR_MS);
  const due = await orders.place();
  tries(await started(due), 1);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  held = promise;
  const before = double.calls.length;
  const asked = Array.from({ length: 20 }, () => orders.confirm(due));
  // Nothing tells that all of them wait: on a busy machine they take a while to come.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  held = undefined;
  answer();
  for (const { json } of await Promise.all(asked)) expect(json.result).toBe('declined');
  // Each question is two requests: what became of it, and which cards were declined.
  expect(double.calls.length - before).toBeLessThanOrEqual(6);
});

/** Of payments that nobody can try a card with any more. */
const startersOf = ({ order }: Placed) =>
  orders.server.database.sql<{ from: string | null; by: string | null }[]>`
    select started_from as "from", started_by as "by" from payments where "order" = ${order} and phase <> 'open'`;
const NOBODY = [{ from: null, by: null }];

it('count against the network that was handed the secret also where the order is paid before they are heard of', async () => {
  await pass(48 * HOUR_MS);
  const paid: Placed[] = [];
  for (let order = 0; order < 8; order += 1) {
    const due = await orders.place({ purpose: 'charge' });
    const intent = await started(due);
    tries(intent, 5);
    double.onDevice(intent, 'pm_card_visa');
    expect((await orders.confirm(due)).json.result).toBe('done');
    await hear();
    paid.push(due);
  }
  expect((await orders.start(await orders.place())).code).toBe('RATE_LIMITED');
  // No address is kept, and after an hour nothing at all.
  for (const due of paid) expect(JSON.stringify(await startersOf(due))).not.toContain('127.0.0.1');
  await pass(HOUR_MS);
  await orders.rounds.sweep();
  for (const due of paid) expect(await startersOf(due)).toEqual(NOBODY);
});

it('leave nothing of who began to pay an order that ends before its intent is made', async () => {
  await pass(48 * HOUR_MS);
  const due = await orders.place();
  await pass(2 * HOUR_MS);
  double.faultOf = () => 'error';
  expect((await orders.start(due)).code).toBe('UNAVAILABLE');
  // While it may still be made, it is known against whom its tries count.
  await orders.rounds.sweep();
  expect((await startersOf(due))[0]?.from).toEqual(expect.any(String));
  double.faultOf = () => undefined;
  const { vendor, order } = due;
  await orders.wish((payments, transaction) =>
    payments.release(transaction, { vendor, order, actor: 'patient' }),
  );
  await pass(HOUR_MS);
  await orders.rounds.sweep();
  expect([(await orders.stateOf(due))?.status, await startersOf(due)]).toEqual(['voided', NOBODY]);
});
