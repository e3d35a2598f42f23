/**
 * The tables. Every key begins with the vendor, so that they can be distributed or partitioned by it.
 *
 * Health data is kept as bytes (`envelope`) and as JSON in `text`, never as `jsonb`: PostgreSQL's JSON refuses U+0000 and
 * lone surrogates, and nothing that a device has sealed may be refused for its characters.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export * from './kiosk-tables.ts';

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** A transaction's 64-bit id, as `pg_current_xact_id()` gives it; 0 after a restore. */
const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });
/** Compared byte by byte whatever the database's language is, so that a prefix is a range of the index. */
const term = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const seqNumber = (name: string) => bigint(name, { mode: 'number' });

/** One for all vendors: `seq` only has to rise within one. */
export const operationSeq = pgSequence('operation_seq', { cache: 1 });

/** Keys that have pushed to a vendor. The key itself is in each proof, and its thumbprint is the id. */
export const devices = pgTable(
  'devices',
  {
    vendor: text('vendor').notNull(),
    deviceId: text('device_id').notNull(),
    registeredAt: instant('registered_at').notNull(),
    /** When a submission of it was first applied; null for a stranger. See `features/inbox/standing.ts`. */
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

/** Photos and documents, by the hash of their ciphertext. The bytes are in the blob store. */
export const blobs = pgTable(
  'blobs',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    sha256: text('sha256').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When all of it was there, flushed, and had the hash; null until then. */
    completedAt: instant('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.device, table.sha256] })],
);

/** Verified backups: how far each covers the ledger. */
export const backups = pgTable('backups', {
  id: uuid('id').primaryKey(),
  takenAt: instant('taken_at').notNull(),
  verifiedAt: instant('verified_at'),
  /** Every operation up to this `seq`, of every vendor, is in it. */
  throughSeq: seqNumber('through_seq').notNull(),
  /** `export` made here, `operator` reported by the operator. */
  kind: text('kind').$type<'export' | 'operator'>().notNull(),
  /** Where it is: a path or the operator's words; never a secret. */
  place: text('place').notNull(),
});

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

/** The work of the vendor's staff: a case for each submitted form, an alert for each safety operation. The id is the opId. */
export const inboxItems = pgTable(
  'inbox_items',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'case' | 'alert'>().notNull(),
    device: text('device').notNull(),
    /** Null where what arrived can't be read. */
    session: uuid('session'),
    code: text('code').notNull(),
    /** Alerts 0, red cases 1, all others 2: the order of the inbox. */
    rank: smallint('rank').notNull(),
    triage: text('triage').$type<'red' | 'amber' | 'routine'>().notNull(),
    held: boolean('held').notNull(),
    late: boolean('late').notNull(),
    receivedAt: instant('received_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** What the list shows of it, as JSON. */
    summary: text('summary').notNull(),
    /** What judging found, as JSON. */
    judgement: text('judgement').notNull(),
    /** When it was marked as reviewed or acknowledged, by whom, with which note. */
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
    note: text('note'),
    /** Dismissed with its whole flood, unread: its device is told nothing. */
    dismissed: boolean('dismissed').notNull().default(false),
    /** Whether its device had submitted before, or is a kiosk. */
    known: boolean('known').notNull().default(false),
    /** The flood that it is part of; null where it is within the quotas. See `features/inbox/standing.ts`. */
    flood: text('flood'),
    /** Its place in the list (`features/inbox/inbox-rows.ts`); null where another item's row stands for it. What names none is listed. */
    listRank: smallint('list_rank').default(4),
    listDue: instant('list_due').default(sql`now()`),
    /** A decision that can still be undone: when, until when, by whom (name and address), from where, with which note. */
    pendingAt: instant('pending_at'),
    pendingUntil: instant('pending_until'),
    pendingBy: text('pending_by'),
    pendingActor: text('pending_actor'),
    pendingNote: text('pending_note'),
    /** Version of the rules by which its search terms were made; 0 for none: what a migration sets to 0 is indexed again. */
    searchVersion: smallint('search_version').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('inbox_items_rows')
      .on(table.vendor, table.listRank, table.listDue, table.id)
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null`),
    index('inbox_items_held_rows')
      .on(table.vendor, table.listRank, table.listDue, table.id)
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null and ${table.held}`),
    index('inbox_items_done_rows')
      .on(table.vendor, table.resolvedAt, table.id)
      .where(sql`${table.resolvedAt} is not null and ${table.listRank} is not null`),
    index('inbox_items_flood')
      .on(table.vendor, table.flood, table.receivedAt, table.id)
      .where(sql`${table.flood} is not null`),
    index('inbox_items_device').on(table.vendor, table.device).where(sql`${table.resolvedAt} is null`),
    index('inbox_items_pending')
      .on(table.vendor, table.pendingUntil)
      .where(sql`${table.pendingUntil} is not null`),
    index('inbox_items_unindexed').on(table.vendor, table.id).where(sql`${table.searchVersion} = 0`),
    index('inbox_items_code').on(table.vendor, table.code),
    index('inbox_items_session').on(table.vendor, table.session),
  ],
);

/**
 * Every key that this database relies on. The private halves are files; one that is missing from them is found at the next start, and
 * never replaced unasked.
 */
export const keyRegister = pgTable(
  'key_register',
  {
    /** Empty for keys of the whole installation. */
    vendor: text('vendor').notNull(),
    kind: text('kind').$type<'sealing' | 'receipt' | 'backup'>().notNull(),
    /** What names the key in public: its id, or the public key itself. */
    keyId: text('key_id').notNull(),
    registeredAt: instant('registered_at').notNull(),
    /** When an operator said that it is gone for good. */
    lostAt: instant('lost_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.kind, table.keyId] })],
);

/**
 * What staff search by: folded words of a name, a birth date, a reference. Derived from `inbox_items.summary`, which holds the same in clear: what
 * protects the one (the disk's encryption, the database's access) protects the other.
 */
export const inboxTerms = pgTable(
  'inbox_terms',
  {
    vendor: text('vendor').notNull(),
    term: term('term').notNull(),
    item: uuid('item').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.term, table.item] }),
    index('inbox_terms_item').on(table.vendor, table.item),
  ],
);

/** What arrived beyond the quotas, by device, network or vendor: one row of the inbox each. */
export const inboxFloods = pgTable(
  'inbox_floods',
  {
    vendor: text('vendor').notNull(),
    key: text('key').notNull(),
    beganAt: instant('began_at').notNull(),
    /** The item whose place in the list is the flood's. */
    lead: uuid('lead').notNull(),
    /** Of the staff, when all of it was dismissed last. */
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.key] })],
);

