import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../base/process/log.ts';
import { createPostgresLedger } from '../ingest/postgres-ledger.ts';
import { createBackupSchedule } from './schedule.ts';
import { openSampleClinic, type SampleClinic, VENDOR } from './testing/sample-clinic.ts';

const HOUR_MS = 60 * 60_000;

function scheduleOf(clinic: SampleClinic) {
  let passed = 0;
  let log = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const schedule = createBackupSchedule({
    sql: clinic.database.sql,
    backups: clinic.backups,
    folder: clinic.folder,
    logger: createLogger(sink),
    now: () => new Date(Date.now() + passed),
  });
  return {
    ...schedule,
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
    lines: () => log.trim().split('\n').filter(Boolean),
    count: async () => (await readdir(clinic.folder)).length,
  };
}

describe('the daily export (promise 9)', () => {
  it('is taken where there is none, and again once the newest is a day old', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    const schedule = scheduleOf(clinic);
    await schedule.check();
    await schedule.check();
    schedule.pass(23 * HOUR_MS);
    await schedule.check();
    expect(await schedule.count()).toBe(1);
    schedule.pass(2 * HOUR_MS);
    await schedule.check();
    expect(await schedule.count()).toBe(2);
    expect(await clinic.safeThrough()).toBe(2);
    expect(schedule.lines().map((line) => JSON.parse(line).msg)).toEqual(['BACKUP_TAKEN', 'BACKUP_TAKEN']);
    await schedule.stop();
  });

  it('is taken at once after a restore', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    const schedule = scheduleOf(clinic);
    await schedule.check();
    const ledger = createPostgresLedger(clinic.database.sql);
    await ledger.mintEpoch(VENDOR, (await ledger.epoch(VENDOR)).epoch);
    await schedule.check();
    expect(await schedule.count()).toBe(2);
    await schedule.stop();
  });

  it('that fails is one line in the log, and is tried again', async () => {
    const clinic = await openSampleClinic();
    const key = await clinic.receiveWithBlob();
    const bytes = await clinic.blobs.read(key);
    await clinic.blobs.remove(key);
    const schedule = scheduleOf(clinic);
    await schedule.check();
    expect(schedule.lines()).toEqual([expect.stringContaining('BACKUP_FAILED')]);
    await clinic.blobs.append(key, 0, bytes ?? new Uint8Array());
    await clinic.blobs.finish(key, bytes?.length ?? 0);
    await schedule.check();
    expect(await schedule.count()).toBe(1);
    await schedule.stop();
  });

  it('that waits for a lock ends when the server stops, and leaves nothing behind', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    const schedule = scheduleOf(clinic);
    const { sql } = clinic.database;
    await sql.begin(async (holder) => {
      await holder`lock table op_ledger in row exclusive mode`;
      const checked = schedule.check();
      const waiting = () => sql`
        select 1 from pg_locks where relation = 'op_ledger'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await schedule.stop();
      await checked;
    });
    expect(existsSync(clinic.folder)).toBe(false);
    expect(schedule.lines()).toEqual([]);
  });
});
