/**
 * Worker threads that do tasks one at a time. A worker that ends, takes too long, falls silent or says what can't be read is replaced; its task
 * alone is rejected with {@link WorkerDiedError}, and its caller decides.
 */
import type { Worker } from 'node:worker_threads';
import { createFairQueue } from './fair-queue.ts';
import {
  type FromWorker,
  hearError,
  type Question,
  type Task,
  type TaskResult,
  type ToWorker,
} from './worker-messages.ts';
import { createReplies } from './worker-questions.ts';
import { finish, type Job, newSlot, type Slot, settleWaiting, type TaskOptions } from './worker-slot.ts';
import { createWorkerWatch } from './worker-watch.ts';

/** The worker ended with this task in its hands: perhaps because of it. */
export class WorkerDiedError extends Error {
  override name = 'WorkerDiedError';
}
/** No worker could take the task: it was not tried. */
export class NoWorkerError extends Error {
  override name = 'NoWorkerError';
}

/** So much waits already that the task was not taken. */
export class OverloadedError extends Error {
  override name = 'OverloadedError';
}

export interface WorkerPool {
  run(task: Task, options?: TaskOptions): Promise<TaskResult>;
  /** Starts all workers, so that the first task finds them warm. Resolves when they are, or have failed. */
  warm(): Promise<void>;
  /** Workers that are started and can take tasks, now or when they have done theirs. */
  readyWorkers(): number;
  /** Ends the workers; what waits is rejected. */
  stop(): Promise<void>;
}

export interface WorkerPoolDependencies {
  readonly size: number;
  readonly start: () => Worker;
  readonly answer: (question: Question) => Promise<unknown>;
  readonly onFault: (opId: string, error: unknown) => void;
  /** A task that works longer ends its worker. Time that it waits for an answer, or for a busy machine, doesn't count. */
  readonly taskWithinMs: number;
  /** A worker that isn't ready by then is ended, as one that can't start. */
  readonly startWithinMs: number;
  /** A question that takes longer to answer has none. */
  readonly answerWithinMs: number;
  /** Tasks that wait, in all and of one owner; one more is rejected with {@link OverloadedError}. */
  readonly mostWaiting?: number;
  readonly mostWaitingOfOwner?: number;
  /** Starts a worker again as soon as one has ended, rather than when there is something to do. */
  readonly keepsReady?: boolean;
}

/** A worker that can't start isn't started again at once. */
const RESTART_AFTER_MS = 2_000;
export function createWorkerPool(dependencies: WorkerPoolDependencies): WorkerPool {
  const { size, start, answer, onFault, taskWithinMs, startWithinMs, answerWithinMs } = dependencies;
  const { mostWaiting = Infinity, mostWaitingOfOwner = Infinity, keepsReady = false } = dependencies;
  const slots = Array.from({ length: size }, newSlot);
  const jobs = createFairQueue<Job>();
  let lastId = 0;
  let restartAt = 0;
  let isStopped = false;

  const watch = createWorkerWatch(taskWithinMs);
  const reply = createReplies({ answer, answerWithinMs, onFault, watch });

  function hear(slot: Slot, worker: Worker, message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        clearTimeout(slot.timeout);
        slot.isReady = true;
        slot.workedBefore = message.worked;
        settleWaiting(slot);
        break;
      case 'question':
        void reply(slot, worker, message.id, message.question);
        return;
      case 'fault':
        onFault(message.opId, hearError(message.error));
        return;
      case 'part':
        slot.job?.options.onPart?.(message.index, message.text);
        watch.restart(slot, worker, message.worked);
        return;
      case 'done':
        slot.workedBefore = message.worked;
        finish(slot)?.resolve(message.result);
        break;
      case 'failed':
        slot.workedBefore = message.worked;
        finish(slot)?.reject(hearError(message.error));
        break;
    }
    dispatch();
  }

  function bury(slot: Slot, worker: Worker): void {
    if (slot.worker !== worker) return;
    const job = finish(slot);
    if (!slot.isReady) restartAt = Date.now() + RESTART_AFTER_MS;
    slot.worker = undefined;
    slot.workedBefore = 0;
    slot.asking = 0;
    slot.isReady = false;
    settleWaiting(slot);
    job?.reject(new WorkerDiedError('The worker ended.'));
    if (keepsReady && !isStopped) relaunch(slot);
    dispatch();
  }

  /** At once, or where it couldn't even start, after a while. */
  function relaunch(slot: Slot): void {
    const again = () => {
      if (!slot.worker && !isStopped) launch(slot);
    };
    const wait = restartAt - Date.now();
    if (wait > 0) setTimeout(again, wait).unref();
    else again();
  }

  function launch(slot: Slot): void {
    const worker = start();
    slot.worker = worker;
    slot.timeout = setTimeout(() => void worker.terminate(), startWithinMs);
    worker.on('message', (message: FromWorker) => hear(slot, worker, message));
    worker.on('error', (error) => onFault('', error));
    // What it has said is lost, and it may be its task's result: nothing else would ever be heard of that.
    worker.on('messageerror', (error) => {
      onFault('', error);
      void worker.terminate();
    });
    worker.on('exit', () => bury(slot, worker));
  }

  function give(slot: Slot, worker: Worker, job: Job): void {
    slot.job = job;
    watch.resume(slot, worker);
    lastId++;
    try {
      const message: ToWorker = { type: 'task', id: lastId, task: job.task };
      worker.postMessage(message, job.options.transfer);
    } catch (error) {
      finish(slot)?.reject(error instanceof Error ? error : new Error('The task can not be sent.'));
    }
  }

  function dispatch(): void {
    if (jobs.size === 0) return;
    if (isStopped || (Date.now() < restartAt && slots.every(({ worker }) => !worker))) {
      for (const job of jobs.clear()) job.reject(new NoWorkerError('No worker runs.'));
      return;
    }
    for (const slot of slots) {
      if (slot.worker && slot.isReady && !slot.job) {
        const job = jobs.shift();
        if (!job) return;
        give(slot, slot.worker, job);
      }
    }
    // What still waits is worth more workers, as far as they are allowed.
    const starting = slots.filter(({ worker, isReady }) => worker && !isReady).length;
    if (Date.now() < restartAt) return;
    for (const slot of slots.filter(({ worker }) => !worker).slice(0, Math.max(0, jobs.size - starting)))
      launch(slot);
  }

  return {
    run: (task, options = {}) =>
      new Promise((resolve, reject) => {
        const { owner = '' } = options;
        if (jobs.size >= mostWaiting || jobs.sizeOf(owner) >= mostWaitingOfOwner)
          return reject(new OverloadedError('Too much waits.'));
        jobs.push(owner, { task, options, resolve, reject });
        dispatch();
      }),
    readyWorkers: () => slots.filter(({ isReady }) => isReady).length,
    async warm() {
      await Promise.all(
        slots.map(
          (slot) =>
            new Promise<void>((resolve) => {
              if (slot.isReady || isStopped) return resolve();
              slot.waiting.push(resolve);
              if (!slot.worker) launch(slot);
            }),
        ),
      );
    },
    async stop() {
      isStopped = true;
      dispatch();
      await Promise.all(slots.flatMap(({ worker }) => (worker ? [worker.terminate()] : [])));
    },
  };
}
