/**
 * Takes operations from the outbox to the server, one request at a time.
 *
 *   idle --kick/timer--> pass: choose a batch -> push -> settle -> choose again ... -> idle
 *
 * A pass sends each operation at most once. It ends when nothing is due, or when a whole request fails; then a timer waits
 * with full jitter, and any trigger (a new operation, the network, the page coming back) starts at once. Two of these run
 * side by side: safety alerts have one of their own, so that nothing else can keep them waiting.
 */
import {
  MAX_PUSH_OPERATIONS,
  type Operation,
  type PushResponse,
  pushResponseSchema,
} from '../protocol/wire.ts';
import { backoff } from './backoff.ts';
import { chooseBatch } from './batch.ts';
import { base64url } from './bytes.ts';
import type { Device } from './device.ts';
import type { Exchange, Verdict } from './exchange.ts';
import type { Outbox } from './outbox.ts';
import type { Clock, Locks, Random, Store, Unsubscribe } from './ports.ts';
import { recallServer } from './server-memory.ts';
import type { Settle } from './settle.ts';
import type { Obstacle, Status } from './status.ts';
import type { OutboxRow } from './store/rows.ts';

export interface Sender {
  /** Resolves when the pass that this begins, or the one after the pass under way, has ended. `force` ignores every wait. */
  kick(force?: boolean): Promise<void>;
  /** The last pass got no answer from anybody. */
  isUnreachable(): boolean;
  /** Another tab has queued something: looks after it later, should that tab be closed before it is sent. */
  plan(): void;
  stop(): Promise<void>;
}

export interface SenderDependencies {
  readonly store: Store;
  readonly outbox: Pick<Outbox, 'envelope'>;
  readonly exchange: Exchange;
  readonly device: Device;
  readonly settle: Settle;
  readonly status: Status;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly random: Random;
  /** Name of the lock that keeps two tabs from sending the same. */
  readonly lock: string;
  readonly takes: (row: OutboxRow) => boolean;
  readonly onSettled: (received: number) => void;
  /** Its wait is over: whoever decides the order of the senders kicks it. */
  readonly onWake: () => void;
}

/** @returns undefined where its envelope can't be read: the row stays, and the patient is told. */
export async function toOperation(
  row: OutboxRow,
  outbox: Pick<Outbox, 'envelope'>,
): Promise<Operation | undefined> {
  const envelope = await outbox.envelope(row);
  if (envelope === undefined) return undefined;
  const { opId, lane, laneNo, kind, v, capturedAt, sha256, blobs } = row;
  return {
    opId,
    lane,
    laneNo,
    kind,
    v,
    capturedAt,
    sha256,
    envelope: base64url(envelope),
    blobs: [...blobs],
  };
}

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
  const { store, outbox, exchange, device, settle, status, locks, clock, random, lock, takes } = dependencies;
  let stopped = false;
  let running: Promise<void> | undefined;
  let following: { force: boolean; readonly done: Promise<void> } | undefined;
  let cancelTimer: Unsubscribe | undefined;
  let failures = 0;
  let unreachable = false;
  /** Reading of the monotonic clock that a `Retry-After` asks to wait for. */
  let notBefore = 0;
  let most = MAX_PUSH_OPERATIONS;
  const suspects = new Map<string, number>();

  const wakeIn = (milliseconds: number) => {
    cancelTimer?.();
    if (stopped) return;
    cancelTimer = clock.setTimer(milliseconds, () => {
      cancelTimer = undefined;
      dependencies.onWake();
    });
  };

  async function markUnreadable(rows: readonly OutboxRow[]): Promise<void> {
    await store.write(['outbox'], async (transaction) => {
      for (const { opId } of rows) {
        const row = await transaction.get('outbox', opId);
        if (row?.state === 'queued')
          await transaction.put('outbox', { ...row, state: 'attention', why: 'not-understood' });
      }
    });
    dependencies.onSettled(0);
  }

  async function push(
    rows: readonly OutboxRow[],
  ): Promise<{ sent: OutboxRow[]; verdict: Verdict<PushResponse> | undefined }> {
    const sent: OutboxRow[] = [];
    const ops: Operation[] = [];
    const unreadable: OutboxRow[] = [];
    for (const row of rows) {
      const operation = await toOperation(row, outbox);
      if (operation === undefined) unreadable.push(row);
      else {
        ops.push(operation);
        sent.push(row);
      }
    }
    if (unreadable.length > 0) await markUnreadable(unreadable);
    if (ops.length === 0) return { sent, verdict: undefined };
    const { deviceId } = await device.identity();
    const { epoch, maxSeq } = await store.read(['meta'], recallServer);
    const opIds = ops.map((operation) => operation.opId);
    status.sending(opIds, true);
    try {
      const body = { deviceId, epoch, maxSeq, ops };
      const verdict = await exchange.call(
        { method: 'POST', path: '/sync/v1/push', body },
        pushResponseSchema,
      );
      return { sent, verdict };
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

  async function pass(force: boolean): Promise<void> {
    unreachable = false;
    cancelTimer?.();
    cancelTimer = undefined;
    const wait = notBefore - clock.monotonic();
    if (!force && wait > 0) {
      wakeIn(wait);
      return;
    }
    const release = await locks.tryHold(lock);
    if (release === undefined) {
      // Another tab is sending. Should it be frozen in the middle, this one takes over later.
      wakeIn(backoff(4, random));
      return;
    }
    try {
      const tried = new Set<string>();
      while (!stopped) {
        const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
        const queued = rows.filter((row) => row.state === 'queued' && takes(row));
        const batch = chooseBatch(queued, { now: clock.now(), most, tried, force, suspects });
        if (batch.rows.length === 0) {
          if (batch.wakeAt !== undefined) wakeIn(Math.max(batch.wakeAt - clock.now(), backoff(1, random)));
          return;
        }
        const { sent, verdict } = await push(batch.rows);
        if (verdict === undefined) continue;
        if (stopped) return;
        if (verdict.kind === 'answer') {
          const settled = await settle(sent, verdict.body);
          for (const { opId } of sent) {
            tried.add(opId);
            suspects.delete(opId);
          }
          failures = 0;
          most = Math.min(MAX_PUSH_OPERATIONS, most * 2);
          status.hinder(undefined);
          dependencies.onSettled(settled.received);
          continue;
        }
        if (yieldTo(verdict, sent) === 'again') continue;
        unreachable = verdict.kind === 'offline' && !verdict.answered;
        status.hinder(obstacleOf(verdict));
        wakeIn(Math.max(backoff(failures, random), notBefore - clock.monotonic()));
        return;
      }
    } finally {
      release();
    }
  }

  async function guarded(force: boolean): Promise<void> {
    try {
      await pass(force);
    } catch {
      // The store or the device key failed: nothing has changed, so it is as if the request had not been made.
      failures += 1;
      wakeIn(backoff(failures, random));
    }
  }

  function kick(force = false): Promise<void> {
    if (stopped) return Promise.resolve();
    if (running === undefined) {
      running = guarded(force).finally(() => {
        running = undefined;
      });
      return running;
    }
    if (following === undefined) {
      const next: { force: boolean; done: Promise<void> } = { force, done: Promise.resolve() };
      next.done = running.then(() => {
        following = undefined;
        return kick(next.force);
      });
      following = next;
    } else following.force ||= force;
    return following.done;
  }

  return {
    kick,
    isUnreachable: () => unreachable,
    plan() {
      if (running === undefined && cancelTimer === undefined) wakeIn(backoff(4, random));
    },
    async stop() {
      stopped = true;
      cancelTimer?.();
      await running;
    },
  };
}
