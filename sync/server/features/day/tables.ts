/** Who is expected, and who has come. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

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
