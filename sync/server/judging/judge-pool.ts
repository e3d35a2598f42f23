/** Unsealing and judging, off the event loop. Needs nothing of the database: what its workers lack they ask for. */
import { Worker } from 'node:worker_threads';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import { heldUnread } from './judge.ts';
import type { OpenedOperation } from './open-operation.ts';
import type { PublishedSource } from './published.ts';
import type { ReceivedOperation, Verdict } from './verdict.ts';
import type { Question, TaskKind, Tasks } from './worker-messages.ts';
import { createWorkerPool, type TaskOptions, WorkerDiedError } from './worker-pool.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A batch takes tens of milliseconds; one that takes this long would never end. */
const TASK_WITHIN_MS = 20_000;
/** Loading its code takes a second or two; on a machine that is very busy, many times that. */
const START_WITHIN_MS = 60_000;
/** A form is read from the database, a key perhaps over the network. */
const ANSWER_WITHIN_MS = 10_000;
/** Of one worker. An envelope has at most 1 MiB: what needs more than this is made to. */
const HEAP_MIB = 512;

export interface JudgePool {
  readonly size: number;
  /** In the same order. @throws where keys or forms can't be asked, or no worker starts: nothing is said of the operations then. */
  judge(operations: readonly ReceivedOperation[]): Promise<readonly Verdict[]>;
  /** Before what waits to be judged: a person waits for it. */
  open(operation: SealedOperation): Promise<OpenedOperation>;
  /** Opens a photo or document. @returns undefined where the key doesn't. */
  openBlob(key: Bytes, bytes: Bytes): Promise<Bytes | undefined>;
  warm(): Promise<void>;
  readyWorkers(): number;
  stop(): Promise<void>;
}

export interface JudgePoolDependencies {
  readonly size: number;
  readonly published: PublishedSource;
  readonly unsealer: Unsealer;
  readonly onFault: (opId: string, error: unknown) => void;
  /** The code that a worker runs. */
  readonly script?: URL;
  readonly taskWithinMs?: number;
  readonly startWithinMs?: number;
  readonly answerWithinMs?: number;
}

const WORKER_SCRIPT = new URL('./judge-worker.ts', import.meta.url);

/** Its own buffer: a clone takes the whole buffer that a view is part of. */
function ownBytes(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

export function createJudgePool(dependencies: JudgePoolDependencies): JudgePool {
  const { size, published, unsealer, onFault, script = WORKER_SCRIPT } = dependencies;

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

  const pool = createWorkerPool({
    size,
    start: () => new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } }),
    answer,
    onFault,
    taskWithinMs: dependencies.taskWithinMs ?? TASK_WITHIN_MS,
    startWithinMs: dependencies.startWithinMs ?? START_WITHIN_MS,
    answerWithinMs: dependencies.answerWithinMs ?? ANSWER_WITHIN_MS,
  });

  /** The worker is ours: what it gives back to a kind of task is what {@link Tasks} says. */
  function run<Kind extends TaskKind>(
    kind: Kind,
    task: Tasks[Kind]['task'],
    options: TaskOptions,
  ): Promise<Tasks[Kind]['result']> {
    return pool.run({ kind, ...task } as Parameters<typeof pool.run>[0], options) as Promise<
      Tasks[Kind]['result']
    >;
  }

  function judgeOnce(operations: readonly ReceivedOperation[]): Promise<readonly Verdict[]> {
    const copies = operations.map((one) => ({ ...one, envelope: ownBytes(one.envelope) }));
    const transfer = copies.map(({ envelope }) => envelope.buffer);
    return run('judge', { operations: copies }, { transfer });
  }

  /** Whoever ends a second worker by itself is the cause: it is held, so that it neither is lost nor ends a third. */
  async function judgeAlone(operation: ReceivedOperation): Promise<Verdict> {
    try {
      const [verdict] = await judgeOnce([operation]);
      if (!verdict) throw new Error('The worker gave no verdict.');
      return verdict;
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error;
      onFault(operation.opId, error);
      return heldUnread(operation, 'JUDGING_FAILED');
    }
  }

  return {
    size,
    async judge(operations) {
      try {
        return await judgeOnce(operations);
      } catch (error) {
        if (!(error instanceof WorkerDiedError)) throw error;
        onFault('', error);
        // One of them may be why: each is judged again by itself.
        return Promise.all(operations.map(judgeAlone));
      }
    },
    open(operation) {
      const { vendor, opId, lane, kind, v, envelope } = operation;
      const copy = { vendor, opId, lane, kind, v, envelope: ownBytes(envelope) };
      return run('open', { operation: copy }, { isUrgent: true, transfer: [copy.envelope.buffer] });
    },
    openBlob(key, bytes) {
      const copy = ownBytes(bytes);
      return run(
        'openBlob',
        { key: ownBytes(key), bytes: copy },
        { isUrgent: true, transfer: [copy.buffer] },
      );
    },
    warm: pool.warm,
    readyWorkers: pool.readyWorkers,
    stop: pool.stop,
  };
}
