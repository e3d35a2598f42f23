import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLimits } from '../../http/limits/limits.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { admittedAs, countedAs, createConfirmLimits } from './confirm-limits.ts';
import type { PaymentName } from './payment.ts';
import type { PaymentResult } from './start.ts';

const MINUTE_MS = 60_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});

/** @param kept so many of them by who hears of them here. */
const heard = (tries: number, kept = tries) => ({ tries, keep: async () => kept });

let networks = 0;
function setUp() {
  let now = Date.now();
  const usedUp: PaymentName[] = [];
  const limits = createConfirmLimits(
    createLimits(database, { now: () => new Date(now) }),
    async (order) => void usedUp.push(order),
  );
  const from = `203.0.113.${networks++}`;
  const orderOf = () => ({ vendor: 'meadow', order: randomUUID() });
  return {
    ...{ limits, from, orderOf, usedUp },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    ask: (order = orderOf(), result: PaymentResult['result'] = 'declined', address = from) =>
      limits
        .count(order, address, async () => ({
          result,
          ...(result === 'declined' && { declined: result, uncounted: heard(1) }),
        }))
        .then(
          (paid) => paid.result,
          (error) => error.problem.code as string,
        ),
    /** The server dies while the card is asked: what comes after that never happens. */
    die: (order = orderOf()) =>
      new Promise<void>((resolve) => {
        void limits.count(order, from, () => {
          resolve();
          return new Promise(() => undefined);
        });
      }),
  };
}

describe('tries of cards', () => {
  it('are not counted where the server died over them: nobody is kept from paying by a crash', async () => {
    const { ask, die, orderOf, pass } = setUp();
    const order = orderOf();
    for (let crash = 0; crash < 8; crash += 1) await die(order);
    for (let crash = 0; crash < 32; crash += 1) await die();
    pass(MINUTE_MS);
    expect(await ask(order, 'done')).toBe('done');
    for (let tried = 0; tried < 7; tried += 1) expect(await ask(order)).toBe('declined');
    expect(await ask()).toBe('declined');
  });

  it('are so many at once and no more, whatever comes of them', async () => {
    const { die, ask, orderOf } = setUp();
    const order = orderOf();
    for (let under = 0; under < 8; under += 1) await die(order);
    expect(await ask(order)).toBe('RATE_LIMITED');
    expect(await ask()).toBe('declined');
    for (let under = 0; under < 32; under += 1) await die();
    expect(await ask()).toBe('RATE_LIMITED');
  });

  it('are counted once: a decline that is only told again costs nobody another', async () => {
    const { limits, from, orderOf } = setUp();
    const order = orderOf();
    const told = { result: 'declined', declined: 'declined' } as const;
    for (let asked = 0; asked < 60; asked += 1)
      expect(await limits.count(order, from, async () => told)).toEqual(told);
  });

  it('that were made at the provider count as any other, and an order that has none left is told of', async () => {
    const { limits, ask, orderOf, from, usedUp } = setUp();
    const order = orderOf();
    await limits.admit(order, countedAs({ from }));
    await limits.declined(order, countedAs({ from }), heard(7));
    expect(usedUp).toEqual([]);
    await limits.declined(order, null, heard(1));
    expect(usedUp).toEqual([order]);
    await expect(limits.admit(order, countedAs({ from: '198.51.100.1' }))).rejects.toMatchObject({
      name: 'ProblemError',
    });
    expect(await ask(order, 'done')).toBe('RATE_LIMITED');
    for (let tried = 0; tried < 33; tried += 1) expect(await ask()).toBe('declined');
    expect(await ask()).toBe('RATE_LIMITED');
  });

  it('are given back where somebody else has counted them meanwhile, and an order without any is told of again', async () => {
    const { limits, orderOf, from, usedUp } = setUp();
    const order = orderOf();
    await limits.declined(order, countedAs({ from }), heard(8, 0));
    expect(usedUp).toEqual([]);
    await limits.declined(order, countedAs({ from }), heard(8, 8));
    await limits.declined(order, countedAs({ from }), heard(0));
    expect(usedUp).toEqual([order, order]);
  });

  it('of a network that has none left close one order after the other, an owner’s own admits them, and what was begun goes on', async () => {
    const { limits, orderOf, from, usedUp, ask } = setUp();
    const [stranger, owner] = [{ from }, { from, owner: randomUUID() }];
    const admits = (who: typeof stranger, isBegun = false) =>
      limits.admit(orderOf(), admittedAs(who, isBegun)).then(
        () => true,
        () => false,
      );
    for (let tried = 0; tried < 40; tried += 1) expect(await ask()).toBe('declined');
    // Through us, nobody is asked any more: nothing is to be closed.
    expect(usedUp).toEqual([]);
    expect([await admits(stranger), await admits(owner), await admits(stranger, true)]).toEqual([
      false,
      true,
      true,
    ]);
    const tried = orderOf();
    await limits.declined(tried, countedAs(stranger), heard(1));
    expect(usedUp).toEqual([tried]);
    for (let order = 0; order < 8; order += 1) await limits.declined(orderOf(), countedAs(owner), heard(5));
    expect(await admits(owner)).toBe(false);
  });

  it('count all that were declined, also those that were asked at once', async () => {
    const { ask, pass } = setUp();
    for (let tried = 0; tried < 39; tried += 1) expect(await ask()).toBe('declined');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const more = answers.filter((answer) => answer === 'declined').length;
    expect(more).toBeGreaterThan(0);
    // One in two minutes in the long run: what was asked too much is waited for.
    pass((more - 1) * 2 * MINUTE_MS);
    expect(await ask()).toBe('RATE_LIMITED');
    pass(2 * MINUTE_MS);
    expect(await ask()).toBe('declined');
    expect(await ask()).toBe('RATE_LIMITED');
  });

  it('count against the network, and not against one of the many addresses in it', async () => {
    const { ask, orderOf } = setUp();
    const answers = [];
    for (let tried = 0; tried < 41; tried += 1)
      answers.push(await ask(orderOf(), 'declined', `2001:db8:7:7::${tried.toString(16)}`));
    expect(answers.at(-1)).toBe('RATE_LIMITED');
  });
});
