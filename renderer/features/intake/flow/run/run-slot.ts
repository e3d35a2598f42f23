/**
 * The one run that is open. A run is opened once the one before has stored everything: a draft that was read earlier would go on with
 * less than what was written, and then replace it. What was asked for last is what holds: of what is still being read when somebody
 * leaves, no run is made.
 */

export interface Closable {
  /** Stores everything, and ends. */
  close(): Promise<void>;
}

export interface RunSlot<Run extends Closable> {
  held(): Run | undefined;
  /**
   * @param load what reading takes
   * @param read reads what it goes on with, once nothing of this page is being stored. Either may take for ever: no other run waits for it
   * @returns the run that `read` makes, at once, where it is still wanted
   * @param isAwaited whether somebody is still there who asked for it
   * @throws an `AbortError` where it isn't wanted any more
   */
  open<Parts>(
    load: () => Promise<Parts>,
    read: (parts: Parts) => Promise<() => Run>,
    isAwaited?: () => boolean,
  ): Promise<Run>;
  /** Lets go of it, and of what is being opened. Resolves once everything is stored. */
  leave(): Promise<void>;
  /** Lets go of a run that has ended. */
  forget(): void;
}

const unwanted = () => new DOMException('Unwanted', 'AbortError');
export const isUnwanted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** @param onChange is told at once which run is held. */
export function createRunSlot<Run extends Closable>(onChange: (run: Run | undefined) => void): RunSlot<Run> {
  let held: Run | undefined;
  let latest = 0;
  /** Resolves when nothing is being stored. */
  let quiet: Promise<unknown> = Promise.resolve();

  const hold = (run: Run | undefined) => {
    held = run;
    onChange(run);
  };
  async function store(): Promise<void> {
    const run = held;
    if (!run) return;
    hold(undefined);
    await run.close();
  }
  function letGo(): Promise<void> {
    const stored = store();
    quiet = Promise.allSettled([quiet, stored]);
    return stored;
  }

  return {
    held: () => held,
    async open(load, read, isAwaited = () => true) {
      latest += 1;
      const turn = latest;
      /** What comes or fails once nobody waits for it is told to nobody. */
      const ifWanted = <Value>(work: Promise<Value>) =>
        work.finally(() => {
          if (turn !== latest || !isAwaited()) throw unwanted();
        });
      const parts = await ifWanted(load());
      await ifWanted(quiet);
      await letGo();
      // Nothing is stored until this one is made, or another one is wanted.
      const make = await ifWanted(read(parts));
      const run = make();
      hold(run);
      return run;
    },
    leave() {
      latest += 1;
      return letGo();
    },
    forget() {
      latest += 1;
      hold(undefined);
    },
  };
}
