/**
 * Takes operations from the outbox to the server, one request at a time.
 *
 *   idle --kick/timer--> pass: choose a batch -> push -> settle -> choose again ... -> idle
 *
 * A pass sends each operation at most once. It ends when nothing is due, or when a whole request fails; then a timer waits
 * with full jitter, and any trigger (a new operation, the network, the page coming back) starts at once. Several of these run
 * side by side: the lanes of urgent kinds have one of their own, so that nothing else can keep them waiting.
 */
import { isUrgent } from '../../protocol/operations/registry.ts';
import { MAX_PUSH_OPERATIONS, type PushResponse } from '../../protocol/wire.ts';
import { backoff } from '../base/backoff.ts';
import { createKicks } from '../base/kicks.ts';
import type { Clock, Locks, Random } from '../base/ports.ts';
import { createWakeTimer } from '../base/wake-timer.ts';
import { uploadsDone } from '../blobs/blob-rows.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { Verdict } from '../wire/answers.ts';
import { REQUEST_DEADLINE_MS } from '../wire/exchange.ts';
import type { Push } from '../wire/push.ts';
import type { Obstacle, Status } from '../wire/status.ts';
import { chooseBatch } from './batch.ts';
import type { ReadOperation, ReadyOperation } from './envelopes.ts';
import { createMakeReady } from './make-ready.ts';
import type { Settle, Settled } from './settle.ts';

export interface Sender {
  /** Resolves when the pass that this begins, or the one after the pass under way, has ended. `force` ignores every wait. */
  kick(force?: boolean): Promise<void>;
  /**
   * What comes after this sender's operations waits: the last pass got no answer from anybody, or another tab has some of them on the
   * line. No tab keeps others waiting for longer than a request may take: it may be frozen.
   */
  holdsOthersBack(): boolean;
  /** Another tab has queued something: looks after it later, should that tab be closed before it is sent. */
  plan(): void;
  stop(): Promise<void>;
}

export interface SenderDependencies {
  readonly store: Store;
  readonly readOperation: ReadOperation;
  readonly push: Push;
  readonly settle: Settle;
  readonly status: Status;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly random: Random;
  /** Name of the lock that keeps two tabs from sending the same. */
  readonly lock: string;
  readonly takes: (row: OutboxRow) => boolean;
  readonly onSettled: (settled: Settled) => void;
  /** Its wait is over; the schedule of the senders starts it. */
  readonly onWake: () => void;
}

/** What is queued and can't go yet: its photos, or operations that it comes after, are still on this device. What is urgent waits for neither. */
async function readQueue(
  transaction: ReadTransaction,
): Promise<{ readonly queued: readonly OutboxRow[]; readonly awaiting: ReadonlySet<string> }> {
  const queued = (await transaction.all('outbox')).filter((row) => row.state === 'queued');
  const ids = new Set(queued.map((row) => row.opId));
  const awaiting = new Set<string>();
  for (const { opId, kind, after = [], blobs } of queued)
    if (!isUrgent(kind))
      if (after.some((other) => ids.has(other)) || !(await uploadsDone(transaction, blobs)))
        awaiting.add(opId);
  return { queued, awaiting };
}

const NOTHING_SETTLED: Settled = { received: 0, requeued: 0 };
function obstacleOf(verdict: Verdict<PushResponse>): Obstacle | undefined {
  switch (verdict.kind) {
    case 'answer':
      return undefined;
    case 'sign-in':
      return 'sign-in-needed';
    case 'update':
      return 'update-needed';
    case 'offline':
      return 'offline';
    case 'refused':
      return verdict.status >= 500 ? 'server-busy' : 'not-understood';
    case 'busy':
    case 'too-large':
      return 'server-busy';
  }
}

