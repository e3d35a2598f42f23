/** Orders, patients, a clinic and several processes around the real modules, a store in memory and the double of Stripe. One seed is one schedule. */
import { Stripe } from 'stripe';
import { ProblemError } from '../../../base/problems.ts';
import type { EngineIntent } from '../../../providers/payment/demo/engine.ts';
import type { PaymentProvider } from '../../../providers/payment/provider.ts';
import { createStripeProvider } from '../../../providers/payment/stripe/stripe.ts';
import {
  createStripeDouble,
  type DoubleEvent,
  type DoubleFault,
  type StripeDouble,
} from '../../../providers/payment/testing/stripe-double.ts';
import { createFetchAndApply } from '../apply.ts';
import { createDeclines } from '../declines.ts';
import { type Money, moneyOf } from '../ledger.ts';
import type { Due, Payment } from '../payment.ts';
import { createPerform } from '../perform.ts';
import { createRounds, type Rounds } from '../rounds.ts';
import { createPaying, type Paying } from '../start.ts';
import type { PaymentRows } from '../store.ts';
import {
  AmountError,
  DisputedError,
  expectPayment,
  wantCapture,
  wantRefund,
  wantRelease,
} from '../wishes.ts';
import { createMemoryStore, type MemoryStore, memoryRows } from './memory-store.ts';
import { createScheduler, pick, type Random, randomOf, type Scheduler } from './scheduler.ts';

export const VENDOR = 'meadow';
const SECOND_MS = 1_000;
const MAX_TRIES = 2;
const BY = { from: '203.0.113.7', session: undefined };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A rule that is turned off, by wrapping a part of the whole. */
export interface Switch {
  readonly rows?: (rows: PaymentRows) => PaymentRows;
  readonly provider?: (
    provider: PaymentProvider,
    world: { readonly delivered: readonly DoubleEvent[] },
  ) => PaymentProvider;
}

export interface ModelOptions extends Switch {
  readonly seed: number;
  /** Of deliveries, how many never come. */
  readonly drops?: number;
  readonly orders?: number;
  readonly steps?: number;
  /** Of the steps, how many are others': staff at the provider's own page, and banks that dispute. */
  readonly others?: number;
}

export interface World {
  readonly clock: { now: number };
  readonly random: Random;
  readonly store: MemoryStore;
  readonly double: StripeDouble;
  readonly paying: Paying;
  readonly rounds: Rounds;
  readonly scheduler: Scheduler;
  readonly dues: readonly Due[];
  /** Orders that were approved, and for how much. */
  readonly approved: Map<string, number>;
  readonly released: Set<string>;
  /** Confirmed by Stripe's script: what the server last saw may be of before. */
  readonly scripted: Set<string>;
}

function gated(scheduler: Scheduler, store: MemoryStore): MemoryStore {
  const around =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      await scheduler.gate();
      const result = await call(...given);
      await scheduler.gate();
      return result;
    };
  return {
    ...store,
    within: (work) => around(() => store.within(work))(),
    claimWork: around(store.claimWork),
    claimEvent: around(store.claimEvent),
  };
}

function gatedProvider(scheduler: Scheduler, provider: PaymentProvider): PaymentProvider {
  const around = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    await scheduler.gate();
    const result = await call();
    await scheduler.gate();
    return result;
  };
  return {
    ...provider,
    send: (...given) => around(() => provider.send(...given)),
    retrieve: (...given) => around(() => provider.retrieve(...given)),
    movements: (...given) => around(() => provider.movements(...given)),
    declines: (...given) => around(async () => (await provider.declines?.(...given)) ?? []),
  };
}

const FAULTS: readonly DoubleFault[] = ['lost', 'answer-lost', 'error', 'error-after', 'busy', 'too-many'];

const isExpected = (error: unknown) =>
  error instanceof ProblemError || error instanceof AmountError || error instanceof DisputedError;

