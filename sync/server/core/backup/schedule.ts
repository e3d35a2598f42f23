/** `npm start` exports daily. The newest backup decides, and not a time of day: a machine that was off catches up. */
import { rm } from 'node:fs/promises';
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Backups } from './backup.ts';
import { listBackups } from './backup-folder.ts';
import { chooseExpired } from './retention.ts';

/** Not in the first moments, in which the server has better things to do. */
export const FIRST_CHECK_MS = 60_000;
export const CHECK_EVERY_MS = 60 * 60_000;
export const BACKUP_EVERY_MS = 24 * 60 * 60_000;

export interface BackupSchedule {
  start(): void;
  /** Takes a backup where one is due. Never rejects. */
  check(): Promise<void>;
  /** Ends a backup that is being written, without leaving anything of it. */
  stop(): Promise<void>;
}

export interface BackupScheduleDependencies {
  readonly sql: Sql;
  readonly backups: Backups;
  readonly folder: string;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly firstCheckMs?: number;
}

/** Due where the newest verified export is a day old, or older than the epoch that a restore has begun. */
async function isDue(sql: Sql, now: Date): Promise<boolean> {
  const [row] = await sql<[{ due: boolean }]>`
    select not exists (
      select 1 from backups where kind = 'export' and verified_at is not null
        and taken_at > ${new Date(now.getTime() - BACKUP_EVERY_MS).toISOString()}
        and taken_at >= coalesce((select max(minted_at) from epochs where current and exists (
          select 1 from epochs old where old.vendor = epochs.vendor and not old.current)), '-infinity')
    ) as due`;
  return row.due;
}

/** Removes what {@link chooseExpired} names from the folder. @returns how many. */
export async function removeExpired(folder: string, now: Date): Promise<number> {
  const stored = await listBackups(folder);
  const dated = stored.map(({ path, manifest }) => ({ path, takenAt: new Date(manifest.takenAt) }));
  const expired = chooseExpired(dated, now);
  for (const { path } of expired) await rm(path, { recursive: true, force: true });
  return expired.length;
}

export function createBackupSchedule(dependencies: BackupScheduleDependencies): BackupSchedule {
  const { sql, backups, folder, logger, now, firstCheckMs = FIRST_CHECK_MS } = dependencies;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function backUp(): Promise<void> {
    try {
      if (stopping.signal.aborted || !(await isDue(sql, now()))) return;
      const taken = await backups.take(folder, stopping.signal);
      if (!taken) return;
      const removed = await removeExpired(folder, now());
      logger.info({ place: taken.place, through: taken.manifest.through, removed }, 'BACKUP_TAKEN');
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ err: error }, 'BACKUP_FAILED');
    }
  }

  function check(): Promise<void> {
    running = running.then(backUp);
    return running;
  }

  function plan(milliseconds: number): void {
    timer = setTimeout(() => {
      plan(CHECK_EVERY_MS);
      void check();
    }, milliseconds);
    timer.unref();
  }

  return {
    start: () => plan(firstCheckMs),
    check,
    async stop() {
      clearTimeout(timer);
      stopping.abort(new Error('The server stops.'));
      await running;
    },
  };
}
