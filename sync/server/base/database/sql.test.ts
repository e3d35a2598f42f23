import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { ConnectionLostError, isPassing } from './connection-lost.ts';
import { connect } from './database.ts';
import type { Queries, Sql } from './sql.ts';

async function pidOf(queries: Queries): Promise<number> {
  const [row] = await queries<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return row.pid;
}

/** As a restart of PostgreSQL does to each of its connections. */
async function terminate(sql: Sql, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`;
  const isThere = async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`).length;
  await expect.poll(isThere).toBe(0);
}

describe('rows', () => {
  it('have text for what JavaScript has no exact number or time for, and bytes as they are', async () => {
    const { sql } = await useTestDatabase();
    const bytes = new Uint8Array([0, 255, 92, 39]);
    const [row] = await sql`
      select 9007199254740993::bigint as big, 1.10::numeric as exact, 7::int as small, true as flag, ${bytes}::bytea as bytes,
        '2026-05-04T10:00:00.123456+02:00'::timestamptz as at, null as nothing, '{"a":[1]}'::json as json,
        ${['a"b', 'c,d', null]}::text[] as texts, ${[1, 2]}::bigint[] as bigs, ${0.5}::float8 as half`;
    expect({ ...row, bytes: [...((row?.bytes ?? []) as Uint8Array)] }).toEqual({
      ...{ big: '9007199254740993', exact: '1.10', small: 7, flag: true, bytes: [...bytes] },
      ...{ at: '2026-05-04 08:00:00.123456+00', nothing: null, json: { a: [1] } },
      ...{ texts: ['a"b', 'c,d', null], bigs: ['1', '2'], half: 0.5 },
    });
  });

  it('come again where a table was changed since its statement was prepared', async () => {
    const { url } = await useTestDatabase();
    const { sql, close } = connect(url, { connections: 1 });
    onTestFinished(close);
    await sql`create table changing (a int)`;
    const read = () => sql`select * from changing where ${1}::int = 1`;
    await read();
    await sql`alter table changing add b text default 'new'`;
    await sql`insert into changing values (1)`;
    expect(await read()).toEqual([{ a: 1, b: 'new' }]);
  });
});

describe('a transaction', () => {
  it('is undone where a statement has failed, even if its work went on after that', async () => {
    const { sql } = await useTestDatabase();
    await sql`create table notes (id int primary key)`;
    const work = sql.begin(async (transaction) => {
      await transaction`insert into notes values (1)`;
      await transaction`insert into notes values (1)`.catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await sql`select * from notes`).toEqual([]);
  });

  it('takes no more statements once it has ended: its connection is somebody else’s by then', async () => {
    const { sql } = await useTestDatabase();
    const late = await sql.begin((transaction) => ({ transaction }));
    await expect(late.transaction`select 1`).rejects.toThrow('has ended');
  });

  it('is undone where what it copies in is wrong, with the reason', async () => {
    const { sql } = await useTestDatabase();
    await sql`create table notes (id int primary key)`;
    const work = sql.begin(async (transaction) => {
      await pipeline(Readable.from(['1\n', '1\n']), await transaction.copyFrom('copy notes from stdin'));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await sql`select * from notes`).toEqual([]);
  });
});

describe('a connection that is lost', () => {
  it('fails its transaction alone, which says that it may be tried again', async () => {
    const { sql } = await useTestDatabase();
    const error = await sql
      .begin(async (transaction) => {
        await terminate(sql, await pidOf(transaction));
        await transaction`select 1`;
      })
      .catch((reason: unknown) => reason);
    expect(isPassing(error)).toBe(true);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('ends nothing while nobody asks anything of it, reserved or idle', async () => {
    const { sql } = await useTestDatabase();
    const session = await sql.reserve();
    await terminate(sql, await pidOf(session));
    // The database's farewell, or nothing at all: whichever the driver had heard by then.
    expect(isPassing(await session`select 1`.catch((error: unknown) => error))).toBe(true);
    session.release();
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('ends a copy that was under way', async () => {
    const { sql } = await useTestDatabase();
    const work = sql.begin(async (transaction) => {
      const pid = await pidOf(transaction);
      const rows = await transaction.copyTo('copy (select pg_sleep(60)) to stdout');
      rows.resume();
      await terminate(sql, pid);
      await transaction`select 1`;
    });
    expect(isPassing(await work.catch((reason: unknown) => reason))).toBe(true);
  });
});

describe('the end', () => {
  it('refuses queries that still wait for a connection, and cuts off the endless', async () => {
    const { url } = await useTestDatabase();
    const { sql } = connect(url, { connections: 1 });
    const sleeping = sql`select pg_sleep(60)`.catch((error: unknown) => error);
    const waiting = sql`select 1`.catch((error: unknown) => error);
    await sql.end({ withinMs: 200 });
    expect(await waiting).toMatchObject({ code: 'CONNECTION_ENDED' });
    expect(await sleeping).toBeInstanceOf(ConnectionLostError);
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  });
});
