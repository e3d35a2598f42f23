/** Money: what an order's payment is to be, what has become of it, and the books. It knows orders by their ids and amounts alone. */
import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import type { OrderView } from '../../../domain/orders/order-view.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';
import { paymentProviders } from '../../providers/open-payments.ts';
import { accountDesk, patients } from '../accounts/feature.ts';
import { createFetchAndApply, newWork } from './apply.ts';
import { attentionOf } from './attention.ts';
import { createForgetting, keepCard, leaveCards, mergedCards } from './cards.ts';
import { createConfirmLimits } from './confirm-limits.ts';
import { createDeclines } from './declines.ts';
import { createEnvironment } from './environment.ts';
import { moneyOf } from './ledger.ts';
import type { PaymentName } from './payment.ts';
import { createPerform } from './perform.ts';
import { createPostgresStore, type Others, readTransfers, rowsOf } from './postgres-store.ts';
import { createPaymentJob, createRounds, type Rounds, reconcileDue, strayMovements } from './rounds.ts';
import { addPatientPaymentRoutes, addPaymentRoutes } from './routes.ts';
import {
  type AskBefore,
  type FindOwn,
  type OnPaymentChange,
  type PaymentState,
  payments,
} from './service.ts';
import { createPaying } from './start.ts';
import { addStripeWebhook } from './webhook.ts';
import { expectPayment, payAtDesk, wantCapture, wantRefund, wantRelease } from './wishes.ts';

export { AmountError, DisputedError } from './wishes.ts';

/** For tests, and where somebody doesn't want to wait for the next round. */
export const paymentRounds = serviceNamed<Rounds>('paymentRounds');

async function readStates(sql: Sql | Transaction, vendor: string, orders: readonly string[]) {
  const rows = await sql<{ order: string; status: PaymentStatus; card: string | null }[]>`
    select "order", status, card from payments where vendor = ${vendor} and "order" = any(${[...orders]}::uuid[])`;
  const books = await readTransfers(sql, vendor, orders);
  return new Map(
    rows.map(({ order, status, card }): [string, PaymentState] => [
      order,
      { status, money: { ...moneyOf(books.get(order) ?? []), ...(card === null ? {} : { card }) } },
    ]),
  );
}

function open(core: Core): OpenedFeature {
  const { sql, publishWithin, now, logger, vendors, secret, tellStaff } = core;
  const providers = paymentProviders.of(core);
  const listeners: OnPaymentChange[] = [];
  let check: AskBefore | undefined;
  let findOwn: FindOwn | undefined;
  let show: ((order: PaymentName) => Promise<OrderView>) | undefined;

  const ask =
    (transaction: Transaction, publish: Publish): Others['ask'] =>
    (name, total) => {
      if (!check) throw new Error('No feature says what orders cost.');
      return check(transaction, publish, { ...name, total });
    };
  const unasked: Others['ask'] = () => {
    throw new Error('Only who pays is asked about.');
  };
  const store = createPostgresStore(sql, publishWithin, (transaction, publish) => ({
    ask: ask(transaction, publish),
    keepCard: (owner, card) => keepCard(transaction, publish, owner, card, now()),
    async tell(change) {
      for (const listener of listeners) await listener(transaction, publish, change);
    },
  }));
  /** Of somebody else's transaction, who publishes themselves: listeners hear of it in the next round. */
  const rowsIn = (transaction: Transaction) => {
    const rows = rowsOf(transaction, {
      ask: unasked,
      keepCard: () => Promise.reject(new Error('Nothing is paid here.')),
      async tell(change) {
        const payment = await rows.find(change);
        if (payment) await rows.addWork(newWork(payment, 'tell', { dueAt: now() }));
      },
    });
    return rows;
  };
  const { mayMove } = createEnvironment({ sql, secret, now });
  const applying = {
    ...{ store, now },
    providerOf: (vendor: string, name?: Parameters<typeof providers.of>[1] | 'desk' | null) =>
      name === 'desk' ? undefined : providers.of(vendor, name ?? undefined),
  };
  const working = {
    ...{ ...applying, mayMove, logger },
    fetchAndApply: createFetchAndApply(applying),
    onAlert(vendor: string, order: string, alert: string) {
      logger.error({ vendor, order, alert }, 'PAYMENT_NEEDS_STAFF');
      tellStaff(vendor);
    },
  };
  const perform = createPerform(working);
  const slugs = vendors.all.map(({ pack }) => pack.slug);
  const declines = createDeclines(applying);
  const tries = createConfirmLimits(core.limits, declines.close);
  const rounds = createRounds({
    ...{ ...working, perform, vendors: slugs },
    onDecline: async (payment, event) =>
      tries.declined(payment, payment.startedFrom, await declines.take(payment, false, event)),
  });
  paymentRounds.provide(core, rounds);
  payments.provide(core, {
    expect: (transaction, due) => expectPayment(rowsIn(transaction), due, null, now()),
    expectAtDesk: (transaction, due) => expectPayment(rowsIn(transaction), due, 'desk', now()),
    stateOf: readStates,
    capture: (transaction, wish) => wantCapture(rowsIn(transaction), wish, now()),
    release: (transaction, wish) => wantRelease(rowsIn(transaction), wish, now()),
    refund: (transaction, wish) => wantRefund(rowsIn(transaction), wish, now()),
    recordAtDesk: (transaction, wish) => payAtDesk(rowsIn(transaction), wish, now()),
    onChange: (listener) => void listeners.push(listener),
    askBefore(given) {
      check = given;
    },
    ownBy(given) {
      findOwn = given;
    },
    showBy(given) {
      show = given;
    },
    async alerts(vendor) {
      const [found, strays] = await Promise.all([store.alerts(vendor), strayMovements(sql, vendor)]);
      const orders = found.flatMap((one) => {
        const attention = attentionOf(one);
        return attention ? [{ order: one.order, attention }] : [];
      });
      return { orders, strays };
    },
  });
  patients.find(core)?.addPart(mergedCards);
  accountDesk.find(core)?.onClosing(async (transaction, { vendor, persons }) => {
    await leaveCards(transaction, vendor, persons);
    return undefined;
  });
  const forgetCards = createForgetting({ sql, providerOf: providers.of, mayMove, logger });
  const routed = {
    ...{ paying: createPaying({ ...working, perform, declines }), tries },
    show(name: PaymentName) {
      if (!show) throw new Error('No feature shows orders.');
      return show(name);
    },
  };
  return {
    addOrderRoutes: (orders) =>
      addPaymentRoutes(orders, {
        ...routed,
        async starterOf(request, name) {
          const browser = await accountDesk.find(core)?.browserOf(request, name.vendor);
          const own = browser && (await findOwn?.(name, browser.person));
          return { from: request.ip, session: browser?.session, ...(own && { owner: browser.person }) };
        },
      }),
    addPatientRoutes: (scope) =>
      addPatientPaymentRoutes(scope, {
        ...{ ...routed, publishWithin },
        own: async (order, person) => findOwn?.(order, person),
      }),
    addRoutes: (server) =>
      addStripeWebhook(server, { store, webhook: providers.webhook, vendors: slugs, now }),
    cardGrant: (vendor) => providers.of(vendor)?.page,
    jobs: [createPaymentJob(rounds, logger)],
    async turn() {
      await forgetCards();
      await rounds.sweep();
      await reconcileDue(sql, rounds, { now: now(), logger });
    },
  };
}

export const paymentsFeature: Feature = { name: 'payments', open };
