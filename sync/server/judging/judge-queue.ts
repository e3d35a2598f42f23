/**
 * Judging, right after a receipt and beside ingest, in batches. In memory only, and names only: what a crash or an overload leaves
 * unjudged is found in the ledger by a sweep, at the start and then every so often.
 */
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { JudgedOperation, JudgeStore, KeylessStore, OperationName } from './judge-store.ts';
import type { Decide } from './verdict.ts';

/** How long a push waits for the outcome of its operations before it answers `received`. */
export const JUDGE_WITHIN_MS = 50;
/** With more than this ahead nobody waits: the answer would come too late for it anyway, and receipts must not starve. */
const WAIT_BEHIND_AT_MOST = 4;
/** One transaction and one message to a worker. */
const BATCH = 32;
/** Of safety operations, beside those of others: while one is being stored, the next is judged. */
const URGENT_BATCHES = 2;
/** More than this isn't kept in memory: the sweep finds it. */
const MOST_WAITING = 50_000;
/** How often one that waits for its predecessor is tried right after other batches; then the sweep finds it. */
const MOST_TRIES = 8;
const SWEEP_EVERY_MS = 15_000;
const SWEEP_OLDER_THAN_MS = 5_000;
const SWEEP_PAGE = 500;

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

export interface JudgeQueueDependencies {
  readonly store: JudgeStore & Partial<KeylessStore>;
  /** Verdicts in the order of the operations; rejects where none can be given now. */
  readonly judge: Decide;
  /** Holds what the database refuses to store the verdict of. */
  readonly giveUp: Decide;
  /** Whether an error of the store is one operation's, which others mustn't share. */
  readonly isFaultOfOne: (error: unknown) => boolean;
  /** Batches of what is not urgent that are judged at once. */
  readonly concurrency: number;
  readonly knowsKey?: (vendor: string, keyId: string) => Promise<boolean>;
  /** Tells a device that there is news of its operations. */
  readonly wake?: (vendor: string, device: string) => void;
  /** Resolves when receipts leave room for judging, and in any case before long. What is urgent doesn't wait for it. */
  readonly quiet?: () => Promise<void>;
  /** Told of faults of the database, and of workers that don't start: operations stay unjudged, and the sweep tries again. */
  readonly onError: (error: unknown) => void;
  readonly waitMs?: number;
}

interface Waiting {
  readonly name: OperationName;
  tries: number;
  /** Resolves when it is judged, or left to the sweep. */
  readonly settled: Promise<boolean>;
  readonly settle: (isJudged: boolean) => void;
}

const keyOf = ({ vendor, opId }: Pick<OperationName, 'vendor' | 'opId'>) => `${vendor} ${opId}`;

export function createJudgeQueue(dependencies: JudgeQueueDependencies): JudgeQueue {
  const {
    store,
    judge,
    giveUp,
    isFaultOfOne,
    concurrency,
    knowsKey,
    wake,
    quiet,
    onError,
    waitMs = JUDGE_WITHIN_MS,
  } = dependencies;
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

  function wakeAll(judged: readonly JudgedOperation[]): void {
    if (!wake) return;
    const devices = new Map(judged.map(({ vendor, device }) => [`${vendor} ${device}`, { vendor, device }]));
    for (const { vendor, device } of devices.values()) wake(vendor, device);
  }

  /** @returns those that were left alone. */
  async function judgeWith(batch: readonly Waiting[], decide: Decide): Promise<readonly Waiting[]> {
    const judged = await store.judge(
      batch.map(({ name }) => name),
      decide,
    );
    wakeAll(judged);
    const done = new Set(judged.map(keyOf));
    for (const one of batch) if (done.has(keyOf(one.name))) settle(one, true);
    return batch.filter(({ name }) => !done.has(keyOf(name)));
  }

  function leave(batch: readonly Waiting[], error: unknown): readonly Waiting[] {
    onError(error);
    for (const one of batch) settle(one, false);
    return [];
  }

  /** Judged by itself, an operation harms no other; one that can't be stored even so is held, or it would come back for ever. */
  async function judgeAlone(one: Waiting): Promise<readonly Waiting[]> {
    try {
      return await judgeWith([one], judge);
    } catch (error) {
      if (!isFaultOfOne(error)) return leave([one], error);
      onError(error);
      return judgeWith([one], giveUp).catch((fault: unknown) => leave([one], fault));
    }
  }

  /** @returns those that were left alone. */
  async function judgeBatch(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      return await judgeWith(batch, judge);
    } catch (error) {
      if (!isFaultOfOne(error)) return leave(batch, error);
      const left: Waiting[] = [];
      for (const one of batch) left.push(...(await judgeAlone(one)));
      return left;
    }
  }

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
      if (one.tries >= MOST_TRIES) settle(one, false);
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
      if (stopped || (known.size >= MOST_WAITING && !name.urgent)) return Promise.resolve(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const one: Waiting = { name, tries: 0, settled: promise, settle: resolve };
      known.set(keyOf(name), one);
      queueOf(one).push(name.vendor, one);
      return promise;
    });
    pump();
    return Promise.all(waiting);
  }

  /** Page by page through everything that is found; nothing of it waits for a page before, so that what is urgent goes first. */
  async function enqueueAll<Name extends OperationName>(
    find: (after: Name | undefined) => Promise<readonly Name[]>,
    choose: (names: readonly Name[]) => Promise<readonly Name[]>,
  ): Promise<void> {
    const pages: Promise<unknown>[] = [];
    for (let after: Name | undefined; !stopped; ) {
      const found = await find(after);
      const last = found.at(-1);
      pages.push(enqueue(await choose(found)));
      if (found.length < SWEEP_PAGE || !last || (after && keyOf(after) === keyOf(last))) break;
      after = last;
    }
    await Promise.all(pages);
  }

  const sweep = (olderThanMs: number) =>
    enqueueAll(
      (after) => store.findUnjudged(olderThanMs, SWEEP_PAGE, after),
      async (found) => found,
    );

  async function again(): Promise<void> {
    const { findKeyless } = store;
    if (!findKeyless || !knowsKey) return;
    await enqueueAll(
      (after: Awaited<ReturnType<typeof findKeyless>>[number] | undefined) => findKeyless(SWEEP_PAGE, after),
      async (found) => {
        const isKnown = await Promise.all(found.map(({ vendor, keyId }) => knowsKey(vendor, keyId)));
        return found.filter((_, index) => isKnown[index]);
      },
    );
  }

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
      await sweep(0);
      await again();
    },
    again,
    start() {
      let isSweeping = false;
      timer = setInterval(() => {
        if (isSweeping) return;
        isSweeping = true;
        sweep(SWEEP_OLDER_THAN_MS)
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
