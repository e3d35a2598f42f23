import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import { CodedError, testActors } from '../testing/actors.ts';
import {
  type CheckoutActors,
  type CheckoutEvent,
  type DetailFacts,
  emptyDetails,
  type PaymentOutcome,
  type StartOutcome,
} from './checkout-events.ts';
import { CHECK_AFTER_MS, createCheckoutMachine } from './checkout-machine.ts';
import { pathOf } from './path-of.ts';

const all: DetailFacts = { contact: true, address: true, delivery: true };
const begun = { details: emptyDetails('US'), consents: [] };
const nothing: DetailFacts = { contact: false, address: false, delivery: false };
const place: CheckoutEvent = { type: 'PLACE', consented: true };
const started: StartOutcome = {
  status: 'started',
  started: { amount: 4900, currency: 'USD', purpose: 'hold', provider: { name: 'demo' } },
};

function run(part: Partial<CheckoutActors> = {}, clock = new SimulatedClock()) {
  const machine = createCheckoutMachine(testActors(part));
  const actor = createActor(machine, { input: begun, clock }).start();
  return { actor, clock, at: () => pathOf(actor.getSnapshot().value) };
}
/** At the document for paying, whose first answer is that. */
function paying(part: Partial<CheckoutActors>, clock = new SimulatedClock()) {
  const machine = createCheckoutMachine(testActors({ start: async () => started, ...part }));
  const actor = createActor(machine, { input: begun, clock }).start();
  actor.send({ type: 'RESUMED', at: 'payment' });
  const reaches = (path: string) => waitFor(actor, ({ value }) => pathOf(value) === path);
  return { actor, clock, reaches, at: () => pathOf(actor.getSnapshot().value) };
}

describe('the details', () => {
  it.each<[string, Partial<DetailFacts>, string]>([
    ['nothing is known', nothing, 'contact'],
    ['a consultation has told who it is', { contact: true, address: false }, 'address'],
    ['the rate is gone', { delivery: false }, 'delivery'],
    ['everything is known', {}, 'review'],
  ])('open at the first that lacks something - %s', (_why, facts, state) => {
    const { actor, at } = run();
    actor.send({ type: 'OPENED', facts: { ...all, ...facts } });
    expect(at()).toBe(state);
  });

  it('are kept as they are typed, wherever that is', () => {
    const { actor } = run();
    actor.send({ type: 'TYPED', part: { name: 'Ana' } });
    actor.send({ type: 'OPENED', facts: nothing });
    actor.send({ type: 'TYPED', part: { line1: '1 Elm' } });
    expect(actor.getSnapshot().context.details).toMatchObject({ name: 'Ana', line1: '1 Elm' });
  });

  it('are not enough without consent', () => {
    const { actor, at } = run();
    actor.send({ type: 'OPENED', facts: all });
    actor.send({ type: 'PLACE', consented: false });
    expect(at()).toBe('review');
  });
});

describe('placing', () => {
  it('goes back to the review, and says why - this device can’t keep it', async () => {
    const { actor } = run({ place: () => Promise.reject(new CodedError('quota')) });
    actor.send({ type: 'OPENED', facts: all });
    actor.send(place);
    const back = await waitFor(actor, (state) => state.matches('review'));
    expect(back.context.problem).toBe('quota');
  });

  it('is done once - the button is pressed twice', async () => {
    let placed = 0;
    const { actor } = run({
      place: async () => {
        placed += 1;
      },
    });
    actor.send({ type: 'OPENED', facts: all });
    actor.send(place);
    actor.send(place);
    await waitFor(actor, (state) => state.matches('queued'));
    actor.send(place);
    expect(placed).toBe(1);
  });

  it.each([
    ['settle', 'priced'],
    ['pay', 'payment.opening'],
    ['nothing', 'done'],
  ] as const)('waits for what the vendor says - %s', async (next, state) => {
    let tell: (event: typeof next) => void = () => undefined;
    const { actor, at } = run({
      place: async () => undefined,
      watchOrder: (report) => {
        tell = report;
        return () => undefined;
      },
    });
    actor.send({ type: 'OPENED', facts: all });
    actor.send(place);
    await waitFor(actor, ({ value }) => value === 'queued');
    tell(next);
    expect(at()).toBe(state);
  });
});