/** Devices whose alerts and forms are kept in one row: below the alerts of others, and without any, below everything. */
export const blockedDevices = pgTable(
  'blocked_devices',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    blockedAt: instant('blocked_at').notNull(),
    blockedBy: text('blocked_by').notNull(),
    /** With which flood it was blocked. */
    flood: text('flood').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.device] }),
    index('blocked_devices_flood').on(table.vendor, table.flood),
  ],
);

/** How much of each quota is used: levels that fall with time, see `features/inbox/quotas.ts`. */
export const inboxQuotas = pgTable(
  'inbox_quotas',
  {
    vendor: text('vendor').notNull(),
    key: text('key').notNull(),
    alerts: doublePrecision('alerts').notNull(),
    cases: doublePrecision('cases').notNull(),
    bytes: doublePrecision('bytes').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.key] })],
);

/** Every form that was ever published, for as long as responses to it may arrive. */
export const questionnaireDefinitions = pgTable(
  'questionnaire_definitions',
  {
    vendor: text('vendor').notNull(),
    formHash: text('form_hash').notNull(),
    canonical: text('canonical').notNull(),
    version: text('version').notNull(),
    definition: text('definition').notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.formHash] })],
);

/** Every pack that was ever published: consents name texts of old ones. */
export const packs = pgTable(
  'packs',
  {
    vendor: text('vendor').notNull(),
    packHash: text('pack_hash').notNull(),
    pack: text('pack').notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.packHash] })],
);

export const staff = pgTable(
  'staff',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<'owner' | 'clinician' | 'auditor'>().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    disabledAt: instant('disabled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('staff_email').on(table.vendor, table.email),
  ],
);

/** Signed-in staff. Only the token's SHA-256 is kept: who reads the table can't sign in with it. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    vendor: text('vendor').notNull(),
    tokenSha256: text('token_sha256').notNull(),
    staffId: uuid('staff_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.tokenSha256] }),
    index('staff_sessions_staff').on(table.vendor, table.staffId),
  ],
);

/** Who did what. Append-only, which the database itself enforces, and chained: each hash covers the one before it. */
export const auditEvents = pgTable(
  'audit_events',
  {
    vendor: text('vendor').notNull(),
    /** 1, 2, 3 … within the vendor. */
    no: integer('no').notNull(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    actor: text('actor'),
    /** The id of the case or alert. */
    subject: uuid('subject'),
    /** The whole event as canonical JSON: what the hash covers. */
    event: text('event').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.no] }),
    index('audit_events_subject').on(table.vendor, table.subject),
  ],
);

/** What keys of limits have used up: see `http/limits/limits.ts`. Rows that say nothing any more are deleted as others are written. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** SHA-256 of the policy's name and the key: no address of anybody is in it. */
    id: text('id').primaryKey(),
    /** Of a rate when it is full again, of a delay when it ends. */
    readyAt: instant('ready_at').notNull(),
    /** Of a delay: the tries that it grows by. */
    strikes: integer('strikes').notNull(),
    forgetAt: instant('forget_at').notNull(),
  },
  (table) => [index('rate_limits_forget').on(table.forgetAt)],
);
