/** The deterministic twin of PostgreSQL's feeds of records: the rules above both are the same code, and the same contract suite holds both. */
import type { Publish } from '../../server/core/records/publishing.ts';
import type { FeedView, RowSize, ViewFeed } from '../../server/core/records/record-feed.ts';
import {
  collectRecords,
  type PersonName,
  type RecordTables,
} from '../../server/core/records/record-writer.ts';
import type { Life } from '../base/life.ts';
import {
  type MemoryDatabase,
  type MemoryTables,
  type MemoryTransaction,
  type RecordFeed,
  rowName,
  type StoredRecord,
} from './memory-database.ts';

export const NO_RECORDS: RecordFeed = {
  ...{ head: 0, floor: 0, generation: 0 },
  records: new Map(),
  operations: new Map(),
  commits: [],
};

export const recordKey = ({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>) => `${kind}/${id}`;
export const feedIn = (tables: MemoryTables, { vendor, person }: PersonName): RecordFeed =>
  tables.recordFeeds.get(rowName(vendor, person)) ?? NO_RECORDS;
export const markOf = ({ head, commits }: RecordFeed): number =>
  commits.findLast(({ seq }) => seq === head)?.mark ?? 0;
const feedLock = ({ vendor, person }: PersonName) => `records/${rowName(vendor, person)}`;

/** Of the newest settlement, as the ledger tells it with the operation. */
export function recordsSeqIn(tables: MemoryTables, vendor: string, opId: string): number | undefined {
  let newest: { readonly seq: number; readonly at: number } | undefined;
  for (const [name, { operations }] of tables.recordFeeds) {
    const found = name.startsWith(`${vendor}/`) ? operations.get(opId) : undefined;
    if (found !== undefined && found.at >= (newest?.at ?? 0)) newest = found;
  }
  return newest?.seq;
}

export interface MemoryRecordsDependencies {
  readonly database: MemoryDatabase;
  /** Of the process that this connection belongs to. */
  readonly life: Life;
  readonly now: () => Date;
  /** At random, as a commit's. */
  readonly mark: () => number;
  readonly pause: () => Promise<void>;
  /** Told of what a transaction leaves of a person's records, as it is committed. */
  readonly onCommitted?:
    | ((name: PersonName, feed: RecordFeed, before: RecordFeed | undefined) => void)
    | undefined;
  /** For controls: numbers are taken without waiting for who took some before, as `nextval` gives them. */
  readonly numbersUnordered?: boolean;
  /** For controls: what is swept raises no floor. */
  readonly sweepsSilently?: boolean;
  /** For controls: devices aren't told that records were moved. */
  readonly mergesSilently?: boolean;
}

export function createMemoryRecords(dependencies: MemoryRecordsDependencies) {
  const { database, life, now, mark, pause, onCommitted } = dependencies;

  /** Done to a person's feed when the transaction commits. */
  function change(
    transaction: MemoryTransaction,
    name: PersonName,
    make: (feed: RecordFeed) => RecordFeed,
  ): void {
    transaction.put((tables) => {
      const key = rowName(name.vendor, name.person);
      const before = tables.recordFeeds.get(key);
      const feed = make(before ?? NO_RECORDS);
      tables.recordFeeds.set(key, feed);
      onCommitted?.(name, feed, before);
    });
  }

  const tablesOf = (transaction: MemoryTransaction): RecordTables => ({
    async takeNumbers(feeds) {
      if (dependencies.numbersUnordered === true)
        return feeds.map((feed) => database.takeUnordered(feedLock(feed), feed.count));
      for (const feed of feeds) await transaction.lock(feedLock(feed));
      return feeds.map((feed) => feedIn(database.tables, feed).head);
    },
    async write({ records, operations, commits, at }) {
      await pause();
      const time = at.getTime();
      const isOf =
        ({ vendor, person }: PersonName) =>
        (row: PersonName) =>
          row.vendor === vendor && row.person === person;
      for (const { vendor, person, seq } of commits) {
        const mine = isOf({ vendor, person });
        change(transaction, { vendor, person }, (feed) => {
          const written = new Map(feed.records);
          for (const { kind, v, id, seq: no, json, reason } of records.filter(mine))
            written.set(recordKey({ kind, id }), { kind, v, id, seq: no, json, reason, at: time });
          const settled = new Map(feed.operations);
          for (const { opId, seq: no, outcome, problem } of operations.filter(mine))
            settled.set(opId.toLowerCase(), {
              ...{ opId, seq: no, outcome, at: time },
              ...(problem === undefined ? {} : { problem }),
            });
          return {
            ...feed,
            head: Math.max(feed.head, seq),
            ...{ records: written, operations: settled },
            commits: [...feed.commits, { seq, mark: mark(), at: time }],
          };
        });
      }
    },
  });

  async function inTransaction<R>(work: (transaction: MemoryTransaction) => Promise<R>): Promise<R> {
    const transaction = database.begin(life);
    try {
      await pause();
      const result = await work(transaction);
      await pause();
      transaction.commit();
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  return {
    /** The last act of a transaction: what it has published is written. */
    async within<R>(transaction: MemoryTransaction, work: (publish: Publish) => Promise<R> | R): Promise<R> {
      const { publish, write } = collectRecords();
      const result = await work(publish);
      await write(tablesOf(transaction), now());
      return result;
    },
    inTransaction,

    view: (async (name, read) => {
      await pause();
      const feed = feedIn(database.tables, name);
      const view = viewOf(feed, database.tables.epochs.get(name.vendor)?.epoch, pause);
      return await read(view);
    }) satisfies ViewFeed,

    /** Tombstones and settled operations that are older go, and commits that no cursor needs. */
    sweep: (before: Date) =>
      inTransaction(async (transaction) => {
        for (const key of [...database.tables.recordFeeds.keys()].toSorted()) {
          const [vendor = '', person = ''] = key.split('/');
          await transaction.lock(feedLock({ vendor, person }));
          change(transaction, { vendor, person }, (feed) =>
            swept(feed, before.getTime(), dependencies.sweepsSilently === true),
          );
        }
      }),

    /** Within a transaction, at its end, for all of them at once. */
    async raiseGeneration(transaction: MemoryTransaction, names: readonly PersonName[]): Promise<void> {
      for (const name of names.toSorted((one, other) => (one.person < other.person ? -1 : 1))) {
        await transaction.lock(feedLock(name));
        if (dependencies.mergesSilently !== true)
          change(transaction, name, (feed) => ({ ...feed, generation: feed.generation + 1 }));
      }
    },

    /** Takes records out of a person's feed without a word: who does it raises the generation. */
    async take(transaction: MemoryTransaction, name: PersonName, keys: readonly string[]): Promise<void> {
      await transaction.lock(feedLock(name));
      change(transaction, name, (feed) => ({
        ...feed,
        records: new Map([...feed.records].filter(([key]) => !keys.includes(key))),
      }));
    },
  };
}
export type MemoryRecords = ReturnType<typeof createMemoryRecords>;

function swept(feed: RecordFeed, before: number, isSilent: boolean): RecordFeed {
  const goes = ({ at }: { readonly at: number }) => at < before;
  const gone = [...feed.records.values()].filter((row) => row.json === null && goes(row));
  const told = [...feed.operations.values()].filter(goes);
  const isGone = new Set<object>([...gone, ...told]);
  const seqs = [...gone, ...told].map(({ seq }) => seq);
  return {
    ...feed,
    floor: isSilent ? feed.floor : Math.max(feed.floor, ...seqs),
    records: new Map([...feed.records].filter(([, row]) => !isGone.has(row))),
    operations: new Map([...feed.operations].filter(([, row]) => !isGone.has(row))),
    commits: feed.commits.filter((one) => !feed.commits.some((next) => next.seq > one.seq && goes(next))),
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

function viewOf(feed: RecordFeed, epoch: string | undefined, pause: () => Promise<void>): FeedView {
  const bySeq = <Row extends { readonly seq: number }>(rows: Iterable<Row>) =>
    [...rows].toSorted((one, other) => one.seq - other.seq);
  const between = <Row extends { readonly seq: number }>(rows: Iterable<Row>, after: number, to: number) =>
    bySeq(rows).filter(({ seq }) => seq > after && seq <= to);

  return {
    async state() {
      if (epoch === undefined) return undefined;
      const { head, floor, generation } = feed;
      return { epoch, head, floor, generation, mark: markOf(feed) };
    },
    async hasCommit(seq, mark) {
      return feed.commits.some((commit) => commit.seq === seq && commit.mark === mark);
    },
    async sizes(after, limit) {
      await pause();
      const records = [...feed.records.values()].map(
        ({ seq, kind, id, json, reason }): RowSize => ({
          seq,
          bytes: bytesOf(
            (json ?? '') +
              JSON.stringify(kind) +
              JSON.stringify(id) +
              (reason === undefined ? '' : JSON.stringify(reason)),
          ),
        }),
      );
      const settled = [...feed.operations.values()].map(
        ({ seq, problem }): RowSize => ({
          seq,
          bytes: problem === undefined ? 0 : bytesOf(JSON.stringify(problem)),
        }),
      );
      return bySeq([...records, ...settled].filter(({ seq }) => seq > after)).slice(0, limit);
    },
    async records(after, through) {
      return between(feed.records.values(), after, through).map(({ kind, v, id, seq, json, reason }) => ({
        ...{ kind, v, id, seq },
        body: json === null ? null : JSON.parse(json),
        ...(reason === undefined ? {} : { reason }),
      }));
    },
    async settled(after, through) {
      return between(feed.operations.values(), after, through).map(({ opId, seq, outcome, problem }) => ({
        ...{ opId, seq, outcome },
        ...(problem === undefined ? {} : { problem }),
      }));
    },
  };
}
