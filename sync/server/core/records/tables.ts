/**
 * What signed-in patients read of themselves, a feed for each person. All of it is in backups: features write records as things happen, and from their own
 * tables as they are now nobody could tell which operations were settled, what has left a person's view, or which numbers devices were given.
 */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, seqNumber } from '../../base/database/columns.ts';

/** Locked by a transaction from when it takes its numbers to its end: see `record-writer.ts`. */
export const personFeeds = pgTable(
  'person_feeds',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    /** The newest number that was given. */
    head: seqNumber('head').notNull().default(0),
    /** The newest number of what was swept: who has read less misses something. */
    floor: seqNumber('floor').notNull().default(0),
    /** Raised where records are moved between persons. */
    generation: integer('generation').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.person] })],
);

/** The newest state of each record; each state takes the next number of its person's feed. */
export const records = pgTable(
  'records',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    seq: seqNumber('seq').notNull(),
    /** Version of the kind's body. */
    v: integer('v').notNull(),
    /** JSON; null in a tombstone. */
    body: text('body'),
    /** Of a tombstone. */
    reason: text('reason'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.person, table.kind, table.id] }),
    uniqueIndex('records_seq').on(table.vendor, table.person, table.seq),
    index('records_tombstones').on(table.vendor, table.at).where(sql`${table.body} is null`),
  ],
);

/** Operations whose result a person's records hold from `seq` on, a number of the same feed. */
export const recordOperations = pgTable(
  'record_operations',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    opId: uuid('op_id').notNull(),
    seq: seqNumber('seq').notNull(),
    outcome: text('outcome').$type<'applied' | 'held'>().notNull(),
    /** JSON. */
    problem: text('problem'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.person, table.opId] }),
    uniqueIndex('record_operations_seq').on(table.vendor, table.person, table.seq),
    index('record_operations_operation').on(table.vendor, table.opId),
    index('record_operations_at').on(table.vendor, table.at),
  ],
);

/**
 * Each transaction that wrote to a feed, by the last of its numbers. A cursor names one by its random mark: records move up when they change, so that no
 * row says for long what was told under a number.
 */
export const recordCommits = pgTable(
  'record_commits',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    seq: seqNumber('seq').notNull(),
    mark: bigint('mark', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.person, table.seq] })],
);
