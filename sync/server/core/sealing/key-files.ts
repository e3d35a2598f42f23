/** `DATA_DIR/keys/sealing/{vendor}.json`: written whole or not at all, one process at a time, and never removed. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeDataLock } from '../../base/cluster/data-lock.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { type VendorKeys, vendorKeysSchema } from './vendor-keys.ts';

const LOCK_WITHIN_MS = 20_000;
const LOCK_RETRY_MS = 50;
const EXTENSION = '.json';

export interface KeyFiles {
  readonly folder: string;
  pathOf(vendor: string): string;
  /** @returns undefined where there is none. @throws StartupError where it can't be read. */
  read(vendor: string): Promise<VendorKeys | undefined>;
  /** Durable when it returns: nobody is told of a key that a power cut could take away. */
  write(file: VendorKeys): Promise<void>;
  /** Vendors that have a file, those that are no longer served included. */
  list(): Promise<readonly string[]>;
  /** Changes with every write. Undefined where there is no file. */
  stamp(vendor: string): Promise<string | undefined>;
  /**
   * Runs `change` while no other process changes keys: of two that each add one, the later would write over the earlier's.
   * @throws StartupError where another one doesn't end.
   */
  exclusively<Result>(change: () => Promise<Result>): Promise<Result>;
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes beside, flushes, renames, flushes the folder: after a power cut the old content or the new one is there. */
export async function writeDurably(folder: string, path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  await syncFolder(folder);
}

export async function openKeyFiles(folder: string): Promise<KeyFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(folder));
  const pathOf = (vendor: string) => join(folder, `${vendor}${EXTENSION}`);
  return {
    folder,
    pathOf,
    async read(vendor) {
      const path = pathOf(vendor);
      let text: string;
      try {
        text = await readFile(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw new StartupError(`The sealing keys in ${path} can't be read: give this user permission.`);
      }
      try {
        const file = vendorKeysSchema.parse(JSON.parse(text));
        if (file.vendor === vendor) return file;
      } catch {
        // Told below, without what stands in it.
      }
      throw new StartupError(
        `${path} is not a file of sealing keys of "${vendor}". Restore it from a backup.`,
      );
    },
    write: (file) => writeDurably(folder, pathOf(file.vendor), `${JSON.stringify(file, null, 2)}\n`),
    async list() {
      const names = await readdir(folder);
      return names
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => name.slice(0, -EXTENSION.length))
        .toSorted();
    },
    async stamp(vendor) {
      const found = await stat(pathOf(vendor), { bigint: true }).catch(() => undefined);
      return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
    },
    async exclusively(change) {
      for (const until = Date.now() + LOCK_WITHIN_MS; ; await wait(LOCK_RETRY_MS)) {
        const attempt = await takeDataLock(join(folder, 'lock'));
        if (attempt.ok) {
          try {
            return await change();
          } finally {
            await attempt.lock.release();
          }
        }
        if (Date.now() > until)
          throw new StartupError(
            `Another process (${attempt.holder}) is changing the keys in ${folder}: try again when it has ended.`,
          );
      }
    },
  };
}
