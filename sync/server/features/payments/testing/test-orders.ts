/** A feature that plays `orders`: it says what is due, hears what becomes of it, and opens an order to whoever names it as its token. */
import { randomUUID } from 'node:crypto';
import type { PaymentStatus } from '../../../../domain/orders/order-status.ts';
import type { OrderMoney, OrderView } from '../../../../domain/orders/order-view.ts';
import type { PaymentAnswer, PaymentConfirm, PaymentStarted } from '../../../../protocol/api/orders.ts';
import { ProblemError } from '../../../base/problems.ts';
import type { Feature } from '../../../core/feature.ts';
import { features } from '../../../features.ts';
import { fixturePack } from '../../../testing/fixture-pack.ts';
import { openTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import { paymentRounds } from '../feature.ts';
import type { Rounds } from '../rounds.ts';
import { type Due, type PaymentChange, type PaymentState, type Payments, payments } from '../service.ts';

export const VENDOR = 'meadow';

export interface Answer<Json> {
  readonly status: number;
  readonly code: string | undefined;
  readonly json: Json;
}

export interface TestOrders {
  readonly server: TestServer;
  readonly payments: Payments;
  readonly rounds: Rounds;
  /** What `orders` was told, the newest last. */
  readonly told: PaymentChange[];
  /** An order of $49.00, unless another is asked for; its id opens it. */
  place(due?: Partial<Due>): Promise<Due>;
  /** What `orders` says is due, from now on. */
  reprice(due: Due): void;
  /** @param cookie of the browser that opens it; none: nobody is signed in there. */
  start(due: Due, total?: number, cookie?: string): Promise<Answer<PaymentStarted>>;
  confirm(due: Due, how?: Partial<PaymentConfirm>): Promise<Answer<PaymentAnswer>>;
  check(due: Due): Promise<Answer<PaymentAnswer>>;
  /** Starts it and pays by this token. */
  pay(due: Due, method?: string): Promise<PaymentAnswer>;
  stateOf(due: Due): Promise<PaymentState | undefined>;
  /** In a transaction of its own, then all that is due now. */
  wish(
    work: (payments: Payments, transaction: Parameters<Payments['expect']>[0]) => Promise<void>,
  ): Promise<void>;
  /** Moves the clock, and goes the rounds. */
  after(milliseconds: number): Promise<void>;
}

function viewOf({ order, amount, currency }: Due, status: PaymentStatus, money: OrderMoney): OrderView {
  return {
    ...{ id: order, code: 'M-1', placedAt: new Date(0).toISOString(), currency, lines: [] },
    totals: { subtotal: amount, discount: 0, shipping: 0, tax: 0, total: amount },
    delivery: { way: 'pickup', pharmacy: 'corner' },
    contact: { name: 'Ada Example' },
    statuses: { order: 'placed', clinical: 'none', payment: status, fulfillment: 'unfulfilled' },
    ...{ problems: [], money, history: [] },
  };
}

/** @param open where who is signed in is the point, `openTestAccounts`. */
export async function openTestOrders(
  options: TestServerOptions = {},
  open: (options: TestServerOptions) => Promise<TestServer> = openTestServer,
): Promise<TestOrders> {
  const told: PaymentChange[] = [];
  const dues = new Map<string, Due>();
  let service: Payments | undefined;
  let rounds: Rounds | undefined;
  const orders: Feature = {
    name: 'test-orders',
    open(core) {
      const own = payments.of(core);
      service = own;
      rounds = paymentRounds.of(core);
      own.onChange(async (_transaction, _publish, change) => void told.push(change));
      own.askBefore(async (_transaction, _publish, { order, total }) => {
        const due = dues.get(order);
        if (!due) throw new ProblemError('NOT_FOUND');
        if (due.amount !== total) throw new ProblemError('PRICE_CHANGED');
        return due;
      });
      own.ownBy(async (name, person) => (dues.get(name.order)?.person === person ? name : undefined));
      own.showBy(async ({ vendor, order }) => {
        const state = (await own.stateOf(core.sql, vendor, [order])).get(order);
        const due = dues.get(order);
        if (!due || !state) throw new ProblemError('NOT_FOUND');
        return viewOf(due, state.status, state.money);
      });
      return {
        access: {
          findOrder: async (request, named) =>
            request.headers.authorization === `Order ${named.order}` &&
            dues.get(named.order)?.vendor === named.vendor
              ? named
              : undefined,
        },
      };
    },
  };
  const server = await open({
    packs: [await fixturePack(), await fixturePack('brook', 'Brook Clinic')],
    ...options,
    // Without those that would say what an order costs.
    features: [...features.filter(({ name }) => name !== 'orders' && name !== 'care'), orders],
  });
  if (!service || !rounds) throw new Error('The feature did not open.');
  const [own, round] = [service, rounds];

  async function call<Json>(due: Due, path: string, body: unknown, cookie?: string): Promise<Answer<Json>> {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/connect/${due.vendor}/orders/v1/${due.order}/${path}`,
      headers: {
        host: 'care.example',
        'content-type': 'application/json',
        authorization: `Order ${due.order}`,
        ...(cookie !== undefined && { cookie }),
      },
      payload: JSON.stringify(body),
    });
    const json = JSON.parse(answer.body === '' ? '{}' : answer.body);
    return { status: answer.statusCode, code: json.code, json };
  }

  async function settle(): Promise<void> {
    while ((await round.events()) + (await round.work()) > 0);
  }

  const test: TestOrders = {
    ...{ server, told, payments: own, rounds: round },
    async place(given = {}) {
      const due: Due = {
        ...{ vendor: VENDOR, order: randomUUID(), amount: 4900, currency: 'USD', purpose: 'hold' },
        ...given,
      };
      dues.set(due.order, due);
      await server.database.sql.begin((transaction) => own.expect(transaction, due));
      return due;
    },
    reprice: (due) => void dues.set(due.order, due),
    start: (due, total = due.amount, cookie) => call(due, 'payment', { total }, cookie),
    confirm: (due, how = {}) => call(due, 'payment/confirm', { total: due.amount, ...how }),
    check: (due) => call(due, 'payment/check', {}),
    async pay(due, method = 'demo_4242') {
      const started = await test.start(due);
      if (started.status !== 200) throw new Error(`Starting was answered ${started.status}: ${started.code}`);
      return (await test.confirm(due, { method })).json;
    },
    stateOf: async ({ vendor, order }) =>
      (await own.stateOf(server.database.sql, vendor, [order])).get(order),
    async wish(work) {
      await server.database.sql.begin((transaction) => work(own, transaction));
      await settle();
    },
    async after(milliseconds) {
      server.pass(milliseconds);
      await settle();
    },
  };
  return test;
}