export function createSender(dependencies: SenderDependencies): Sender {
  const { store, readOperation, settle, status, locks, clock, random, lock, takes } = dependencies;
  let stopped = false;
  let failures = 0;
  let unreachable = false;
  /** Reading of the monotonic clock since which another tab has held the lock while operations of this sender were queued. */
  let elsewhereSince: number | undefined;
  /** Reading of the monotonic clock that a `Retry-After` asks to wait for. */
  let notBefore = 0;
  let most = MAX_PUSH_OPERATIONS;
  const suspects = new Map<string, number>();

  const timer = createWakeTimer(clock, dependencies.onWake);
  const { wakeIn } = timer;
  const makeReady = createMakeReady({
    ...{ store, readOperation, clock, random },
    onPutOff: () => dependencies.onSettled(NOTHING_SETTLED),
  });

  async function push(ready: readonly ReadyOperation[]): Promise<Verdict<PushResponse>> {
    const ops = ready.map(({ operation }) => operation);
    const opIds = ops.map((operation) => operation.opId);
    status.sending(opIds, true);
    try {
      return await dependencies.push(ops);
    } finally {
      status.sending(opIds, false);
    }
  }

  /** A request failed as a whole: its operations are as they were, and the next one is smaller where that may help. */
  function yieldTo(verdict: Verdict<PushResponse>, sent: readonly OutboxRow[]): 'again' | 'wait' {
    const [alone] = sent;
    const mayBeTheContent =
      verdict.kind === 'too-large' ||
      verdict.kind === 'refused' ||
      (verdict.kind === 'offline' && verdict.answered);
    if (mayBeTheContent && sent.length > 1) most = Math.max(1, Math.floor(sent.length / 2));
    else if (mayBeTheContent && alone !== undefined)
      suspects.set(alone.opId, (suspects.get(alone.opId) ?? 0) + 1);
    if (verdict.kind === 'busy' && verdict.retryAfterMs !== undefined)
      notBefore = clock.monotonic() + verdict.retryAfterMs;
    if (verdict.kind === 'too-large' && sent.length > 1) return 'again';
    failures += 1;
    return 'wait';
  }

  /** @returns whether nobody was reached */
  async function pass(force: boolean): Promise<boolean> {
    timer.cancel();
    const wait = notBefore - clock.monotonic();
    if (!force && wait > 0) {
      wakeIn(wait);
      return false;
    }
    const release = await locks.tryHold(lock);
    if (release === undefined) {
      // Another tab is sending. Should it be frozen in the middle, this one takes over later.
      const { queued } = await store.read(['outbox', 'uploads'], readQueue);
      elsewhereSince = queued.some(takes) ? (elsewhereSince ?? clock.monotonic()) : undefined;
      wakeIn(backoff(4, random));
      return false;
    }
    elsewhereSince = undefined;
    try {
      const tried = new Set<string>();
      while (!stopped) {
        const { queued, awaiting } = await store.read(['outbox', 'uploads'], readQueue);
        const batch = chooseBatch(queued.filter(takes), {
          now: clock.now(),
          most,
          tried,
          force,
          awaiting,
          suspects,
        });
        if (batch.rows.length === 0) {
          if (batch.wakeAt !== undefined) wakeIn(Math.max(batch.wakeAt - clock.now(), backoff(1, random)));
          return false;
        }
        const { ready, postponed } = await makeReady(batch.rows);
        for (const opId of postponed) tried.add(opId);
        if (ready.length === 0) continue;
        const sent = ready.map(({ row }) => row);
        const verdict = await push(ready);
        if (stopped) return false;
        if (verdict.kind === 'answer') {
          const settled = await settle(sent, verdict.body);
          for (const { opId } of sent) {
            tried.add(opId);
            suspects.delete(opId);
          }
          failures = 0;
          most = Math.min(MAX_PUSH_OPERATIONS, most * 2);
          status.hinder(undefined);
          dependencies.onSettled(settled);
          continue;
        }
        if (yieldTo(verdict, sent) === 'again') continue;
        status.hinder(obstacleOf(verdict));
        wakeIn(Math.max(backoff(failures, random), notBefore - clock.monotonic()));
        return verdict.kind === 'offline' && !verdict.answered;
      }
      return false;
    } finally {
      release();
    }
  }

  const kicks = createKicks(async (force) => {
    try {
      // Until this pass has ended it is as the one before left it: who waited for that one asks when the next has begun already.
      unreachable = await pass(force);
    } catch {
      unreachable = false;
      // The store or the device key failed: nothing has changed, so it is as if the request had not been made.
      failures += 1;
      wakeIn(backoff(failures, random));
    }
  });

  return {
    kick: kicks.kick,
    holdsOthersBack: () =>
      unreachable ||
      (elsewhereSince !== undefined && clock.monotonic() - elsewhereSince < REQUEST_DEADLINE_MS),
    plan() {
      if (!kicks.isRunning() && !timer.isSet()) wakeIn(backoff(4, random));
    },
    async stop() {
      stopped = true;
      timer.stop();
      await kicks.stop();
    },
  };
}
