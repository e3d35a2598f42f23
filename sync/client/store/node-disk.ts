/**
 * The file store's disk over Node's. The one module of the client that only runs in Node: the kiosk's main process and tests import
 * it, and nothing that a page loads does.
 */
// oxlint-disable-next-line no-restricted-imports -- see above.
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
// oxlint-disable-next-line no-restricted-imports -- see above.
import { join } from 'node:path';
// oxlint-disable-next-line no-restricted-imports -- see above.
import { DatabaseSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
/** SQLITE_BUSY: https://sqlite.org/rescode.html#busy */
const BUSY = 5;
const LOCK = 'lock';

/**
 * The kernel's lock on a file that SQLite holds open in exclusive mode: it ends with its process, however that ends, so that
 * nothing has to be judged stale. Nothing else may open that file (POSIX fcntl locks end with any closing in the process).
 */
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

/** SQLite would make it readable by others. */
async function createForOwner(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', OWNER_FILE)).close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

export function createNodeDisk(): Disk {
  return {
    async makeFolder(folder) {
      await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
    },
    list: (folder) => readdir(folder),
    read: async (folder, name) => new Uint8Array(await readFile(join(folder, name))),
    async create(folder, name) {
      const file = await open(join(folder, name), 'wx', OWNER_FILE);
      return {
        write: (bytes) => file.writeFile(bytes),
        sync: () => file.sync(),
        close: () => file.close(),
      };
    },
    rename: (folder, from, to) => rename(join(folder, from), join(folder, to)),
    unlink: (folder, name) => unlink(join(folder, name)),
    async syncFolder(folder) {
      // Windows has no such call; NTFS journals renames itself.
      if (process.platform === 'win32') return;
      const file = await open(folder, 'r');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async lock(folder) {
      const path = join(folder, LOCK);
      await createForOwner(path);
      const file = tryLock(path);
      if (file === undefined) return undefined;
      const close = () => {
        if (file.isOpen) file.close();
      };
      // Also keeps the handle from being collected, which would end the lock.
      process.on('exit', close);
      return {
        async release() {
          process.off('exit', close);
          close();
        },
      };
    },
  };
}
