/** Backups of the site: how they are taken, and what is put back of them. */
import { createLife, type Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { BlobFolder } from '../stand-ins/memory-blobs.ts';
import type { MemoryDatabase, Snapshot } from '../stand-ins/memory-database.ts';
import type { Controls } from './controls.ts';
import { VENDOR } from './vendor.ts';

/** No operator puts back a backup that is older: what devices may have let go of by then is beyond what anybody promises. */
const OLDEST_RESTORED_MS = 7 * 24 * 3_600_000;

export interface Backup {
  readonly takenAt: number;
  /** Every operation up to this `seq` is in it. */
  readonly through: number;
  readonly snapshot: Snapshot;
  readonly folder: BlobFolder;
}

export interface BackupsDependencies {
  readonly scheduler: Scheduler;
  readonly controls: Controls;
  readonly database: MemoryDatabase;
  readonly folder: BlobFolder;
  readonly uuid: () => string;
  readonly pauseFor: (life: Life) => () => Promise<void>;
}

export function createBackups(dependencies: BackupsDependencies) {
  const { scheduler, controls, database, folder, uuid, pauseFor } = dependencies;
  /** The first is of an empty database: a server that was lost before any backup starts over. */
  const backups: Backup[] = [
    { takenAt: scheduler.now(), through: 0, snapshot: database.snapshot(), folder: new Map() },
  ];

  return {
    /** After so long it has been verified, unless the database was replaced meanwhile. */
    async take(verifyAfterMs: number): Promise<void> {
      const life = createLife();
      const pause = pauseFor(life);
      const born = database.incarnation;
      let through: number;
      if (controls.backupWithoutFence === true) through = database.lastSeq();
      else {
        const release = await database.lockTable(life);
        await pause();
        through = database.lastSeq();
        release();
      }
      await pause();
      if (database.incarnation !== born) return;
      const taken: Backup = {
        takenAt: scheduler.now(),
        through,
        snapshot: database.snapshot(),
        folder: new Map(folder),
      };
      await scheduler.pause(verifyAfterMs);
      if (database.incarnation !== born) return;
      backups.push(taken);
      const epoch = database.tables.epochs.get(VENDOR);
      if (epoch)
        database.tables.epochs.set(VENDOR, { ...epoch, safeThrough: Math.max(epoch.safeThrough, through) });
    },

    /** @param before the newest, or so many before it. */
    choose(before: number): Backup | undefined {
      const usable = backups
        .filter(({ takenAt }) => scheduler.now() - takenAt <= OLDEST_RESTORED_MS)
        .sort((one, other) => one.takenAt - other.takenAt);
      const back = controls.careful === true ? 0 : Math.min(before, usable.length - 1);
      return usable.at(-1 - back);
    },

    /** @param announced devices are to hear of it, by another epoch. */
    putBack(chosen: Backup, announced: boolean, withFolder: boolean): void {
      database.restore(chosen.snapshot, {
        younger: announced,
        keepsXids: controls.restoreKeepsXids === true,
      });
      // Without a word it is the whole data folder that is put back: the photos are in it.
      if (withFolder || !announced) {
        folder.clear();
        for (const [path, bytes] of chosen.folder) folder.set(path, bytes);
      }
      if (announced && controls.restoreWithoutEpoch !== true)
        database.tables.epochs.set(VENDOR, { epoch: uuid(), safeThrough: 0 });
    },
  };
}