describe('paying by the card that is kept', () => {
  const kept = { ...begun, details: { ...begun.details, payment: 'kept' as const } };
  it.each([
    ['done', 'done'],
    ['declined', 'payment.opening'],
    ['unknown', 'payment.opening'],
    ['action', 'payment.opening'],
  ] as const)('happens once the vendor has the order, and never before - %s', async (status, state) => {
    let tell: (next: 'pay') => void = () => undefined;
    let asked = 0;
    const actors = testActors({
      place: async () => undefined,
      watchOrder: (report) => {
        tell = report;
        return () => undefined;
      },
      async payByKept() {
        asked += 1;
        return status === 'declined' ? { status, declined: 'declined' } : { status };
      },
    });
    const actor = createActor(createCheckoutMachine(actors), { input: kept }).start();
    actor.send({ type: 'OPENED', facts: all });
    actor.send(place);
    await waitFor(actor, ({ value }) => value === 'queued');
    expect(asked).toBe(0);
    tell('pay');
    await waitFor(actor, ({ value }) => pathOf(value) === state);
    expect(asked).toBe(1);
  });

  it('leaves the rest to the document for paying - there is no answer', async () => {
    const actors = testActors({
      place: async () => undefined,
      watchOrder: (report) => {
        setTimeout(() => report('pay'));
        return () => undefined;
      },
      payByKept: () => Promise.reject(new CodedError('offline')),
    });
    const actor = createActor(createCheckoutMachine(actors), { input: kept }).start();
    actor.send({ type: 'OPENED', facts: all });
    actor.send(place);
    const last = await waitFor(actor, ({ value }) => pathOf(value) === 'payment.opening');
    expect(last.status).toBe('active');
  });
});

describe('paying', () => {
  it('declined, corrected and paid: one order, and each card is sent once', async () => {
    const tried: (string | null | undefined)[] = [];
    const { actor, reaches } = paying({
      confirm: async ({ method, total }): Promise<PaymentOutcome> => {
        expect(total).toBe(4900);
        tried.push(method);
        return method === 'bad' ? { status: 'declined', declined: 'no-funds' } : { status: 'done' };
      },
    });
    await reaches('payment.card');
    actor.send({ type: 'SUBMITTED', method: 'bad' });
    // A second press.
    actor.send({ type: 'SUBMITTED', method: 'bad' });
    const declined = await reaches('payment.card');
    expect(declined.context).toMatchObject({ declined: 'no-funds', method: null });
    actor.send({ type: 'SUBMITTED', method: 'good' });
    await reaches('done');
    expect(tried).toEqual(['bad', 'good']);
  });

  it('asks the bank’s question, and goes on with its answer', async () => {
    const asked: unknown[] = [];
    const { actor, reaches } = paying({
      confirm: async ({ method, challenge }): Promise<PaymentOutcome> => {
        asked.push([method, challenge]);
        return { status: challenge === 'passed' ? 'done' : 'action' };
      },
    });
    await reaches('payment.card');
    actor.send({ type: 'SUBMITTED', method: 'asks' });
    await reaches('payment.action');
    actor.send({ type: 'CHALLENGED', result: 'passed' });
    await reaches('done');
    expect(asked).toEqual([
      ['asks', null],
      ['asks', 'passed'],
    ]);
  });

  it('R7: no answer is no decline: it is asked for at 5 s, 1 min, 10 min and 1 h, and no card is taken meanwhile', async () => {
    let checks = 0;
    let confirmed = 0;
    const { actor, clock, reaches, at } = paying({
      confirm: () => {
        confirmed += 1;
        return Promise.reject(new Error('timeout'));
      },
      check: async () => {
        checks += 1;
        return { status: checks === 4 ? 'done' : 'unknown' };
      },
    });
    await reaches('payment.card');
    actor.send({ type: 'SUBMITTED', method: 'm' });
    for (const [number, wait] of CHECK_AFTER_MS.entries()) {
      await reaches('payment.unknown');
      clock.increment(wait - 1);
      expect([at(), checks]).toEqual(['payment.unknown', number]);
      actor.send({ type: 'SUBMITTED', method: 'm' });
      clock.increment(1);
      await waitFor(actor, () => checks === number + 1);
    }
    await reaches('done');
    expect(confirmed).toBe(1);
  });

  it('R2: a price that has changed is settled first', async () => {
    const { reaches } = paying({ start: async () => ({ status: 'changed' }) });
    expect((await reaches('priced')).status).toBe('active');
  });

  it('can be tried again - it couldn’t be started', async () => {
    let online = false;
    const { actor, reaches } = paying({
      start: async () => (online ? started : { status: 'failed', trouble: 'offline' }),
    });
    const failed = await reaches('payment.failed');
    expect(failed.context.trouble).toBe('offline');
    online = true;
    actor.send({ type: 'RETRY' });
    await reaches('payment.card');
  });

  it.each([
    ['paid', 'done'],
    ['unknown', 'payment.unknown'],
  ] as const)('takes no card where there is nothing to pay - %s', async (status, state) => {
    const { reaches } = paying({ start: async () => ({ status }) });
    expect((await reaches(state)).context.started).toBeNull();
  });
});

