/** The disk as one process has it: once that is dead, nothing that it had under way goes on, though in a test its memory lives. */
import type { Disk } from '../../../sync/client/store/disk.ts';

export interface MortalDisk extends Disk {
  die(): void;
}

export function createMortalDisk(disk: Disk): MortalDisk {
  let dead = false;
  const never = () => new Promise<never>(() => undefined);
  const alive = <R>(work: () => Promise<R>): Promise<R> => (dead ? never() : work());
  return {
    die() {
      dead = true;
    },
    makeFolder: (folder) => alive(() => disk.makeFolder(folder)),
    list: (folder) => alive(() => disk.list(folder)),
    read: (folder, name) => alive(() => disk.read(folder, name)),
    create: (folder, name) =>
      alive(async () => {
        const file = await disk.create(folder, name);
        return {
          write: (bytes) => alive(() => file.write(bytes)),
          sync: () => alive(() => file.sync()),
          close: () => alive(() => file.close()),
        };
      }),
    rename: (folder, from, to) => alive(() => disk.rename(folder, from, to)),
    unlink: (folder, name) => alive(() => disk.unlink(folder, name)),
    syncFolder: (folder) => alive(() => disk.syncFolder(folder)),
    lock: (folder) => alive(() => disk.lock(folder)),
  };
}
