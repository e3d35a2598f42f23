import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../base/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createLimits, type Limits } from './limits.ts';
import type { DelayPolicy, RatePolicy } from './policy.ts';

const rate: RatePolicy = { kind: 'rate', name: 'test-rate', burst: 3, perMinute: 6 };
const delay: DelayPolicy = {
  kind: 'delay',
  name: 'test-delay',
  free: 3,
  firstSeconds: 30,
  longestSeconds: 100,
  forgetSeconds: 600,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});

let keys = 0;
function setUp() {
  const start = Date.now();
  let passed = 0;
  const now = () => new Date(start + passed);
  return {
    limits: createLimits(database, { now }),
    /** Another process over the same database. */
    other: createLimits(database, { now }),
    key: `key ${keys++}`,
    pass: (seconds: number) => {
      passed += seconds * 1000;
    },
  };
}

const tries = async (limits: Limits, key: string, policy: RatePolicy | DelayPolicy, times: number) => {
  const answers: number[] = [];
  for (let index = 0; index < times; index++) answers.push((await limits.consume(key, 1, policy)).retryAfter);
  return answers;
};

describe('limits', () => {
  it('allow a burst, and then so many a minute', async () => {
    const { limits, key, pass } = setUp();
    expect(await tries(limits, key, rate, 5)).toEqual([0, 0, 0, 10, 10]);
    pass(9);
    expect(await tries(limits, key, rate, 1)).toEqual([1]);
    pass(1);
    expect(await tries(limits, key, rate, 2)).toEqual([0, 10]);
    pass(3600);
    expect(await tries(limits, key, rate, 4)).toEqual([0, 0, 0, 10]);
  });

  it('are charged for what was done too much, and that is waited for an hour at most', async () => {
    const { limits, key, pass } = setUp();
    for (let done = 0; done < 5; done += 1) await limits.charge(key, rate);
    expect((await limits.peek(key, rate)).retryAfter).toBe(30);
    for (let done = 0; done < 500; done += 1) await limits.charge(key, rate);
    expect((await limits.peek(key, rate)).retryAfter).toBe(3_610);
    pass(3_610);
    expect((await limits.peek(key, rate)).allowed).toBe(true);
    await limits.charge(key, rate);
    expect((await limits.peek(key, rate)).retryAfter).toBe(10);
  });

  it('take a cost as a whole or nothing of it', async () => {
    const { limits, key } = setUp();
    expect(await limits.consume(key, 2, rate)).toEqual({ allowed: true, retryAfter: 0 });
    expect(await limits.consume(key, 2, rate)).toEqual({ allowed: false, retryAfter: 10 });
    expect(await limits.consume(key, 1, rate)).toEqual({ allowed: true, retryAfter: 0 });
    expect((await limits.consume(key, 4, rate)).allowed).toBe(false);
  });

  it('make waits longer with each try, and forget them', async () => {
    const { limits, key, pass } = setUp();
    expect(await tries(limits, key, delay, 4)).toEqual([0, 0, 0, 30]);
    const waits: number[] = [];
    for (const seconds of [30, 60, 100]) {
      pass(seconds);
      await limits.consume(key, 1, delay);
      waits.push((await limits.consume(key, 1, delay)).retryAfter);
    }
    expect(waits).toEqual([60, 100, 100]);
    pass(700);
    expect(await tries(limits, key, delay, 4)).toEqual([0, 0, 0, 30]);
  });

  it('count what several processes do at the same time, once each', async () => {
    const { limits, other, key } = setUp();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? limits : other).consume(key, 1, rate)),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
    const { limits: third, key: guess } = setUp();
    const guesses = await Promise.all(Array.from({ length: 40 }, () => third.consume(guess, 1, delay)));
    expect(guesses.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('give back, and forget a key', async () => {
    const { limits, key, pass } = setUp();
    await tries(limits, key, rate, 3);
    await limits.refund(key, 1, rate);
    expect(await tries(limits, key, rate, 2)).toEqual([0, 10]);
    await limits.reset(key, rate);
    expect(await tries(limits, key, rate, 3)).toEqual([0, 0, 0]);
    await tries(limits, key, delay, 3);
    await limits.refund(key, 1, delay);
    expect(await tries(limits, key, delay, 2)).toEqual([0, 30]);
    pass(1);
    await limits.reset(key, delay);
    expect(await tries(limits, key, delay, 3)).toEqual([0, 0, 0]);
  });

  it('keep policies apart, and no address in the table', async () => {
    const { limits, key } = setUp();
    await tries(limits, key, rate, 4);
    expect(await tries(limits, key, { ...rate, name: 'test-other' }, 1)).toEqual([0]);
    await limits.consume('somebody@clinic.example 203.0.113.7', 1, rate);
    const rows = JSON.stringify(await database.sql`select * from rate_limits`);
    expect(rows).not.toMatch(/somebody|203\.0\.113/);
  });

  it('delete rows that say nothing any more', async () => {
    const { limits, key, pass } = setUp();
    await tries(limits, key, rate, 3);
    pass(7200);
    await limits.consume('another key', 1, rate);
    await expect
      .poll(async () => (await database.sql`select count(*)::int as count from rate_limits`)[0]?.count)
      .toBe(1);
  });

  it('allow nothing without the database, and say so', async () => {
    const away = connect('postgres://nobody@127.0.0.1:1/none');
    const limits = createLimits(away, { now: () => new Date() });
    await expect(limits.demand('x', rate)).rejects.toMatchObject({ problem: { status: 503 } });
    await away.close();
    const { key } = setUp();
    const silent = createLimits(database, { now: () => new Date(), timeoutMs: 200 });
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
    const locking = database.sql.begin(async (transaction) => {
      await transaction`lock table rate_limits in access exclusive mode`;
      lock();
      await isOver;
    });
    await isLocked;
    await expect(silent.demand(key, rate)).rejects.toMatchObject({ problem: { status: 503 } });
    release();
    await locking;
  });
});
