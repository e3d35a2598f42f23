/**
 * A person's records, page by page. Each page is read at one moment, and what is changed between two of them has moved up behind the second: who has read to
 * the end holds everything as it was at the head of the last page.
 */
import { z } from 'zod';
import {
  MAX_RECORDS,
  MAX_RECORDS_BYTES,
  type PersonRecord,
  type RecordsPage,
  type Settled,
} from '../../../protocol/api/records.ts';
import { problemSchema } from '../../../protocol/base/problem.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { encodeFeedCursor, type FeedCursor, readFeedCursor } from './feed-cursor.ts';
import type { PersonName } from './record-writer.ts';

export type ReadRecords = (name: PersonName, cursor: string | undefined) => Promise<RecordsPage>;

export interface PageLimits {
  readonly rows: number;
  readonly bytes: number;
}

export interface RecordFeedDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  /** Mints the vendor's first epoch where there is none yet. */
  readonly mintEpoch: (vendor: string) => Promise<unknown>;
  readonly limits?: PageLimits;
}

interface Feed {
  readonly epoch: string;
  readonly head: number;
  readonly floor: number;
  readonly generation: number;
  /** Of the commit that ended with the head; 0 where there is none. */
  readonly mark: number;
}

/** Of a page's bytes, those around its rows. */
const FRAME_BYTES = 1024;
/** Of a row, those that aren't its body, its id or its problem. */
const ROW_BYTES = 150;

const storedBody = z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
const storedProblem = z.string().transform((text) => problemSchema.parse(JSON.parse(text)));

async function readFeed(sql: Transaction, { vendor, person }: PersonName): Promise<Feed | undefined> {
  const [row] = await sql<
    [{ epoch: string; head: string; floor: string; generation: number; mark: string }?]
  >`
    select e.epoch, coalesce(f.head, 0) as head, coalesce(f.floor, 0) as floor, coalesce(f.generation, 0) as generation,
      coalesce(c.mark, 0) as mark
    from epochs e
    left join person_feeds f on f.vendor = e.vendor and f.person = ${person}
    left join record_commits c on c.vendor = f.vendor and c.person = f.person and c.seq = f.head
    where e.vendor = ${vendor} and e.current`;
  if (!row) return undefined;
  const { epoch, generation } = row;
  return { epoch, generation, head: Number(row.head), floor: Number(row.floor), mark: Number(row.mark) };
}

async function hasCommit(
  sql: Transaction,
  { vendor, person }: PersonName,
  { head, mark }: Pick<FeedCursor, 'head' | 'mark'>,
): Promise<boolean> {
  const found = await sql`
    select 1 from record_commits where vendor = ${vendor} and person = ${person} and seq = ${head} and mark = ${mark}`;
  return found.length > 0;
}

/**
 * Whether the device can go on from there. Not in another epoch or generation, where numbers are others; not past the head, nor after a commit that isn't
 * there (any more): then this is an older state of the database; and not where something was swept that it hadn't been told.
 */
async function continues(
  sql: Transaction,
  name: PersonName,
  cursor: FeedCursor,
  { epoch, generation, head, floor, mark }: Feed,
): Promise<boolean> {
  if (cursor.epoch !== epoch || cursor.person !== name.person || cursor.generation !== generation)
    return false;
  if (cursor.seq > cursor.head) return false;
  if (floor > Math.max(cursor.seq, cursor.floor)) return false;
  if (cursor.head === head) return cursor.mark === mark;
  return cursor.head === 0 || hasCommit(sql, name, cursor);
}

interface Extent {
  /** The last number of the page; undefined where there is nothing to tell. */
  readonly last: number | undefined;
  readonly more: boolean;
}

