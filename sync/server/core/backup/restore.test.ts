import { randomUUID } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startCluster } from '../../base/cluster/cluster.ts';
import type { Sql } from '../../base/database/database.ts';
import { connect, createDatabase, migrateDatabase } from '../../base/database/database.ts';
import { removeDataFolder } from '../../testing/global-setup.ts';
import { copyPreparedData } from '../../testing/prepared-data.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { createPostgresLedger } from '../ingest/postgres-ledger.ts';
import { listBackups, openDraft, writeFlushed, writeManifest } from './backup-folder.ts';
import { copyOut, describeTables, fixTextFormat } from './exported-tables.ts';
import type { Manifest } from './manifest.ts';
import { appliedMigrations, knownMigrations, migrateTo } from './migrate-to.ts';
import { createOperatorBackups } from './operator-backups.ts';
import { openVerified, type RestoreReport, restoreBackup } from './restore.ts';
import { databaseNameOf, withDatabaseName } from './swap-database.ts';
import { tablePath } from './table-files.ts';
import {
  DEVICE,
  everyRow,
  makeTestFolder,
  openSampleClinic,
  type SampleClinic,
  VENDOR,
  withSql,
} from './testing/sample-clinic.ts';

/** An empty database of the shared cluster, dropped with whatever was put aside for it. */
async function makeBareDatabase(): Promise<string> {
  const name = `bare_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const maintenance = inject('postgresUrl');
  await createDatabase(maintenance, name);
  onTestFinished(async () => {
    const { sql, close } = connect(maintenance, { connections: 1 });
    const rows = await sql<
      { datname: string }[]
    >`select datname from pg_database where datname like ${`${name}%`}`;
    for (const { datname } of rows) await sql`drop database ${sql(datname)} with (force)`;
    await close();
  });
  return withDatabaseName(maintenance, name);
}

async function restoreInto(url: string, clinic: SampleClinic, replace = false): Promise<RestoreReport> {
  const [newest] = await listBackups(clinic.folder);
  const backup = await openVerified(newest?.path ?? '');
  return await restoreBackup(
    { url, blobs: clinic.blobs, now: () => new Date(), identities: [], replace },
    backup,
  );
}

async function untouched(sql: Sql): Promise<readonly string[]> {
  const names = (await describeTables(sql)).map(({ name }) => name);
  return names.filter((name) => !['epochs', 'audit_events', 'backups'].includes(name));
}

/** What the tables of a busy clinic hold at worst. */
const HARD_TEXTS = [
  JSON.stringify({ text: '\u0000 \ud800 \udfff' }),
  'tab\tline\nreturn\rback\\slash \\N \\. \u2028 \u{1F4A1}',
  '',
  '\\N',
];

async function storeHardRows({ database: { sql }, receive }: SampleClinic): Promise<void> {
  await receive(2);
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  for (const [no, text] of HARD_TEXTS.entries()) {
    await sql`
      insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, received_at, captured_at, blobs, skew_seconds, problem)
      values (${VENDOR}, ${randomUUID()}, ${'0'.repeat(64)}, ${bytes}, ${DEVICE}, ${text}, ${no}, ${[randomUUID(), randomUUID()]}, 'k', 1,
        nextval('operation_seq'), '2026-05-04T10:00:00.123456Z', ${text}, ${HARD_TEXTS}, ${1 / 3}, ${no % 2 ? null : text})`;
    await sql`
      insert into feed (vendor, device, seq, type, id, data)
      values (${VENDOR}, ${DEVICE}, nextval('operation_seq'), 'operation', ${randomUUID()}, '{"outcome":"applied"}')`;
    await sql`
      insert into inbox_items (vendor, id, kind, device, code, triage, held, late, received_at, due_at, summary, judgement, note)
      values (${VENDOR}, ${randomUUID()}, 'case', ${DEVICE}, 'AA-AAAA', 'routine', false, true, now(), now(), ${text}, ${text}, ${text})`;
  }
}

describe('a restore (promise 5)', () => {
  it('brings every row back as it was, byte for byte', async () => {
    const clinic = await openSampleClinic();
    await storeHardRows(clinic);
    await clinic.takeBackup();
    const url = await makeBareDatabase();
    const report = await restoreInto(url, clinic);
    expect(report).toMatchObject({ operations: 6, vendors: [VENDOR], keptAs: undefined });
    await withSql(url, async (sql) => {
      const names = await untouched(clinic.database.sql);
      expect(await everyRow(sql, names)).toEqual(await everyRow(clinic.database.sql, names));
      expect(await createAuditLog(sql, () => new Date()).verify(VENDOR)).toMatchObject({ ok: true });
      const [event] =
        await sql`select action from audit_events where vendor = ${VENDOR} order by no desc limit 1`;
      expect(event).toEqual({ action: 'restored' });
    });
  });

  it('begins another epoch of every vendor, in which nothing is safe yet, and keeps the old ones', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    await clinic.receive(1, 'brook');
    await clinic.takeBackup();
    const before = await clinic.database.sql`select vendor, epoch from epochs order by vendor`;
    const url = await makeBareDatabase();
    await restoreInto(url, clinic);
    await withSql(url, async (sql) => {
      expect(await sql`select vendor, epoch from epochs where not current order by vendor`).toEqual(before);
      const now = await sql`select vendor, safe_through from epochs where current order by vendor`;
      expect(now.map((row) => row.safe_through)).toEqual(['0', '0']);
    });
  });

  it('gives numbers above all that were given, and goes on from there', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(3);
    await clinic.database.sql`select setval('operation_seq', 70)`;
    await clinic.takeBackup();
    const url = await makeBareDatabase();
    await restoreInto(url, clinic);
    await withSql(url, async (sql) => {
      const [row] = await sql`select nextval('operation_seq')::int as next`;
      expect(row).toEqual({ next: 71 });
    });
  });

  it('puts blobs back that the store has lost', async () => {
    const clinic = await openSampleClinic();
    const key = await clinic.receiveWithBlob();
    await clinic.takeBackup();
    await clinic.blobs.remove(key);
    const url = await makeBareDatabase();
    expect(await restoreInto(url, clinic)).toMatchObject({ blobsAdded: 1, blobsAwaited: 0 });
    expect(Buffer.from((await clinic.blobs.read(key)) ?? [])).toEqual(key.bytes);
  });

  it('into a new cluster, whose transactions are younger, shows the pull feed every row', async () => {
    const clinic = await openSampleClinic();
    await storeHardRows(clinic);
    await clinic.database.sql`update feed set xid = '50000000'`;
    await clinic.database.sql`update op_ledger set xid = '50000000'`;
    await clinic.takeBackup();
    const folder = await makeTestFolder();
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'data');
    await copyPreparedData(dataDir);
    const cluster = await startCluster(dataDir);
    onTestFinished(async () => {
      await cluster.stop();
      await removeDataFolder(dataDir);
    });
    await createDatabase(cluster.databaseUrl('postgres'), 'bare');
    await restoreInto(cluster.databaseUrl('bare'), clinic);
    await withSql(cluster.databaseUrl('bare'), async (sql) => {
      const [youngest] = await sql`select pg_snapshot_xmin(pg_current_snapshot())::text::int as xmin`;
      expect(youngest?.xmin).toBeLessThan(50_000_000);
      expect(await createPostgresLedger(sql).changes(VENDOR, DEVICE, 0, 500)).toHaveLength(HARD_TEXTS.length);
      expect(await sql`select 1 from op_ledger where xid <> '0'::xid8`).toHaveLength(0);
    });
  });
});

describe('a database that is there already (promise 6)', () => {
  it('is not replaced unasked where it holds operations', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    await clinic.takeBackup();
    await clinic.receive(1);
    const url = await makeBareDatabase();
    await restoreInto(url, clinic);
    await expect(restoreInto(url, clinic)).rejects.toThrow('holds 2 operations. With --replace');
  });

  it('is kept under another name, with all that was in it', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    await clinic.takeBackup();
    const url = await makeBareDatabase();
    await restoreInto(url, clinic);
    await withSql(url, (sql) => createPostgresLedger(sql).mintEpoch(VENDOR, randomUUID()));
    const { keptAs } = await restoreInto(url, clinic, true);
    expect(keptAs).toMatch(new RegExp(`^${databaseNameOf(url)}_before_\\d{8}t\\d{6}z$`));
    await withSql(withDatabaseName(url, keptAs ?? ''), async (sql) => {
      expect(await sql`select 1 from op_ledger`).toHaveLength(2);
    });
    await withSql(url, async (sql) => {
      expect(await sql`select 1 from op_ledger`).toHaveLength(2);
    });
  });

  it('stays as it is where the restore fails, and nothing is left of that', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    const { place } = await clinic.takeBackup();
    const url = await makeBareDatabase();
    await restoreInto(url, clinic);
    const backup = await openVerified(place);
    const rows = await readFile(tablePath(place, 'devices'), 'utf8');
    const twice = {
      ...backup.manifest,
      tables: backup.manifest.tables.flatMap((table) =>
        table.name === 'devices' ? [table, table] : [table],
      ),
    };
    expect(rows).not.toBe('');
    const failing = { path: place, manifest: twice };
    await expect(
      restoreBackup(
        { url, blobs: clinic.blobs, now: () => new Date(), identities: [], replace: true },
        failing,
      ),
    ).rejects.toThrow();
    await withSql(url, async (sql) => {
      expect(await sql`select 1 from op_ledger`).toHaveLength(2);
      const name = `${databaseNameOf(url)}_%`;
      expect(await sql`select 1 from pg_database where datname like ${name}`).toHaveLength(0);
    });
  });

  it('is not touched while others work with it', async () => {
    const clinic = await openSampleClinic();
    await clinic.takeBackup();
    const url = await makeBareDatabase();
    await withSql(url, async (sql) => {
      await sql`select 1`;
      await expect(restoreInto(url, clinic)).rejects.toThrow('The database is in use (1 connections)');
    });
  });
});

describe('versions (promise 7)', () => {
  it('before this one are restored, and brought up to date', async () => {
    const clinic = await openSampleClinic();
    const known = await knownMigrations();
    const old = await makeBareDatabase();
    await migrateTo(old, known[1] ?? 0);
    await withSql(old, async (sql) => {
      await sql`insert into epochs (vendor, epoch, minted_at, current) values (${VENDOR}, ${randomUUID()}, now(), true)`;
      await sql`
        insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, receipt, received_at, captured_at)
        values (${VENDOR}, ${randomUUID()}, 'x', '', ${DEVICE}, 'l', 1, '{}', 'k', 1, nextval('operation_seq'), '{"old":1}', now(), '{}')`;
    });
    const place = await exportOld(old, clinic);
    const url = await makeBareDatabase();
    const backup = await openVerified(place);
    expect(backup.manifest.migrations).toEqual(known.slice(0, 2));
    await restoreBackup(
      { url, blobs: clinic.blobs, now: () => new Date(), identities: [], replace: false },
      backup,
    );
    await migrateDatabase(url);
    await withSql(url, async (sql) => {
      expect(await sql`select receipt, blobs, epoch from op_ledger`).toEqual([
        { receipt: '{"old":1}', blobs: [], epoch: null },
      ]);
    });
  });

  it('after this one are refused', async () => {
    const clinic = await openSampleClinic();
    const { sql } = clinic.database;
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`;
    const { place } = await clinic.takeBackup();
    await expect(openVerified(place)).rejects.toThrow('made by a newer Carefront');
  });
});

