/** Finds a folder that is in memory, for what must not outlive the machine's power (S15). */
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** `statfs` types of file systems in memory: TMPFS_MAGIC and RAMFS_MAGIC of linux/magic.h. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

export interface MemoryFolderOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isInMemory?: (folder: string) => boolean;
}

export function isInMemory(folder: string): boolean {
  try {
    return IN_MEMORY.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/** @returns the first of systemd's own folder for this unit and the shared memory, where it is in memory; undefined where none is. */
export function findMemoryFolder({
  environment,
  isInMemory: judge = isInMemory,
}: MemoryFolderOptions): string | undefined {
  return [environment.XDG_RUNTIME_DIR, '/dev/shm'].find(
    (folder): folder is string => folder?.startsWith('/') === true && judge(folder),
  );
}

/** Makes it again: what an earlier run left there is gone. Readable by this user alone. */
export function makeEmptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Empties a folder and leaves it there; one that isn't there is empty. */
export async function emptyFolder(folder: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
