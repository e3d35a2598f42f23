/**
 * What every feed of records holds: PostgreSQL's (`record-feed.test.ts`) and the simulator's twin. The rules above their tables are the same code; this is what
 * those rely on.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  MAX_RECORD_BODY_BYTES,
  MAX_RECORDS,
  MAX_RECORDS_BYTES,
  recordsPageSchema,
} from '../../../../protocol/api/records.ts';
import { TOMBSTONE_DAYS } from '../../../../protocol/wire.ts';
import { problem } from '../../../base/problems.ts';
import { readFeedCursor } from '../feed-cursor.ts';
import type { Publish, RecordChange } from '../publishing.ts';
import type { PageLimits, ReadRecords } from '../record-feed.ts';
import type { PersonName } from '../record-writer.ts';
import { createReader, note } from './open-records.ts';

const ana = { vendor: 'meadow', person: '0b000000-0000-4000-8000-000000000001' };
const ben = { vendor: 'meadow', person: '0b000000-0000-4000-8000-000000000002' };

export interface RecordsUnderTest {
  /** One transaction. */
  publishWithin(work: (publish: Publish) => Promise<void>): Promise<unknown>;
  readonly read: ReadRecords;
  /** Of what is older than {@link TOMBSTONE_DAYS}. */
  sweep(): Promise<void>;
  pass(days: number): void;
  raise(name: PersonName): Promise<void>;
  /** In the place of that one. */
  mintEpoch(vendor: string, instead: string): Promise<{ readonly epoch: string }>;
  left(): Promise<{ readonly tombstones: number; readonly settled: number }>;
  close(): Promise<void>;
}
export type OpenRecords = (limits?: PageLimits) => Promise<RecordsUnderTest>;

async function prepare(records: RecordsUnderTest) {
  const { publishWithin, read } = records;
  return {
    ...records,
    reader: createReader(read, ana),
    /** One commit. */
    publish: (...changes: readonly RecordChange[]) =>
      publishWithin(async ({ record }) => {
        for (const change of changes) record(change);
      }),
    settle: (...operations: readonly (PersonName & { readonly opId: string })[]) =>
      publishWithin(async ({ settle }) => {
        for (const operation of operations) settle({ ...operation, outcome: 'applied' });
      }),
  };
}
type Open = (limits?: PageLimits) => ReturnType<typeof prepare>;

function describeNumbers(open: Open): void {
  describe('the numbers of a feed', () => {
    it('R10: a transaction that began before, with the lower id, and commits after is seen nevertheless', async () => {
      const { publishWithin, publish, reader } = await open();
      const gate = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const older = publishWithin(async ({ record }) => {
        record(note(ana, 'older', 'a'));
        begun.resolve();
        await gate.promise;
      });
      await begun.promise;
      await publish(note(ana, 'younger', 'b'));
      // It holds up nobody while it works: its numbers are taken last.
      expect((await reader.pull())[0]?.records).toMatchObject([{ id: 'younger', seq: 1 }]);
      gate.resolve();
      await older;
      expect((await reader.pull())[0]?.records).toMatchObject([{ id: 'older', seq: 2 }]);
    });

    it('R11: each number is given once, and none is left out, to those that write at once', async () => {
      const { publish, reader } = await open();
      await Promise.all(Array.from({ length: 40 }, (_, index) => publish(note(ana, `n${index}`, 'x'))));
      const [page] = await reader.pull();
      expect(page?.records.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 40 }, (_, index) => index + 1),
      );
    });

    it('R9: a transaction that fails takes no number', async () => {
      const { publishWithin, publish, reader } = await open();
      await expect(
        publishWithin(async ({ record }) => {
          record(note(ana, 'never', 'a'));
          throw new Error('It fails.');
        }),
      ).rejects.toThrow('It fails.');
      await publish(note(ana, 'first', 'a'));
      expect((await reader.pull())[0]).toMatchObject({ head: 1, records: [{ id: 'first', seq: 1 }] });
    });

    it('are given without a deadlock to transactions that name their persons in opposite order', async () => {
      const { publish } = await open();
      const both = Array.from({ length: 40 }, (_, index) => {
        const changes = [note(ana, `n${index}`, 'x'), note(ben, `n${index}`, 'x')];
        return publish(...(index % 2 ? changes : changes.toReversed()));
      });
      expect(await Promise.all(both)).toHaveLength(40);
    });
  });
}

