/**
 * One Carefront per data folder. The lock is the kernel's, on a file that SQLite holds open in exclusive mode: it ends with its
 * process, however that ends, so that nothing ever has to be judged stale. (Lock files with a pid in them have to be, and two
 * processes that clear the same stale one can both believe that they have won.)
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

export interface DataLock {
  release(): Promise<void>;
}

export type DataLockAttempt =
  | { readonly ok: true; readonly lock: DataLock }
  /** The pid of the process that has it; 0 where that isn't known yet. */
  | { readonly ok: false; readonly holder: number };

/** SQLITE_BUSY: https://sqlite.org/rescode.html#busy */
const BUSY = 5;

function tryLock(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path);
  try {
    // The journal in memory, so that no second file is ever made.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined;
    throw error;
  }
}

/**
 * Takes the lock, or says who has it. Nothing else may open this file: closing it once anywhere in a process ends all of the
 * process's locks on it (POSIX fcntl), which is why the pid stands in a file of its own.
 */
export async function takeDataLock(path: string): Promise<DataLockAttempt> {
  const about = `${path}.pid`;
  const file = tryLock(path);
  if (!file) return { ok: false, holder: Number(await readFile(about, 'utf8').catch(() => '0')) || 0 };
  await writeFile(about, `${process.pid}\n`);
  const close = () => {
    if (file.isOpen) file.close();
  };
  // Also keeps the handle from being collected, which would end the lock.
  process.on('exit', close);
  return {
    ok: true,
    lock: {
      async release() {
        process.off('exit', close);
        await rm(about, { force: true });
        close();
      },
    },
  };
}
