/**
 * Keeps a program running that is meant to run forever: where it ends by itself, it is started again, after a wait that grows. Plain JavaScript.
 */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** Who has run that long has not failed because of its start: the next wait is the first again. */
const STEADY_MS = 60_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * A program that ends before it was ever ready is not started again: its settings are wrong, and it has said so.
 *
 * @param {(onReady: () => void) => Promise<number>} runOnce runs it to its end and resolves with its exit code; it is told of signals by
 *   `runOnce`, and is expected to end with 0 where it was asked to
 * @param {{
 *   cleanUp?: () => Promise<unknown>,
 *   log?: (line: string) => void,
 *   now?: () => number,
 *   wait?: (milliseconds: number, stop: AbortSignal) => Promise<void>,
 *   signals?: Pick<NodeJS.Process, 'on' | 'off'>,
 * }} [ports] `cleanUp` is called where a program that was ready didn't end by itself, and isn't started again
 * @returns {Promise<number>} the exit code of the last run; 0 where a stop was asked for while none ran
 */
export async function supervise(runOnce, ports = {}) {
  const {
    cleanUp = async () => undefined,
    log = (line) => console.error(line),
    now = () => performance.now(),
    wait = pause,
    signals = process,
  } = ports;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of STOP_SIGNALS) signals.on(signal, stop);
  try {
    let wasReady = false;
    let waitMs = FIRST_WAIT_MS;
    for (;;) {
      const began = now();
      const code = await runOnce(() => {
        wasReady = true;
      });
      if (code === 0 || !wasReady) return code;
      if (stopping.signal.aborted) {
        await cleanUp();
        return code;
      }
      if (now() - began >= STEADY_MS) waitMs = FIRST_WAIT_MS;
      log(`The server ended unexpectedly (exit code ${code}). Restarting in ${waitMs / 1000} s.`);
      await wait(waitMs, stopping.signal);
      if (stopping.signal.aborted) {
        await cleanUp();
        return 0;
      }
      waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    }
  } finally {
    for (const signal of STOP_SIGNALS) signals.off(signal, stop);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} stop ends the wait
 * @returns {Promise<void>}
 */
function pause(milliseconds, stop) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    stop.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
