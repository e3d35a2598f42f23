/** A database with operations in it, folders for its backups, and a blob store. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connect, type Sql } from '../../../base/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { sealed } from '../../../testing/test-device.ts';
import type { BlobKey, BlobStore } from '../../blobs/blob-store.ts';
import { createFolderBlobStore } from '../../blobs/folder-blob-store.ts';
import type { NewLedgerRow } from '../../ingest/ledger.ts';
import { createPostgresLedger } from '../../ingest/postgres-ledger.ts';
import { type Backups, createBackups, type TakenBackup } from '../backup.ts';
import { keepBlob } from '../blob-copies.ts';

export const VENDOR = 'meadow';
export const DEVICE = 'a-device';

export interface SampleClinic {
  readonly database: TestDatabase;
  readonly blobs: BlobStore;
  /** Where backups go. */
  readonly folder: string;
  readonly backups: Backups;
  readonly dataDir: string;
  /** Has the device hand over so many operations. @returns their ids. */
  receive(count: number, vendor?: string): Promise<readonly string[]>;
  /** Has it deliver a blob, and hand over an operation that names it. */
  receiveWithBlob(): Promise<BlobKey & { readonly bytes: Buffer }>;
  takeBackup(): Promise<TakenBackup>;
  safeThrough(vendor?: string): Promise<number>;
}

export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function newRow(over: Parameters<typeof sealed>[2] = {}): NewLedgerRow {
  const operation = sealed('intake.submit', { session: randomUUID() }, over);
  return {
    opId: operation.opId,
    operation,
    envelope: Buffer.from(operation.envelope, 'base64url'),
    receivedAt: new Date('2026-05-04T10:00:00.123Z'),
    keyId: '0123456789abcdef',
    skewSeconds: 0.1 + 0.2,
  };
}

/** For one test. */
export async function openSampleClinic({
  recipients = [],
}: {
  /** Whose keys open its backups; none: in clear. */
  readonly recipients?: readonly string[];
} = {}): Promise<SampleClinic> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { sql, url } = database;
  const ledger = createPostgresLedger(sql);
  const dataDir = await makeTestFolder();
  const folder = join(dataDir, 'backups');
  const blobs = createFolderBlobStore(join(dataDir, 'blobs'));
  const backups = createBackups({ url, blobs, now: () => new Date(), recipients });
  return {
    database,
    blobs,
    folder,
    backups,
    dataDir,
    async receive(count, vendor = VENDOR) {
      const rows = Array.from({ length: count }, () => newRow());
      await ledger.store(vendor, DEVICE, rows);
      return rows.map(({ opId }) => opId);
    },
    async receiveWithBlob() {
      const bytes = randomBytes(1000);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = { vendor: VENDOR, device: DEVICE, sha256 };
      await keepBlob(blobs, key, bytes);
      await sql`
        insert into blobs (vendor, device, sha256, size, created_at, completed_at)
        values (${VENDOR}, ${DEVICE}, ${sha256}, ${bytes.length}, now(), now())`;
      await ledger.store(VENDOR, DEVICE, [newRow({ blobs: [sha256] })]);
      return { ...key, bytes };
    },
    async takeBackup() {
      const taken = await backups.take(folder, new AbortController().signal);
      if (!taken) throw new Error('Another backup is running.');
      return taken;
    },
    async safeThrough(vendor = VENDOR) {
      return (await ledger.epoch(vendor)).safeThrough;
    },
  };
}

/** Every row of every table, as text, without the ids of transactions. */
export async function everyRow(
  sql: Sql,
  tables: readonly string[],
): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const rows = await sql<
      { row: string }[]
    >`select (to_jsonb(t) - 'xid')::text as row from ${sql(table)} t order by 1`;
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

export async function withSql<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { sql, close } = connect(url, { connections: 2 });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}
