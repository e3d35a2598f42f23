/**
 * Takes the photos and documents of queued operations to the server, one at a time, each from where the server has got to.
 *
 * Nothing but the operation that names a blob waits for it. A blob that fails goes behind the others, so that none of them waits for it
 * for ever; a line that fails ends the pass, and a timer with full jitter or any trigger begins the next. Offsets are remembered in
 * `uploads`, and believed only within the run that heard them from the server: after that it is asked first.
 */
import { backoff } from '../base/backoff.ts';
import { createKicks } from '../base/kicks.ts';
import type { Clock, Locks, Random } from '../base/ports.ts';
import { createWakeTimer } from '../base/wake-timer.ts';
import type { Store } from '../store/store.ts';
import type { BlobVerdict } from '../wire/answers.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Obstacle, Status } from '../wire/status.ts';
import type { UploadEnd } from './blob-upload.ts';
import { createPendingUpload, createServerOffsets } from './pending-upload.ts';
import { choosePending, type PendingBlob, pendingTables, readPending } from './pending-uploads.ts';
import { createUploadRows } from './upload-rows.ts';

export interface Uploader {
  /** Resolves when the pass that this begins, or the one after the pass under way, has ended. `force` ignores every wait. */
  kick(force?: boolean): Promise<void>;
  /** Another tab has queued something: looks after it later, should that tab be closed before it is sent. */
  plan(): void;
  stop(): Promise<void>;
}

export interface UploaderDependencies {
  readonly vendor: string;
  readonly store: Store;
  readonly exchange: Pick<Exchange, 'locate' | 'append'>;
  readonly status: Pick<Status, 'uploading' | 'hinder'>;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly random: Random;
  /** All blobs of an operation have arrived, so that it can be sent; or it has turned out that it never can. */
  readonly onUploaded: () => void;
}

/** So many blobs that fail one after the other speak of the server, not of themselves. */
const MAX_FAILED_IN_A_PASS = 2;

function obstacleOf(verdict: BlobVerdict): Obstacle {
  switch (verdict.kind) {
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
    case 'position':
    case 'mismatch':
      return 'not-understood';
  }
}

/** Whether it is the line's or the server's doing, so that other blobs would fare alike. */
function concernsAll(verdict: BlobVerdict): boolean {
  return ['offline', 'busy', 'sign-in', 'update'].includes(verdict.kind);
}

export function createUploader(dependencies: UploaderDependencies): Uploader {
  const { vendor, store, exchange, status, locks, clock, random, onUploaded } = dependencies;
  let stopped = false;
  let failures = 0;
  /** Reading of the monotonic clock that a `Retry-After` asks to wait for. */
  let notBefore = 0;

  const timer = createWakeTimer(clock, () => void kicks.kick());
  const { wakeIn } = timer;

  const rows = createUploadRows(store);
  const offsets = createServerOffsets();
  const upload = createPendingUpload({
    ...{ store, exchange, status, offsets, rows },
    stopped: () => stopped,
  });

  /** @returns whether the pass goes on. */
  async function yieldTo(
    blob: PendingBlob,
    end: Extract<UploadEnd, { readonly kind: 'failed' }>,
  ): Promise<boolean> {
    const { verdict, moved } = end;
    offsets.doubt(blob.sha256);
    failures = moved ? 1 : failures + 1;
    if (verdict.kind === 'busy' && verdict.retryAfterMs !== undefined)
      notBefore = clock.monotonic() + verdict.retryAfterMs;
    const all = concernsAll(verdict);
    const attempts = moved ? 0 : (blob.upload?.attempts ?? 0) + 1;
    await rows.remember(blob.sha256, {
      attempts,
      // Where the line is to blame, the pass waits and not the blob: a trigger tries it at once.
      nextAt: all ? 0 : clock.now() + backoff(Math.max(1, attempts), random),
    });
    status.hinder(obstacleOf(verdict));
    return !all;
  }

  async function work(force: boolean): Promise<void> {
    const tried = new Set<string>();
    let failed = 0;
    while (!stopped) {
      const { blobs, progress } = await store.read(pendingTables, readPending);
      status.uploading(progress);
      const { next, wakeAt } = choosePending(blobs, { now: clock.now(), force, tried });
      if (next === undefined || failed >= MAX_FAILED_IN_A_PASS) {
        if (failed > 0) wakeIn(backoff(failures, random));
        else if (wakeAt !== undefined) wakeIn(Math.max(wakeAt - clock.now(), backoff(1, random)));
        return;
      }
      const end = await upload(next, progress);
      if (stopped) return;
      if (end?.kind === 'failed') {
        tried.add(next.sha256);
        failed += 1;
        if (await yieldTo(next, end)) continue;
        wakeIn(Math.max(backoff(failures, random), notBefore - clock.monotonic()));
        return;
      }
      failures = 0;
      failed = 0;
      offsets.doubt(next.sha256);
      if (end !== undefined) {
        offsets.hear();
        status.hinder(undefined);
        await rows.remember(next.sha256, { offset: next.size ?? 0, done: true, attempts: 0, nextAt: 0 });
      }
      const rest = await store.read(pendingTables, readPending);
      status.uploading(rest.progress);
      if (!rest.progress.has(next.opId)) onUploaded();
    }
  }

  async function pass(force: boolean): Promise<void> {
    timer.cancel();
    const wait = notBefore - clock.monotonic();
    if (!force && wait > 0) {
      wakeIn(wait);
      return;
    }
    const { blobs, progress } = await store.read(pendingTables, readPending);
    if (blobs.length === 0) {
      status.uploading(progress);
      return;
    }
    const release = await locks.tryHold(`v:${vendor}:uploads`);
    if (release === undefined) {
      // Another tab is uploading. Should it be frozen in the middle, this one takes over later.
      wakeIn(backoff(4, random));
      return;
    }
    try {
      await work(force);
    } finally {
      release();
    }
  }

  const kicks = createKicks(async (force) => {
    try {
      await pass(force);
    } catch {
      // The store or the device key failed: what is remembered may be behind, and the server is asked again.
      offsets.doubtAll();
      failures += 1;
      wakeIn(backoff(failures, random));
    }
  });

  return {
    kick: kicks.kick,
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
