/**
 * The pull: when the feed is asked for what became of this device's operations. A stream of events wakes it where there is one; beside it,
 * and where there is none, a timer does while the page is visible and something is open at the clinic.
 */
import { isUrgent } from '../../protocol/operations/registry.ts';
import { changesResponseSchema } from '../../protocol/wire.ts';
import type { Clock, Locks, Random, Signals, Unsubscribe } from '../base/ports.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Exchange } from '../wire/exchange.ts';
import { createEvents } from './events.ts';
import { createNews } from './news.ts';

/** While the page is visible and something is open at the clinic. */
export const POLL_MS = 30_000;
/** While something urgent has been seen by nobody. */
export const URGENT_POLL_MS = 10_000;
/** While a stream of events is alive: it may have died without a word. */
export const POLL_BESIDE_STREAM_MS = 2 * 60_000;
export const URGENT_POLL_BESIDE_STREAM_MS = 30_000;
/** In one pull. */
const MAX_RESTARTS = 2;
/** A delivery this old is no longer waited for by the clock; the pull on focus still finds it. */
export const POLL_FOR_MS = 14 * 24 * 3_600_000;

export interface Changes {
  /** Pulls now, where anything has been delivered that the clinic may still act on; with `always`, to learn of the connection too. */
  pull(always?: boolean): Promise<void>;
  /** Another tab has changed the outbox: sets the timer again. */
  plan(): Promise<void>;
  /** Keeps the stream open beside what is open at the clinic. @param onEvent called for each event, too. */
  wake(wanted: boolean, onEvent: () => void): void;
  stop(): void;
}

/** How soon the feed is worth asking; undefined where nothing is open. */
export function pollInterval(
  rows: readonly OutboxRow[],
  now: number,
  besideStream = false,
): number | undefined {
  const open = rows.filter(
    (row) =>
      (row.state === 'receipt' || row.state === 'held') &&
      row.deletedAt === undefined &&
      (isUrgent(row.kind) ? row.acknowledgedAt === undefined : row.reviewedAt === undefined) &&
      now - (row.settledAt ?? now) < POLL_FOR_MS,
  );
  if (open.length === 0) return undefined;
  if (open.some((row) => isUrgent(row.kind)))
    return besideStream ? URGENT_POLL_BESIDE_STREAM_MS : URGENT_POLL_MS;
  return besideStream ? POLL_BESIDE_STREAM_MS : POLL_MS;
}

export function createChanges(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly exchange: Pick<Exchange, 'call' | 'listen'>;
  readonly signals: Signals;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly random: Random;
  readonly onChange: (requeued: number) => void;
}): Changes {
  const { vendor, store, exchange, signals, locks, clock, random, onChange } = dependencies;
  const news = createNews({ store, clock });
  const events = createEvents({
    listen: (onEvent) => exchange.listen('/sync/v1/events', onEvent),
    locks,
    lock: `v:${vendor}:events`,
    clock,
    random,
    onEvent: () => {
      onWake();
      again();
    },
    onOver: () => void plan(),
    beforeRetry: () => pull(true),
  });
  let onWake: () => void = () => undefined;
  let listening = false;
  let stopped = false;
  let running: Promise<boolean> | undefined;
  let wanted: { always: boolean } | undefined;
  let cancelTimer: Unsubscribe = () => undefined;

  /** @returns whether there was any news. */
  async function pullAll(always: boolean): Promise<boolean> {
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    if (!always && !rows.some((row) => row.confirmedIn !== undefined)) return false;
    let found = false;
    let epoch: string | undefined;
    let restarts = 0;
    for (;;) {
      const cursor = await news.nextCursor();
      const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const verdict = await exchange.call(
        { method: 'GET', path: `/sync/v1/changes${query}` },
        changesResponseSchema,
      );
      if (stopped || verdict.kind !== 'answer') return found;
      if (epoch !== undefined && epoch !== verdict.body.epoch) restarts += 1;
      epoch = verdict.body.epoch;
      // Servers that don't agree on their epoch would have it start over for ever: the next occasion is soon enough.
      if (restarts > MAX_RESTARTS) return found;
      const { requeued, changed, more } = await news.take(verdict.body, cursor);
      found ||= changed;
      if (changed) onChange(requeued);
      if (!more) return found;
    }
  }

  async function schedule(): Promise<void> {
    cancelTimer();
    if (stopped) return;
    if (!signals.visible()) {
      events.want(false);
      return;
    }
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    const interval = pollInterval(rows, clock.now(), events.isAlive());
    if (stopped) return;
    cancelTimer();
    events.want((listening || interval !== undefined) && signals.visible());
    if (interval === undefined) return;
    cancelTimer = clock.setTimer(interval, () => {
      const beside = events.isAlive();
      void pullOnce(false).then((found) => {
        if (found && beside) events.isDeaf();
      });
    });
  }
  const plan = () => schedule().catch(() => undefined);

  /** @returns whether there was any news, to this pull or the one under way. */
  function pullOnce(always: boolean): Promise<boolean> {
    if (stopped) return Promise.resolve(false);
    if (running !== undefined) {
      if (always) wanted = { always: true };
      return running;
    }
    running = pullAll(always)
      // The store failed: the feed is asked again on the next occasion.
      .catch(() => false)
      .then(async (found) => {
        await plan();
        return found;
      })
      .finally(() => {
        running = undefined;
        const next = wanted;
        wanted = undefined;
        if (next !== undefined) void pull(next.always);
      });
    return running;
  }
  const pull = async (always = false): Promise<void> => {
    await pullOnce(always);
  };
  /** What is told while a pull is under way may be younger than its answer. */
  const again = (): void => {
    if (running === undefined) void pull();
    else wanted ??= { always: false };
  };

  return {
    pull,
    plan,
    wake(wanted, onEvent) {
      onWake = onEvent;
      if (wanted === listening) return;
      listening = wanted;
      void plan();
    },
    stop() {
      stopped = true;
      cancelTimer();
      events.stop();
    },
  };
}