/** How far a page goes that begins after `from`: a row at least, and no more than there is room for. */
async function measurePage(
  sql: Transaction,
  { vendor, person }: PersonName,
  from: number,
  { rows, bytes }: PageLimits,
): Promise<Extent> {
  const limit = rows + 1;
  const sizes = await sql<{ seq: string; bytes: number }[]>`
    select seq, bytes from (
      (select seq, coalesce(octet_length(body), 0) + octet_length(to_json(kind)::text) + octet_length(to_json(id)::text)
          + coalesce(octet_length(to_json(reason)::text), 0) as bytes
        from records where vendor = ${vendor} and person = ${person} and seq > ${from} order by seq limit ${limit})
      union all
      (select seq, coalesce(octet_length(problem), 0)
        from record_operations where vendor = ${vendor} and person = ${person} and seq > ${from} order by seq limit ${limit})
    ) r
    order by seq limit ${limit}`;
  let left = bytes - FRAME_BYTES;
  let last: number | undefined;
  for (const [index, row] of sizes.entries()) {
    left -= row.bytes + ROW_BYTES;
    if (last !== undefined && (index >= rows || left < 0)) return { last, more: true };
    last = Number(row.seq);
  }
  return { last, more: false };
}

async function readRecords(
  sql: Transaction,
  { vendor, person }: PersonName,
  from: number,
  to: number,
): Promise<PersonRecord[]> {
  const rows = await sql<
    { kind: string; v: number; id: string; seq: string; body: string | null; reason: string | null }[]
  >`
    select kind, v, id, seq, body, reason from records
    where vendor = ${vendor} and person = ${person} and seq > ${from} and seq <= ${to} order by seq`;
  return rows.map(({ kind, v, id, seq, body, reason }) => ({
    ...{ kind, v, id },
    seq: Number(seq),
    body: body === null ? null : storedBody.parse(body),
    ...(reason === null ? {} : { reason }),
  }));
}

async function readSettled(
  sql: Transaction,
  { vendor, person }: PersonName,
  from: number,
  to: number,
): Promise<Settled[]> {
  const rows = await sql<
    { op_id: string; seq: string; outcome: Settled['outcome']; problem: string | null }[]
  >`
    select op_id, seq, outcome, problem from record_operations
    where vendor = ${vendor} and person = ${person} and seq > ${from} and seq <= ${to} order by seq`;
  return rows.map(({ op_id: opId, seq, outcome, problem }) => ({
    ...{ opId, outcome },
    seq: Number(seq),
    ...(problem === null ? {} : { problem: storedProblem.parse(problem) }),
  }));
}

/** From where to tell, and whether that is everything again. */
type Start = Pick<FeedCursor, 'seq' | 'floor' | 'resync'> & { readonly first: boolean };

async function startOf(
  sql: Transaction,
  name: PersonName,
  text: string | undefined,
  feed: Feed,
): Promise<Start> {
  const cursor = text === undefined ? undefined : readFeedCursor(text);
  if (cursor && (await continues(sql, name, cursor, feed))) return { ...cursor, first: false };
  return { seq: 0, floor: feed.floor, resync: true, first: true };
}

export function createRecordFeed({
  sql,
  now,
  mintEpoch,
  limits = { rows: MAX_RECORDS, bytes: MAX_RECORDS_BYTES },
}: RecordFeedDependencies): ReadRecords {
  /** @returns undefined where the vendor has no epoch yet. */
  async function readPage(
    transaction: Transaction,
    name: PersonName,
    text: string | undefined,
  ): Promise<RecordsPage | undefined> {
    const feed = await readFeed(transaction, name);
    if (!feed) return undefined;
    const { epoch, generation, head, mark } = feed;
    const { seq: from, floor, resync, first } = await startOf(transaction, name, text, feed);
    const { last, more } = await measurePage(transaction, name, from, limits);
    // What is complete ends with the head, where a commit does: its own row may have been swept.
    const seq = more && last !== undefined ? last : head;
    return {
      ...{ epoch, person: name.person, generation, head },
      cursor: encodeFeedCursor({
        ...{ epoch, person: name.person, generation, seq, head, mark, floor },
        resync: resync && more,
      }),
      more,
      ...(resync ? { resync } : {}),
      ...(first ? { first } : {}),
      serverTime: now().toISOString(),
      records: last === undefined ? [] : await readRecords(transaction, name, from, seq),
      settled: last === undefined ? [] : await readSettled(transaction, name, from, seq),
    };
  }

  return async ({ vendor, person }, cursor) => {
    const name = { vendor, person: person.toLowerCase() };
    const read = () =>
      sql.begin('isolation level repeatable read read only', (transaction) =>
        readPage(transaction, name, cursor),
      );
    const page = await read();
    if (page) return page;
    await mintEpoch(vendor);
    const again = await read();
    if (!again) throw new Error('The epoch was not stored.');
    return again;
  };
}
