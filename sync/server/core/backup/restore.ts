/**
 * A backup becomes the database. It is filled beside the present one, checked, and put in its place at the end, so that a restore that
 * fails changes nothing; and the present one is kept under another name, so that nothing is ever destroyed.
 */

import { connect, migrateDatabase, type Sql } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openBackup, type StoredBackup } from './backup-folder.ts';
import { fillDatabase } from './fill-database.ts';
import { knownMigrations } from './migrate-to.ts';
import { restoreBlobs } from './restore-blobs.ts';
import { databaseNameOf, makeReplacement } from './swap-database.ts';
import { requireIdentity } from './table-files.ts';
import { verifyFiles } from './verify.ts';

export interface RestoreDependencies {
  /** Of a database that exists and that nobody uses. */
  readonly url: string;
  readonly blobs: BlobStore;
  readonly now: () => Date;
  /** Open it, where it is encrypted. */
  readonly identities: readonly string[];
  /** Whether a database with operations in it may be put aside. */
  readonly replace: boolean;
}

export interface RestoreReport {
  readonly takenAt: Date;
  readonly operations: number;
  readonly vendors: readonly string[];
  /** Written to the store, because they weren't there. */
  readonly blobsAdded: number;
  /** Blobs that are neither in the backup nor in the store: devices deliver them again. */
  readonly blobsAwaited: number;
  /** Name of the database that was here; undefined where there was none with tables in it. */
  readonly keptAs: string | undefined;
}

/** Opens a backup and reads all of it. @throws StartupError where it is damaged, or newer than this version. */
export async function openVerified(folder: string): Promise<StoredBackup> {
  const backup = await openBackup(folder);
  const known = await knownMigrations();
  if (backup.manifest.migrations.some((when) => !known.includes(when)))
    throw new StartupError(`${folder} was made by a newer Carefront: use that one to restore it.`);
  await verifyFiles(backup);
  return backup;
}

async function connected<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { sql, close } = connect(url, { connections: 1 });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

async function checkTarget(sql: Sql, replace: boolean): Promise<'bare' | 'in use'> {
  const [others] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  if (others.count > 0)
    throw new StartupError(
      `The database is in use (${others.count} connections): stop every Carefront that works with it first.`,
    );
  const [tables] = await sql<[{ ledger: string | null }]>`select to_regclass('op_ledger') as ledger`;
  if (tables.ledger === null) return 'bare';
  const [ledger] = await sql<[{ count: string }]>`select count(*) as count from op_ledger`;
  if (Number(ledger.count) > 0 && !replace)
    throw new StartupError(
      `The database holds ${ledger.count} operations. With --replace it is kept under another name, and the backup takes its place.`,
    );
  return 'in use';
}

export async function restoreBackup(
  { url, blobs, now, identities, replace }: RestoreDependencies,
  backup: StoredBackup,
): Promise<RestoreReport> {
  // Asked before anything is touched: without its key nothing of it can be restored.
  await requireIdentity(backup, identities);
  const target = await connected(url, (sql) => checkTarget(sql, replace));
  const at = now();
  const stamp = at
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase();
  const replacement = target === 'bare' ? undefined : await makeReplacement(url, stamp);
  const filledUrl = replacement?.url ?? url;
  try {
    const filled = await fillDatabase(filledUrl, backup, identities, at);
    await migrateDatabase(filledUrl);
    const delivered = await connected(filledUrl, async (sql) => {
      const result = await restoreBlobs(sql, blobs, backup);
      await sql`analyze`;
      return result;
    });
    return {
      takenAt: new Date(backup.manifest.takenAt),
      ...filled,
      blobsAdded: delivered.added,
      blobsAwaited: delivered.awaited,
      keptAs: await replacement?.putInPlace(),
    };
  } catch (error) {
    // What is left of it has a name of its own, and the reason matters more.
    await replacement?.discard().catch(() => undefined);
    if (error instanceof StartupError || replacement) throw error;
    throw new StartupError(
      `The restore failed, and ${databaseNameOf(url)} now holds empty tables at most: run it again, or into an empty database.`,
      { cause: error },
    );
  }
}