function describePublished(open: Open): void {
  describe('what is published', () => {
    it('R12: is told as a tombstone of its own once it is gone, also to who comes long after', async () => {
      const { publish, reader, read } = await open();
      await publish(note(ana, 'kept', 'a'), note(ana, 'gone', 'b'));
      await reader.pull();
      await publish(note(ana, 'gone', null, 'moved'));
      await publish(note(ana, 'kept', 'c'));
      const [page] = await reader.pull();
      expect(page?.records).toEqual([
        // R14: nothing else is needed to remove it.
        { kind: 'note', v: 1, id: 'gone', seq: 3, body: null, reason: 'moved' },
        { kind: 'note', v: 1, id: 'kept', seq: 4, body: { text: 'c' } },
      ]);
      expect(reader.texts()).toEqual({ kept: 'c' });
      const newcomer = createReader(read, ana);
      await newcomer.pull();
      expect(newcomer.texts()).toEqual({ kept: 'c' });
    });

    it('R13: in one transaction more than once is told as it was at last, with one number', async () => {
      const { publish, reader } = await open();
      await publish(
        note(ana, 'changed', 'a'),
        note(ana, 'came-and-went', 'a'),
        note(ana, 'changed', 'b'),
        note(ana, 'came-and-went', null),
      );
      const [page] = await reader.pull();
      expect(page).toMatchObject({
        head: 2,
        records: [
          { id: 'changed', body: { text: 'b' }, seq: 1 },
          { id: 'came-and-went', body: null, seq: 2 },
        ],
      });
    });

    it('is no larger than a device reads', async () => {
      const { publish, reader } = await open();
      const fits = 'x'.repeat(MAX_RECORD_BODY_BYTES - '{"text":""}'.length);
      await expect(publish(note(ana, 'n', `${fits}x`))).rejects.toThrow('too large');
      // Bytes, not letters.
      await expect(publish(note(ana, 'n', `${fits.slice(1)}é`))).rejects.toThrow('too large');
      await expect(publish(note(ana, 'i'.repeat(129), 'x'))).rejects.toThrow('too long');
      await publish(note(ana, 'n', fits));
      expect((await reader.pull())[0]?.records).toHaveLength(1);
    });

    it('keeps every letter, also those that PostgreSQL has no JSON for', async () => {
      const { publish, reader } = await open();
      const text = 'a\u0000b\ud800c “ñ” ع';
      await publish(note(ana, 'n', text));
      await reader.pull();
      expect(reader.texts()).toEqual({ n: text });
    });

    it('is told to its person alone, at its vendor alone', async () => {
      const { publish, read, reader, settle } = await open();
      const elsewhere = { vendor: 'brook', person: ana.person };
      await publish(note(ana, 'n', 'ana'), note(ben, 'n', 'ben'), note(elsewhere, 'n', 'at brook'));
      await settle({ ...ben, opId: randomUUID() });
      const readers = [reader, createReader(read, ben), createReader(read, elsewhere)];
      for (const one of readers) await one.pull();
      expect(readers.map((one) => one.texts().n)).toEqual(['ana', 'ben', 'at brook']);
      expect(readers.map((one) => one.settled().length)).toEqual([0, 1, 0]);
      // A cursor of somebody else is none.
      expect(await read(ana, readers[1]?.cursor())).toMatchObject({
        person: ana.person,
        resync: true,
        records: [{ body: { text: 'ana' } }],
      });
      expect(await read(ana, readers[2]?.cursor())).toMatchObject({ resync: true });
    });
  });
}

function describeSettled(open: Open): void {
  describe('an operation that is settled', () => {
    it('R2: is in the page that has what it changed, and again where it is judged again', async () => {
      const { publishWithin, reader } = await open();
      const opId = randomUUID();
      const judge = (outcome: 'applied' | 'held', text: string) =>
        publishWithin(async ({ settle, record }) => {
          settle({
            ...{ ...ana, opId, outcome },
            ...(outcome === 'held' ? { problem: problem('ANSWERS_INVALID') } : {}),
          });
          record(note(ana, opId, text));
        });
      await judge('held', 'with the clinic');
      expect(await reader.pull()).toMatchObject([
        {
          head: 2,
          records: [{ seq: 1 }],
          settled: [{ opId, seq: 2, outcome: 'held', problem: { code: 'ANSWERS_INVALID' } }],
        },
      ]);
      await judge('applied', 'done');
      const [page] = await reader.pull();
      expect(page).toMatchObject({ head: 4, records: [{ seq: 3 }] });
      expect(page?.settled).toEqual([{ opId, seq: 4, outcome: 'applied' }]);
    });

    it('never comes in a page before the rows of its commit', async () => {
      const { publishWithin, reader } = await open({ rows: 2, bytes: MAX_RECORDS_BYTES });
      const opId = randomUUID();
      await publishWithin(async ({ settle, record }) => {
        settle({ ...ana, opId, outcome: 'applied' });
        for (const id of ['a', 'b', 'c']) record(note(ana, id, 'x'));
      });
      const pages = await reader.pull();
      expect(pages.map(({ records, settled }) => [records.length, settled.length])).toEqual([
        [2, 0],
        [1, 1],
      ]);
    });
  });
}

