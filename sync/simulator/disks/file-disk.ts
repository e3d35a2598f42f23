/** The real file store over a file system in memory that forgets, at a power cut, what was not flushed. One process at a time has it. */
import type { Disk as FileSystem } from '../../client/store/disk.ts';
import { createFileStore } from '../../client/store/file-store.ts';
import { createFaultyDisk } from '../../client/testing/faulty-disk.ts';
import type { Chance } from '../base/chance.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import { plainKeyCodec } from '../stand-ins/plain-crypto.ts';
import type { Disk } from './disk.ts';
import { createFaultyStore, type DiskFaults } from './disk-faults.ts';

const FOLDER = '/kiosk/store';
/** Of one call of the file system: a transaction makes several. */
const A_CALLS_SHARE = 0.2;

function systemError({ fault }: DiskFaults): Error {
  const code = fault === 'quota' ? 'ENOSPC' : fault === 'closed' ? 'EMFILE' : 'EIO';
  return Object.assign(new Error(code), { code });
}

export function createFileDisk(scheduler: Scheduler, chance: Chance): Disk {
  const medium = createFaultyDisk(chance.fraction);
  let before: Life | undefined;

  /** The file system as one process sees it: it may refuse, and the process may die at any call. */
  function seenBy(life: Life, faults: () => DiskFaults | undefined): FileSystem {
    const call = <T>(work: () => Promise<T>): Promise<T> =>
      life.through(async () => {
        const now = faults();
        if (now !== undefined && chance.happens(now.probability * A_CALLS_SHARE)) throw systemError(now);
        return await work();
      });
    return {
      makeFolder: (folder) => call(() => medium.makeFolder(folder)),
      list: (folder) => call(() => medium.list(folder)),
      read: (folder, name) => call(() => medium.read(folder, name)),
      create: (folder, name) =>
        call(async () => {
          const file = await medium.create(folder, name);
          return {
            write: (bytes) => call(() => file.write(bytes)),
            sync: () => call(() => file.sync()),
            close: () => call(() => file.close()),
          };
        }),
      rename: (folder, from, to) => call(() => medium.rename(folder, from, to)),
      unlink: (folder, name) => call(() => medium.unlink(folder, name)),
      syncFolder: (folder) => call(() => medium.syncFolder(folder)),
      lock: (folder) => call(() => medium.lock(folder)),
    };
  }

  return {
    mostTabs: 1,
    connect({ life, faults, observe = (each) => each }) {
      // The power went with the process before, and took some of what was not flushed.
      if (before !== undefined) medium.powerOn(chance.pick(['nothing', 'all', 'half', 'some']));
      before = life;
      const store = createFileStore({
        folder: FOLDER,
        disk: seenBy(life, faults),
        keyCodec: plainKeyCodec,
        clock: { setTimer: (milliseconds, run) => scheduler.in(milliseconds, run) },
        random: chance,
        compactAfter: 12,
      });
      return createFaultyStore({ store: observe(store), life, scheduler, chance, faults: () => undefined });
    },
  };
}
