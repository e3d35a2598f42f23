/**
 * `npm run restore -- FOLDER [--replace]`: a backup becomes the database, embedded or named in DATABASE_URL. No server may work with it.
 * Nothing is destroyed: a database that is replaced is kept under another name.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MAINTENANCE_DATABASE, PRODUCT_DATABASE, startCluster } from '../base/cluster/cluster.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import { connect, createDatabase } from '../base/database/database.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { readBackupIdentities } from '../core/backup/backup-keys.ts';
import { openVerified, type RestoreReport, restoreBackup } from '../core/backup/restore.ts';
import { openBlobStore } from '../core/blobs/open-blob-store.ts';
import { createReceiptSigner } from '../core/ingest/receipts.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run restore -- FOLDER [--replace]`;

interface Arguments {
  readonly folder: string;
  readonly replace: boolean;
}

function readArguments(argv: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    const [folder, ...more] = positionals;
    // npm runs its scripts in the project's folder, wherever it was called.
    const askedFrom = process.env.INIT_CWD ?? process.cwd();
    if (folder !== undefined && more.length === 0)
      return { folder: resolve(askedFrom, folder), replace: values.replace };
  } catch {
    // Told below.
  }
  throw new StartupError(USAGE);
}

async function withDatabaseUrl<Result>(
  config: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined) return await work(config.databaseUrl);
  const cluster = await startCluster(config.dataDir);
  try {
    await createDatabase(cluster.databaseUrl(MAINTENANCE_DATABASE), PRODUCT_DATABASE);
    return await work(cluster.url);
  } finally {
    await cluster.stop();
  }
}

/** Receipts that were issued under a key which isn't here can't be issued again. */
async function missingKeys(url: string, dataDir: string): Promise<readonly string[]> {
  const pem = await readFile(join(dataDir, 'keys', 'receipt-signing.pem'), 'utf8').catch(() => undefined);
  const here = pem === undefined ? undefined : createReceiptSigner(pem).keyId;
  const { sql, close } = connect(url, { connections: 1 });
  try {
    const rows = await sql<
      { key_id: string }[]
    >`select distinct key_id from op_ledger where key_id is not null`;
    return rows.map((row) => row.key_id).filter((keyId) => keyId !== here);
  } finally {
    await close();
  }
}

function render(report: RestoreReport, dataDir: string, missing: readonly string[]): string {
  const { takenAt, operations, vendors, blobsAdded, blobsAwaited, keptAs } = report;
  return [
    `Restored ${operations} operations of ${vendors.join(', ') || 'no vendor'}, as they were at ${takenAt.toISOString()}.`,
    ...(blobsAdded > 0 ? [`${blobsAdded} blobs were put back.`] : []),
    ...(blobsAwaited > 0
      ? [`${blobsAwaited} blobs are neither in the backup nor here: their devices are asked for them again.`]
      : []),
    ...(keptAs === undefined ? [] : [`The database that was here is kept as ${keptAs}.`]),
    'Every vendor has a new epoch: devices offer again what they hold, and nothing of it is stored twice.',
    ...(missing.length > 0
      ? [
          `The receipts were signed with a key that isn't in ${join(dataDir, 'keys')}: put the key files back that belong to this backup before you start.`,
        ]
      : []),
  ].join('\n');
}

await runCommand(async () => {
  const { folder, replace } = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const backup = await openVerified(folder);
  const identities = await readBackupIdentities(config);
  const text = await withDatabaseUrl(config, async (url) => {
    const blobs = openBlobStore(config.dataDir, config.s3);
    const report = await restoreBackup({ url, blobs, now: () => new Date(), identities, replace }, backup);
    return render(report, config.dataDir, await missingKeys(url, config.dataDir));
  });
  console.log(text);
  return 0;
});
