/**
 * Writes records at the end of the transaction that they are published in.
 *
 * Numbers come from the person's row of `person_feeds`, which stays locked from there to the commit. The next writer gets its numbers once this commit is
 * visible, so that whatever a reader sees is everything up to some number. A sequence wouldn't do: `nextval` gives numbers in another order than that
 * of the commits, and a reader would step over the lower of two for good. A transaction's own tables come first and feeds last, in the order of the
 * persons' ids: who waits for a feed holds nothing that the holder of it could still want.
 */
import { randomInt } from 'node:crypto';
import {
  MAX_RECORD_BODY_BYTES,
  MAX_RECORD_ID_LENGTH,
  MAX_RECORD_KIND_LENGTH,
  MAX_TOMBSTONE_REASON_LENGTH,
} from '../../../protocol/api/records.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Publish, PublishWithin, RecordChange, SettledOperation } from './publishing.ts';

export interface PersonName {
  readonly vendor: string;
  readonly person: string;
}

export interface RecordCollector {
  readonly publish: Publish;
  /** The last act of the transaction. @returns whose records these were. */
  write(transaction: Transaction, at: Date): Promise<readonly PersonName[]>;
}

/** A writer that hangs mustn't hold up others for good: what they were about to do is undone, and tried again. */
const LOCK_TIMEOUT = '2s';
const MAX_MARK = 2 ** 47;

interface FeedChanges extends PersonName {
  /** In the order in which they were last published. */
  readonly records: Map<string, RecordChange & { readonly json: string | null }>;
  readonly operations: Map<string, SettledOperation>;
}

/** @throws Error where devices could not read it. */
function jsonOf({ kind, id, body, reason }: RecordChange): string | null {
  if (
    kind.length > MAX_RECORD_KIND_LENGTH ||
    id.length > MAX_RECORD_ID_LENGTH ||
    (reason?.length ?? 0) > MAX_TOMBSTONE_REASON_LENGTH
  )
    throw new RangeError(`A record of the kind ${kind} has a name that is too long.`);
  const json = body === null ? null : JSON.stringify(body);
  if (json !== null && Buffer.byteLength(json) > MAX_RECORD_BODY_BYTES)
    throw new RangeError(`A record of the kind ${kind} is too large: keep what is large in a blob.`);
  return json;
}

const nameOf = ({ vendor, person }: PersonName) => `${vendor} ${person}`;

/** Slugs are ASCII and ids in lower case: this is the order in which every process locks them. */
const byName = (a: PersonName, b: PersonName) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0);

/** Locks the feeds, and gives each so many numbers. @returns the last number of each before. */
async function takeNumbers(sql: Transaction, feeds: readonly FeedChanges[]): Promise<readonly number[]> {
  const counts = feeds.map(({ records, operations }) => records.size + operations.size);
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  // An insert takes its rows in the order of its select, and so it locks them; an update promises none.
  const rows = await sql<{ name: string; head: string }[]>`
    insert into person_feeds (vendor, person, head)
    select vendor, person, count from unnest(
      ${feeds.map(({ vendor }) => vendor)}::text[], ${feeds.map(({ person }) => person)}::uuid[], ${counts}::bigint[]
    ) with ordinality as r (vendor, person, count, no)
    order by no
    on conflict (vendor, person) do update set head = person_feeds.head + excluded.head
    returning vendor || ' ' || person as name, head`;
  const heads = new Map(rows.map(({ name, head }) => [name, Number(head)]));
  return feeds.map((feed, index) => (heads.get(nameOf(feed)) ?? 0) - (counts[index] ?? 0));
}

async function writeRecords(
  sql: Transaction,
  rows: readonly (RecordChange & { readonly json: string | null; readonly seq: number })[],
  at: string,
): Promise<void> {
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
  rows: readonly (SettledOperation & { readonly seq: number })[],
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

/** Of one transaction. What is published twice in it is written once, as it was at last. */
export function collectRecords(): RecordCollector {
  const feeds = new Map<string, FeedChanges>();

  function feedOf({ vendor, person: given }: PersonName): FeedChanges {
    const person = given.toLowerCase();
    const name = nameOf({ vendor, person });
    const feed = feeds.get(name) ?? { vendor, person, records: new Map(), operations: new Map() };
    feeds.set(name, feed);
    return feed;
  }

  return {
    publish: {
      record(change) {
        const json = jsonOf(change);
        const { person, records } = feedOf(change);
        const name = JSON.stringify([change.kind, change.id]);
        records.delete(name);
        records.set(name, { ...change, person, json });
      },
      settle(operation) {
        const { person, operations } = feedOf(operation);
        operations.set(operation.opId.toLowerCase(), { ...operation, person });
      },
    },

    async write(transaction, at) {
      const sorted = [...feeds.values()].toSorted(byName);
      feeds.clear();
      if (sorted.length === 0) return [];
      const starts = await takeNumbers(transaction, sorted);
      const numbered = sorted.map(({ records, operations, ...name }, index) => {
        let seq = starts[index] ?? 0;
        const next = <Row>(row: Row) => {
          seq += 1;
          return { ...row, seq };
        };
        // What an operation has changed comes before the word that it is settled.
        const rows = {
          records: [...records.values()].map(next),
          operations: [...operations.values()].map(next),
        };
        return { ...rows, commit: { ...name, seq } };
      });
      const time = at.toISOString();
      await writeRecords(
        transaction,
        numbered.flatMap(({ records }) => records),
        time,
      );
      await writeOperations(
        transaction,
        numbered.flatMap(({ operations }) => operations),
        time,
      );
      await writeCommits(
        transaction,
        numbered.map(({ commit }) => commit),
        time,
      );
      return sorted.map(({ vendor, person }) => ({ vendor, person }));
    },
  };
}

export interface PublishingDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  /** Told once it is committed. */
  readonly onPublished?: (persons: readonly PersonName[]) => void;
}

export function createPublishWithin({ sql, now, onPublished }: PublishingDependencies): PublishWithin {
  return async (work) => {
    let persons: readonly PersonName[] = [];
    const result = await sql.begin(async (transaction) => {
      const { publish, write } = collectRecords();
      const done = await work(transaction, publish);
      persons = await write(transaction, now());
      return done;
    });
    if (persons.length > 0) onPublished?.(persons);
    return result;
  };
}

/**
 * Devices of this person read everything again. To be called where records are moved between persons, with the feeds that this locks in the order of
 * their ids, and at the end of the transaction.
 */
export async function raiseGeneration(
  transaction: Transaction,
  vendor: string,
  person: string,
): Promise<void> {
  await transaction`
    insert into person_feeds (vendor, person, generation) values (${vendor}, ${person}, 1)
    on conflict (vendor, person) do update set generation = person_feeds.generation + 1`;
}
