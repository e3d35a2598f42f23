/** Answers what workers ask while they do a task: one that takes too long to answer has no answer. */
import type { Worker } from 'node:worker_threads';
import type { Question, ToWorker } from './worker-messages.ts';
import type { Slot } from './worker-slot.ts';
import type { WorkerWatch } from './worker-watch.ts';

export interface RepliesDependencies {
  readonly answer: (question: Question) => Promise<unknown>;
  readonly answerWithinMs: number;
  readonly onFault: (opId: string, error: unknown) => void;
  readonly watch: WorkerWatch;
}

export function createReplies({ answer, answerWithinMs, onFault, watch }: RepliesDependencies) {
  async function answerInTime(id: number, question: Question): Promise<ToWorker> {
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const timeout = setTimeout(() => reject(new Error('The answer took too long.')), answerWithinMs);
    try {
      return { type: 'answer', id, answer: await Promise.race([answer(question), tooLong]) };
    } catch (error) {
      onFault('', error);
      return { type: 'no-answer', id };
    } finally {
      clearTimeout(timeout);
    }
  }

  return async (slot: Slot, worker: Worker, id: number, question: Question): Promise<void> => {
    slot.asking++;
    watch.pause(slot);
    const message = await answerInTime(id, question);
    if (slot.worker !== worker) return;
    slot.asking--;
    watch.resume(slot, worker);
    try {
      worker.postMessage(message);
    } catch (error) {
      onFault('', error);
      worker.postMessage({ type: 'no-answer', id } satisfies ToWorker);
    }
  };
}
