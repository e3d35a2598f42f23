/** Ways to Apple that are under way, and what Apple gave for those who came back. */
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../base/database/columns.ts';

export const appleAttempts = pgTable(
  'apple_attempts',
  {
    vendor: text('vendor').notNull(),
    /** SHA-256, as of the two below: who reads the table can't go on with it. */
    stateSha256: text('state_sha256').notNull(),
    /** Of the cookie for the way back. */
    cookieSha256: text('cookie_sha256').notNull(),
    nonce: text('nonce').notNull(),
    device: text('device').notNull(),
    shared: boolean('shared').notNull(),
    language: text('language').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** It was begun by somebody who is signed in, and signs nobody in. */
    links: boolean('links').notNull().default(false),
    /** Where they were, sealed: it may name a form. */
    returnTo: bytea('return_to'),
    /** What became of it: `ok`, `cancelled` or `failed`. Null until Apple's answer is there, as the two below. */
    outcome: text('outcome'),
    resultSha256: text('result_sha256'),
    /** Who it is and what Apple gave, sealed; null too where there is nobody. */
    identity: bytea('identity'),
    /** The name in the form, sealed: Apple says it once, whatever becomes of that form. */
    name: bytea('name'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.stateSha256] }),
    index('apple_attempts_result').on(table.vendor, table.resultSha256),
  ],
);

/** What goes with an identity: what is given up when somebody no longer signs in with Apple, and how they might like to be called. */
export const appleLinks = pgTable(
  'apple_links',
  {
    vendor: text('vendor').notNull(),
    /** As the identity has it. */
    subject: text('subject').notNull(),
    person: uuid('person').notNull(),
    /** Sealed, as the name. */
    refreshToken: bytea('refresh_token'),
    name: bytea('name'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.subject] }),
    index('apple_links_person').on(table.vendor, table.person),
  ],
);

/** What Apple gave, of links that are gone: it is given up there as soon as Apple can be reached. */
export const appleRevocations = pgTable(
  'apple_revocations',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** Of the link: the token is sealed for it. */
    subject: text('subject').notNull(),
    refreshToken: bytea('refresh_token').notNull(),
    removedAt: instant('removed_at').notNull(),
    /** Tries so far. */
    tries: integer('tries').notNull().default(0),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.id] })],
);

/** What Apple has told already, so that it takes effect once. */
export const appleNotifications = pgTable(
  'apple_notifications',
  {
    vendor: text('vendor').notNull(),
    id: text('id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.id] })],
);
