/** The tables of the kiosks: machines, their day, and what they left with the clinic. Every key begins with the vendor, as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Codes that staff read out to a new machine. Only the code's SHA-256 is kept. */
export const kioskEnrolments = pgTable(
  'kiosk_enrolments',
  {
    vendor: text('vendor').notNull(),
    codeSha256: text('code_sha256').notNull(),
    name: text('name').notNull(),
    /** The configuration that the kiosk begins with, as JSON. */
    config: text('config').notNull(),
    createdBy: text('created_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The device that used it; null while nobody has. */
    usedBy: text('used_by'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.codeSha256] })],
);

/** Machines. A row stays when its kiosk is signed out: its chain still says what it has sealed. */
export const kiosks = pgTable(
  'kiosks',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** RFC 7638 thumbprint of its key. */
    device: text('device').notNull(),
    /** base64url of the raw P-256 point. */
    deviceKey: text('device_key').notNull(),
    name: text('name').notNull(),
    host: text('host').$type<'electron' | 'chromium'>().notNull(),
    /** Of the assignment. */
    version: integer('version').notNull(),
    /** The newest signed assignment, as JSON. */
    assignment: text('assignment').notNull(),
    enrolledAt: instant('enrolled_at').notNull(),
    revokedAt: instant('revoked_at'),
    restartAt: instant('restart_at'),
    /** What it said last, as JSON. */
    health: text('health'),
    healthAt: instant('health_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('kiosks_device').on(table.vendor, table.device),
  ],
);

/** What a kiosk has signed, link by link: only links whose signature is right. */
export const kioskLinks = pgTable(
  'kiosk_links',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    counter: integer('counter').notNull(),
    opId: uuid('op_id').notNull(),
    previous: text('previous').notNull(),
    /** SHA-256, hex, of the signed bytes: what the next link's `previous` must be. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.device, table.counter, table.opId] })],
);

/** What is wrong with a chain. Nothing is refused for it: a person has to look. */
export const kioskAlarms = pgTable(
  'kiosk_alarms',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    device: text('device').notNull(),
    kind: text('kind').$type<'unsigned' | 'forged' | 'broken' | 'replaced' | 'missing'>().notNull(),
    /** The link's number; for `missing` how many the kiosk has sealed. */
    counter: integer('counter').notNull(),
    /** The operation; for `missing` the kiosk, since it names none. */
    subject: uuid('subject').notNull(),
    /** For `missing`: how many of them are here. */
    received: integer('received'),
    raisedAt: instant('raised_at').notNull(),
    seenAt: instant('seen_at'),
    seenBy: text('seen_by'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('kiosk_alarms_once').on(table.vendor, table.device, table.kind, table.counter, table.subject),
  ],
);

/** A key for each vendor's day, sealed to the vendor: with it goes whatever it protects. */
export const dayKeys = pgTable(
  'day_keys',
  {
    vendor: text('vendor').notNull(),
    /** The clinic's day, `YYYY-MM-DD`. */
    day: text('day').notNull(),
    keyId: text('key_id').notNull(),
    /** base64url. */
    sealed: text('sealed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.day] })],
);

export const appointments = pgTable(
  'appointments',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    day: text('day').notNull(),
    /** Local time of the clinic, `10:40`. */
    time: text('time').notNull(),
    /** Name, birth date and code, as JSON under the day's key. */
    person: text('person').notNull(),
    /** Slugs. */
    due: text('due').array().notNull(),
    source: text('source').$type<'import' | 'hand' | 'demo'>().notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('appointments_day').on(table.vendor, table.day, table.time),
  ],
);

export const arrivals = pgTable(
  'arrivals',
  {
    vendor: text('vendor').notNull(),
    /** The kiosk's; the server's own for a further session of one that is known. */
    id: uuid('id').notNull(),
    kiosk: uuid('kiosk').notNull(),
    day: text('day').notNull(),
    /** Of the day. Rows that share it are one arrival. */
    number: integer('number').notNull(),
    appointment: uuid('appointment'),
    session: uuid('session'),
    language: text('language').notNull(),
    /** By the kiosk's clock: a claim. */
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('arrivals_day').on(table.vendor, table.day, table.number),
  ],
);

export const helpCalls = pgTable(
  'help_calls',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    kiosk: uuid('kiosk').notNull(),
    reason: text('reason').$type<'help' | 'crisis'>().notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When a console first had it on its screen. */
    shownAt: instant('shown_at'),
    answeredAt: instant('answered_at'),
    answeredBy: text('answered_by'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('help_calls_open').on(table.vendor, table.receivedAt).where(sql`${table.answeredAt} is null`),
  ],
);

/** Intakes that were left unfinished: names of operations of the ledger, which holds their sealed content. */
export const pausedIntakes = pgTable(
  'paused_intakes',
  {
    vendor: text('vendor').notNull(),
    opId: uuid('op_id').notNull(),
    /** The human code. */
    code: text('code').notNull(),
    device: text('device').notNull(),
    session: uuid('session').notNull(),
    form: text('form').notNull(),
    reason: text('reason').$type<'patient' | 'idle' | 'staff' | 'crash'>().notNull(),
    savedAt: instant('saved_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Birth dates that were tried and were not right. */
    tries: integer('tries').notNull().default(0),
    /** Until then its code is enough where it has no birth date: staff know who it is. */
    releasedUntil: instant('released_until'),
    resumedAt: instant('resumed_at'),
    /** The kiosk that got it. */
    resumedBy: uuid('resumed_by'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.opId] }),
    index('paused_intakes_code').on(table.vendor, table.code),
    index('paused_intakes_received').on(table.vendor, table.receivedAt),
  ],
);

/** Ciphertext on its way to a phone, whose key this server never has. Deleted by the one who fetches it, or after minutes. */
export const handOffs = pgTable(
  'hand_offs',
  {
    vendor: text('vendor').notNull(),
    id: text('id').notNull(),
    kiosk: uuid('kiosk').notNull(),
    iv: text('iv').notNull(),
    sealed: text('sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.id] })],
);
