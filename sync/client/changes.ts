/** The pull: what became of this device's operations. Rows and cursor are stored in one transaction (failure case 44). */
import { type ChangesResponse, changesResponseSchema } from '../protocol/wire.ts';
import type { Exchange } from './exchange.ts';
import type { Clock, Signals, Store, Unsubscribe } from './ports.ts';
import { adoptEpoch, recallServer, rememberServer } from './server-memory.ts';
import type { OutboxRow } from './store/rows.ts';

/** While the page is visible and something is open at the clinic. */
export const POLL_MS = 30_000;
/** While an alert has been seen by nobody. */
export const ALERT_POLL_MS = 10_000;
/** A delivery this old is no longer waited for by the clock; the pull on focus still finds it. */
export const POLL_FOR_MS = 14 * 24 * 3_600_000;

export interface Changes {
  /** Pulls now, where anything has been delivered that the clinic may still act on; with `always`, to learn of the connection too. */
  pull(always?: boolean): Promise<void>;
  /** Another tab has changed the outbox: sets the timer anew. */
  plan(): Promise<void>;
  stop(): void;
}

/** How soon the feed is worth asking; undefined where nothing is open. */
export function pollInterval(rows: readonly OutboxRow[], now: number): number | undefined {
  const open = rows.filter(
    (row) =>
      (row.state === 'receipt' || row.state === 'held') &&
      (row.kind === 'safety.alert' ? row.acknowledgedAt === undefined : row.reviewedAt === undefined) &&
      now - (row.settledAt ?? now) < POLL_FOR_MS,
  );
  if (open.length === 0) return undefined;
  return open.some((row) => row.kind === 'safety.alert') ? ALERT_POLL_MS : POLL_MS;
}

export function createChanges(dependencies: {
  readonly store: Store;
  readonly exchange: Exchange;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly onChange: (requeued: number) => void;
}): Changes {
  const { store, exchange, signals, clock, onChange } = dependencies;
  let stopped = false;
  let running: Promise<void> | undefined;
  let wanted = false;
  let cancelTimer: Unsubscribe = () => undefined;

  async function apply(
    response: ChangesResponse,
  ): Promise<{ readonly requeued: number; readonly restarted: boolean }> {
    return await store.write(['outbox', 'meta'], async (transaction) => {
      const before = await recallServer(transaction);
      const restarted = before.epoch !== null && before.epoch !== response.epoch;
      const { memory, requeued } = await adoptEpoch(transaction, before, response.epoch);
      const skewMs = clock.now() - Date.parse(response.serverTime);
      let { maxSeq } = memory;
      for (const change of response.changes) {
        maxSeq = Math.max(maxSeq, change.seq);
        // A pull never deletes and never takes from the queue: only a receipt does (failure case 49).
        const row = change.type === 'operation' ? await transaction.get('outbox', change.id) : undefined;
        if (row === undefined) continue;
        const arrived = row.state === 'receipt' || row.state === 'held';
        const state = !arrived
          ? row.state
          : change.outcome === 'held'
            ? 'held'
            : change.outcome === 'applied'
              ? 'receipt'
              : row.state;
        await transaction.put('outbox', {
          ...row,
          state,
          ...(arrived && change.outcome !== undefined ? { outcome: change.outcome } : {}),
          ...(change.reviewedAt === undefined ? {} : { reviewedAt: change.reviewedAt }),
          ...(change.acknowledgedAt === undefined ? {} : { acknowledgedAt: change.acknowledgedAt }),
        });
      }
      // The old epoch's cursor means nothing in the new one: the feed is read from its start.
      await rememberServer(transaction, {
        ...memory,
        cursor: restarted ? null : response.cursor,
        maxSeq,
        skewMs,
      });
      return { requeued, restarted };
    });
  }

  async function pullAll(always: boolean): Promise<void> {
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    if (!always && !rows.some((row) => row.confirmedIn !== undefined)) return;
    for (;;) {
      const { cursor } = await store.read(['meta'], recallServer);
      const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const verdict = await exchange.call(
        { method: 'GET', path: `/sync/v1/changes${query}` },
        changesResponseSchema,
      );
      if (stopped || verdict.kind !== 'answer') return;
      const { requeued, restarted } = await apply(verdict.body);
      if (requeued > 0 || verdict.body.changes.length > 0) onChange(requeued);
      if (restarted) continue;
      // A cursor that stands still though there is more would never end.
      if (!verdict.body.more || verdict.body.cursor === cursor) return;
    }
  }

  async function schedule(): Promise<void> {
    cancelTimer();
    if (stopped || !signals.visible()) return;
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    const interval = pollInterval(rows, clock.now());
    if (stopped || interval === undefined) return;
    cancelTimer();
    cancelTimer = clock.setTimer(interval, () => void pull());
  }

  function pull(always = false): Promise<void> {
    if (stopped) return Promise.resolve();
    if (running !== undefined) {
      wanted ||= always;
      return running;
    }
    running = pullAll(always)
      // The store failed: the feed is asked again on the next occasion.
      .catch(() => undefined)
      .then(schedule)
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (!wanted) return;
        wanted = false;
        void pull(true);
      });
    return running;
  }

  return {
    pull,
    plan: () => schedule().catch(() => undefined),
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}
