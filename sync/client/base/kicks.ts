/** Runs a pass at a time: those that ask while one is under way share the next one. */
export interface Kicks {
  /** Resolves when the pass that this begins, or the one after the pass under way, has ended. Never rejects where the pass doesn't. */
  kick(force?: boolean): Promise<void>;
  isRunning(): boolean;
  /** No pass begins any more; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

export function createKicks(pass: (force: boolean) => Promise<void>): Kicks {
  let stopped = false;
  let running: Promise<void> | undefined;
  let following: { force: boolean; done: Promise<void> } | undefined;

  function kick(force = false): Promise<void> {
    if (stopped) return Promise.resolve();
    if (running === undefined) {
      running = pass(force).finally(() => {
        running = undefined;
      });
      return running;
    }
    if (following === undefined) {
      const next = { force, done: Promise.resolve() };
      next.done = running.then(() => {
        following = undefined;
        return kick(next.force);
      });
      following = next;
    } else following.force ||= force;
    return following.done;
  }

  return {
    kick,
    isRunning: () => running !== undefined,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
