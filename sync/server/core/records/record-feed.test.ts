import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TOMBSTONE_DAYS } from '../../../protocol/wire.ts';
import { createTestDatabase, type TestDatabase, useTestDatabase } from '../../testing/test-database.ts';
import { recordTablesOf } from './postgres-writer.ts';
import type { PageLimits } from './record-feed.ts';
import { collectRecords, raiseGeneration } from './record-writer.ts';
import { createReader, note, openRecords } from './testing/open-records.ts';
import { describeRecordFeed } from './testing/record-feed-contract.ts';

const ana = { vendor: 'meadow', person: '0b000000-0000-4000-8000-000000000001' };
const ben = { vendor: 'meadow', person: '0b000000-0000-4000-8000-000000000002' };

function open({ sql }: TestDatabase, limits?: PageLimits) {
  const records = openRecords(sql, limits);
  return { sql, ...records, reader: createReader(records.read, ana) };
}

/** Resolves whether it has come to an end within a moment. */
const isOver = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), sleep(300).then(() => false)]);

describeRecordFeed('PostgreSQL', async (limits) => {
  const { sql, drop } = await createTestDatabase();
  const { publishWithin, ...records } = openRecords(sql, limits);
  const count = async (rows: Promise<readonly unknown[]>) => (await rows).length;
  return {
    ...records,
    publishWithin: (work) => publishWithin((_transaction, publish) => work(publish)),
    raise: ({ vendor, person }) => sql.begin((transaction) => raiseGeneration(transaction, vendor, person)),
    mintEpoch: records.ledger.mintEpoch,
    left: async () => ({
      tombstones: await count(sql`select 1 from records where body is null`),
      settled: await count(sql`select 1 from record_operations`),
    }),
    close: drop,
  };
});

describe('the numbers of a feed', () => {
  it('R9: no commit comes below a cursor: who publishes later waits, and is numbered after', async () => {
    const { publishWithin, publish, reader, sql } = open(await useTestDatabase());
    const gate = Promise.withResolvers<void>();
    const numbered = Promise.withResolvers<void>();
    const first = sql.begin(async (transaction) => {
      const { publish: collected, write } = collectRecords();
      collected.record(note(ana, 'first', 'a'));
      await write(recordTablesOf(transaction), new Date());
      numbered.resolve();
      await gate.promise;
    });
    await numbered.promise;
    const second = publish(note(ana, 'second', 'b'));
    expect(await isOver(second)).toBe(false);
    expect(await reader.pull()).toMatchObject([{ head: 0, records: [], more: false }]);
    gate.resolve();
    await Promise.all([first, second]);
    const [page] = await reader.pull();
    expect(page?.records.map(({ id, seq }) => [id, seq])).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
    // Both the work and its records are there, or neither.
    await expect(
      publishWithin(async (_transaction, { record }) => {
        record(note(ana, 'third', 'c'));
        throw new Error('It fails.');
      }),
    ).rejects.toThrow('It fails.');
    expect(await reader.pull()).toMatchObject([{ head: 2, records: [] }]);
  });

  it('R11: two processes that write at once for one person give each number once, and none is left out', async () => {
    const { sql, publish } = open(await useTestDatabase());
    const other = openRecords(sql);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? publish : other.publish)(note(ana, `n${index}`, 'x')),
      ),
    );
    const rows = await sql<{ seq: string }[]>`select seq from records order by seq`;
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it('are waited for so long and no longer', async () => {
    const { sql, publish } = open(await useTestDatabase());
    await publish(note(ana, 'n', 'x'));
    const gate = Promise.withResolvers<void>();
    const held = sql.begin(async (transaction) => {
      await transaction`select 1 from person_feeds where person = ${ana.person} for update`;
      await gate.promise;
    });
    await sleep(100);
    await expect(publish(note(ana, 'n', 'y'))).rejects.toMatchObject({ code: '55P03' });
    gate.resolve();
    await held;
  });
});

describe('everything is read again', () => {
  it.each(['fewer numbers', 'the same number', 'more numbers'])(
    'R23: where the database was put back without a word - %s since',
    async (since) => {
      const { publish, reader, sql } = open(await useTestDatabase());
      await publish(note(ana, 'a', 'x'));
      await publish(note(ana, 'b', 'x'));
      await reader.pull();
      await sql`delete from records where id = 'b'`;
      await sql`delete from record_commits where seq = 2`;
      await sql`update person_feeds set head = 1`;
      if (since !== 'fewer numbers') await publish(note(ana, 'c', 'x'));
      if (since === 'more numbers') await publish(note(ana, 'd', 'x'));
      expect((await reader.pull())[0]).toMatchObject({ resync: true });
      expect(reader.texts()).not.toHaveProperty('b');
    },
  );

  it('not for the sake of old commits, which go also where nothing was taken away or settled', async () => {
    const { publish, reader, read, sweep, pass, sql } = open(await useTestDatabase());
    for (const id of ['a', 'b', 'c']) await publish(note(ana, id, 'x'));
    await reader.pull();
    const away = createReader(read, ben);
    await publish(note(ben, 'a', 'x'));
    await away.pull();
    pass(TOMBSTONE_DAYS + 1);
    await publish(note(ana, 'd', 'x'));
    await sweep();
    const commits = await sql`select person, seq::int as seq from record_commits order by person, seq`;
    // Of each person the last one stays for good, and what came after it.
    expect(commits).toEqual([
      { person: ana.person, seq: 3 },
      { person: ana.person, seq: 4 },
      { person: ben.person, seq: 1 },
    ]);
    expect((await reader.pull())[0]).toMatchObject({ records: [{ id: 'd' }] });
    expect((await reader.pull())[0]?.resync).toBeUndefined();
    expect((await away.pull())[0]?.resync).toBeUndefined();
  });
});
