/** Interleaves what several processes do: each waits at a gate wherever it meets the database or the provider, and a seed decides who goes on and who is killed. */

/** The process ended here: whatever it had begun, it says no more. */
export class Killed extends Error {
  override name = 'Killed';
}

export type Random = () => number;

/** mulberry32: the same numbers for the same seed, everywhere. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <Value>(random: Random, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
};

export interface Scheduler {
  gate(): Promise<void>;
  /** Starts something that goes on as gates open. Its end, and being killed, is nobody's error; anything else is. */
  spawn(task: () => Promise<unknown>): void;
  /** Opens one gate, or kills who waits there. @returns false where nobody waits. */
  step(): Promise<boolean>;
  /** Opens gates until nobody waits. */
  drain(): Promise<void>;
  /** From now on nobody is killed. */
  calm(): void;
}

const KILLS = 0.04;

export function createScheduler(random: Random, isExpected: (error: unknown) => boolean): Scheduler {
  const waiting: { readonly open: () => void; readonly kill: () => void }[] = [];
  let running = 0;
  let failure: { readonly error: unknown } | undefined;
  let kills = KILLS;

  /** Everyone who runs has come to a gate, or to an end. */
  async function quiet(): Promise<void> {
    while (running > waiting.length && !failure) await new Promise(setImmediate);
    if (failure) throw failure.error;
  }

  return {
    gate: () =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ open: resolve, kill: () => reject(new Killed()) });
      }),
    spawn(task) {
      running += 1;
      void task()
        .catch((error: unknown) => {
          if (!(error instanceof Killed) && !isExpected(error)) failure ??= { error };
        })
        .finally(() => {
          running -= 1;
        });
    },
    async step() {
      await quiet();
      const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
      if (!next) return false;
      if (random() < kills) next.kill();
      else next.open();
      await quiet();
      return true;
    },
    async drain() {
      while (await this.step());
    },
    calm() {
      kills = 0;
    },
  };
}
