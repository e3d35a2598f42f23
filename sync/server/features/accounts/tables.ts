/** Patients, how they sign in, where they are signed in, and which operations are theirs. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** One for each human and vendor. */
export const persons = pgTable(
  'persons',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** ISO 8601; null until the first claim tells it. */
    birthDate: text('birth_date'),
    language: text('language').notNull(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
    /** The person whose records these are now. */
    mergedInto: uuid('merged_into'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.id] })],
);

export type IdentityKind = 'email' | 'phone' | 'apple';

/** What a person is known by. A row is made by proving it, never before. */
export const identities = pgTable(
  'identities',
  {
    vendor: text('vendor').notNull(),
    kind: text('kind').$type<IdentityKind>().notNull(),
    /** Of an email address the one form that is compared and sent to: see `email-address.ts`. Of a phone number E.164. Of Apple, issuer and subject. */
    subject: text('subject').notNull(),
    person: uuid('person').notNull(),
    /** As the patient typed it; empty where they haven't. */
    shown: text('shown').notNull(),
    verifiedAt: instant('verified_at').notNull(),
    /** Of letters that are sent there. */
    language: text('language').notNull(),
    /** Since when nobody can be reached there; null once a code from there has been entered again. */
    undeliverableAt: instant('undeliverable_at'),
    /** False for a phone number that the patient is only reached at. */
    signsIn: boolean('signs_in').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.kind, table.subject] }),
    index('identities_person').on(table.vendor, table.person),
  ],
);

export const passwords = pgTable(
  'passwords',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    hash: text('hash').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Wrong ones in a row. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.person] })],
);

/**
 * Which keys speak for whom, and since when. Rows stay: a device that has signed in before is known for that person, until it is signed out from
 * another one. Who was put out comes back as a stranger, and what they had queued is still known to be theirs.
 */
export const devicePersons = pgTable(
  'device_persons',
  {
    vendor: text('vendor').notNull(),
    /** Of the session by which it was bound. */
    session: uuid('session').notNull(),
    /** RFC 7638 thumbprint of its key. */
    device: text('device').notNull(),
    person: uuid('person').notNull(),
    since: instant('since').notNull(),
    until: instant('until'),
    /** When it was signed out from another device. */
    disownedAt: instant('disowned_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.session] }),
    uniqueIndex('device_persons_bound').on(table.vendor, table.device).where(sql`${table.until} is null`),
    index('device_persons_person').on(table.vendor, table.person, table.device),
  ],
);

/** Only the SHA-256 of a token is kept: who reads the table can't sign in with it. */
export const patientSessions = pgTable(
  'patient_sessions',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    tokenSha256: text('token_sha256').notNull(),
    /** The token before that, which counts for a minute. */
    previousSha256: text('previous_sha256'),
    rotatedAt: instant('rotated_at').notNull(),
    person: uuid('person').notNull(),
    /** The token counts only together with the proof of this key. */
    device: text('device').notNull(),
    shared: boolean('shared').notNull(),
    /** In words; null where it said nothing of itself. */
    browser: text('browser'),
    startedAt: instant('started_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    provedAt: instant('proved_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** After which it ends without a request; null on the patient's own device. */
    idleSeconds: integer('idle_seconds'),
    /** When the code was asked for that proved it; null where none has. */
    codeAskedAt: instant('code_asked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('patient_sessions_device').on(table.vendor, table.device),
    index('patient_sessions_person').on(table.vendor, table.person),
    index('patient_sessions_token').on(table.vendor, table.tokenSha256),
  ],
);

/** Of an address and the device that asked: another device can't use it. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    vendor: text('vendor').notNull(),
    email: text('email').notNull(),
    device: text('device').notNull(),
    hash: text('hash').notNull(),
    /** Tries so far. */
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    language: text('language').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.email, table.device] })],
);

/** Operations that are a person's. A row never moves to another person but by a merge. */
export const personOperations = pgTable(
  'person_operations',
  {
    vendor: text('vendor').notNull(),
    opId: uuid('op_id').notNull(),
    person: uuid('person').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.opId] }),
    index('person_operations_person').on(table.vendor, table.person),
  ],
);
