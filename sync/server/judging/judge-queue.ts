/**
 * Judging, right after a receipt and beside ingest. In memory only: what a crash or an overload leaves unjudged is found in the
 * ledger by a sweep, at the start and then every so often.
 */
import type { Judge } from './judge.ts';
import type { JudgeStore, OperationName } from './judge-store.ts';

/** How long a push waits for the outcome of its operations before it answers `received`. */
export const JUDGE_WITHIN_MS = 50;
/** With more than this ahead nobody waits: the answer would come too late for it anyway, and receipts must not starve. */
const WAIT_BEHIND_AT_MOST = 4;
const SWEEP_EVERY_MS = 15_000;
const SWEEP_OLDER_THAN_MS = 5_000;
const SWEEP_BATCH = 500;

export interface JudgeQueue {
  /** Resolves when the operations are judged, or earlier where that takes too long. Never rejects. */
  judge(vendor: string, opIds: readonly string[]): Promise<void>;
  /** Judges everything that the ledger holds unjudged. */
  sweep(): Promise<void>;
  start(): void;
  /** Resolves when nothing is being judged any more; what is left stays in the ledger. */
  stop(): Promise<void>;
}

export interface JudgeQueueDependencies {
  readonly store: JudgeStore;
  readonly judge: Judge;
  /** Told of faults of the database: the operation stays unjudged, and the sweep tries again. */
  readonly onError: (error: unknown) => void;
  readonly waitMs?: number;
}

export function createJudgeQueue({
  store,
  judge,
  onError,
  waitMs = JUDGE_WITHIN_MS,
}: JudgeQueueDependencies): JudgeQueue {
  let waiting = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  // One after the other: a lane's order is then the queue's, and ingest keeps the larger share of the processor.
  let tail: Promise<void> = Promise.resolve();

  async function judgeOne(name: OperationName): Promise<void> {
    try {
      if (!stopped) await store.judge(name, judge);
    } catch (error) {
      onError(error);
    }
  }

  function enqueue(names: readonly OperationName[]): Promise<void> {
    for (const name of names) {
      waiting++;
      tail = tail
        .then(() => judgeOne(name))
        .finally(() => {
          waiting--;
        });
    }
    return tail;
  }

  async function sweep(olderThanMs: number): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; !stopped; ) {
      const found = await store.findUnjudged(olderThanMs, SWEEP_BATCH);
      await enqueue(found);
      // What another process is judging, or what a predecessor blocks, is found again: don't spin on it.
      if (found.length < SWEEP_BATCH || found.length >= before) return;
      before = found.length;
    }
  }

  return {
    async judge(vendor, opIds) {
      const isCrowded = waiting > WAIT_BEHIND_AT_MOST;
      const done = enqueue(opIds.map((opId) => ({ vendor, opId })));
      if (isCrowded) return;
      let patience: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, waitMs);
      });
      await Promise.race([done, enough]);
      clearTimeout(patience);
    },
    sweep: () => sweep(0),
    start() {
      timer = setInterval(() => {
        sweep(SWEEP_OLDER_THAN_MS).catch(onError);
      }, SWEEP_EVERY_MS);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await tail;
    },
  };
}
