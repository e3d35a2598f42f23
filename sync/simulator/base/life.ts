/**
 * The life of one run: a tab, or a server's process. Whatever it asks of the world goes through here, so that it can be killed between
 * any two awaits: what it was waiting for never comes, and nothing it would still do reaches the world.
 */
export interface Life {
  readonly alive: boolean;
  /** Passes a call on to the world, and its result back, unless it is dead by then. */
  through<T>(call: () => Promise<T>): Promise<T>;
  /** The same for what answers at once. @returns undefined where it is dead. */
  reach<T>(call: () => T): T | undefined;
  /** Kills it at the so-many-th call from now, before the call is made or before its result comes back. */
  killAt(calls: number, moment: 'before' | 'after'): void;
  kill(): void;
  /** Called once, when it dies; at once where it is dead. */
  onDeath(run: () => void): void;
}

// One for each wait: a promise that all the dead shared would keep alive, by its waiters, every world there ever was.
const never = () => new Promise<never>(() => undefined);

export function createLife(): Life {
  let alive = true;
  let left = Number.POSITIVE_INFINITY;
  let moment: 'before' | 'after' = 'before';
  const mourners: (() => void)[] = [];

  function kill(): void {
    if (!alive) return;
    alive = false;
    for (const mourner of mourners.splice(0)) mourner();
  }

  return {
    get alive() {
      return alive;
    },
    through<T>(call: () => Promise<T>): Promise<T> {
      if (!alive) return never();
      left -= 1;
      const last = left <= 0;
      if (last && moment === 'before') {
        kill();
        return never();
      }
      return call().then(
        (value) => {
          if (last) kill();
          return alive ? value : never();
        },
        (error: unknown) => {
          if (last) kill();
          if (alive) throw error;
          return never();
        },
      );
    },
    reach: (call) => (alive ? call() : undefined),
    killAt(calls, when) {
      left = calls;
      moment = when;
    },
    kill,
    onDeath(run) {
      if (alive) mourners.push(run);
      else run();
    },
  };
}
