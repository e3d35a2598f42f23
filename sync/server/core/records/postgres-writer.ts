/** Where records are written: the tables of `tables.ts`, within a transaction. */
import { randomInt } from 'node:crypto';
import type { Transaction } from '../../base/database/database.ts';
import type { OperationToWrite, PersonName, RecordTables, RecordToWrite } from './record-writer.ts';

/** A writer that hangs mustn't hold up others for good: what they were about to do is undone, and tried again. */
const LOCK_TIMEOUT = '2s';
const MAX_MARK = 2 ** 47;

const nameOf = ({ vendor, person }: PersonName) => `${vendor} ${person}`;

async function takeNumbers(
  sql: Transaction,
  feeds: readonly (PersonName & { readonly count: number })[],
): Promise<readonly number[]> {
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  // An insert takes its rows in the order of its select, and so it locks them; an update promises none.
  const rows = await sql<{ name: string; head: string }[]>`
    insert into person_feeds (vendor, person, head)
    select vendor, person, count from unnest(
      ${feeds.map(({ vendor }) => vendor)}::text[], ${feeds.map(({ person }) => person)}::uuid[],
      ${feeds.map(({ count }) => count)}::bigint[]
    ) with ordinality as r (vendor, person, count, no)
    order by no
    on conflict (vendor, person) do update set head = person_feeds.head + excluded.head
    returning vendor || ' ' || person as name, head`;
  const heads = new Map(rows.map(({ name, head }) => [name, Number(head)]));
  return feeds.map((feed) => (heads.get(nameOf(feed)) ?? 0) - feed.count);
}

async function writeRecords(sql: Transaction, rows: readonly RecordToWrite[], at: string): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await sql`
    insert into records (vendor, person, kind, id, seq, v, body, reason, at)
    select r.*, ${at}::timestamptz from unnest(
      ${column(({ vendor }) => vendor)}::text[], ${column(({ person }) => person)}::uuid[],
      ${column(({ kind }) => kind)}::text[], ${column(({ id }) => id)}::text[], ${column(({ seq }) => seq)}::bigint[],
      ${column(({ v }) => v)}::int[], ${column(({ json }) => json)}::text[],
      ${column(({ json, reason }) => (json === null ? (reason ?? null) : null))}::text[]
    ) as r
    on conflict (vendor, person, kind, id) do update
      set seq = excluded.seq, v = excluded.v, body = excluded.body, reason = excluded.reason, at = excluded.at`;
}

async function writeOperations(
  sql: Transaction,
  rows: readonly OperationToWrite[],
  at: string,
): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await sql`
    insert into record_operations (vendor, person, op_id, seq, outcome, problem, at)
    select r.*, ${at}::timestamptz from unnest(
      ${column(({ vendor }) => vendor)}::text[], ${column(({ person }) => person)}::uuid[],
      ${column(({ opId }) => opId)}::uuid[], ${column(({ seq }) => seq)}::bigint[],
      ${column(({ outcome }) => outcome)}::text[],
      ${column(({ problem }) => (problem ? JSON.stringify(problem) : null))}::text[]
    ) as r
    on conflict (vendor, person, op_id) do update
      set seq = excluded.seq, outcome = excluded.outcome, problem = excluded.problem, at = excluded.at`;
}

async function writeCommits(
  sql: Transaction,
  rows: readonly (PersonName & { readonly seq: number })[],
  at: string,
): Promise<void> {
  await sql`
    insert into record_commits (vendor, person, seq, mark, at)
    select r.*, ${at}::timestamptz from unnest(
      ${rows.map(({ vendor }) => vendor)}::text[], ${rows.map(({ person }) => person)}::uuid[],
      ${rows.map(({ seq }) => seq)}::bigint[], ${rows.map(() => randomInt(1, MAX_MARK))}::bigint[]
    ) as r`;
}

export const recordTablesOf = (transaction: Transaction): RecordTables => ({
  takeNumbers: (feeds) => takeNumbers(transaction, feeds),
  async write({ records, operations, commits, at }) {
    const time = at.toISOString();
    await writeRecords(transaction, records, time);
    await writeOperations(transaction, operations, time);
    await writeCommits(transaction, commits, time);
  },
});
