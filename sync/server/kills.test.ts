/**
 * The real server is killed, again and again, between placing an order and giving its money back; Stripe's double lives on in this process. Afterwards its books are
 * the provider's, and each order is paid once.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { planOf, productOf, shopOf } from '../domain/testing/fixture-shop.ts';
import { orderPlace } from '../protocol/operations/order-place.ts';
import { pushResponseSchema } from '../protocol/wire.ts';
import { findRunningCluster } from './base/cluster/cluster.ts';
import { connect, type Sql } from './base/database/database.ts';
import { moneyOf } from './features/payments/ledger.ts';
import { readTransfers } from './features/payments/postgres-store.ts';
import { DEMO_PASSWORD } from './features/staff/demo-staff.ts';
import { createStripeDouble, type StripeDouble } from './providers/payment/testing/stripe-double.ts';
import { fixturePack } from './testing/fixture-pack.ts';
import { withShop } from './testing/fixture-shop.ts';
import { createInstallation, type Installation, sendTo } from './testing/server-process.ts';
import { createTestDevice, intake, sealed } from './testing/test-device.ts';

const FULL = process.env.FULL === '1';
/** More are asked for by name: `KILLS=40 ORDERS=24`. */
const KILLS = Number(process.env.KILLS ?? (FULL ? 12 : 2));
const ORDERS = Number(process.env.ORDERS ?? (FULL ? 8 : 4));
const TIMEOUT_MS = 180_000 + KILLS * 60_000;
/** What is waited for is said before the whole is given up. */
const GIVE_UP_AT = performance.now() + TIMEOUT_MS - 30_000;
const ANSWER_WITHIN_MS = 20_000;
const REFUSALS_SHOWN = 12;
const OUTPUT_SHOWN = 4_000;
const SECRET = 'whsec_of_the_drill';
const VENDOR = 'meadow';
/** What a request is tried again after, whatever came of it. */
const AGAIN_MS = 60;
const LOST = { status: 0, json: {} as Record<string, unknown> };

/** The same for the same seed: which order does what, and when the server dies. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
const chance = chanceOf(7);

/** The same after each start: devices prove whom they speak to. */
async function freePort(): Promise<number> {
  const taken = createServer().listen(0);
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  return port;
}

async function openShop(double: StripeDouble) {
  const meadow = await fixturePack(VENDOR, 'Meadow', { undoSeconds: 0 });
  const products = [
    productOf('plasters', { plans: [planOf('PLASTERS', 1000)] }),
    productOf('tablets', { kind: 'rx', questionnaire: 'sleep', plans: [planOf('TABLETS', 4900)] }),
  ];
  const installation = await createInstallation('prepared', [
    await withShop(meadow, { products, shop: shopOf() }),
  ]);
  onTestFinished(installation.remove);
  const line = await double.listen();
  onTestFinished(line.close);
  const formHash = [...meadow.definitions.keys()][0] ?? '';
  const port = await freePort();
  const env = {
    PORT: String(port),
    NODE_OPTIONS: `--import=${new URL('./testing/stripe-elsewhere.ts', import.meta.url).href}`,
    STRIPE_DOUBLE: String(line.port),
    ...{
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: SECRET,
    },
  };
  return { installation, env, formHash, address: `http://localhost:${port}` };
}

/** A server that is started again as soon as it was killed. */
function keepAlive(installation: Installation, env: Readonly<Record<string, string>>, address: string) {
  let server = installation.start(env);
  let kills = 0;
  let killing: Promise<void> | undefined;

  async function kill(): Promise<void> {
    kills += 1;
    alive.steps = 0;
    await server.kill('SIGKILL');
    server = installation.start(env);
  }

  const alive = {
    address,
    /** What this server has brought to an end. */
    steps: 0,
    /** What wasn't done when it was asked for, each once, the last at the end. */
    refusals: [] as string[],
    kills: () => kills,
    ready: () => server.ready,
    /** Two who kill at once kill one server: it has one successor. */
    kill(): Promise<void> {
      killing ??= kill().finally(() => {
        killing = undefined;
      });
      return killing;
    },
    stop: () => server.kill('SIGTERM'),
    output: () => server.output().slice(-OUTPUT_SHOWN),
  };
  return alive;
}
type Alive = ReturnType<typeof keepAlive>;

