/** A clinic with a small shop: what it sells, payments that do as they are told, and patients who order. */
import { randomBytes, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { ConsultationState } from '../../../../domain/care/consultation.ts';
import type { Product } from '../../../../domain/catalog/product.ts';
import type { PublishedLegalDocument } from '../../../../domain/legal/legal-document.ts';
import type { PaymentStatus } from '../../../../domain/orders/order-status.ts';
import type { OrderMoney, OrderView } from '../../../../domain/orders/order-view.ts';
import { promotionHash } from '../../../../domain/shop/promotion.ts';
import type { Shop } from '../../../../domain/shop/shop.ts';
import { pharmacyOf, planOf, productOf, shopOf } from '../../../../domain/testing/fixture-shop.ts';
import { type ConsoleOrder, consoleOrderSchema } from '../../../../protocol/api/console-orders.ts';
import { type OrderAnswer, type OrderToken, orderAnswerSchema } from '../../../../protocol/api/orders.ts';
import { recordsPageSchema } from '../../../../protocol/api/records.ts';
import { orderPlace } from '../../../../protocol/operations/order-place.ts';
import type { OrderPlace } from '../../../../protocol/operations/payloads/order-place.ts';
import type { Core, Feature } from '../../../core/feature.ts';
import { features } from '../../../features.ts';
import { fixturePack } from '../../../testing/fixture-pack.ts';
import { type Answer, HOST, openConsole } from '../../../testing/test-console.ts';
import { intake, sealedTo, type TestDevice } from '../../../testing/test-device.ts';
import { withCookie } from '../../../testing/test-patients.ts';
import { sealingTarget } from '../../../testing/test-sealing.ts';
import { openTestAccounts, type TestBrowser } from '../../accounts/testing/test-accounts.ts';
import {
  type Due,
  type PaymentAlerts,
  type PaymentChange,
  type Payments,
  payments,
} from '../../payments/service.ts';
import { catalogs } from '../../shop/feature.ts';
import { type ConsultationMove, type Consultations, consultations, type Orders, orders } from '../service.ts';

export const PLASTERS = 'PLASTERS-20';
export const SYRUP = 'SYRUP-100';
export const TABLETS = 'TABLETS-12';

const products: readonly Product[] = [
  productOf('plasters', { plans: [planOf(PLASTERS, 500)] }),
  productOf('syrup', { plans: [planOf(SYRUP, 1200, { stock: 1 })] }),
  productOf('tablets', { kind: 'rx', questionnaire: 'sleep', plans: [planOf(TABLETS, 4900)] }),
];

async function shop(): Promise<Shop> {
  return shopOf({
    promotions: [
      { code: await promotionHash('WELCOME'), off: { percent: 10 }, rx: false, limit: 1 },
      { code: await promotionHash('FIRST'), off: { amount: 100 }, rx: false, firstOrderOnly: true },
      { code: await promotionHash('OVER'), off: { percent: 10 }, rx: false, until: '2020-01-01' },
    ],
    pharmacies: [
      pharmacyOf('corner', { region: 'US-CA' }),
      pharmacyOf('plaza', { region: 'US-CA' }),
      pharmacyOf('closed', { region: 'US-CA', active: false }),
    ],
    payAtDesk: true,
  });
}

const NOTHING: OrderMoney = { held: 0, charged: 0, refunded: 0, refunding: 0 };

/** Does at once what it is told, and remembers it. */
function fakePayments(core: Core) {
  let alerts: PaymentAlerts = { orders: [], strays: 0 };
  const states = new Map<string, { status: PaymentStatus; money: OrderMoney; due: Due }>();
  const wished: {
    readonly wish: string;
    readonly order: string;
    readonly id?: string;
    readonly amount?: number;
    readonly actor: string;
  }[] = [];
  let listener: Parameters<Payments['onChange']>[0] | undefined;
  let check: Parameters<Payments['askBefore']>[0] | undefined;
  const stateOf = (order: string) => {
    const state = states.get(order);
    if (!state) throw new Error('Nothing was expected of this order.');
    return state;
  };
  const expect = (status: PaymentStatus) => async (_transaction: unknown, due: Due) => {
    const before = states.get(due.order);
    states.set(due.order, { status: before?.status ?? status, money: before?.money ?? NOTHING, due });
  };
  const service: Payments = {
    expect: expect('none'),
    expectAtDesk: expect('deferred'),
    stateOf: async (_sql, _vendor, ids) =>
      new Map(ids.flatMap((id) => (states.has(id) ? [[id, stateOf(id)] as const] : []))),
    capture: async (_transaction, { order, amount, actor }) =>
      void wished.push({ wish: 'capture', order, amount, actor }),
    async release(_transaction, { order, actor }) {
      wished.push({ wish: 'release', order, actor });
      const state = stateOf(order);
      const isOpen = state.status === 'none' || state.status === 'deferred';
      states.set(order, { ...state, status: isOpen ? 'voided' : 'canceling' });
    },
    async refund(_transaction, { order, id, amount, actor }) {
      wished.push({ wish: 'refund', order, ...(id !== undefined && { id }), amount, actor });
      const state = stateOf(order);
      const money = { ...state.money, refunding: state.money.refunding + amount };
      states.set(order, { ...state, status: 'refund_pending', money });
    },
    async recordAtDesk(_transaction, { order, amount, actor }) {
      wished.push({ wish: 'record', order, amount, actor });
      states.set(order, { ...stateOf(order), status: 'captured', money: { ...NOTHING, charged: amount } });
    },
    onChange(given) {
      listener = given;
    },
    askBefore(given) {
      check = given;
    },
    showBy: () => undefined,
    ownBy: () => undefined,
    alerts: async () => alerts,
  };
  return {
    service,
    wished,
    alert(given: PaymentAlerts) {
      alerts = given;
    },
    dueOf: (order: string) => states.get(order)?.due,
    /** As a patient who begins to pay that much. */
    start: (order: string, total: number, vendor = 'meadow') =>
      core.publishWithin(async (transaction, publish) =>
        check?.(transaction, publish, { vendor, order, total }),
      ),
    /** The provider has said so. */
    async tell(
      order: string,
      status: PaymentStatus,
      money: Partial<OrderMoney> = {},
      { vendor = 'meadow', failedRefunds = [] }: Partial<PaymentChange> = {},
    ) {
      const state = stateOf(order);
      const change = { vendor, order, status, money: { ...state.money, ...money }, failedRefunds };
      states.set(order, { ...state, ...change });
      await core.publishWithin(async (transaction, publish) => listener?.(transaction, publish, change));
    },
  };
}
export type TestPayments = ReturnType<typeof fakePayments>;

export interface Placed {
  readonly id: string;
  readonly opId: string;
  readonly token: string;
  readonly payload: OrderPlace;
  readonly outcome: string | undefined;
}

export const home = {
  lines: ['12 Elm Street'],
  city: 'Oakland',
  region: 'US-CA',
  postcode: '94607',
  country: 'US',
};
export const byMail = { way: 'mail', address: home, rate: 'standard' } as const;

export const orderOf = (over: Partial<OrderPlace> = {}): OrderPlace => ({
  session: randomUUID(),
  vendor: 'meadow',
  placedAt: new Date().toISOString(),
  token: randomBytes(32).toString('base64url'),
  cart: { id: randomUUID(), version: 1 },
  lines: [{ sku: PLASTERS, quantity: 2 }],
  delivery: byMail,
  contact: { name: 'Ana Ruiz', email: 'ana@mail.example' },
  consents: [],
  payment: 'card',
  // Two for 5.00, and 5.00 for mailing them.
  shown: { total: 1500, currency: 'USD' },
  language: 'en',
  ...over,
});

async function openShop(legal: readonly PublishedLegalDocument[]) {
  const sold = { products: [...products], shop: await shop() };
  const states = new Map<string, ConsultationState>();
  const prescribed = new Map<string, string>();
  /** Places that ask for an ID that nobody has shown, and what was asked of them. */
  const identity = {
    lacking: [] as string[],
    state: 'missing' as 'missing' | 'sent',
    asked: [] as Parameters<Consultations['lacksId']>[1][],
  };
  let payment: TestPayments | undefined;
  let service: Orders | undefined;
  let core: Core | undefined;
  const before: Feature = {
    name: 'fakes',
    open(opened) {
      core = opened;
      catalogs.provide(opened, {
        of: async () => ({ ...sold, serviceAreas: [{ place: 'US-CA', modality: 'async' }] }),
      });
      payment = fakePayments(opened);
      payments.provide(opened, payment.service);
      consultations.provide(opened, {
        stateOf: async () => states,
        prescribedIn: async (_sql, _vendor, id) => prescribed.get(id),
        lacksId: async (_sql, asked) => {
          identity.asked.push(asked);
          return identity.lacking.some((place) => asked.places.includes(place)) && identity.state;
        },
      });
      return {};
    },
  };
  const after: Feature = {
    name: 'after',
    open(opened) {
      service = orders.of(opened);
      return {};
    },
  };
  // What comes after it asks the real shop.
  const own = features.slice(
    0,
    features.findIndex(({ name }) => name === 'shop'),
  );
  const [ordersFeature] = features.filter(({ name }) => name === 'orders');
  if (!ordersFeature) throw new Error('There is no such feature.');
  const [meadow, brook] = [await fixturePack(), await fixturePack('brook', 'Brook Clinic')];
  const clinic = await openTestAccounts({
    packs: [{ ...meadow, pack: { ...meadow.pack, legal: [...meadow.pack.legal, ...legal] } }, brook],
    features: [...own, before, ordersFeature, after],
    publicUrl: new URL(`https://${HOST}`),
  });
  if (!payment || !service || !core) throw new Error('The features were not opened.');
  return { clinic, sold, states, prescribed, identity, pay: payment, opened: core, desk: service };
}

/** @param legal what the clinic publishes beside its consent to remote care. */
export async function openTestOrders(legal: readonly PublishedLegalDocument[] = []) {
  const { clinic, sold, states, prescribed, identity, pay, opened, desk } = await openShop(legal);
  const { server } = clinic;
  const { sql } = server.database;
  const console = openConsole(server);
  const cookies = new Map<string, string>();

  async function staff(
    method: 'GET' | 'POST',
    path: string,
    payload?: unknown,
    { role = 'clinician', vendor = 'meadow' } = {},
  ): Promise<Answer> {
    const name = `${role} ${vendor}`;
    const call = async (cookie: string) => {
      cookies.set(name, cookie);
      return console.call(method, `${vendor}/api/${path}`, cookie, payload);
    };
    const answer = await call(cookies.get(name) ?? (await console.signIn(vendor, role)));
    // Tests let time pass.
    return answer.status === 401 ? call(await console.signIn(vendor, role)) : answer;
  }

  return {
    ...{ clinic, server, sql, pay, states, prescribed, identity, sold, staff, core: opened, orders: desk },
    close: () => server.close(),

    async place(device: TestDevice, over: Partial<OrderPlace> = {}): Promise<Placed> {
      const payload = orderOf(over);
      const operation = await sealedTo(
        sealingTarget(server.sealing, payload.vendor),
        orderPlace.kind,
        payload,
      );
      const { results } = await device.push(server.send, payload.vendor, [operation]);
      return {
        id: payload.session,
        opId: operation.opId,
        token: payload.token,
        payload,
        outcome: results[0]?.outcome,
      };
    },

    /** A form about sleep: what the tablets ask for. @returns its id. */
    async consult(device: TestDevice, over: Parameters<typeof intake>[1] = {}): Promise<string> {
      const payload = intake(server.formHash, over);
      const operation = await sealedTo(sealingTarget(server.sealing, 'meadow'), 'intake.submit', payload);
      await device.push(server.send, 'meadow', [operation]);
      return operation.opId;
    },

    async ask(
      method: 'GET' | 'POST',
      { id, token }: { readonly id: string; readonly token: string },
      path = '',
      body: unknown = {},
      vendor = 'meadow',
      scheme = 'Order',
    ) {
      const answer = await server.app.inject({
        ...{ method, url: `/connect/${vendor}/orders/v1/${id}${path}` },
        headers: { host: HOST, authorization: `${scheme} ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { payload: JSON.stringify(body) } : {}),
      });
      const json: Partial<OrderAnswer> &
        Partial<OrderToken> & { readonly code?: string; readonly detail?: string } = JSON.parse(
        answer.body || '{}',
      );
      return { status: answer.statusCode, json };
    },

    async view(placed: { readonly id: string; readonly token: string }): Promise<OrderView> {
      const answer = await server.app.inject({
        ...{ method: 'GET', url: `/connect/meadow/orders/v1/${placed.id}` },
        headers: { host: HOST, authorization: `Order ${placed.token}` },
      });
      if (answer.statusCode !== 200)
        throw new Error(`The order was answered with ${answer.statusCode}: ${answer.body}`);
      return orderAnswerSchema.parse(JSON.parse(answer.body)).order;
    },

    async seen(id: string, role = 'clinician'): Promise<ConsoleOrder> {
      return consoleOrderSchema.parse(
        JSON.parse((await staff('GET', `orders/${id}`, undefined, { role })).body),
      );
    },

    /** Records `order` of who is signed in. */
    async recordsOf({ device, cookie }: Pick<TestBrowser, 'device' | 'cookie'>) {
      const { text } = await device.request(
        withCookie(server.send, cookie()),
        'GET',
        '/connect/meadow/sync/v1/records',
      );
      return recordsPageSchema.parse(JSON.parse(text)).records.filter(({ kind }) => kind === 'order');
    },

    moved: (move: Omit<ConsultationMove, 'vendor'>) => {
      states.set(move.consultation, move.status === 'none' ? 'waiting' : move.status);
      return opened.publishWithin(async (transaction, publish) => {
        // As staff's form begins: with what was ordered first.
        const [first] = await desk.linesOf(transaction, 'meadow', move.consultation);
        if (move.status === 'approved' && first && !prescribed.has(move.consultation))
          prescribed.set(move.consultation, first.product);
        return desk.consultationMoved(transaction, publish, { vendor: 'meadow', ...move });
      });
    },

    /** Where many are sent at once, nobody waits for their outcome. */
    judged: () =>
      vi.waitFor(
        async () => {
          const waiting = await sql`select 1 from op_ledger where outcome = 'received'`;
          if (waiting.length > 0) throw new Error('Some operations are not judged yet.');
        },
        { timeout: 60_000, interval: 20 },
      ),

    /** Letters that wait, by what they tell. */
    async letters(): Promise<number> {
      const [row] = await sql<
        [{ count: string }]
      >`select count(*) as count from messages where letter = 'order'`;
      return Number(row.count);
    },

    async stockOf(sku: string) {
      const [row] = await sql<[{ units: number; reserved: number }?]>`
        select units, reserved from stock where vendor = 'meadow' and sku = ${sku}`;
      return row;
    },
  };
}
export type TestOrders = Awaited<ReturnType<typeof openTestOrders>>;
