import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../base/database/database.ts';
import { BACKUP_LOCK } from './backup.ts';
import { blobPath, listBackups, openBackup } from './backup-folder.ts';
import { describeTables } from './exported-tables.ts';
import { openVerified } from './restore.ts';
import { tablePath } from './table-files.ts';
import { everyRow, newRow, openSampleClinic, VENDOR, withSql } from './testing/sample-clinic.ts';

describe('a backup (promise 1)', () => {
  it('holds every table but the sign-ins, the hand-offs and the mail', async () => {
    const { database } = await openSampleClinic();
    const tables = await database.sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
    const left = [
      'staff_sessions',
      'messages',
      'message_blocks',
      'hand_offs',
      'rate_limits',
      'inbox_quotas',
      'patient_sessions',
      'one_time_codes',
      'passkey_challenges',
      'apple_attempts',
      'apple_notifications',
    ];
    expect(tables.map(({ name }) => name).filter((name) => !left.includes(name))).toEqual(
      (await describeTables(database.sql)).map(({ name }) => name),
    );
  });

  it('makes what it covers safe, and only for those who are in it', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(3);
    expect(await clinic.safeThrough()).toBe(0);
    const { manifest, place, vendors } = await clinic.takeBackup();
    expect(manifest.through).toBe(3);
    expect(vendors).toEqual([VENDOR]);
    expect(manifest.vendors).toEqual([{ vendor: VENDOR, epoch: expect.any(String), operations: 3 }]);
    await clinic.receive(2);
    expect(await clinic.safeThrough()).toBe(3);
    expect(await clinic.safeThrough('brook')).toBe(0);
    const { sql } = clinic.database;
    expect(await sql`select kind, place, through_seq from backups where verified_at is not null`).toEqual([
      { kind: 'export', place, through_seq: '3' },
    ]);
    const [event] = await sql`select action, subject from audit_events where vendor = ${VENDOR}`;
    expect(event).toEqual({ action: 'backup-verified', subject: manifest.id });
  });

  it('is for its owner alone, and holds no key', async () => {
    const clinic = await openSampleClinic();
    await clinic.receiveWithBlob();
    const { place } = await clinic.takeBackup();
    const paths = (await readdir(place, { recursive: true })).map((name) => join(place, name));
    const open = await Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o077) !== 0));
    expect(open).toEqual(paths.map(() => false));
    for (const path of paths.filter((name) => /\.(copy|json)$/.test(name)))
      expect(await readFile(path, 'utf8')).not.toMatch(/PRIVATE KEY|postgres-password/);
  });

  it('takes over the blobs of the one before without a second copy', async () => {
    const clinic = await openSampleClinic();
    const { sha256, bytes } = await clinic.receiveWithBlob();
    const first = await clinic.takeBackup();
    const second = await clinic.takeBackup();
    const [one, other] = await Promise.all([first, second].map(({ place }) => stat(blobPath(place, sha256))));
    expect(one?.ino).toBe(other?.ino);
    expect(await readFile(blobPath(second.place, sha256))).toEqual(bytes);
  });

  it('copies a blob again that the disk has damaged in the one before', async () => {
    const clinic = await openSampleClinic();
    const { sha256, bytes } = await clinic.receiveWithBlob();
    const { place } = await clinic.takeBackup();
    await writeFile(blobPath(place, sha256), Buffer.alloc(bytes.length));
    const next = await clinic.takeBackup();
    expect(await readFile(blobPath(next.place, sha256))).toEqual(bytes);
    await openVerified(next.place);
  });

  it('is refused, and makes nothing safe, where a blob that an operation names is gone', async () => {
    const clinic = await openSampleClinic();
    const key = await clinic.receiveWithBlob();
    await clinic.blobs.remove(key);
    await expect(clinic.takeBackup()).rejects.toThrow(key.sha256);
    expect(await clinic.safeThrough()).toBe(0);
    expect(await readdir(clinic.folder)).toEqual([]);
  });

  it('is never taken twice at once', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    await withSql(clinic.database.url, async (sql) => {
      const session = await sql.reserve();
      await session`select pg_advisory_lock(${BACKUP_LOCK})`;
      expect(await clinic.backups.take(clinic.folder, new AbortController().signal)).toBeUndefined();
      session.release();
    });
    expect((await clinic.takeBackup()).manifest.through).toBe(1);
  });

  it('gives no vendor less than before, and none an epoch that began after it', async () => {
    const clinic = await openSampleClinic();
    const { sql } = clinic.database;
    await clinic.receive(2);
    await clinic.receive(2, 'brook');
    await sql`update epochs set safe_through = 900 where vendor = 'brook'`;
    await clinic.takeBackup();
    expect([await clinic.safeThrough(), await clinic.safeThrough('brook')]).toEqual([4, 900]);
  });
});

