/** The ledger, and what devices learn of it. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, instant, seqNumber, xid8 } from '../../base/database/columns.ts';

/** One for all vendors: `seq` only has to rise within one. */
export const operationSeq = pgSequence('operation_seq', { cache: 1 });

/** Keys that have pushed to a vendor. The key itself is in each proof, and its thumbprint is the id. */
export const devices = pgTable(
  'devices',
  {
    vendor: text('vendor').notNull(),
    deviceId: text('device_id').notNull(),
    registeredAt: instant('registered_at').notNull(),
    /** When a submission of it was first applied; null for a stranger. See `known-devices.ts`. */
    knownAt: instant('known_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.deviceId] })],
);

/** Every operation that a device has ever handed over. Permanent: rows are never deleted, which the database itself refuses. */
export const opLedger = pgTable(
  'op_ledger',
  {
    vendor: text('vendor').notNull(),
    opId: uuid('op_id').notNull(),
    sha256: text('sha256').notNull(),
    envelope: bytea('envelope').notNull(),
    device: text('device').notNull(),
    lane: text('lane').notNull(),
    laneNo: bigint('lane_no', { mode: 'number' }).notNull(),
    after: uuid('after').array().notNull(),
    kind: text('kind').notNull(),
    v: integer('v').notNull(),
    seq: seqNumber('seq').notNull(),
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    /** The epoch in which it was stored, and the key that signs its receipt; null in rows of the first version, which have the text. */
    epoch: uuid('epoch'),
    keyId: text('key_id'),
    /** The signed receipt as JSON, returned byte for byte. Until it is judged it follows from the row (Ed25519 is deterministic). */
    receipt: text('receipt'),
    /** Names of its blobs. */
    blobs: text('blobs').array().notNull().default(sql`'{}'`),
    /** Handed over by staff from a saved copy, not pushed by the device; null otherwise. */
    importedBy: text('imported_by'),
    receivedAt: instant('received_at').notNull(),
    /** The device's reading of time, as JSON. */
    capturedAt: text('captured_at').notNull(),
    /** Seconds by which the device's clock was ahead at the push; null where it didn't say. */
    skewSeconds: doublePrecision('skew_seconds'),
    /** From where it was pushed: a /24 of IPv4 or a /64 of IPv6; null where nobody knows. */
    network: text('network'),
    outcome: text('outcome').$type<'received' | 'applied' | 'held'>().notNull().default('received'),
    /** Of the outcome, once it is judged. */
    judgedSeq: seqNumber('judged_seq'),
    judgedAt: instant('judged_at'),
    /** Why it is held, as JSON. */
    problem: text('problem'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.opId] }),
    index('op_ledger_lane').on(table.vendor, table.device, table.lane, table.laneNo),
    index('op_ledger_unjudged').on(table.vendor, table.seq).where(sql`${table.outcome} = 'received'`),
    index('op_ledger_held').on(table.vendor, table.opId).where(sql`${table.outcome} = 'held'`),
  ],
);

/** The life of a vendor's ledger between two restores. */
export const epochs = pgTable(
  'epochs',
  {
    vendor: text('vendor').notNull(),
    epoch: uuid('epoch').notNull(),
    mintedAt: instant('minted_at').notNull(),
    current: boolean('current').notNull(),
    /** Highest `seq` that a verified backup covers. */
    safeThrough: seqNumber('safe_through').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.epoch] }),
    uniqueIndex('epochs_current').on(table.vendor).where(sql`${table.current}`),
  ],
);

/** What devices learn about their own operations. Free of content. */
export const feed = pgTable(
  'feed',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    seq: seqNumber('seq').notNull(),
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    type: text('type').$type<'operation' | 'tombstone'>().notNull(),
    /** opId. */
    id: uuid('id').notNull(),
    /** The rest of the change, as JSON. */
    data: text('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.device, table.seq] })],
);