export function createWorld({ seed, rows, provider: change, orders = 2 }: ModelOptions) {
  const random = randomOf(seed);
  const clock = { now: Date.parse('2026-11-02T09:00:00Z') };
  const now = () => new Date(clock.now);
  const double = createStripeDouble(() => clock.now);
  const scheduler = createScheduler(random, isExpected);
  const dues: Due[] = Array.from({ length: orders }, (_, index) => ({
    ...{ vendor: VENDOR, order: `order-${index}`, amount: pick(random, [4900, 12_345]), currency: 'USD' },
    purpose: pick(random, ['hold', 'hold', 'charge', 'save'] as const),
  }));
  const approved: World['approved'] = new Map();
  const released: World['released'] = new Set();
  const store = createMemoryStore((tables) => {
    const ask: PaymentRows['ask'] = async ({ order }) => {
      const due = dues.find((one) => one.order === order);
      if (!due) throw new ProblemError('NOT_FOUND');
      return due;
    };
    const quiet = { ask, tell: async () => undefined, keepCard: async () => undefined };
    return {
      ask,
      /** As orders do: what a card stands for again, after what was tried with has been closed, was approved before. */
      async tell({ vendor, order, status }) {
        const amount = released.has(order) ? undefined : approved.get(order);
        if (amount === undefined || (status !== 'authorized' && status !== 'setup')) return;
        const own = memoryRows(tables, quiet);
        await wantCapture(rows?.(own) ?? own, { vendor, order, actor: 'system', amount }, now());
      },
    };
  }, rows);
  const delivered: DoubleEvent[] = [];
  const real = createStripeProvider({
    ...{ secretKey: 'sk_test_double', publishableKey: 'pk_test_double' },
    api: { httpClient: Stripe.createFetchHttpClient(double.fetch) },
  });
  const provider = gatedProvider(scheduler, change?.(real, { delivered }) ?? real);
  const applying = { store: gated(scheduler, store), providerOf: () => provider, now };
  const quiet = { warn: () => undefined, error: (fault: object) => void faults.push(fault) };
  const faults: object[] = [];
  const working = {
    ...{ ...applying, logger: quiet, mayMove: async () => true, onAlert: () => undefined },
    fetchAndApply: createFetchAndApply(applying),
  };
  const perform = createPerform(working);
  const declines = createDeclines(applying);
  /** So few that schedules use them up. */
  const left = new Map<string, number>();
  const world: World & { readonly delivered: DoubleEvent[]; readonly faults: object[] } = {
    ...{ clock, random, store, double, scheduler, dues, delivered, faults },
    // Each time another process: within one, who asks may wait for who has asked before, and the scheduler would wait for both.
    get paying() {
      return createPaying({ ...working, perform, declines });
    },
    rounds: createRounds({
      ...{ ...working, perform, vendors: [VENDOR] },
      async onDecline(payment, event) {
        const { keep } = await declines.take(payment, false, event);
        const tries = (left.get(payment.order) ?? MAX_TRIES) - (await keep());
        left.set(payment.order, tries > 0 ? tries : MAX_TRIES);
        if (tries <= 0) await declines.close(payment);
      },
    }),
    ...{ approved, released },
    scripted: new Set(),
  };
  return world;
}

type OpenWorld = ReturnType<typeof createWorld>;

const paymentOf = ({ store }: World, { vendor, order }: Due): Payment | undefined =>
  store.tables.payments.get(`${vendor} ${order}`);

/** What the patient of an order may do next. */
function patientActs(world: OpenWorld, due: Due): unknown {
  const { random, paying, double, scheduler } = world;
  const payment = paymentOf(world, due);
  const total = due.amount;
  const intent = payment?.intentId;
  if (!intent || random() < 0.3) return scheduler.spawn(() => paying.start(due, total, BY));
  const method = pick(random, [
    'pm_card_visa',
    'pm_card_visa',
    'pm_card_visa_chargeDeclined',
    'pm_demo_3ds',
    'pm_demo_delayed',
  ]);
  const stored = double.intents.get(intent);
  if (stored?.state === 'action' && stored.card) {
    double.bankAnswers(intent, pick(random, ['passed', 'passed', 'refused']));
    return scheduler.spawn(() => paying.check(due));
  }
  // Stripe's script, whose answer the server may never hear of.
  if (payment.status === 'requires_method' && stored?.state === 'open' && random() < 0.3) {
    world.scripted.add(due.order);
    double.onDevice(intent, method);
    return random() < 0.5 && scheduler.spawn(() => paying.confirm(due, { total }));
  }
  return scheduler.spawn(() => paying.confirm(due, { total, method }));
}