/** @returns status 0 where nobody answered. */
async function call(
  alive: Alive,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) {
  try {
    const answer = await fetch(`${alive.address}${path}`, {
      ...{ method, headers: { origin: alive.address, 'content-type': 'application/json', ...headers } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await answer.text();
    if (!answer.ok) {
      const refusal = `${method} ${path} ${answer.status} ${text}`;
      alive.refusals = [...alive.refusals.filter((one) => one !== refusal), refusal].slice(-REFUSALS_SHOWN);
    }
    return {
      status: answer.status,
      json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      headers: answer.headers,
    };
  } catch {
    return LOST;
  }
}

/**
 * Again until it is so: what was lost is asked for once more, as a device does.
 * @throws Error that says what for, what was refused last, and what the server wrote.
 */
async function until<Value>(
  alive: Alive,
  name: string,
  what: () => Promise<Value | undefined>,
): Promise<Value> {
  for (;;) {
    const found = await what();
    if (found !== undefined) {
      alive.steps += 1;
      return found;
    }
    if (performance.now() > GIVE_UP_AT)
      throw new Error([`${name}: never`, ...alive.refusals, alive.output()].join('\n'));
    await delay(AGAIN_MS);
  }
}

async function staffOf(alive: Alive) {
  const cookie = await until(alive, 'signing in', async () => {
    const body = { email: `clinician@${VENDOR}.example`, password: DEMO_PASSWORD };
    const answer = await call(alive, 'POST', `/console/${VENDOR}/api/session`, {}, body);
    return answer.status === 200 && 'headers' in answer
      ? answer.headers?.get('set-cookie')?.split(';')[0]
      : undefined;
  });
  return (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(alive, method, `/console/${VENDOR}/api/${path}`, { cookie }, body);
}
type Staff = Awaited<ReturnType<typeof staffOf>>;

interface Placed {
  readonly id: string;
  readonly wantsRefund: boolean;
}

/** One patient, from the form to what is charged, and for some of them back again. */
async function order(alive: Alive, staff: Staff, formHash: string, isRx: boolean): Promise<Placed> {
  const device = await createTestDevice(alive.address);
  const push = (operation: ReturnType<typeof sealed>) =>
    until(alive, operation.kind, async () => {
      const body = { deviceId: device.deviceId, epoch: null, maxSeq: 0, ops: [operation] };
      const answer = await device
        .post(sendTo(alive.address), VENDOR, JSON.stringify(body))
        .catch(() => undefined);
      if (answer?.status !== 200) return undefined;
      return pushResponseSchema.parse(JSON.parse(answer.text)).results[0]?.receipt;
    });
  const form = sealed('intake.submit', intake(formHash));
  if (isRx) await push(form);
  const id = randomUUID();
  const token = Buffer.from(randomUUID().repeat(2)).subarray(0, 32).toString('base64url');
  const total = isRx ? 4900 + 2500 + 500 : 2500;
  const placed = {
    ...{
      session: id,
      vendor: VENDOR,
      placedAt: new Date().toISOString(),
      token,
      cart: { id: randomUUID(), version: 1 },
    },
    lines: [isRx ? { sku: 'TABLETS', quantity: 1 } : { sku: 'PLASTERS', quantity: 2 }],
    ...(isRx ? { consultation: form.opId } : {}),
    delivery: {
      ...{ way: 'mail', rate: 'standard' },
      address: {
        lines: ['12 Elm Street'],
        city: 'Oakland',
        region: 'US-CA',
        postcode: '94607',
        country: 'US',
      },
    },
    ...{ contact: { name: 'Ana Ruiz' }, consents: [], payment: 'card', language: 'en' },
    shown: { total, currency: 'USD' },
  };
  const operation = sealed(orderPlace.kind, placed);
  await push(operation);
  const headers = { authorization: `Order ${token}` };
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(alive, method, `/connect/${VENDOR}/orders/v1/${id}${path}`, headers, body);
  await until(alive, 'placed', async () => ((await ask('GET', '')).status === 200 ? true : undefined));
  await until(alive, `paying ${id}`, async () => {
    const started = await ask('POST', '/payment', { total });
    const paid =
      started.status === 200
        ? await ask('POST', '/payment/confirm', { total, method: 'pm_card_visa' })
        : LOST;
    const seen = paid.json.result === 'done' ? paid : await ask('POST', '/payment/check', {});
    return seen.json.result === 'done' ? true : undefined;
  });
  const wantsRefund = !isRx && chance() < 0.6;
  if (isRx) await approve(alive, staff, form.opId);
  if (wantsRefund) {
    const refund = {
      id: randomUUID(),
      lines: [{ sku: 'PLASTERS', quantity: 1 }],
      shipping: false,
      reason: 'Broken',
    };
    await until(alive, `giving back of ${id}`, async () =>
      (await staff('POST', `orders/${id}/refund`, refund)).status === 200 ? true : undefined,
    );
  }
  return { id, wantsRefund };
}

async function approve(alive: Alive, staff: Staff, id: string): Promise<void> {
  const path = `cases/${id}/consultation`;
  await until(alive, `approving ${id}`, async () => {
    const read = await staff('GET', path);
    if (read.status !== 200) return undefined;
    if (read.json.state === 'prescribed') return true;
    for (const { name, state, attestable } of read.json.guards as {
      name: string;
      state: string;
      attestable: boolean;
    }[])
      if (state === 'unmet' && attestable)
        await staff('POST', `${path}/attestations`, { guard: name, text: 'Seen.' });
    const expiresOn = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    const prescription = {
      ...{ medicine: 'Tablets', directions: 'One at night', quantity: '12', refills: 0, days: 12, expiresOn },
      product: 'tablets',
    };
    await staff('POST', `${path}/decision`, { does: 'approve', prescription });
    return undefined;
  });
}

/** What Stripe tells, in any order; some of it never. */
async function deliver(alive: Alive, double: StripeDouble): Promise<void> {
  for (const event of double.events.slice(-20)) {
    if (chance() < 0.4) continue;
    const { payload, signature } = double.delivery(event, SECRET);
    await fetch(`${alive.address}/payments/stripe/webhook`, {
      ...{ method: 'POST', body: payload },
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    }).catch(() => undefined);
  }
}

/** Its database starts again with the server. */
async function withDatabase<Result>(
  { dataDir }: Installation,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const url = await findRunningCluster(dataDir);
  if (url === undefined) throw new Error('There is no database.');
  const { sql, close } = connect(url, { connections: 1 });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

/** Leases of who died are over, as if a minute had passed. */
const passMinute = (sql: Sql) => sql`
  with work as (update payment_work set due_at = due_at - interval '61 seconds' where done_at is null)
  update payments set attempted_at = attempted_at - interval '61 seconds' where attempted_at is not null`;

async function expectBooks(sql: Sql, double: StripeDouble, placed: readonly Placed[]): Promise<void> {
  const books = await readTransfers(
    sql,
    VENDOR,
    placed.map(({ id }) => id),
  );
  for (const { id, wantsRefund } of placed) {
    const intents = [...double.intents.values()].filter((one) => one.order === id);
    const charged = intents.filter(({ received }) => received > 0);
    expect([id, charged.length]).toEqual([id, 1]);
    const refunded = intents.flatMap(({ refunds }) => refunds).reduce((sum, { amount }) => sum + amount, 0);
    expect(refunded).toBe(wantsRefund ? 1000 : 0);
    const held = intents.filter(({ state }) => state === 'held').reduce((sum, { amount }) => sum + amount, 0);
    expect(moneyOf(books.get(id) ?? [])).toEqual({
      held,
      charged: charged[0]?.received,
      refunded,
      refunding: 0,
    });
  }
  const [off] = await sql<[{ count: number }]>`
    select count(*)::int as count from (select transfer from ledger group by vendor, transfer having sum(amount) <> 0) as unbalanced`;
  expect(off.count).toBe(0);
  const [orders] = await sql<
    [{ count: number }]
  >`select count(*)::int as count from orders where same_as is null`;
  expect(orders.count).toBe(placed.length);
}

it(`${KILLS} kills between placing and refunding: the books are the provider’s, and each order is paid once (I1, I2)`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const double = createStripeDouble(() => Date.now());
  const { installation, env, formHash, address } = await openShop(double);
  const alive = keepAlive(installation, env, address);
  await alive.ready();
  // Some die at the provider's door: before it has acted, or after.
  let atCall = 3;
  let calls = 0;
  double.faultOf = ({ method }) => {
    if (method !== 'POST' || alive.kills() >= KILLS) return undefined;
    calls += 1;
    if (calls < atCall) return undefined;
    calls = 0;
    atCall = 2 + Math.floor(chance() * 4);
    void alive.kill();
    return chance() < 0.5 ? 'lost' : 'answer-lost';
  };
  const staff = await staffOf(alive);
  const flows = Array.from({ length: ORDERS }, (_, at) => order(alive, staff, formHash, at % 2 === 1));
  const finished = Promise.all(flows);
  let isOver = false;
  finished.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) {
    await delay(200 + chance() * 2_500);
    await deliver(alive, double);
    await withDatabase(installation, passMinute).catch(() => undefined);
    // And some anywhere else, once something has got on: a server that is killed as it starts meets nothing, and on a busy machine nothing ever would.
    if (chance() < 0.3 && alive.kills() < KILLS && alive.steps > 0) await alive.kill();
  }
  const placed = await finished;
  double.faultOf = () => undefined;
  while (alive.kills() < KILLS) {
    await alive.ready();
    await alive.kill();
  }
  await alive.ready();
  await expect
    .poll(
      () =>
        withDatabase(installation, async (sql) => {
          await passMinute(sql);
          return (await sql`select 1 from payment_work where done_at is null and kind <> 'save' limit 1`)
            .length;
        }),
      { timeout: 60_000, interval: 500 },
    )
    .toBe(0);
  await withDatabase(installation, (sql) => expectBooks(sql, double, placed));
  await alive.stop();
});
