/** Events for one page, one after the other: each is handed over before the next one is. */

/** A page that has so many waiting doesn't take any. */
export const MAX_WAITING = 500;

export interface EventQueue {
  push(message: string): void;
  stop(): void;
}

/** @param deliver rejects where the page has gone or loads again: the event is then nobody's, and what matters is told again by `start` */
export function createEventQueue(
  deliver: (message: string) => Promise<unknown>,
  onStuck: () => void,
): EventQueue {
  const waiting: string[] = [];
  let running = false;
  let stopped = false;

  async function run(): Promise<void> {
    running = true;
    for (let next = waiting.shift(); next !== undefined && !stopped; next = waiting.shift())
      await deliver(next).catch(() => undefined);
    running = false;
  }

  return {
    push(message) {
      if (stopped) return;
      waiting.push(message);
      if (waiting.length > MAX_WAITING) {
        stopped = true;
        waiting.length = 0;
        onStuck();
        return;
      }
      if (!running) void run();
    },
    stop() {
      stopped = true;
      waiting.length = 0;
    },
  };
}
