/**
 * Unsealing and judging, off the event loop. Needs nothing of the database: what its workers lack they ask for.
 *
 * Three lanes, each with workers of its own that no other work can take, also where the machine has one core: urgent operations; other operations;
 * and what staff and kiosks open. Whatever is sent here to be judged or opened ends at worst its own task, in its own lane.
 */
import { Worker } from 'node:worker_threads';
import type { PublishedSource } from '../../packs/published.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import type { Kinds, OpenedOperation, Shown } from './kinds.ts';
import { createLaneJudging } from './lane-judging.ts';
import { type Bytes, createOpening } from './opening.ts';
import type { Decide, ReceivedOperation } from './verdict.ts';
import type { Question, WorkerLane, WorkerSetup } from './worker-messages.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/** For one operation, of processor time: a form takes milliseconds, its expressions some seconds at most. One that takes this long would never end. */
const TASK_WITHIN_MS: Readonly<Record<WorkerLane, number>> = {
  urgent: 5_000,
  judging: 20_000,
  // A person waits for it.
  opening: 5_000,
};
/** Loading its code takes a second or two; on a machine that is very busy, many times that. */
const START_WITHIN_MS = 60_000;
/** A form is read from the database, a key perhaps over the network. */
const ANSWER_WITHIN_MS = 10_000;
/** Of one worker. An envelope has at most 1 MiB: what needs more than this is made to. */
const HEAP_MIB: Readonly<Record<WorkerLane, number>> = { urgent: 128, judging: 512, opening: 256 };
/** An alert needs no form and no expressions: one worker judges some hundreds a second. Opening is for people, a few at a time. */
const RESERVED_WORKERS = 1;
/** What is opened for people: a busy clinic has a few of them at once. */
const MAX_OPENING = 64;
const MAX_OPENING_OF_VENDOR = 16;

export interface JudgePool {
  readonly size: number;
  /** In the same order. @throws where keys or forms can't be asked, or no worker starts: nothing is said of the operations then. */
  judge: Decide;
  /** For a kiosk. @throws ProblemError UNAVAILABLE where too much is being opened. */
  open(operation: SealedOperation): Promise<OpenedOperation>;
  /** For staff. @throws ProblemError UNAVAILABLE where too much is being opened. */
  show(operation: SealedOperation, marks: unknown): Promise<Shown>;
  /** Opens a photo or document. @returns undefined where the key doesn't. @throws ProblemError UNAVAILABLE where too much is being opened. */
  openBlob(vendor: string, key: Bytes, bytes: Bytes): Promise<Bytes | undefined>;
  warm(): Promise<void>;
  /** Whether each lane has a worker that can take its tasks. */
  isManned(): boolean;
  stop(): Promise<void>;
}

export interface JudgePoolDependencies {
  /** Workers that judge what is not urgent. */
  readonly size: number;
  readonly published: PublishedSource;
  readonly unsealer: Unsealer;
  readonly kinds: Kinds;
  /** Where the workers find the same kinds: see `loadKinds`. */
  readonly kindFiles: readonly string[];
  readonly onFault: (opId: string, error: unknown) => void;
  /** The code that a worker runs. */
  readonly script?: URL;
  readonly taskWithinMs?: number;
  readonly startWithinMs?: number;
  readonly answerWithinMs?: number;
  readonly mostOpening?: number;
  readonly now?: () => number;
}

type Limits = Pick<
  Parameters<typeof createWorkerPool>[0],
  'mostWaiting' | 'mostWaitingOfOwner' | 'keepsReady'
>;

const WORKER_SCRIPT = new URL('./judge-worker.ts', import.meta.url);

export function createJudgePool(dependencies: JudgePoolDependencies): JudgePool {
  const { size, published, unsealer, onFault, script = WORKER_SCRIPT, now = Date.now } = dependencies;
  const { kinds, kindFiles } = dependencies;

  async function answer(question: Question): Promise<unknown> {
    switch (question.kind) {
      case 'history':
        return published.history(question.vendor);
      case 'definition':
        return published.definition(question.vendor, question.formHash);
      case 'key':
        return unsealer.lend ? unsealer.lend(question.vendor, question.keyId) : 'elsewhere';
      case 'unseal':
        return unsealer.open(question.vendor, question.keyId, question.sealed, question.boundTo);
    }
  }

  function openLane(lane: WorkerLane, workers: number, limits: Partial<Limits> = {}): WorkerPool {
    return createWorkerPool({
      size: workers,
      start: () =>
        new Worker(script, {
          workerData: { lane, kindFiles } satisfies WorkerSetup,
          resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB[lane] },
        }),
      answer,
      onFault,
      taskWithinMs: dependencies.taskWithinMs ?? TASK_WITHIN_MS[lane],
      startWithinMs: dependencies.startWithinMs ?? START_WITHIN_MS,
      answerWithinMs: dependencies.answerWithinMs ?? ANSWER_WITHIN_MS,
      ...limits,
    });
  }

  const urgent = openLane('urgent', RESERVED_WORKERS, { keepsReady: true });
  const judging = openLane('judging', size);
  const opening = openLane('opening', RESERVED_WORKERS, {
    keepsReady: true,
    mostWaiting: dependencies.mostOpening ?? MAX_OPENING,
    mostWaitingOfOwner: MAX_OPENING_OF_VENDOR,
  });
  const lanes = [urgent, judging, opening];

  const judgeIn = createLaneJudging({ kinds, onFault });
  const { openAs, openBlob } = createOpening({ pool: opening, onFault, now });

  return {
    size,
    async judge(operations) {
      const isUrgent = ({ kind }: ReceivedOperation) => kinds.isUrgent(kind);
      const [pressing, others] = [operations.filter(isUrgent), operations.filter((one) => !isUrgent(one))];
      const settled = await Promise.allSettled([judgeIn(urgent, pressing), judgeIn(judging, others)]);
      const found = [pressing, others].map((asked, index) => {
        const one = settled[index];
        if (one?.status === 'fulfilled') return one.value;
        if (asked.length === operations.length) throw one?.reason;
        onFault('', one?.reason);
        return asked.map(() => undefined);
      });
      const [nextUrgent, nextOther] = [found[0]?.values(), found[1]?.values()];
      return operations.map((one) => (isUrgent(one) ? nextUrgent : nextOther)?.next().value);
    },
    open: (operation) => openAs<OpenedOperation>(operation, (copy) => ({ kind: 'open', operation: copy })),
    show: (operation, marks) =>
      openAs<Shown>(operation, (copy) => ({ kind: 'show', operation: copy, marks })),
    openBlob,
    async warm() {
      await Promise.all(lanes.map((lane) => lane.warm()));
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
    isManned: () => lanes.every((lane) => lane.readyWorkers() > 0),
  };
}
