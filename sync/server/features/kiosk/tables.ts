/** Machines, what they have sealed, and what they left with the clinic. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

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
