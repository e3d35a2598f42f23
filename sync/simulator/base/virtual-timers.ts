/** While a schedule runs, timers that the runtime offers to everybody are virtual too: IndexedDB's stand-in and the judging queue use them. */
import type { Scheduler } from './scheduler.ts';

/** A task takes time, so that one that waits for another by asking again and again comes to an end. */
const TASK_MS = 0.5;

interface Handle {
  cancel(): void;
  unref(): Handle;
  ref(): Handle;
}

const cancel = (handle: unknown) => {
  if (
    typeof handle === 'object' &&
    handle !== null &&
    'cancel' in handle &&
    typeof handle.cancel === 'function'
  )
    handle.cancel();
};

/** @returns what puts the runtime's own back. */
export function installVirtualTimers(scheduler: Scheduler): () => void {
  const own = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setImmediate: globalThis.setImmediate,
    clearImmediate: globalThis.clearImmediate,
  };
  const after = (milliseconds: number, run: () => void): Handle => {
    const handle: Handle = {
      cancel: scheduler.in(milliseconds, run),
      unref: () => handle,
      ref: () => handle,
    };
    return handle;
  };
  Object.assign(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
      after(milliseconds, () => run(...given)),
    clearTimeout: cancel,
    setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) =>
      after(TASK_MS, () => run(...given)),
    clearImmediate: cancel,
  });
  return () => {
    Object.assign(globalThis, own);
  };
}
