/** Ends workers that work on a task for too long, or that have lost it. */
import type { Worker } from 'node:worker_threads';
import type { Slot } from './worker-slot.ts';

/** One that has hardly worked, because the machine is busy, is looked after that often. */
const MAX_LOOKS = 10;

export interface WorkerWatch {
  /** From now on: what the worker had to wait for before doesn't count. */
  resume(slot: Slot, worker: Worker): void;
  /** What is being done has as much time again. */
  restart(slot: Slot, worker: Worker, worked: number): void;
  /** While the worker waits for an answer. */
  pause(slot: Slot): void;
}

const idleOf = (worker: Worker): number => worker.performance.eventLoopUtilization().idle;

/** @param taskWithinMs of processor time. */
export function createWorkerWatch(taskWithinMs: number): WorkerWatch {
  function watch(slot: Slot, worker: Worker, looks = 0): void {
    clearTimeout(slot.timeout);
    if (slot.job && slot.asking === 0)
      slot.timeout = setTimeout(() => void lookAfter(slot, worker, looks + 1), taskWithinMs);
  }

  /**
   * A thread of low priority may have waited for the processor all that time: only one that has worked is beyond hope, or one that waits for
   * nothing, which has lost its task or its reply.
   */
  async function lookAfter(slot: Slot, worker: Worker, looks: number): Promise<void> {
    const { job, workedBefore } = slot;
    if (idleOf(worker) - slot.idleBefore >= taskWithinMs / 2) return void worker.terminate();
    const worked = await workedBy(worker);
    if (slot.job !== job || slot.worker !== worker || slot.asking > 0) return;
    const isBusy = (worked ?? 0) - workedBefore < taskWithinMs / 2;
    if (isBusy && looks < MAX_LOOKS) watch(slot, worker, looks);
    else void worker.terminate();
  }

  /** Milliseconds of processor time; undefined where the thread doesn't come to say so. */
  async function workedBy(worker: Worker): Promise<number | undefined> {
    const { promise: silence, resolve } = Promise.withResolvers<undefined>();
    const timeout = setTimeout(() => resolve(undefined), taskWithinMs);
    try {
      const usage = await Promise.race([worker.cpuUsage(), silence]);
      return usage && (usage.user + usage.system) / 1000;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timeout);
    }
  }

  return {
    pause: (slot) => clearTimeout(slot.timeout),
    resume(slot, worker) {
      slot.idleBefore = idleOf(worker);
      watch(slot, worker);
    },
    restart(slot, worker, worked) {
      slot.workedBefore = worked;
      slot.idleBefore = idleOf(worker);
      watch(slot, worker);
    },
  };
}
