/** Long work on the thread that answers requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What waits longer for its turn is noticed. */
const SLICE_MS = 5;

/** Takes the steps one after the other, and lets what has come in meanwhile go first after each few milliseconds of them. */
export async function inSlices<Result>(
  steps: Generator<undefined, Result>,
  sliceMs: number = SLICE_MS,
): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await nextTurn();
  }
}
