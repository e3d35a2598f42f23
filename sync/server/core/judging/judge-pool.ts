/**
 * Unsealing and judging, off the event loop. Needs nothing of the database: what its workers lack they ask for.
 *
 * Three lanes, each with workers of its own that no other work can take, also where the machine has one core: urgent operations; other operations;
 * and what staff and kiosks open. Whatever is sent here to be judged or opened ends at worst its own task, in its own lane.
 */
import { Worker } from 'node:worker_threads';
import { type ProblemCode, ProblemError } from '../../base/problems.ts';
import type { PublishedSource } from '../../packs/published.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import { heldUnread } from './judge.ts';
import type { Kinds, OpenedOperation, Shown } from './kinds.ts';
import type { Decide, ReceivedOperation, Verdict } from './verdict.ts';
import { readVerdict } from './verdict-text.ts';
import type { Question, Task, TaskResult, WorkerLane, WorkerSetup } from './worker-messages.ts';
import {
  createWorkerPool,
  NoWorkerError,
  OverloadedError,
  type TaskOptions,
  WorkerDiedError,
  type WorkerPool,
} from './worker-pool.ts';

type Bytes = Uint8Array<ArrayBuffer>;

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
const MOST_OPENING = 64;
const MOST_OPENING_OF_VENDOR = 16;
const RETRY_SECONDS = '5';
/** What has ended a worker when it was opened isn't tried again for so long. */
const FAILED_FOR_MS = 10 * 60_000;
const MOST_FAILED = 1_000;

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
interface FailedOpening {
  readonly ok: false;
  readonly code: ProblemCode;
  readonly details: Record<string, never>;
}
const couldNotOpen: FailedOpening = { ok: false, code: 'OPENING_FAILED', details: {} };

const WORKER_SCRIPT = new URL('./judge-worker.ts', import.meta.url);

/** Its own buffer: a clone takes the whole buffer that a view is part of. */
function ownBytes(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

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
    mostWaiting: dependencies.mostOpening ?? MOST_OPENING,
    mostWaitingOfOwner: MOST_OPENING_OF_VENDOR,
  });
  const lanes = [urgent, judging, opening];

  /**
   * @returns a verdict, or undefined where the worker gave none, by operation; and whether it is there still, so that there will be one later
   * @throws where nothing at all could be judged
   */
  async function judgeOnce(
    lane: WorkerPool,
    operations: readonly ReceivedOperation[],
  ): Promise<{ readonly verdicts: readonly (Verdict | undefined)[]; readonly isAlive: boolean }> {
    const copies = operations.map((one) => ({ ...one, envelope: ownBytes(one.envelope) }));
    const verdicts: (Verdict | undefined)[] = operations.map(() => undefined);
    const onPart = (index: number, text: string) => {
      verdicts[index] = readVerdict(text);
    };
    try {
      const transfer = copies.map(({ envelope }) => envelope.buffer);
      await lane.run({ kind: 'judge', operations: copies }, { transfer, onPart });
    } catch (error) {
      const isAlive = !(error instanceof WorkerDiedError);
      // A key or a form of one vendor's can't be had just now: what others sent in the same batch doesn't wait for it.
      if (isAlive && verdicts.every((verdict) => verdict === undefined)) throw error;
      onFault('', error);
      return { verdicts, isAlive };
    }
    return { verdicts, isAlive: true };
  }

  /** Whoever ends a second worker by itself is the cause: it is held, so that it neither is lost nor ends a third. */
  async function judgeAlone(lane: WorkerPool, operation: ReceivedOperation): Promise<Verdict> {
    const { verdicts } = await judgeOnce(lane, [operation]);
    const [verdict] = verdicts;
    if (verdict) return verdict;
    onFault(operation.opId, new WorkerDiedError('It has ended two workers.'));
    return heldUnread(kinds, operation, 'JUDGING_FAILED');
  }

  async function judgeIn(
    lane: WorkerPool,
    operations: readonly ReceivedOperation[],
  ): Promise<readonly (Verdict | undefined)[]> {
    if (operations.length === 0) return [];
    const { verdicts, isAlive } = await judgeOnce(lane, operations);
    if (isAlive) return verdicts;
    // One of those that are left may be why: each is judged again by itself.
    return Promise.all(
      operations.map(async (operation, index) => verdicts[index] ?? (await judgeAlone(lane, operation))),
    );
  }

  /** When it has ended a worker, by vendor and operation. */
  const failed = new Map<string, number>();
  const nameOf = ({ vendor, opId }: SealedOperation) => `${vendor} ${opId}`;

  function hasFailed(operation: SealedOperation): boolean {
    const at = failed.get(nameOf(operation));
    return at !== undefined && now() - at < FAILED_FOR_MS;
  }

  function rememberFailed(operation: SealedOperation): void {
    failed.delete(nameOf(operation));
    failed.set(nameOf(operation), now());
    const [oldest] = failed.keys();
    if (failed.size > MOST_FAILED && oldest !== undefined) failed.delete(oldest);
  }

  /** @throws WorkerDiedError, or ProblemError UNAVAILABLE. */
  async function runOpening(task: Task, options: TaskOptions): Promise<TaskResult> {
    try {
      return await opening.run(task, options);
    } catch (error) {
      if (error instanceof OverloadedError || error instanceof NoWorkerError)
        throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
      throw error;
    }
  }

  /** The worker is ours: what it gives back to a kind of task is what the task says. */
  async function openAs<Opened>(
    operation: SealedOperation,
    toTask: (copy: SealedOperation) => Task,
  ): Promise<Opened | FailedOpening> {
    if (hasFailed(operation)) return couldNotOpen;
    const { vendor, opId, lane, kind, v, envelope } = operation;
    const copy = { vendor, opId, lane, kind, v, envelope: ownBytes(envelope) };
    try {
      const text = await runOpening(toTask(copy), { owner: vendor, transfer: [copy.envelope.buffer] });
      return JSON.parse(String(text)) as Opened;
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error;
      rememberFailed(operation);
      onFault(opId, error);
      return couldNotOpen;
    }
  }

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
    async openBlob(vendor, key, bytes) {
      const copy = ownBytes(bytes);
      const task = { kind: 'openBlob', key: ownBytes(key), bytes: copy } as const;
      try {
        const opened = await runOpening(task, { owner: vendor, transfer: [copy.buffer] });
        return typeof opened === 'string' ? undefined : opened;
      } catch (error) {
        if (!(error instanceof WorkerDiedError)) throw error;
        onFault('', error);
        throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
      }
    },
    async warm() {
      await Promise.all(lanes.map((lane) => lane.warm()));
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
    isManned: () => lanes.every((lane) => lane.readyWorkers() > 0),
  };
}