describe('every simple path from a cart to its end', () => {
  const output = (id: string, value: unknown) =>
    ({ type: `xstate.done.actor.${id}`, output: value }) as unknown as CheckoutEvent;
  const inPayment = (state: string) => `0.checkout.payment.${state}`;
  const alphabet: readonly CheckoutEvent[] = [
    { type: 'OPENED', facts: nothing },
    { type: 'OPENED', facts: all },
    { type: 'RESUMED', at: 'placing' },
    { type: 'CONTINUED', facts: { ...nothing, contact: true } },
    { type: 'CONTINUED', facts: { ...all, delivery: false } },
    { type: 'CONTINUED', facts: all },
    place,
    output('0.checkout.placing', undefined),
    { type: 'ORDER_SEEN', next: 'settle' },
    { type: 'ORDER_SEEN', next: 'pay' },
    { type: 'ORDER_SEEN', next: 'nothing' },
    output(inPayment('opening'), started),
    output(inPayment('opening'), { status: 'unknown' }),
    { type: 'SUBMITTED', method: 'm' },
    ...[inPayment('confirming'), inPayment('checking')].flatMap((id) =>
      (['done', 'action', 'unknown', 'changed'] as const).map((status) => output(id, { status })),
    ),
    output(inPayment('confirming'), { status: 'declined', declined: 'declined' }),
    { type: 'CHALLENGED', result: 'passed' },
    { type: 'RETRY' },
  ];
  const paths = getSimplePaths(createCheckoutMachine(testActors()), {
    events: [...alphabet],
    input: begun,
    serializeState: (state) => pathOf(state.value),
    toState: (state) => state.status === 'done',
    limit: 100_000,
  });

  it('is walked once by a real actor, ends where it says, and pays only after the order was placed', () => {
    expect(paths.length).toBeGreaterThan(90);
    const visited = new Set<string>();
    for (const { steps } of paths) {
      const actor = createActor(createCheckoutMachine(testActors()), {
        input: begun,
        clock: new SimulatedClock(),
      }).start();
      const way = [pathOf(actor.getSnapshot().value)];
      for (const { event } of steps.slice(1)) {
        actor.send(event);
        way.push(pathOf(actor.getSnapshot().value));
      }
      expect(way.at(-1)).toBe('done');
      const places = way.indexOf('queued');
      expect(places).toBe(way.indexOf('placing') + 1);
      expect(way.findIndex((state) => state.startsWith('payment'))).not.toBeLessThan(
        way.some((state) => state.startsWith('payment')) ? places : -1,
      );
      for (const state of way) visited.add(state);
      actor.stop();
    }
    expect([...visited].toSorted()).toEqual([
      ...['address', 'contact', 'delivery', 'done', 'opening'],
      ...['payment.action', 'payment.card', 'payment.checking', 'payment.confirming', 'payment.opening'],
      ...['payment.unknown', 'placing', 'priced', 'queued', 'review'],
    ]);
  });
});
