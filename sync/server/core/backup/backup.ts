/**
 * One backup: written, read back, and only then believed. Devices are told that they may let go of what it covers once all of it has
 * been verified, never before.
 */
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { connect, type Sql } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { clearPartials, listBackups, openDraft, type StoredBackup } from './backup-folder.ts';
import { exportDatabase } from './export.ts';
import { type Horizon, moveSafeThrough, takeHorizon } from './horizon.ts';
import type { Manifest } from './manifest.ts';
import { markExported, markStored, verifyFiles } from './verify.ts';

export interface BackupDependencies {
  /** Of the database. A backup opens connections of its own, which it can end whatever they are doing. */
  readonly url: string;
  readonly blobs: BlobStore;
  readonly now: () => Date;
  /** `age1…`: whose keys open the tables. None: they are in clear. */
  readonly recipients: readonly string[];
}

export interface TakenBackup {
  /** The backup's folder. */
  readonly place: string;
  readonly manifest: Manifest;
  /** Vendors whose devices may now let go of what it covers. */
  readonly vendors: readonly string[];
}

export interface Backups {
  /**
   * Exports into a new folder in `parent`.
   * @returns undefined where another process is exporting now.
   */
  take(parent: string, signal: AbortSignal): Promise<TakenBackup | undefined>;
}

/** One for all processes on a database. */
export const BACKUP_LOCK = 0x6361_7266;

/** For what can be cancelled. */
const ABORT_WITHIN_MS = 500;

/** Runs work while this process alone has the lock. @returns undefined where another one has it. */
async function alone<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result | undefined> {
  const session = await sql.reserve();
  try {
    const [attempt] = await session<
      [{ taken: boolean }]
    >`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`;
    return attempt.taken ? await work() : undefined;
  } finally {
    const isUnlocked = await session`select pg_advisory_unlock(${BACKUP_LOCK})`.then(
      () => true,
      () => false,
    );
    // A session that couldn't give the lock back is closed, and the lock with it.
    session.release(!isUnlocked);
  }
}

export function createBackups({ url, blobs, now, recipients }: BackupDependencies): Backups {
  async function write(
    sql: Sql,
    parent: string,
    earlier: StoredBackup | undefined,
    signal: AbortSignal,
  ): Promise<TakenBackup> {
    const horizon = await takeHorizon(sql);
    const draft = await openDraft(parent, horizon.takenAt);
    // The operator's private key may be on another machine: what is read back is opened with one of this backup's own.
    const witness = recipients.length > 0 ? await generateX25519Identity() : undefined;
    const encryption =
      witness === undefined ? undefined : { recipients, witness: await identityToRecipient(witness) };
    try {
      const manifest = await exportDatabase({
        sql,
        blobs,
        horizon,
        folder: draft.path,
        earlier,
        encryption,
        signal,
      });
      await verify(
        sql,
        { path: draft.path, manifest },
        { horizon, identities: witness === undefined ? [] : [witness] },
        signal,
      );
      await draft.finish();
      const vendors = await believe(sql, draft.place, manifest, horizon, now());
      return { place: draft.place, manifest, vendors };
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  async function writeNext(sql: Sql, parent: string, signal: AbortSignal): Promise<TakenBackup> {
    await clearPartials(parent, now());
    const [earlier] = await listBackups(parent);
    try {
      return await write(sql, parent, earlier, signal);
    } catch (error) {
      if (!(error instanceof StartupError) || !earlier?.manifest.blobs.length) throw error;
      // A blob that the disk has damaged since is shared no further: the store's own are copied.
      return await write(sql, parent, undefined, signal);
    }
  }

  return {
    async take(parent, signal) {
      const { sql, close } = connect(url, { connections: 3 });
      // Whatever it waits for in the database, a lock or a long query, ends with its connections.
      const end = () => void sql.end({ withinMs: ABORT_WITHIN_MS });
      signal.addEventListener('abort', end);
      try {
        return await alone(sql, () => writeNext(sql, parent, signal));
      } finally {
        signal.removeEventListener('abort', end);
        await close();
      }
    },
  };
}

async function verify(
  sql: Sql,
  written: { readonly path: string; readonly manifest: Manifest },
  { horizon, identities }: { readonly horizon: Horizon; readonly identities: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const { through } = horizon;
  await verifyFiles(written, signal);
  const [exported, stored] = await Promise.all([
    markExported(written, through, identities),
    markStored(sql, through),
  ]);
  if (exported.rows !== stored.rows || exported.sum !== stored.sum)
    throw new StartupError(
      `The backup isn't good: of ${stored.rows} operations up to ${through}, ${exported.rows} are in it as they are stored.`,
    );
}

function believe(
  sql: Sql,
  place: string,
  { id }: Manifest,
  { through, takenAt, epochs }: Horizon,
  at: Date,
): Promise<readonly string[]> {
  return sql.begin(async (transaction) => {
    await transaction`
      insert into backups (id, taken_at, verified_at, through_seq, kind, place)
      values (${id}, ${takenAt.toISOString()}, ${at.toISOString()}, ${through}, 'export', ${place})`;
    return await moveSafeThrough(transaction, { id, through, epochs }, at);
  });
}