function describePages(open: Open): void {
  describe('pages', () => {
    it('hold so many rows, and so many bytes', async () => {
      const { publish, reader } = await open();
      const many = Array.from({ length: MAX_RECORDS + 1 }, (_, index) => note(ana, `n${index}`, 'x'));
      await publish(...many);
      expect((await reader.pull()).map(({ records, more }) => [records.length, more])).toEqual([
        [MAX_RECORDS, true],
        [1, false],
      ]);
      const large = 'é'.repeat(30_000);
      await publish(...many.slice(0, 20).map((one) => ({ ...one, body: { text: large } })));
      const pages = await reader.pull();
      expect(pages.length).toBeGreaterThan(4);
      expect(pages.flatMap(({ records }) => records)).toHaveLength(20);
      for (const page of pages)
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(MAX_RECORDS_BYTES);
      expect(reader.base().size).toBe(MAX_RECORDS + 1);
    });

    it('are within their bytes however the names in them are spelled', async () => {
      const { publish, read } = await open();
      const ugly = '\u0001'.repeat(100);
      await publish(
        ...Array.from({ length: MAX_RECORDS }, (_, index) => note(ana, `${ugly}${index}`, null, ugly)),
      );
      const page = recordsPageSchema.parse(await read(ana, undefined));
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(MAX_RECORDS_BYTES);
      expect(page.more).toBe(true);
    });

    it('end with a commit: a cursor that says nothing is left is never within one', async () => {
      const { publish, reader } = await open({ rows: 3, bytes: MAX_RECORDS_BYTES });
      await publish(note(ana, 'left', '1'), note(ana, 'right', '1'));
      await publish(note(ana, 'left', '2'), note(ana, 'right', '2'));
      await publish(note(ana, 'a', 'x'), note(ana, 'b', 'x'), note(ana, 'c', 'x'));
      // Between the two pages: the cut is within the last commit, and what was in the first page is changed.
      let isChanged = false;
      const pages = await reader.pull(async () => {
        if (!isChanged) await publish(note(ana, 'left', '3'), note(ana, 'right', '3'));
        isChanged = true;
      });
      expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
      expect(pages.at(-1)?.head).toBe(9);
      expect(reader.texts()).toEqual({ left: '3', right: '3', a: 'x', b: 'x', c: 'x' });
      expect(await reader.pull()).toMatchObject([{ records: [], more: false, head: 9 }]);
    });

    it('of everything say so until the last, and miss nothing that changes between them', async () => {
      const { publish, reader } = await open({ rows: 2, bytes: MAX_RECORDS_BYTES });
      for (const id of ['a', 'b', 'c', 'd', 'e']) await publish(note(ana, id, '1'));
      const changes = [[note(ana, 'a', '2'), note(ana, 'e', '2')], [note(ana, 'b', null)]];
      const pages = await reader.pull(async () => {
        const change = changes.shift();
        if (change) await publish(...change);
      });
      expect(pages.every(({ resync }) => resync)).toBe(true);
      expect(pages.map(({ first }) => first === true)).toEqual(pages.map((_page, index) => index === 0));
      expect(reader.texts()).toEqual({ a: '2', c: '1', d: '1', e: '2' });
      const [next] = await reader.pull();
      expect([next?.resync, next?.records]).toEqual([undefined, []]);
    });
  });
}

