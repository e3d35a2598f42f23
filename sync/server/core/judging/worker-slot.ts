/** A place for one worker, and what that worker has in its hands. */
import type { Transferable, Worker } from 'node:worker_threads';
import type { Task, TaskResult } from './worker-messages.ts';

export interface TaskOptions {
  /** Whose it is: those for whom something waits take turns. */
  readonly owner?: string;
  readonly transfer?: readonly Transferable[];
  /** Told of each part of the task that is done, be the rest ever done or not. */
  readonly onPart?: (index: number, text: string) => void;
}

export interface Job {
  readonly task: Task;
  readonly options: TaskOptions;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: Error) => void;
}

export interface Slot {
  worker: Worker | undefined;
  isReady: boolean;
  job: Job | undefined;
  /** Until the worker is ready, or is looked after. */
  timeout: NodeJS.Timeout | undefined;
  /** Processor time of the worker when it got the task, in milliseconds. */
  workedBefore: number;
  /** How long it had nothing to do by then, in milliseconds. */
  idleBefore: number;
  /** Questions that are being answered. */
  asking: number;
  /** Told when the worker is ready or has ended. */
  readonly waiting: (() => void)[];
}

export const newSlot = (): Slot => ({
  worker: undefined,
  isReady: false,
  job: undefined,
  timeout: undefined,
  workedBefore: 0,
  idleBefore: 0,
  asking: 0,
  waiting: [],
});

/** @returns what the worker had in its hands. */
export function finish(slot: Slot): Job | undefined {
  const { job } = slot;
  clearTimeout(slot.timeout);
  slot.job = undefined;
  return job;
}

/** The worker is ready, or has ended. */
export function settleWaiting(slot: Slot): void {
  for (const tell of slot.waiting.splice(0)) tell();
}