describe('marks of an operator (promise 8)', () => {
  it('are void after a restore', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    const { token } = await createOperatorBackups(clinic.database.sql, () => new Date()).mark();
    await clinic.takeBackup();
    const url = await makeBareDatabase();
    await restoreInto(url, clinic);
    await withSql(url, async (sql) => {
      const report = await createOperatorBackups(sql, () => new Date()).verified(token);
      expect(report).toEqual({ ok: false, reason: 'unknown' });
    });
  });
});

/** As a version exported whose tables had no blobs and no backups. */
async function exportOld(url: string, { folder }: SampleClinic): Promise<string> {
  return await withSql(url, async (sql) => {
    const takenAt = new Date();
    const draft = await openDraft(folder, takenAt);
    await sql.begin(async (transaction) => {
      await fixTextFormat(transaction);
      const tables: Manifest['tables'] = [];
      for (const table of await describeTables(transaction)) {
        const rows = copyOut(transaction, table, async () => undefined);
        tables.push({
          name: table.name,
          columns: [...table.columns],
          ...(await writeFlushed(tablePath(draft.path, table.name), rows)),
        });
      }
      await writeManifest(draft.path, {
        format: 'carefront-backup',
        v: 1,
        id: randomUUID(),
        takenAt: takenAt.toISOString(),
        migrations: [...(await appliedMigrations(transaction))],
        sequence: 1,
        through: 1,
        vendors: [],
        tables,
        blobs: [],
      });
    });
    await draft.finish();
    return draft.place;
  });
}
