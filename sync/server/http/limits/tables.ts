/** What limits have counted. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** What keys of limits have used up: see `limits.ts`. Rows that say nothing any more are deleted as others are written. */
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
