/** Small JSON files that outlive a restart, and hold nothing of any patient: replaced as a whole, or not at all. */
import type { Disk } from '../../sync/client/store/disk.ts';

/** More than that is nothing that a kiosk wrote. */
const MAX_BYTES = 1_000_000;
const TEMPORARY = '.new';

export interface SmallFiles {
  /** @returns undefined where there is none, or it isn't JSON: the caller decides what that means. */
  read(name: string): Promise<unknown>;
  /** Resolves when it is on the disk. One after the other for each folder. */
  write(name: string, content: unknown): Promise<void>;
  remove(name: string): Promise<void>;
}

export function createSmallFiles(disk: Disk, folder: string): SmallFiles {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function unlinkQuietly(name: string): Promise<void> {
    try {
      await disk.unlink(folder, name);
    } catch {
      // It wasn't there.
    }
  }

  async function write(name: string, content: unknown): Promise<void> {
    const temporary = `${name}${TEMPORARY}`;
    await disk.makeFolder(folder);
    // What a power cut left of an earlier try.
    await unlinkQuietly(temporary);
    const file = await disk.create(folder, temporary);
    try {
      await file.write(new Uint8Array(new TextEncoder().encode(JSON.stringify(content))));
      await file.sync();
    } finally {
      await file.close();
    }
    await disk.rename(folder, temporary, name);
    await disk.syncFolder(folder);
  }

  return {
    read: (name) =>
      inTurn(async () => {
        try {
          const bytes = await disk.read(folder, name);
          if (bytes.length > MAX_BYTES) return undefined;
          return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
        } catch {
          return undefined;
        }
      }),
    write: (name, content) => inTurn(() => write(name, content)),
    remove: (name) =>
      inTurn(async () => {
        await unlinkQuietly(name);
        await disk.syncFolder(folder);
      }),
  };
}