function clinicActs(world: OpenWorld, due: Due): unknown {
  const { random, store, scheduler, approved, released, clock } = world;
  const at = new Date(clock.now);
  const wish = { vendor: due.vendor, order: due.order, actor: 'dr' };
  const payment = paymentOf(world, due);
  const isDecided = approved.has(due.order) || released.has(due.order);
  if (!isDecided && due.purpose !== 'charge' && random() < 0.4) {
    const amount = pick(random, [due.amount, Math.floor(due.amount / 2)]);
    return scheduler.spawn(async () => {
      await store.within((rows) => wantCapture(rows, { ...wish, amount }, at));
      approved.set(due.order, amount);
    });
  }
  if (!released.has(due.order) && random() < 0.15)
    return scheduler.spawn(async () => {
      await store.within((rows) => wantRelease(rows, wish, at));
      released.add(due.order);
    });
  if (payment?.phase === 'captured' && random() < 0.5) {
    const amount = pick(random, [1000, payment.captured]);
    return scheduler.spawn(() => store.within((rows) => wantRefund(rows, { ...wish, amount }, at)));
  }
  return undefined;
}

/** Refunds that weren't asked for here, and disputes of all that was charged or of what is left, won and lost. */
function othersAct(world: OpenWorld, due: Due): void {
  const { random, double } = world;
  const id = paymentOf(world, due)?.intentId ?? '';
  const intent = double.intents.get(id);
  if (!intent || intent.received === 0) return;
  const { received, refunds, disputes } = intent;
  const refunded = sum(refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => amount));
  const disputed = sum(disputes.filter(({ state }) => state !== 'won').map(({ amount }) => amount));
  const left = received - refunded - disputed;
  if (random() < 0.5) {
    if (left > 0) double.refundsByHand(id, pick(random, [Math.min(left, 1000), left]));
  } else if (disputes.length === 0) {
    const amount = pick(random, [received, left > 0 ? left : received]);
    double.disputes(id, { amount, ...(random() < 0.7 && { isLost: true }) });
  }
}

/** Dropped, late, in another order and more than once. */
function deliver(world: OpenWorld, drops: number, from: { sent: number }): void {
  const { random, double, delivered } = world;
  const left = double.events.slice(from.sent);
  if (left.length === 0) return;
  const event = random() < 0.2 && delivered.length > 0 ? pick(random, delivered) : pick(random, left);
  if (random() < 0.3) from.sent = double.events.length;
  if (random() >= drops) take(world, event);
}

/** As the webhook keeps it. */
function take({ store, delivered, scheduler, clock }: OpenWorld, event: DoubleEvent): void {
  delivered.push(event);
  const { id, type, object } = event;
  const intent = String(
    object.object === 'payment_intent' || object.object === 'setup_intent'
      ? object.id
      : object.payment_intent,
  );
  const receivedAt = new Date(clock.now);
  scheduler.spawn(() => store.within((rows) => rows.addEvent({ vendor: '', id, type, intent, receivedAt })));
}

export interface Broken {
  readonly seed: number;
  readonly rule: string;
  readonly detail: string;
}

