/**
 * Limits that all processes over one database share, and that a restart doesn't forget. Each try is one statement that counts and decides, so
 * that tries at the same time gain nothing. Without the database nothing is allowed: the answer is 503, never a try that isn't counted.
 */
import { createHash } from 'node:crypto';
import { eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { DelayPolicy, LimitPolicy, RatePolicy } from './policy.ts';
import { rateLimits } from './tables.ts';

export interface Consumption {
  readonly allowed: boolean;
  /** Whole seconds, from 1, after which the same may be asked again; 0 where it was allowed. */
  readonly retryAfter: number;
}

export interface Limits {
  /**
   * Takes `cost` from what the key may do, or nothing of it where that is too much. What is refused costs nothing.
   * @param key who or what is limited. Only its SHA-256 is stored.
   * @param cost tokens of a rate, tries of a delay; greater than 0.
   * @throws ProblemError UNAVAILABLE where the database doesn't answer.
   */
  consume(key: string, cost: number, policy: LimitPolicy): Promise<Consumption>;
  /** What {@link Limits.consume} of one would answer. Takes nothing. @throws as above. */
  peek(key: string, policy: LimitPolicy): Promise<Consumption>;
  /** Takes one for what has happened already, also where that is too much: it is waited for, but for no more than {@link MAX_DEBT_SECONDS}. @throws as above. */
  charge(key: string, policy: LimitPolicy): Promise<void>;
  /** Gives back what was taken and turned out not to count. @throws as above. */
  refund(key: string, cost: number, policy: LimitPolicy): Promise<void>;
  /** Forgets the key. @throws as above. */
  reset(key: string, policy: LimitPolicy): Promise<void>;
  /** {@link Limits.consume} of one. @throws ProblemError RATE_LIMITED with `retry-after`. */
  demand(key: string, policy: LimitPolicy): Promise<void>;
}

export interface LimitsOptions {
  readonly now: () => Date;
  /** How long the database may take. */
  readonly timeoutMs?: number;
}

/**
 * What was done too much is waited for so long at most, beyond a whole burst. Who goes on meanwhile is still refused; without an end, one sender could
 * keep all who share a network from something for days.
 */
export const MAX_DEBT_SECONDS = 3_600;

const TIMEOUT_MS = 3_000;
const RETRY_SECONDS = '5';
const SWEEP_EVERY_MS = 60_000;
const SWEEP_ROWS = 5_000;
/** A flood on a key that is refused asks the database once a second for it. */
const REFUSAL_KEPT_MS = 1_000;
const MAX_REFUSALS = 10_000;
/** 2 to this power is more seconds than any policy waits. */
const MAX_DOUBLINGS = 30;

const seconds = (value: SQL | number) => sql`make_interval(secs => ${value}::double precision)`;

interface Step {
  readonly first: { readonly readyAt: SQL; readonly strikes: number; readonly forgetAt: SQL };
  readonly next: { readonly readyAt: SQL; readonly strikes: SQL; readonly forgetAt: SQL };
  /** Whether a key that has a row may. */
  readonly when: SQL;
  /** Seconds from the stored `ready_at` back to when the same may be asked again. */
  readonly slackSeconds: number;
}

/** A bucket as the time at which it is full again (the generic cell rate algorithm): no clock has to tick for it. */
function stepOfRate({ burst, perMinute }: RatePolicy, cost: number, at: SQL): Step {
  const secondsEach = 60 / perMinute;
  const first = sql`${at} + ${seconds(cost * secondsEach)}`;
  const next = sql`greatest(${rateLimits.readyAt}, ${at}) + ${seconds(cost * secondsEach)}`;
  return {
    first: { readyAt: first, strikes: 0, forgetAt: first },
    next: { readyAt: next, strikes: sql`0`, forgetAt: next },
    when: sql`${next} <= ${at} + ${seconds(burst * secondsEach)}`,
    slackSeconds: (burst - cost) * secondsEach,
  };
}

function stepOfDelay(policy: DelayPolicy, cost: number, at: SQL): Step {
  const { free, firstSeconds, longestSeconds, forgetSeconds } = policy;
  const waitAfter = (strikes: SQL) => sql`case when ${strikes} < ${free}::int then 0 else
    least(${longestSeconds}::double precision, ${firstSeconds}::double precision * power(2, least(${strikes} - ${free}::int, ${MAX_DOUBLINGS}::int))) end`;
  const strikes = sql`(case when ${rateLimits.forgetAt} <= ${at} then 0 else ${rateLimits.strikes} end + ${cost}::int)`;
  const timesOf = (count: SQL) => ({
    readyAt: sql`${at} + ${seconds(waitAfter(count))}`,
    forgetAt: sql`${at} + ${seconds(sql`(${waitAfter(count)} + ${forgetSeconds}::double precision)`)}`,
  });
  return {
    first: { ...timesOf(sql`${cost}::int`), strikes: cost },
    next: { ...timesOf(strikes), strikes },
    when: lte(rateLimits.readyAt, at),
    slackSeconds: 0,
  };
}

/** Names no person and no address, and is short whatever was typed. */
function idOf(key: string, { name }: LimitPolicy): string {
  return createHash('sha256').update(`${name}\n${key}`).digest('base64url');
}

function stepOf(policy: LimitPolicy, cost: number, at: Date): Step {
  const time = sql`${at.toISOString()}::timestamptz`;
  return policy.kind === 'rate' ? stepOfRate(policy, cost, time) : stepOfDelay(policy, cost, time);
}

/** With no more debt than there may be. A delay has its longest wait. */
function bounded({ next }: Step, policy: LimitPolicy, at: Date): Step['next'] {
  if (policy.kind !== 'rate') return next;
  const longest = (policy.burst * 60) / policy.perMinute + MAX_DEBT_SECONDS;
  const readyAt = sql`least(${next.readyAt}, ${at.toISOString()}::timestamptz + ${seconds(longest)})`;
  return { ...next, readyAt, forgetAt: readyAt };
}

function assertCost(cost: number): void {
  if (!(cost > 0)) throw new RangeError('A limit is consumed by a cost above 0.');
}

export function createLimits(
  { tables }: Pick<Database, 'tables'>,
  { now, timeoutMs = TIMEOUT_MS }: LimitsOptions,
): Limits {
  /** Refusals of this moment: when the wait ends, and until when that is believed without asking. */
  const refusals = new Map<string, { readonly readyAt: number; readonly believedUntil: number }>();
  let sweptAt = now().getTime();

  const unavailable = () => new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });

  /** @throws ProblemError UNAVAILABLE, also where there is no answer at all. */
  async function ask<R>(work: PromiseLike<R>): Promise<R> {
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(unavailable()), timeoutMs);
    try {
      return await Promise.race([work, tooLong]);
    } catch (error) {
      throw Object.assign(unavailable(), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Rows that say nothing any more. Left for the next time where it fails. */
  function sweep(): void {
    const at = now();
    if (at.getTime() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = at.getTime();
    const old = tables
      .select({ id: rateLimits.id })
      .from(rateLimits)
      .where(lte(rateLimits.forgetAt, at))
      .limit(SWEEP_ROWS)
      .for('update', { skipLocked: true });
    tables
      .delete(rateLimits)
      .where(inArray(rateLimits.id, old))
      .then(undefined, () => undefined);
  }

  function keepRefusal(id: string, readyAt: number): void {
    if (refusals.size >= MAX_REFUSALS) refusals.clear();
    refusals.set(id, { readyAt, believedUntil: Math.min(readyAt, now().getTime() + REFUSAL_KEPT_MS) });
  }

  function refused(readyAt: number): Consumption {
    return { allowed: false, retryAfter: Math.max(1, Math.ceil((readyAt - now().getTime()) / 1000)) };
  }

  /** When the same may be asked again. */
  async function readyAtOf(id: string, { slackSeconds }: Step, at: Date): Promise<number> {
    const [row] = await ask(
      tables.select({ readyAt: rateLimits.readyAt }).from(rateLimits).where(eq(rateLimits.id, id)),
    );
    return (row?.readyAt.getTime() ?? at.getTime()) - slackSeconds * 1000;
  }

  async function consume(key: string, cost: number, policy: LimitPolicy): Promise<Consumption> {
    assertCost(cost);
    sweep();
    const id = idOf(key, policy);
    const at = now();
    const kept = refusals.get(id);
    if (kept && kept.believedUntil > at.getTime()) return refused(kept.readyAt);
    refusals.delete(id);
    const step = stepOf(policy, cost, at);
    if (policy.kind === 'rate' && cost > policy.burst)
      return { allowed: false, retryAfter: Math.ceil((cost * 60) / policy.perMinute) };
    const taken = await ask(
      tables
        .insert(rateLimits)
        .values({ id, ...step.first })
        .onConflictDoUpdate({ target: rateLimits.id, set: step.next, setWhere: step.when })
        .returning({ id: rateLimits.id }),
    );
    if (taken.length > 0) return { allowed: true, retryAfter: 0 };
    const readyAt = await readyAtOf(id, step, at);
    // What costs more may be refused where one alone would still be allowed.
    if (cost === 1) keepRefusal(id, readyAt);
    return refused(readyAt);
  }

  return {
    consume,

    async peek(key, policy) {
      const at = now();
      const readyAt = await readyAtOf(idOf(key, policy), stepOf(policy, 1, at), at);
      return readyAt <= at.getTime() ? { allowed: true, retryAfter: 0 } : refused(readyAt);
    },

    async charge(key, policy) {
      const at = now();
      const step = stepOf(policy, 1, at);
      await ask(
        tables
          .insert(rateLimits)
          .values({ id: idOf(key, policy), ...step.first })
          .onConflictDoUpdate({ target: rateLimits.id, set: bounded(step, policy, at) }),
      );
    },

    async demand(key, policy) {
      const { allowed, retryAfter } = await consume(key, 1, policy);
      if (!allowed) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(retryAfter) });
    },

    async refund(key, cost, policy) {
      assertCost(cost);
      const id = idOf(key, policy);
      refusals.delete(id);
      const time = sql`${now().toISOString()}::timestamptz`;
      await ask(
        tables
          .update(rateLimits)
          .set(
            policy.kind === 'rate'
              ? { readyAt: sql`${rateLimits.readyAt} - ${seconds((cost * 60) / policy.perMinute)}` }
              : { strikes: sql`greatest(0, ${rateLimits.strikes} - ${cost}::int)`, readyAt: time },
          )
          .where(eq(rateLimits.id, id)),
      );
    },

    async reset(key, policy) {
      const id = idOf(key, policy);
      refusals.delete(id);
      await ask(tables.delete(rateLimits).where(eq(rateLimits.id, id)));
    },
  };
}
