/** How many codes went by text, and how many of them came back; and which answers were heard. */
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** One row for each vendor and day (UTC): codes that nobody enters are what somebody makes who is paid for texts. */
export const textDays = pgTable(
  'text_days',
  {
    vendor: text('vendor').notNull(),
    day: date('day').notNull(),
    sent: integer('sent').notNull().default(0),
    entered: integer('entered').notNull().default(0),
    /** When the log was told that too few came back. */
    alarmedAt: instant('alarmed_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.day] })],
);

/** Texts with STOP or START that were acted on, by the provider's id. Kept for good: a request that brought one is signed, and could be sent again at any time. */
export const textAnswers = pgTable(
  'text_answers',
  { vendor: text('vendor').notNull(), id: text('id').notNull() },
  (table) => [primaryKey({ columns: [table.vendor, table.id] })],
);
