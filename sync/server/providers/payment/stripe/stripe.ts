/** Payments by Stripe. Descriptions and metadata hold ids and a vendor's slug: there is no agreement that lets health data go there. */
import { Stripe } from 'stripe';
import {
  type NewIntent,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  type ProviderRequest,
  ProviderUnknown,
} from '../provider.ts';
import { disputeOf, movementOf, paymentOf, refundOf, setupOf } from './stripe-objects.ts';
import { stripePage } from './stripe-page.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Another address than Stripe's, and another way to it: for tests. */
  readonly api?: Partial<Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol' | 'httpClient'>>;
}

/** The library's own 80 s would keep a patient waiting. */
const TIMEOUT_MS = 15_000;
const AT_ONCE = 100;

const isSetup = (intent: string) => intent.startsWith('seti_');

/** Whether Stripe may have acted: only a clear answer says that it hasn't. */
function faultOf(error: unknown): unknown {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return error;
  const code = error.code ?? error.type;
  // A wrong key or permission is the operator's to mend; the same is sent again then.
  const isOpen =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    error.statusCode === undefined ||
    error.statusCode === 409 ||
    error.statusCode === 429 ||
    error.statusCode >= 500;
  return isOpen ? new ProviderUnknown(code) : new ProviderRefused(code);
}

async function asked<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw faultOf(error);
  }
}

export function createStripeProvider({ secretKey, publishableKey, api }: StripeSettings): PaymentProvider {
  // Retries are ours, with the request that was kept: the library's would be over before a minute's outage is.
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...api,
  });

  async function create({ purpose, amount, currency, order, vendor, saved, keeper }: NewIntent, key: string) {
    const told = { description: `${vendor} order`, metadata: { order, vendor } };
    // Holds no name and no address: only the card is kept by it.
    const customer =
      saved?.customer ??
      keeper?.customer ??
      (purpose === 'charge' && !keeper
        ? undefined
        : (
            await stripe.customers.create(
              { metadata: { order, vendor } },
              { idempotencyKey: `${key}:customer` },
            )
          ).id);
    const common = {
      payment_method_types: ['card'],
      ...told,
      ...(customer === undefined ? {} : { customer }),
    };
    if (purpose === 'save')
      return stripe.setupIntents.create({ usage: 'off_session', ...common }, { idempotencyKey: key });
    return stripe.paymentIntents.create(
      {
        ...{ amount, currency: currency.toLowerCase(), ...common },
        ...(purpose === 'hold' ? { capture_method: 'manual', setup_future_usage: 'off_session' } : {}),
        ...(purpose === 'charge' ? { capture_method: 'automatic' } : {}),
        ...(saved ? { payment_method: saved.method } : {}),
      },
      { idempotencyKey: key },
    );
  }

  /** A declined card is an answer: it is read from the intent. */
  async function confirm(
    { intent, method, offSession }: Extract<ProviderRequest, { step: 'confirm' }>,
    idempotencyKey: string,
  ) {
    const how = method === undefined ? {} : { payment_method: method };
    try {
      if (isSetup(intent)) await stripe.setupIntents.confirm(intent, how, { idempotencyKey });
      else
        await stripe.paymentIntents.confirm(
          intent,
          { ...how, ...(offSession ? { off_session: true } : {}) },
          { idempotencyKey },
        );
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    }
  }

  async function carryOut(request: ProviderRequest, idempotencyKey: string): Promise<string> {
    if (request.step === 'create') return (await create(request.intent, idempotencyKey)).id;
    const { intent } = request;
    switch (request.step) {
      case 'update':
        await stripe.paymentIntents.update(
          intent,
          {
            amount: request.amount,
            // An empty one takes it back.
            ...(request.keep === undefined
              ? {}
              : { setup_future_usage: request.keep ? ('off_session' as const) : ('' as const) }),
          },
          { idempotencyKey },
        );
        break;
      case 'confirm':
        await confirm(request, idempotencyKey);
        break;
      case 'capture':
        await stripe.paymentIntents.capture(
          intent,
          { amount_to_capture: request.amount },
          { idempotencyKey },
        );
        break;
      case 'cancel':
        if (isSetup(intent)) await stripe.setupIntents.cancel(intent, {}, { idempotencyKey });
        else await stripe.paymentIntents.cancel(intent, {}, { idempotencyKey });
        break;
      case 'refund':
        await stripe.refunds.create(
          { payment_intent: intent, amount: request.amount, metadata: { work: idempotencyKey } },
          { idempotencyKey },
        );
        break;
    }
    return intent;
  }

  async function retrieve(id: string): Promise<ProviderPayment> {
    if (isSetup(id)) return setupOf(await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }));
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    if (intent.status !== 'succeeded') return paymentOf(intent, [], []);
    const [refunds, disputes] = await Promise.all([
      stripe.refunds.list({ payment_intent: id, limit: AT_ONCE }),
      stripe.disputes.list({ payment_intent: id, limit: AT_ONCE }),
    ]);
    return paymentOf(
      intent,
      refunds.data.map(refundOf),
      disputes.data.flatMap((one) => disputeOf(one) ?? []),
    );
  }

  /** The newest hundred. A bank that refused the patient only has made no charge of it. */
  async function declines(id: string): Promise<readonly string[]> {
    const { data } = isSetup(id)
      ? await stripe.setupAttempts.list({ setup_intent: id, limit: AT_ONCE })
      : await stripe.charges.list({ payment_intent: id, limit: AT_ONCE });
    return data.flatMap((one) => (one.status === 'failed' ? [one.id] : []));
  }

  return {
    name: 'stripe',
    publishableKey,
    page: stripePage,
    send: (_vendor, request, key) => asked(() => carryOut(request, key)),
    retrieve: (_vendor, intent) => asked(() => retrieve(intent)),
    declines: (_vendor, intent) => asked(() => declines(intent)),
    forget: (_vendor, method) =>
      asked(async () => {
        await stripe.paymentMethods.detach(method);
      }),
    movements: (_vendor, since) =>
      asked(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) };
        const found = [];
        const listed = stripe.balanceTransactions.list({ created, limit: AT_ONCE, expand: ['data.source'] });
        for await (const transaction of listed) found.push(movementOf(transaction) ?? []);
        return found.flat();
      }),
  };
}
