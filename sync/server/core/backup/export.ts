/** Writes everything into a folder, from one snapshot of the database. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import {
  blobPath,
  linkBlob,
  Measure,
  type StoredBackup,
  writeFlushed,
  writeManifest,
} from './backup-folder.ts';
import { copyOut, describeTables, fixTextFormat } from './exported-tables.ts';
import type { Horizon } from './horizon.ts';
import type { Manifest } from './manifest.ts';
import { appliedMigrations } from './migrate-to.ts';
import { encryptTo, tablePath } from './table-files.ts';

export interface ExportDependencies {
  /** At least two connections. */
  readonly sql: Sql;
  readonly blobs: BlobStore;
  readonly horizon: Horizon;
  /** Where to write: a folder that has `tables` and `blobs` in it. */
  readonly folder: string;
  /** An earlier backup on the same disk: its blobs are shared, not copied. */
  readonly earlier: StoredBackup | undefined;
  readonly encryption: ExportEncryption | undefined;
  readonly signal: AbortSignal;
}

export interface ExportEncryption {
  /** `age1…`: whose keys open the backup. */
  readonly recipients: readonly string[];
  /** One more, whose key reads it back now and is then forgotten. */
  readonly witness: string;
}

interface BlobRow {
  readonly vendor: string;
  readonly device: string;
  readonly sha256: string;
  /** Whether an operation names it. */
  readonly named: boolean;
}

/** @throws StartupError where a blob that an operation names isn't in the store. */
export async function exportDatabase(dependencies: ExportDependencies): Promise<Manifest> {
  const { sql, horizon, folder, encryption, signal } = dependencies;
  const { facts, blobRows } = await sql.begin(
    'isolation level repeatable read read only',
    async (transaction) => {
      await fixTextFormat(transaction);
      return {
        facts: await exportRows(dependencies, transaction),
        blobRows: await readBlobRows(transaction),
      };
    },
  );
  const blobs: Manifest['blobs'] = [];
  const kept = new Set<string>();
  for (const row of blobRows) {
    signal.throwIfAborted();
    if (kept.has(row.sha256)) continue;
    const size = await exportBlob(dependencies, row);
    if (size === undefined && row.named)
      throw new StartupError(`A blob that an operation names isn't in the store: ${row.sha256}.`);
    if (size === undefined) continue;
    kept.add(row.sha256);
    blobs.push({ sha256: row.sha256, size });
  }
  const manifest: Manifest = {
    format: 'carefront-backup',
    v: encryption ? 2 : 1,
    id: randomUUID(),
    takenAt: horizon.takenAt.toISOString(),
    through: horizon.through,
    ...facts,
    blobs,
    ...(encryption ? { encryption: { format: 'age', recipients: [...encryption.recipients] } } : {}),
  };
  await writeManifest(folder, manifest);
  return manifest;
}

async function exportRows(
  { sql, folder, encryption, signal }: ExportDependencies,
  transaction: Transaction,
): Promise<Pick<Manifest, 'migrations' | 'sequence' | 'vendors' | 'tables'>> {
  const [session] = await transaction<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const cancel = async () => {
    await sql`select pg_cancel_backend(${session.pid})`;
  };
  const tables: Manifest['tables'] = [];
  for (const table of await describeTables(transaction)) {
    const clear = new Measure();
    const rows = measured(stoppedBy(copyOut(transaction, table, cancel), signal), clear);
    const { bytes, sha256 } = await writeFlushed(
      tablePath(folder, table.name, encryption !== undefined),
      encryptTo(encryption ? [...encryption.recipients, encryption.witness] : [], rows),
    );
    tables.push({
      name: table.name,
      columns: [...table.columns],
      rows: clear.facts().rows,
      bytes,
      sha256,
    });
  }
  const [numbers] = await transaction<[{ sequence: string }]>`
    select case when is_called then last_value else 0 end as sequence from operation_seq`;
  const vendors = await transaction<{ vendor: string; epoch: string; operations: string }[]>`
    select e.vendor, e.epoch, (select count(*) from op_ledger o where o.vendor = e.vendor) as operations
    from epochs e where e.current order by e.vendor`;
  return {
    migrations: [...(await appliedMigrations(transaction))],
    sequence: Number(numbers.sequence),
    vendors: vendors.map((row) => ({ ...row, operations: Number(row.operations) })),
    tables,
  };
}

async function* measured(chunks: AsyncIterable<Uint8Array>, measure: Measure): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    measure.add(chunk);
    yield chunk;
  }
}

async function* stoppedBy(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}

async function readBlobRows(sql: Transaction): Promise<readonly BlobRow[]> {
  return await sql<BlobRow[]>`
    select b.vendor, b.device, b.sha256, exists (
      select 1 from op_ledger o where o.vendor = b.vendor and o.device = b.device and b.sha256 = any(o.blobs)
    ) as named
    from blobs b where b.completed_at is not null order by b.sha256, named desc`;
}

/** @returns its size; undefined where the store doesn't have it. */
async function exportBlob(
  { blobs, folder, earlier }: ExportDependencies,
  { vendor, device, sha256 }: BlobRow,
): Promise<number | undefined> {
  const known = earlier?.manifest.blobs.find((blob) => blob.sha256 === sha256);
  if (known && (await linkBlob(earlier, folder, sha256))) return known.size;
  const bytes = await blobs.read({ vendor, device, sha256 });
  if (bytes === undefined) return undefined;
  const path = blobPath(folder, sha256);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFlushed(path, [bytes]);
  return bytes.length;
}
