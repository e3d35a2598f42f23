import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentAnswer } from '../../../protocol/api/orders.ts';
import { createStripeDouble } from '../../providers/payment/testing/stripe-double.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../accounts/testing/test-accounts.ts';
import type { Due } from './payment.ts';
import { openTestOrders, type TestOrders, VENDOR } from './testing/test-orders.ts';

const double = createStripeDouble(() => Date.now());
const stripe = {
  by: 'stripe',
  stripe: { secretKey: 'sk_test_double', publishableKey: 'pk_test_double', webhookSecret: 'whsec_x' },
  stripeApi: { httpClient: Stripe.createFetchHttpClient(double.fetch) },
} as const;

describe.each([
  ['demo', { by: 'demo' }, 'demo_4242'],
  ['stripe', stripe, 'pm_card_visa'],
] as const)('a card that is kept at the provider %s', (name, payments, card) => {
  let accounts: TestAccounts;
  let orders: TestOrders;
  beforeAll(async () => {
    orders = await openTestOrders({ payments }, async (options) => {
      accounts = await openTestAccounts(options);
      return accounts.server;
    });
  });
  afterAll(() => orders.server.close());

  let count = 0;
  async function patient(shared = false) {
    count += 1;
    const browser = await accounts.browser();
    const { person } = await browser.enter(`card${count}@mail.example`, { shared });
    return { browser, person };
  }
  const opens = (due: Due, browser: TestBrowser) => orders.start(due, due.amount, browser.cookie());
  const keep = (browser: TestBrowser, order: string, wants = true) =>
    browser.call('PUT', `orders/${order}/card`, { keep: wants });
  const payByKept = (browser: TestBrowser, order: string, total = 4900) =>
    browser.call<PaymentAnswer>('POST', `orders/${order}/payment`, { total });
  const stored = (person: string) => orders.server.database.sql<{ brand: string; last4: string }[]>`
    select brand, last4 from saved_cards where person = ${person}`;
  const records = (person: string) => orders.server.database.sql<{ body: string | null }[]>`
    select body::text as body from records where person = ${person} and kind = 'card'`;

  /** Pays one order by a card that is kept by it. */
  async function keeps(purpose: 'hold' | 'charge' = 'charge') {
    const { browser, person } = await patient();
    const due = await orders.place({ person, purpose });
    await opens(due, browser);
    expect((await keep(browser, due.order)).status).toBe(204);
    expect((await orders.confirm(due, { method: card })).json.result).toBe('done');
    return { browser, person };
  }

  it.each(['hold', 'charge'] as const)(
    'pays the next order by itself, with nothing typed (%s)',
    async (purpose) => {
      const { browser, person } = await keeps(purpose);
      expect(await stored(person)).toEqual([{ brand: 'visa', last4: '4242' }]);
      const next = await orders.place({ person, purpose });
      const answer = await payByKept(browser, next.order);
      expect(answer.json).toMatchObject({ result: 'done' });
      const state = await orders.stateOf(next);
      expect(state).toMatchObject({
        status: purpose === 'hold' ? 'authorized' : 'captured',
        money: { card: '4242' },
      });
      // Pressed twice, it is paid once.
      await payByKept(browser, next.order);
      expect((await orders.stateOf(next))?.money).toEqual(state?.money);
    },
  );

  it('is kept by nobody who hasn’t asked for it, or has taken it back', async () => {
    const { browser, person } = await patient();
    const due = await orders.place({ person, purpose: 'charge' });
    await opens(due, browser);
    await keep(browser, due.order);
    await keep(browser, due.order, false);
    await orders.confirm(due, { method: card });
    expect(await stored(person)).toEqual([]);
    const kept = [...double.intents.values()].find(({ order }) => order === due.order)?.keeps;
    expect(kept).toBe(name === 'stripe' ? false : undefined);
  });

  it.each(['hold', 'charge'] as const)(
    'isn’t kept by a word that was given before the payment was opened again, perhaps by somebody else (%s)',
    async (purpose) => {
      const { browser, person } = await patient();
      const due = await orders.place({ person, purpose });
      await opens(due, browser);
      expect((await keep(browser, due.order)).status).toBe(204);
      // By its link, on another device.
      await orders.start(due);
      expect((await orders.confirm(due, { method: card })).json.result).toBe('done');
      expect(await stored(person)).toEqual([]);
      const kept = [...double.intents.values()].find(({ order }) => order === due.order)?.keeps;
      expect(kept ?? false).toBe(false);
    },
  );

  it.each(['hold', 'charge'] as const)(
    'of a friend who pays isn’t kept by what the order’s owner says meanwhile (%s)',
    async (purpose) => {
      const { browser, person } = await patient();
      const due = await orders.place({ person, purpose });
      await orders.start(due);
      expect((await keep(browser, due.order)).code).toBe('ORDER_LOCKED');
      // Nor where they open it, too: it is paid by one intent, no matter who pays.
      await opens(due, browser);
      expect((await keep(browser, due.order)).code).toBe('ORDER_LOCKED');
      expect((await keep(browser, due.order, false)).status).toBe(204);
      expect((await orders.confirm(due, { method: card })).json.result).toBe('done');
      expect(await stored(person)).toEqual([]);
    },
  );

  it('is the one of the browser that opened the payment, however often: another one of the same person has no say', async () => {
    const { browser, person } = await patient();
    const second = await accounts.browser();
    await second.enter(`card${count}@mail.example`);
    const due = await orders.place({ person, purpose: 'charge' });
    await Promise.all([opens(due, browser), opens(due, browser)]);
    await opens(due, browser);
    expect((await keep(second, due.order)).code).toBe('ORDER_LOCKED');
    expect((await keep(browser, due.order)).status).toBe(204);
    expect((await orders.confirm(due, { method: card })).json.result).toBe('done');
    expect(await stored(person)).toHaveLength(1);
  });

  it('pays nobody else’s order, nor on a shared device, nor another total', async () => {
    const { browser, person } = await keeps();
    const [other, shared] = [await patient(), await patient(true)];
    const next = await orders.place({ person });
    const theirs = await orders.place({ person: other.person });
    const onShared = await orders.place({ person: shared.person });
    expect((await payByKept(other.browser, next.order)).status).toBe(404);
    expect((await keep(other.browser, next.order)).status).toBe(404);
    expect((await payByKept(browser, theirs.order)).status).toBe(404);
    // Their own, and nothing kept.
    expect((await payByKept(other.browser, theirs.order)).code).toBe('ORDER_LOCKED');
    expect((await keep(shared.browser, onShared.order)).status).toBe(404);
    expect((await payByKept(browser, next.order, 4800)).code).toBe('PRICE_CHANGED');
    expect((await orders.stateOf(next))?.status).toBe('none');
  });

  it('is removed: it is in no record, pays nothing, and the provider forgets it once no order waits for it', async () => {
    const { browser, person } = await keeps('hold');
    expect((await records(person)).map(({ body }) => JSON.parse(body ?? 'null'))).toEqual([
      { brand: 'visa', last4: '4242' },
    ]);
    const [held] = await orders.server.database.sql<{ order: string }[]>`
      select "order" from payments where vendor = ${VENDOR} and phase = 'authorized' and customer = (
        select customer from saved_cards where person = ${person})`;
    expect((await browser.call('POST', 'card/removal', {})).status).toBe(204);
    expect(await stored(person)).toEqual([]);
    expect((await records(person)).map(({ body }) => body)).toEqual([null]);
    const next = await orders.place({ person });
    expect((await payByKept(browser, next.order)).code).toBe('ORDER_LOCKED');
    const left = async () =>
      (await orders.server.database.sql`select id from saved_cards where person is null`).length;
    const detaching = () => double.calls.filter(({ path }) => path.endsWith('/detach')).length;
    await orders.server.turns.turn();
    expect([await left(), detaching()]).toEqual([1, 0]);
    await orders.wish((own, transaction) =>
      own.release(transaction, { vendor: VENDOR, order: held?.order ?? '', actor: 'system' }),
    );
    await orders.server.turns.turn();
    expect([await left(), detaching()]).toEqual([0, name === 'stripe' ? 1 : 0]);
  });

  it('goes with the account that is closed', async () => {
    const { browser, person } = await keeps();
    expect((await browser.call('POST', 'closing')).status).toBe(204);
    expect(await stored(person)).toEqual([]);
  });

  it('isn’t kept from its owner where others behind their address have used up its tries', async () => {
    const { browser, person } = await patient();
    const declined = name === 'stripe' ? 'pm_card_visa_chargeDeclined' : 'demo_declined';
    for (let order = 0; order < 5; order += 1) {
      const due = await orders.place();
      expect((await orders.start(due)).status).toBe(200);
      for (let tried = 0; tried < 8; tried += 1) await orders.confirm(due, { method: declined });
    }
    const due = await orders.place();
    expect((await orders.start(due)).code).toBe('RATE_LIMITED');
    // Signed in as somebody, but not as whose order it is.
    expect((await opens(due, browser)).code).toBe('RATE_LIMITED');
    expect((await opens(await orders.place({ person }), browser)).status).toBe(200);
  });
});