function* brokenNow(world: OpenWorld): Generator<[string, string]> {
  for (const due of world.dues) {
    const payment = paymentOf(world, due);
    const intent = payment?.intentId ? world.double.intents.get(payment.intentId) : undefined;
    // A step that is under way may have been sent long after it was begun.
    const isUnderWay = [...world.store.tables.works.values()].some(
      ({ order, kind, sentAt, doneAt }) =>
        order === due.order && kind === 'confirm' && sentAt !== null && doneAt === undefined,
    );
    if (world.scripted.has(due.order) || isUnderWay) continue;
    if (payment?.status === 'failed' && intent && ['held', 'succeeded', 'processing'].includes(intent.state))
      yield ['unknown isn’t failed', `${due.order}: the provider says ${intent.state}`];
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The provider's own books of an order. */
function moneyAt(intents: readonly EngineIntent[]): Money {
  const refunds = intents.flatMap((one) => one.refunds);
  const lost = lostAt(intents);
  return {
    held: sum(intents.filter(({ state }) => state === 'held').map(({ amount }) => amount)),
    charged: sum(intents.map(({ received }) => received)),
    refunded: sum(refunds.filter(({ state }) => state === 'succeeded').map(({ amount }) => amount)),
    refunding: sum(refunds.filter(({ state }) => state === 'pending').map(({ amount }) => amount)),
    ...(lost > 0 && { lost }),
  };
}

const lostAt = (intents: readonly EngineIntent[]): number =>
  sum(
    intents
      .flatMap((one) => one.disputes)
      .filter(({ state }) => state === 'lost')
      .map(({ amount }) => amount),
  );

export function moneyIn({ store }: World, { order }: Due): Money {
  return moneyOf([...store.tables.transfers.values()].filter((one) => one.order === order));
}

function* brokenAtEnd(world: OpenWorld): Generator<[string, string]> {
  for (const due of world.dues) {
    const { order } = due;
    const intents = [...world.double.intents.values()].filter((one) => one.order === order);
    const payment = paymentOf(world, due);
    if (!payment) continue;
    if (intents.filter(({ received }) => received > 0).length > 1) yield ['charged twice', order];
    const [ours, theirs] = [JSON.stringify(moneyIn(world, due)), JSON.stringify(moneyAt(intents))];
    if (ours !== theirs) yield ['books differ', `${order}: ${ours} here, ${theirs} there`];
    const lost = lostAt(intents);
    if (payment.lost !== lost) yield ['books differ', `${order}: ${payment.lost} lost here, ${lost} there`];
    const { held, charged, refunded } = moneyAt(intents);
    if (world.released.has(order) && payment.releaseWanted && (held > 0 || charged > refunded + lost))
      yield ['kept after a release', `${order}: ${payment.status}`];
    if (['unknown', 'canceling', 'refund_pending', 'disputed'].includes(payment.status))
      yield ['never settled', `${order}: ${payment.status}`];
    const wanted = world.approved.get(order);
    const hadCard = intents.some(({ saved, card }) => saved !== undefined && card !== undefined);
    const isClosed =
      payment.closeWanted &&
      payment.intentId !== null &&
      world.double.intents.get(payment.intentId)?.state === 'canceled';
    // A declined card, a bank that asks, or an intent with which too many were tried, waits for the patient.
    const isPatients = payment.status === 'failed' || payment.status === 'requires_action' || isClosed;
    if (wanted !== undefined && hadCard && !isPatients && !world.released.has(order) && charged !== wanted)
      yield ['approved and not charged', `${order}: ${payment.status}, ${charged} of ${wanted}`];
  }
}

async function runAll(world: OpenWorld): Promise<void> {
  world.double.tick();
  for (const round of ['events', 'work', 'sweep'] as const) {
    world.scheduler.spawn(() => world.rounds[round]());
    await world.scheduler.drain();
  }
}

const PASSES = [
  SECOND_MS,
  6 * SECOND_MS,
  70 * SECOND_MS,
  11 * 60 * SECOND_MS,
  2 * HOUR_MS,
  DAY_MS,
  6 * DAY_MS,
];

/** @returns the first rule that was broken; undefined: none. */
export async function runSchedule(options: ModelOptions): Promise<Broken | undefined> {
  const { seed, drops = 0.3, steps = 60, others = 0 } = options;
  const world = createWorld(options);
  const { random, scheduler, clock, double, store, rounds } = world;
  const from = { sent: 0 };
  const broken = ([rule, detail]: [string, string]) => ({ seed, rule, detail });
  double.faultOf = () => (random() < 0.12 ? pick(random, FAULTS) : undefined);
  for (const due of world.dues)
    await store.within((rows) => expectPayment(rows, due, null, new Date(clock.now)));
  for (let step = 0; step < steps; step += 1) {
    const due = pick(random, world.dues);
    if (others > 0 && random() < others) othersAct(world, due);
    const chance = random();
    if (chance < 0.35) patientActs(world, due);
    else if (chance < 0.5) clinicActs(world, due);
    else if (chance < 0.65) deliver(world, drops, from);
    else if (chance < 0.85) scheduler.spawn(() => pick(random, [rounds.work, rounds.events, rounds.sweep])());
    else {
      clock.now += pick(random, PASSES);
      double.tick();
    }
    for (let go = Math.floor(random() * 12); go > 0; go -= 1) await scheduler.step();
    for (const found of brokenNow(world)) return broken(found);
  }
  // Whatever was under way ends, the network is well again, and days pass.
  double.faultOf = () => undefined;
  scheduler.calm();
  await scheduler.drain();
  for (let pass = 0; pass < 22; pass += 1) {
    clock.now += pass < 8 ? 70 * SECOND_MS : 20 * HOUR_MS;
    await runAll(world);
    for (const found of brokenNow(world)) return broken(found);
  }
  for (const found of brokenAtEnd(world)) return broken(found);
  return undefined;
}

/** What becomes of every event that the provider tells, over weeks. */
export type Deliveries = 'dropped' | 'doubled' | 'late';

export interface Weeks {
  readonly orders: number;
  readonly days: number;
  /** How often an event was told. */
  readonly deliveries: number;
  readonly told: number;
  readonly broken: readonly (readonly [string, string])[];
  /** What the provider's list has and the books don't. */
  readonly missing: readonly unknown[];
  /** All that moved, here and there. */
  readonly books: readonly [here: Money, there: Money];
}

/** Doubled: twice now, and once more an hour later. Late: after days, the newest first. */
const TOLD_AFTER_MS: Readonly<Record<Deliveries, readonly number[]>> = {
  dropped: [],
  doubled: [0, 0, HOUR_MS],
  late: [2 * DAY_MS],
};

/** Some orders each day, each its own way, without kills: only what is told is late, doubled or lost. */
export async function runWeeks({
  seed,
  deliveries,
  weeks,
}: {
  readonly seed: number;
  readonly deliveries: Deliveries;
  readonly weeks: number;
}): Promise<Weeks> {
  const world = createWorld({ seed, orders: weeks * 7 });
  const { random, scheduler, clock, store, rounds, double, delivered } = world;
  const beganAt = clock.now;
  const waiting: { readonly event: DoubleEvent; readonly dueAt: number }[] = [];
  let seen = 0;
  async function tell(): Promise<void> {
    for (const event of double.events.slice(seen))
      for (const after of TOLD_AFTER_MS[deliveries]) waiting.push({ event, dueAt: clock.now + after });
    seen = double.events.length;
    const due = waiting.filter(({ dueAt }) => dueAt <= clock.now).toReversed();
    for (const one of due) {
      waiting.splice(waiting.indexOf(one), 1);
      take(world, one.event);
    }
    await scheduler.drain();
  }
  async function passHours(hours: number): Promise<void> {
    clock.now += hours * HOUR_MS;
    await tell();
    await runAll(world);
  }
  scheduler.calm();
  const opened: Due[] = [];
  for (const due of world.dues) {
    opened.push(due);
    await store.within((rows) => expectPayment(rows, due, null, new Date(clock.now)));
    for (const one of opened.slice(-4)) {
      patientActs(world, one);
      await scheduler.drain();
      clinicActs(world, one);
      await tell();
    }
    await passHours(9);
    await passHours(15);
    const charged = lastCharged(world, opened);
    if (random() < 0.2 && charged) double.disputes(charged);
  }
  for (let pass = 0; pass < 14; pass += 1) await passHours(20);
  const compared = rounds.reconcile(VENDOR, new Date(0));
  scheduler.spawn(() => compared);
  await scheduler.drain();
  return {
    ...{ orders: opened.length, days: (clock.now - beganAt) / DAY_MS, told: seen },
    ...{ deliveries: delivered.length, broken: [...brokenAtEnd(world)], missing: await compared },
    books: [moneyOf([...store.tables.transfers.values()]), moneyAt([...double.intents.values()])],
  };
}

/** Intent of the last of them that was charged. */
const lastCharged = (world: OpenWorld, dues: readonly Due[]) =>
  dues.map((due) => paymentOf(world, due)).findLast((payment) => payment?.status === 'captured')?.intentId;
