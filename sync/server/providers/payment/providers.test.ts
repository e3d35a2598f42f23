import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createDemoProvider } from './demo/demo.ts';
import { type PaymentProvider, ProviderUnknown } from './provider.ts';
import { createStripeProvider } from './stripe/stripe.ts';
import { describeProvider } from './testing/provider-contract.ts';
import { createStripeDouble, type DoubleFault } from './testing/stripe-double.ts';

let database: TestDatabase;
let demo: PaymentProvider;
let stripe: PaymentProvider;
const double = createStripeDouble(Date.now);
let api: Awaited<ReturnType<typeof double.listen>>;
beforeAll(async () => {
  database = await createTestDatabase();
  demo = createDemoProvider({ sql: database.sql, now: () => new Date() });
  api = await double.listen();
  stripe = createStripeProvider({
    ...{ secretKey: 'sk_test_double', publishableKey: 'pk_test_double' },
    api: { host: api.host, port: api.port, protocol: 'http' },
  });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const STRIPE_CARDS = {
  demo_4242: 'pm_card_visa',
  demo_declined: 'pm_card_visa_chargeDeclined',
  demo_no_funds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  demo_expired: 'pm_card_chargeDeclinedExpiredCard',
  demo_wrong_cvc: 'pm_card_chargeDeclinedIncorrectCvc',
  demo_error: 'pm_card_chargeDeclinedProcessingError',
  demo_3ds_always: 'pm_card_authenticationRequired',
} as const;
const stripeCard = (token: string) => STRIPE_CARDS[token as keyof typeof STRIPE_CARDS] ?? token;

describeProvider('demo', { provider: () => demo, methodOf: (token) => token });
describeProvider('stripe, over its double', { provider: () => stripe, methodOf: stripeCard });

const key = process.env.STRIPE_TEST_SECRET_KEY;
describe.skipIf(key === undefined)('with STRIPE_TEST_SECRET_KEY of a test account', () => {
  const real = () => createStripeProvider({ secretKey: key ?? '', publishableKey: 'pk_test_none' });
  describeProvider('stripe itself', { provider: real, methodOf: stripeCard });
});

describe('Stripe that fails', () => {
  it.each<DoubleFault>(['lost', 'answer-lost', 'error', 'busy', 'too-many'])(
    'says nothing with %s, and the same key finds out (cases 36, 38)',
    async (fault) => {
      const [order, idempotencyKey] = [crypto.randomUUID(), crypto.randomUUID()];
      const request = {
        step: 'create',
        intent: { purpose: 'charge', amount: 4900, currency: 'USD', vendor: 'meadow', order },
      } as const;
      double.faultOf = () => fault;
      await expect(stripe.send('meadow', request, idempotencyKey)).rejects.toThrow(ProviderUnknown);
      double.faultOf = () => undefined;
      const intent = await stripe.send('meadow', request, idempotencyKey);
      const ofOrder = [...double.intents.values()].filter((one) => one.order === order);
      expect(ofOrder.map(({ id }) => id)).toEqual([intent]);
    },
  );

  it('repeats an answer of a fault for as long as the key lives', async () => {
    const order = crypto.randomUUID();
    const intent = { purpose: 'charge', amount: 4900, currency: 'USD', vendor: 'meadow', order } as const;
    const idempotencyKey = crypto.randomUUID();
    double.faultOf = () => 'error-after';
    await expect(stripe.send('meadow', { step: 'create', intent }, idempotencyKey)).rejects.toThrow(
      ProviderUnknown,
    );
    double.faultOf = () => undefined;
    await expect(stripe.send('meadow', { step: 'create', intent }, idempotencyKey)).rejects.toThrow(
      ProviderUnknown,
    );
  });

  it('refuses what Stripe doesn’t know', async () => {
    const answer = await double.fetch('https://api.stripe.com/v1/payment_intents', {
      method: 'POST',
      body: 'amount=4900&currency=usd&diagnosis=x',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'parameter_unknown' } },
    ]);
  });
});
