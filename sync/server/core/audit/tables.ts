/** The audit trail. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

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
