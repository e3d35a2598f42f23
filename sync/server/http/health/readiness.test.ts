import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../base/process/log.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestDevice, intake, sealed } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  checkBacklog,
  checkDatabase,
  checkDisk,
  checkEveryKey,
  checkKeys,
  LOW_ROOM_BYTES,
} from './checks.ts';
import { createReadiness, type ReadinessCheck } from './readiness.ts';

describe('readiness', () => {
  const open = (checks: Readonly<Record<string, ReadinessCheck>>) => {
    let now = 0;
    const read = createReadiness({ checks, logger: createLogger(), clock: () => now, checkWithinMs: 20 });
    return {
      read,
      pass: (milliseconds: number) => {
        now += milliseconds;
      },
    };
  };

  it('fails with any of its parts: one that says so, rejects, or never answers', async () => {
    const { read } = open({
      fine: async () => undefined,
      full: async () => 'no room',
      broken: () => Promise.reject(new Error('gone')),
      silent: () => new Promise<undefined>(() => undefined),
    });
    expect(await read()).toEqual({
      isReady: false,
      checks: { fine: 'ok', full: 'failed', broken: 'failed', silent: 'failed' },
    });
  });

  it('looks once for many who ask at a time, and again after a moment', async () => {
    let looks = 0;
    const { read, pass } = open({
      counted: async () => {
        looks++;
        return undefined;
      },
    });
    await Promise.all(Array.from({ length: 50 }, read));
    expect(looks).toBe(1);
    pass(2_000);
    expect((await read()).isReady).toBe(true);
    expect(looks).toBe(2);
  });
});

describe('what a server needs', () => {
  it('a database that can be written to', async () => {
    const { sql, url } = await useTestDatabase();
    expect(await checkDatabase(sql)()).toBeUndefined();
    const name = new URL(url).pathname.slice(1);
    await sql`alter database ${sql(name)} set default_transaction_read_only = on`;
    await sql`set default_transaction_read_only = on`;
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => checkDatabase(sql)()));
    expect(answers).toContainEqual({ status: 'fulfilled', value: 'read-only' });
  });

  it('room on the disk', async () => {
    expect(await checkDisk('/', 1)()).toBeUndefined();
    expect(await checkDisk('/', Number.MAX_SAFE_INTEGER)()).toMatch(/bytes left/);
    await expect(checkDisk('/nowhere')()).rejects.toThrow();
  });

  it('keys of any vendor: one that lacks its own is told of, and takes the server from nobody', async () => {
    const faults = async () => ['meadow: no key file'];
    expect(await checkKeys(faults, 2)()).toBeUndefined();
    expect(await checkEveryKey(faults)()).toBe('meadow: no key file');
    expect(await checkKeys(faults, 1)()).toBe('meadow: no key file');
    expect(await checkEveryKey(async () => [])()).toBeUndefined();
  });

  it('somebody who judges what arrives', async () => {
    const { sql } = await useTestDatabase();
    const at = new Date('2026-05-04T10:00:00Z');
    const check = (minutes: number) => checkBacklog(sql, () => new Date(at.getTime() + minutes * 60_000))();
    await sql`
      insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, received_at, captured_at)
      values ('meadow', gen_random_uuid(), '', '', 'a', 'l', 1, '{}', 'intake.submit', 2, 1, ${at.toISOString()}, '{}')`;
    expect(await check(4)).toBeUndefined();
    expect(await check(6)).toBe('operations wait to be judged');
  });
});

describe('GET /readyz', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
    server.judging.start();
  });
  afterAll(() => server.close());

  it('is ready while everything works', async () => {
    const device = await createTestDevice();
    await device.push(server.send, 'meadow', [sealed('intake.submit', intake(server.formHash))]);
    const answer = await server.app.inject('/readyz');
    expect(answer.json()).toEqual({
      status: 'ready',
      checks: {
        ...{ database: 'ok', disk: 'ok', keys: 'ok', workers: 'ok' },
        ...{ everyKey: 'ok', backlog: 'ok', room: 'ok' },
      },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('tells of operations that wait, and stays ready: another process would not judge them either', async () => {
    await server.database.sql`alter table op_ledger rename to op_ledger_away`;
    server.pass(2_000);
    const answer = await server.app.inject('/readyz');
    await server.database.sql`alter table op_ledger_away rename to op_ledger`;
    expect(answer.json()).toMatchObject({ status: 'ready', checks: { database: 'ok', backlog: 'failed' } });
    expect(answer.statusCode).toBe(200);
  });

  it('tells of room that ends soon, and stays ready', async () => {
    const read = createReadiness({
      checks: { disk: checkDisk('/', 1) },
      told: { room: checkDisk('/', Number.MAX_SAFE_INTEGER) },
      logger: createLogger(),
      clock: () => 0,
    });
    expect(await read()).toEqual({ isReady: true, checks: { disk: 'ok', room: 'failed' } });
    expect(LOW_ROOM_BYTES).toBeGreaterThan(2 ** 30);
  });

  it('answers 503 with the part at fault, while the process is alive', async () => {
    await rename(server.dataDir, `${server.dataDir}-away`);
    server.pass(2_000);
    const answer = await server.app.inject('/readyz');
    await rename(`${server.dataDir}-away`, server.dataDir);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({
      code: 'UNAVAILABLE',
      checks: { database: 'ok', disk: 'failed' },
    });
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
  });
});
