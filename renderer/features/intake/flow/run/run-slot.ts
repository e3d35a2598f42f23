/**
 * The one run that is open. A run is opened once the one before has stored everything: a draft that was read earlier would go on with
 * less than what was written, and then replace it. What was asked for last is what holds: whatever is still being opened when somebody
 * leaves is closed again, unseen.
 */

export interface Closable {
  /** Stores everything, and ends. */
  close(): Promise<void>;
}

export interface RunSlot<Run extends Closable> {
  held(): Run | undefined;
  /**
   * @param load what opening takes. It may take for ever: no other run waits for it
   * @param make reads what it goes on with, and opens it: nothing of this page is being stored meanwhile
   * @param isAwaited whether somebody is still there who asked for it
   * @throws an `AbortError` where it isn't wanted any more
   */
  open<Parts>(
    load: () => Promise<Parts>,
    make: (parts: Parts) => Promise<Run>,
    isAwaited?: () => boolean,
  ): Promise<Run>;
  /** Lets go of it, and of what is being opened. Resolves once everything is stored. */
  leave(): Promise<void>;
  /** Lets go of a run that has ended. */
  forget(): void;
}

const unwanted = () => new DOMException('Not wanted any more', 'AbortError');
export const isUnwanted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** @param onChange is told at once which run is held. */
export function createRunSlot<Run extends Closable>(onChange: (run: Run | undefined) => void): RunSlot<Run> {
  let held: Run | undefined;
  let latest = 0;
  /** Resolves when nothing is being opened or stored. */
  let quiet: Promise<unknown> = Promise.resolve();

  const after = (work: Promise<unknown>) => {
    quiet = Promise.allSettled([quiet, work]);
  };
  const hold = (run: Run | undefined) => {
    held = run;
    onChange(run);
  };
  async function letGo(): Promise<void> {
    const run = held;
    if (!run) return;
    hold(undefined);
    await run.close();
  }

  return {
    held: () => held,
    async open(load, make, isAwaited = () => true) {
      latest += 1;
      const turn = latest;
      const isWanted = () => turn === latest && isAwaited();
      const whileWanted = (error: unknown): never => {
        throw isWanted() ? error : unwanted();
      };
      const parts = await load().catch(whileWanted);
      const before = quiet;
      const opening = async () => {
        await before;
        if (!isWanted()) throw unwanted();
        await letGo();
        const run = await make(parts).catch(whileWanted);
        if (!isWanted()) {
          await run.close();
          throw unwanted();
        }
        hold(run);
        return run;
      };
      const opened = opening();
      after(opened);
      return opened;
    },
    leave() {
      latest += 1;
      const left = letGo();
      after(left);
      return left;
    },
    forget() {
      latest += 1;
      hold(undefined);
    },
  };
}
