/** Every call of the one patient who is here: refused once their session ends, which waits for those under way. */
import { StorageError } from '../../sync/client/base/storage-error.ts';

export interface PatientCalls {
  /** @throws StorageError `closed` once {@link PatientCalls.end} was called */
  check(): void;
  /** The same work, checked first and waited for by {@link PatientCalls.settled}. */
  verb<Arguments extends readonly unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result>;
  /** Resolves when no call is under way, whatever became of it. */
  settled(): Promise<void>;
  /** Runs `finish` once, however often it's asked to. */
  end(finish: () => Promise<void>): Promise<void>;
}

export function createPatientCalls(): PatientCalls {
  const running = new Set<Promise<unknown>>();
  let ending: Promise<void> | undefined;

  const check = () => {
    if (ending !== undefined) throw new StorageError('closed');
  };

  return {
    check,
    verb(work) {
      return async (...args) => {
        check();
        const run = work(...args);
        running.add(run);
        try {
          return await run;
        } finally {
          running.delete(run);
        }
      };
    },
    async settled() {
      await Promise.allSettled(running);
    },
    end(finish) {
      ending ??= finish();
      return ending;
    },
  };
}