function describeResync(open: Open): void {
  describe('everything is read again', () => {
    it('R23: never because of an update: a cursor goes on from where it was, and its head only rises', async () => {
      const { publish, reader } = await open();
      await publish(note(ana, 'n', '0'));
      await reader.pull();
      const heads: number[] = [];
      for (const text of ['1', '2', '3']) {
        // The row that the cursor was given with moves up.
        await publish(note(ana, 'n', text));
        const [page] = await reader.pull();
        expect([page?.resync, page?.records.length]).toEqual([undefined, 1]);
        heads.push(page?.head ?? 0);
      }
      expect(heads).toEqual([2, 3, 4]);
    });

    it.each([undefined, '', 'nonsense', 'e30', Buffer.from('[1,2,3]').toString('base64url')])(
      'where the cursor says nothing - %s',
      async (cursor) => {
        const { publish, read } = await open();
        await publish(note(ana, 'n', 'x'));
        expect(await read(ana, cursor)).toMatchObject({ resync: true, records: [{ id: 'n' }] });
      },
    );

    it('in a new epoch', async () => {
      const { publish, reader, mintEpoch } = await open();
      await publish(note(ana, 'n', 'x'));
      const [before] = await reader.pull();
      const { epoch } = await mintEpoch('meadow', before?.epoch ?? '');
      expect(await reader.pull()).toMatchObject([{ epoch, resync: true, records: [{ id: 'n' }] }]);
      expect((await reader.pull())[0]?.resync).toBeUndefined();
    });

    it('R32: in a new generation, also in the middle of pages', async () => {
      const { publish, reader, raise } = await open({ rows: 1, bytes: MAX_RECORDS_BYTES });
      await publish(note(ana, 'a', 'x'), note(ana, 'b', 'x'));
      await reader.pull();
      await raise(ana);
      let isRaised = false;
      const pages = await reader.pull(async () => {
        if (!isRaised) await raise(ana);
        isRaised = true;
      });
      expect(pages.map(({ generation, resync }) => [generation, resync])).toEqual([
        [1, true],
        [2, true],
        [2, true],
      ]);
      await raise(ben);
      expect((await reader.pull())[0]).toMatchObject({ generation: 2, records: [] });
    });

    it('R31: where a tombstone was swept that the device had not been told, and only there', async () => {
      const { publish, read, sweep, pass, settle, left } = await open({
        rows: 2,
        bytes: MAX_RECORDS_BYTES,
      });
      const [away, there] = [createReader(read, ana), createReader(read, ana)];
      for (const id of ['a', 'b', 'c', 'd']) await publish(note(ana, id, 'x'));
      await away.pull();
      await publish(note(ana, 'a', null));
      await settle({ ...ana, opId: randomUUID() });
      await there.pull();
      pass(TOMBSTONE_DAYS - 1);
      await sweep();
      expect(await left()).toMatchObject({ tombstones: 1 });
      pass(2);
      await publish(note(ana, 'e', 'x'));
      await sweep();
      expect(await left()).toEqual({ tombstones: 0, settled: 0 });
      expect((await there.pull())[0]).toMatchObject({ records: [{ id: 'e' }] });
      const pages = await away.pull();
      // What lies below the floor is read in pages, too, and not from the start at each.
      expect(pages.map(({ resync, records }) => [resync, records.length])).toEqual([
        [true, 2],
        [true, 2],
      ]);
      expect(away.texts()).toEqual({ b: 'x', c: 'x', d: 'x', e: 'x' });
      expect(there.texts()).toEqual(away.texts());
      expect((await away.pull())[0]?.resync).toBeUndefined();
    });

    it('R31: where something is swept between two pages that the first had', async () => {
      const { publish, reader, sweep, pass } = await open({
        rows: 1,
        bytes: MAX_RECORDS_BYTES,
      });
      for (const id of ['a', 'b', 'c']) await publish(note(ana, id, 'x'));
      let isSwept = false;
      await reader.pull(async () => {
        if (isSwept) return;
        isSwept = true;
        await publish(note(ana, 'a', null));
        await publish(note(ana, 'd', 'x'));
        pass(TOMBSTONE_DAYS + 1);
        await sweep();
      });
      expect(reader.texts()).toEqual({ b: 'x', c: 'x', d: 'x' });
    });

    it('R31: where a tombstone is swept between two pages, of which the second had it', async () => {
      const { publish, reader, sweep, pass } = await open({
        rows: 1,
        bytes: MAX_RECORDS_BYTES,
      });
      for (const id of ['a', 'b']) await publish(note(ana, id, 'x'));
      await reader.pull();
      await publish(note(ana, 'c', 'x'));
      await publish(note(ana, 'a', null));
      pass(TOMBSTONE_DAYS + 1);
      await publish(note(ana, 'd', 'x'));
      const pages = await reader.pull(sweep);
      expect(pages.map(({ resync }) => resync === true)).toEqual([false, true, true, true]);
      expect(reader.texts()).toEqual({ b: 'x', c: 'x', d: 'x' });
    });

    it('not where the device was away for years in which nothing came', async () => {
      const { settle, reader, read, sweep, pass, publish } = await open();
      await settle({ ...ana, opId: randomUUID() });
      await reader.pull();
      pass(1_000);
      await sweep();
      expect((await reader.pull())[0]).toMatchObject({ records: [], settled: [], more: false, head: 1 });
      // Its row is gone: who begins now is at the head nevertheless.
      const { cursor, ...page } = await read(ana, undefined);
      expect([page.more, readFeedCursor(cursor)?.seq]).toEqual([false, 1]);
      await publish(note(ana, 'n', 'x'));
      await sweep();
      const [next] = await reader.pull();
      expect([next?.resync, next?.records.length]).toEqual([undefined, 1]);
    });
  });
}

export function describeRecordFeed(of: string, openRecords: OpenRecords): void {
  describe(`the feed of records of ${of}`, () => {
    const opened: RecordsUnderTest[] = [];
    const open: Open = async (limits) => {
      const records = await openRecords(limits);
      opened.push(records);
      return await prepare(records);
    };
    afterEach(async () => {
      for (const records of opened.splice(0)) await records.close();
    });
    describeNumbers(open);
    describePublished(open);
    describeSettled(open);
    describePages(open);
    describeResync(open);
  });
}