describe('writers while a backup begins (promise 2)', () => {
  it('are waited for where they began before: their operations are covered and in it', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    const writer = connect(clinic.database.url, { connections: 1 });
    const seen = connect(clinic.database.url, { connections: 1 });
    const late = newRow();
    let taking: ReturnType<typeof clinic.takeBackup> | undefined;
    await writer.sql.begin(async (transaction) => {
      await transaction`
        insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, received_at, captured_at)
        values (${VENDOR}, ${late.opId}, ${late.operation.sha256}, ${late.envelope}, 'late', ${late.operation.lane}, 1, '{}', 'intake.submit', 2,
          nextval('operation_seq'), now(), '{}')`;
      taking = clinic.takeBackup();
      await expect
        .poll(
          async () =>
            (await seen.sql`select 1 from pg_locks where relation = 'op_ledger'::regclass and not granted`)
              .length,
        )
        .toBe(1);
    });
    const { manifest, place } = (await taking) ?? {};
    await writer.close();
    await seen.close();
    expect(manifest?.through).toBe(3);
    expect(await readFile(tablePath(place ?? '', 'op_ledger'), 'utf8')).toContain(late.opId);
    expect(await clinic.safeThrough()).toBe(3);
  });

  it('and take their numbers after it are above it, though they commit first', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    const taking = clinic.takeBackup();
    const later = await clinic.receive(20);
    const { manifest } = await taking;
    const { sql } = clinic.database;
    const rows = await sql<{ op_id: string }[]>`select op_id from op_ledger where seq <= ${manifest.through}`;
    const exported = await readFile(
      tablePath((await listBackups(clinic.folder))[0]?.path ?? '', 'op_ledger'),
      'utf8',
    );
    for (const row of rows) expect(exported).toContain(row.op_id);
    expect(await clinic.safeThrough()).toBe(manifest.through);
    expect(later).toHaveLength(20);
  });
});

describe('an export that is cut off (promise 3)', () => {
  it('leaves nothing that could be taken for a backup, and makes nothing safe', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(40);
    const stopping = new AbortController();
    stopping.abort(new Error('stopped'));
    await expect(clinic.backups.take(clinic.folder, stopping.signal)).rejects.toThrow('stopped');
    expect(await readdir(clinic.folder)).toEqual([]);
    expect(await clinic.safeThrough()).toBe(0);
    expect((await clinic.takeBackup()).manifest.through).toBe(40);
  });

  it('by a kill leaves a folder without a manifest, under a name that is no backup', async () => {
    const clinic = await openSampleClinic();
    const { place } = await clinic.takeBackup();
    await unlink(join(place, 'manifest.json'));
    await expect(openBackup(place)).rejects.toThrow("isn't a backup");
    expect(await listBackups(clinic.folder)).toEqual([]);
  });
});

describe('a backup that was changed (promise 4)', () => {
  const changes: readonly [string, (place: string, sha256: string) => Promise<void>][] = [
    ['a byte of a table', (place) => appendFile(tablePath(place, 'devices'), 'x')],
    ['a table that lost its end', (place) => truncate(tablePath(place, 'op_ledger'), 10)],
    ['a table that is gone', (place) => unlink(tablePath(place, 'packs'))],
    ['a table more', (place) => writeFile(tablePath(place, 'others'), '')],
    ['a blob of other bytes', (place, sha256) => writeFile(blobPath(place, sha256), Buffer.alloc(1000))],
    ['a blob that is gone', (place, sha256) => unlink(blobPath(place, sha256))],
    [
      'a manifest of other numbers',
      async (place) => {
        const path = join(place, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace(/"through": 1/, '"through": 9'));
      },
    ],
    ['a manifest that is none', (place) => writeFile(join(place, 'manifest.json'), '{')],
  ];
  it.each(changes)('is refused with %s', async (_what, change) => {
    const clinic = await openSampleClinic();
    const { sha256 } = await clinic.receiveWithBlob();
    const { place } = await clinic.takeBackup();
    await openVerified(place);
    await change(place, sha256);
    await expect(openVerified(place)).rejects.toThrow(/is damaged|isn't a part of it/);
    expect(existsSync(place)).toBe(true);
  });
});

describe('tables of any size (promise 1)', () => {
  it('are exported to their end, wherever the network cuts them', async () => {
    const clinic = await openSampleClinic();
    const { sql } = clinic.database;
    await clinic.receive(1);
    for (const kilobytes of [30, 31, 33, 34, 62, 64, 66, 70, 100, 129, 200, 260, 330, 400, 520]) {
      await sql`insert into packs (vendor, pack_hash, pack, published_at) values ('big', ${`${kilobytes}`}, ${'p'.repeat(kilobytes * 1024)}, now())`;
      const { manifest, place } = await clinic.takeBackup();
      const bytes = manifest.tables.find(({ name }) => name === 'packs')?.bytes;
      expect((await stat(tablePath(place, 'packs'))).size).toBe(bytes);
    }
  });
});

describe('the same rows', () => {
  it('are not changed by a backup', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(5);
    const { sql } = clinic.database;
    const before = await everyRow(sql, ['op_ledger', 'devices', 'feed']);
    await clinic.takeBackup();
    expect(await everyRow(sql, ['op_ledger', 'devices', 'feed'])).toEqual(before);
  });
});
