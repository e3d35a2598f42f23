/**
 * Writes records at the end of the transaction that they are published in.
 *
 * Numbers come from the person's row of `person_feeds`, which stays locked from there to the commit. The next writer gets its numbers once this commit is
 * visible, so that whatever a reader sees is everything up to some number. A sequence wouldn't do: `nextval` gives numbers in another order than that
 * of the commits, and a reader would step over the lower of two for good. A transaction's own tables come first and feeds last, in the order of the
 * persons' ids: who waits for a feed holds nothing that the holder of it could still want.
 */
import {
  MAX_RECORD_BODY_BYTES,
  MAX_RECORD_ID_LENGTH,
  MAX_RECORD_KIND_LENGTH,
  MAX_TOMBSTONE_REASON_LENGTH,
} from '../../../protocol/api/records.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { recordTablesOf } from './postgres-writer.ts';
import type { Publish, PublishWithin, RecordChange, SettledOperation } from './publishing.ts';

export interface PersonName {
  readonly vendor: string;
  readonly person: string;
}

interface Numbered extends PersonName {
  readonly seq: number;
}
/** A body as JSON; null in a tombstone. */
export type RecordToWrite = RecordChange & Numbered & { readonly json: string | null };
export type OperationToWrite = SettledOperation & Numbered;

/** What a transaction writes records into. */
export interface RecordTables {
  /** Locks the feeds to the end of the transaction, in that order, and gives each so many numbers. @returns the last number of each before. */
  takeNumbers(feeds: readonly (PersonName & { readonly count: number })[]): Promise<readonly number[]>;
  write(rows: {
    readonly records: readonly RecordToWrite[];
    readonly operations: readonly OperationToWrite[];
    /** Of each feed the last number. */
    readonly commits: readonly Numbered[];
    readonly at: Date;
  }): Promise<void>;
}

export interface RecordCollector {
  readonly publish: Publish;
  /** The last act of the transaction. @returns whose records these were. */
  write(tables: RecordTables, at: Date): Promise<readonly PersonName[]>;
}

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

    async write(tables, at) {
      const sorted = [...feeds.values()].toSorted(byName);
      feeds.clear();
      if (sorted.length === 0) return [];
      const names = sorted.map(({ vendor, person }) => ({ vendor, person }));
      const starts = await tables.takeNumbers(
        sorted.map(({ vendor, person, records, operations }) => ({
          ...{ vendor, person },
          count: records.size + operations.size,
        })),
      );
      const numbered = sorted.map(({ records, operations, vendor, person }, index) => {
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
        return { ...rows, commit: { vendor, person, seq } };
      });
      await tables.write({
        records: numbered.flatMap(({ records }) => records),
        operations: numbered.flatMap(({ operations }) => operations),
        commits: numbered.map(({ commit }) => commit),
        at,
      });
      return names;
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
      persons = await write(recordTablesOf(transaction), now());
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
