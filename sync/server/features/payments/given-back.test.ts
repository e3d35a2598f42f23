/** What was given back by others than us: by staff at the provider's own page, and by the patient's bank. */
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStripeDouble } from '../../providers/payment/testing/stripe-double.ts';
import { AmountError } from './feature.ts';
import { openTestOrders, type TestOrders } from './testing/test-orders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const actor = 'dr@meadow.test';

let passed = 0;
const double = createStripeDouble(() => Date.now() + passed);
let orders: TestOrders;
beforeAll(async () => {
  orders = await openTestOrders({
    payments: {
      by: 'stripe',
      stripe: {
        ...{ secretKey: 'sk_test_double', publishableKey: 'pk_test_double' },
        webhookSecret: 'whsec_a_secret_of_the_webhook',
      },
      stripeApi: { httpClient: Stripe.createFetchHttpClient(double.fetch) },
    },
  });
});
afterAll(() => orders.server.close());
afterEach(() => {
  double.faultOf = () => undefined;
});

type Placed = Awaited<ReturnType<TestOrders['place']>>;

/** The double's clock is the server's. A payment that no webhook was about is looked at. */
async function pass(milliseconds: number): Promise<void> {
  passed += milliseconds;
  orders.server.pass(milliseconds);
  await orders.rounds.sweep();
  await orders.after(0);
}

async function paid() {
  const due = await orders.place({ purpose: 'charge' });
  await orders.pay(due, 'pm_card_visa');
  const intent = [...double.intents.values()].find(({ order }) => order === due.order)?.id;
  if (intent === undefined) throw new Error('Stripe wasn’t asked.');
  return { due, intent };
}

async function refund(due: Placed, amount: number): Promise<string> {
  const id = randomUUID();
  await orders.wish((payments, transaction) => payments.refund(transaction, { ...due, id, amount, actor }));
  return id;
}

async function seen(due: Placed) {
  const state = await orders.stateOf(due);
  const { charged, refunded, refunding } = state?.money ?? {};
  const alerts = await orders.payments.alerts(due.vendor);
  const attention = alerts.orders.find(({ order }) => order === due.order)?.attention;
  return { status: state?.status, charged, refunded, refunding, attention };
}
const failedOf = (due: Placed) => orders.told.findLast(({ order }) => order === due.order)?.failedRefunds;

describe('a refund at the provider’s own page', () => {
  it.each([
    ['all', 4900, 'refunded', undefined],
    ['a part', 1000, 'partially_refunded', 'refund-failed'],
  ] as const)(
    'of %s is booked beside one that was asked for here and hasn’t been sent, which then fails',
    async (_how, amount, status, attention) => {
      const { due, intent } = await paid();
      double.faultOf = ({ method, path }) =>
        method === 'POST' && path.startsWith('/v1/refunds') ? 'lost' : undefined;
      const id = await refund(due, 4900);
      double.refundsByHand(intent, amount);
      await pass(2 * HOUR_MS);
      expect(await seen(due)).toEqual({
        ...{ status: 'refund_pending', charged: 4900, refunded: amount, refunding: 4900 },
        attention: 'refunded-more',
      });
      double.faultOf = () => undefined;
      await pass(2 * HOUR_MS);
      expect(await seen(due)).toEqual({ status, charged: 4900, refunded: amount, refunding: 0, attention });
      expect(failedOf(due)).toEqual([id]);
      if (amount === 4900) return;
      await refund(due, 3900);
      expect(await seen(due)).toEqual({
        ...{ status: 'refunded', charged: 4900, refunded: 4900, refunding: 0 },
        attention: undefined,
      });
    },
  );
});

describe('a dispute', () => {
  it('of all, after a part was refunded, is booked, also where it is lost; staff are told', async () => {
    const { due, intent } = await paid();
    await refund(due, 1000);
    double.disputes(intent, { amount: 4900, isLost: true });
    await pass(DAY_MS + HOUR_MS);
    expect(await seen(due)).toMatchObject({ status: 'disputed', attention: 'disputed' });
    await pass(8 * DAY_MS);
    expect(await seen(due)).toEqual({
      ...{ status: 'refunded', charged: 4900, refunded: 1000, refunding: 0 },
      attention: 'refunded-more',
    });
    expect((await orders.stateOf(due))?.money.lost).toBe(4900);
    await expect(refund(due, 1)).rejects.toThrow(AmountError);
  });

  it('of what is being refunded ends the refund where it is lost', async () => {
    const { due, intent } = await paid();
    double.faultOf = ({ method, path }) =>
      method === 'POST' && path.startsWith('/v1/refunds') ? 'lost' : undefined;
    const id = await refund(due, 1000);
    double.faultOf = () => undefined;
    double.disputes(intent, { isLost: true });
    await pass(2 * HOUR_MS);
    expect(await seen(due)).toMatchObject({ status: 'disputed', refunding: 1000 });
    await pass(8 * DAY_MS);
    await pass(2 * HOUR_MS);
    expect(await seen(due)).toEqual({
      ...{ status: 'refunded', charged: 4900, refunded: 0, refunding: 0 },
      attention: undefined,
    });
    expect(failedOf(due)).toEqual([id]);
  });

  it('of what was refunded in full is shown, and over once it is won', async () => {
    const { due, intent } = await paid();
    await refund(due, 4900);
    expect((await seen(due)).status).toBe('refunded');
    double.disputes(intent, { amount: 4900 });
    await pass(DAY_MS + HOUR_MS);
    expect(await seen(due)).toMatchObject({ status: 'disputed', attention: 'disputed' });
    await pass(8 * DAY_MS);
    expect(await seen(due)).toMatchObject({ status: 'refunded', refunded: 4900, attention: undefined });
  });
});

describe('the books of it all', () => {
  it('are the provider’s, and each transfer adds up to nothing (I2)', async () => {
    expect(await orders.rounds.reconcile('meadow', new Date(0))).toEqual([]);
    const unbalanced = await orders.server.database.sql`
      select transfer from ledger group by vendor, transfer having sum(amount) <> 0`;
    expect(unbalanced).toEqual([]);
    expect(orders.server.log()).not.toContain('PAYMENT_FAILED');
  });

  it('hold no more refunds than was charged (I3)', async () => {
    const { due } = await paid();
    const { sql } = orders.server.database;
    const more = sql`update payments set refunded = captured + 1 where "order" = ${due.order}`;
    await expect(more).rejects.toMatchObject({ code: '23514' });
  });
});
