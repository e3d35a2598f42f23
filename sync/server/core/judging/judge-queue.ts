/**
 * Judging, right after a receipt and beside ingest, in batches. In memory only, and names only: what a crash or an overload leaves
 * unjudged is found in the ledger by a sweep, at the start and then every so often.
 */
import { type BatchJudgingDependencies, createBatchJudging, keyOf } from './batch-judging.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { JudgeStore, KeylessStore, OperationName } from './judge-store.ts';
import { createLedgerSweep, type LedgerSweepDependencies } from './ledger-sweep.ts';

/** How long a push waits for the outcome of its operations before it answers `received`. */
export const JUDGE_WITHIN_MS = 50;
/** With more than this ahead nobody waits: the answer would come too late for it anyway, and receipts must not starve. */
const WAIT_BEHIND_AT_MOST = 4;
/** One transaction and one message to a worker. */
const BATCH = 32;
/** Of safety operations, beside those of others: while one is being stored, the next is judged. */
const URGENT_BATCHES = 2;
/** More than this isn't kept in memory: the sweep finds it. */
const MAX_WAITING = 50_000;
/** How often one that waits for its predecessor is tried right after other batches; then the sweep finds it. */
const MAX_TRIES = 8;
const SWEEP_EVERY_MS = 15_000;
const SWEEP_OLDER_THAN_MS = 5_000;

export interface JudgeQueue {
  /**
   * Resolves to true when the operations are judged, or earlier to false where that takes too long. Never rejects.
   * @param isUrgent before all that wait: they are safety operations.
   */
  judge(vendor: string, opIds: readonly string[], isUrgent?: boolean): Promise<boolean>;
  /** Judges everything that the ledger holds unjudged. */
  sweep(): Promise<void>;
  /** Judges again what is held because its key was not there, where it is there now. */
  again(): Promise<void>;
  start(): void;
  /** Resolves when nothing is being judged any more; what is left stays in the ledger. */
  stop(): Promise<void>;
}

export interface JudgeQueueDependencies extends BatchJudgingDependencies, LedgerSweepDependencies {
  readonly store: JudgeStore & Partial<KeylessStore>;
  /** Batches of what is not urgent that are judged at once. */
  readonly concurrency: number;
  /** Resolves when receipts leave room for judging, and in any case before long. What is urgent doesn't wait for it. */
  readonly quiet?: () => Promise<void>;
  readonly waitMs?: number;
}

interface Waiting {
  readonly name: OperationName;
  tries: number;
  /** Resolves when it is judged, or left to the sweep. */
  readonly settled: Promise<boolean>;
  readonly settle: (isJudged: boolean) => void;
}

export function createJudgeQueue(dependencies: JudgeQueueDependencies): JudgeQueue {
  const { concurrency, quiet, onError, waitMs = JUDGE_WITHIN_MS } = dependencies;
  const known = new Map<string, Waiting>();
  /** A vendor with a thousand delays another's first by one. */
  const urgent = createFairQueue<Waiting>();
  const others = createFairQueue<Waiting>();
  /** Tried already, and perhaps behind something that is being judged: tried again when that has ended. */
  const behind: Waiting[] = [];
  const running = new Map<readonly Waiting[], Promise<void>>();
  let runningUrgent = 0;
  let ended = 0;
  let givesWay = false;
  let mayBegin = quiet === undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function settle(one: Waiting, isJudged: boolean): void {
    known.delete(keyOf(one.name));
    one.settle(isJudged);
  }

  const judgeBatch = createBatchJudging(dependencies, settle);
  const queueOf = ({ name }: Waiting) => (name.urgent ? urgent : others);

  async function runBatch(batch: readonly Waiting[], isUrgent: boolean): Promise<void> {
    const endedBefore = ended;
    if (isUrgent) runningUrgent++;
    const left = await judgeBatch(batch);
    if (isUrgent) runningUrgent--;
    running.delete(batch);
    for (const one of behind.splice(0).toReversed()) queueOf(one).unshift(one.name.vendor, one);
    for (const one of left) {
      one.tries++;
      if (one.tries >= MAX_TRIES) settle(one, false);
      // What it waits for may be in a batch that runs, or that has ended meanwhile; else it is somebody else's to judge.
      else if (running.size > 0) behind.push(one);
      else if (ended > endedBefore) queueOf(one).push(one.name.vendor, one);
      else settle(one, false);
    }
    ended++;
    pump();
  }

  /** Lets one batch begin when there is room for it. */
  async function giveWay(): Promise<void> {
    if (givesWay) return;
    givesWay = true;
    await quiet?.();
    givesWay = false;
    mayBegin = true;
    pump();
  }

  function pump(): void {
    if (stopped) for (const one of known.values()) settle(one, false);
    // Safety operations have batches of their own, beside all others: none waits for what is judged or stored with it.
    while (!stopped && runningUrgent < URGENT_BATCHES && urgent.size > 0) begin(urgent, true);
    while (!stopped && running.size - runningUrgent < concurrency && others.size > 0) {
      if (!mayBegin) return void giveWay();
      mayBegin = quiet === undefined;
      begin(others, false);
    }
  }

  function begin(queue: FairQueue<Waiting>, isUrgent: boolean): void {
    const batch: Waiting[] = [];
    for (let one = queue.shift(); one; one = batch.length < BATCH ? queue.shift() : undefined)
      batch.push(one);
    running.set(batch, runBatch(batch, isUrgent));
  }

  /** @returns for each whether it was judged here. */
  function enqueue(names: readonly OperationName[]): Promise<readonly boolean[]> {
    const waiting = names.map((name): Promise<boolean> => {
      const before = known.get(keyOf(name));
      if (before) return before.settled;
      if (stopped || (known.size >= MAX_WAITING && !name.urgent)) return Promise.resolve(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const one: Waiting = { name, tries: 0, settled: promise, settle: resolve };
      known.set(keyOf(name), one);
      queueOf(one).push(name.vendor, one);
      return promise;
    });
    pump();
    return Promise.all(waiting);
  }

  const sweep = createLedgerSweep(dependencies, enqueue, () => stopped);

  return {
    async judge(vendor, opIds, isUrgent = false) {
      const isCrowded = known.size > WAIT_BEHIND_AT_MOST;
      const done = enqueue(opIds.map((opId) => ({ vendor, opId, ...(isUrgent ? { urgent: true } : {}) })));
      if (isCrowded && !isUrgent) return false;
      const { promise: enough, resolve } = Promise.withResolvers<false>();
      const patience = setTimeout(() => resolve(false), waitMs);
      const judged = await Promise.race([done.then((all) => all.every(Boolean)), enough]);
      clearTimeout(patience);
      return judged;
    },
    sweep: async () => {
      await sweep.unjudged(0);
      await sweep.keyless();
    },
    again: sweep.keyless,
    start() {
      let isSweeping = false;
      timer = setInterval(() => {
        if (isSweeping) return;
        isSweeping = true;
        sweep
          .unjudged(SWEEP_OLDER_THAN_MS)
          .catch(onError)
          .finally(() => {
            isSweeping = false;
          });
      }, SWEEP_EVERY_MS);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      pump();
      await Promise.all(running.values());
    },
  };
}
