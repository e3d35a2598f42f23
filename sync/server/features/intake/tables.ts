/** Unfinished intakes. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

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
