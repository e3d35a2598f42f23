/** What a new day brings and takes: each feature clears away what is over. */
import type { Logger } from '../../base/process/log.ts';

const LOOK_MS = 15 * 60_000;

/** Safe to call at any time, and in several processes at once. */
export type Turn = () => Promise<void>;

export interface Turns {
  turn: Turn;
  /** Turns now, and again and again. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createTurns(turns: readonly Turn[], logger: Logger): Turns {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  async function turn(): Promise<void> {
    for (const one of turns) await one();
  }

  const guarded = () => turn().catch((error: unknown) => logger.error({ err: error }, 'DAY_TURN_POSTPONED'));

  return {
    turn,
    async start() {
      await guarded();
      if (stopped) return;
      timer = setInterval(() => {
        running = guarded();
      }, LOOK_MS);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
