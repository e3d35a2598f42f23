/** Carts of people who have an account. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

export const carts = pgTable(
  'carts',
  {
    vendor: text('vendor').notNull(),
    /** The person whose devices said so. */
    id: uuid('id').notNull(),
    /** Whose it is now: after a merge, of the person who was kept. */
    person: uuid('person').notNull(),
    /** A `CartContent` as JSON. */
    content: text('content').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('carts_person').on(table.vendor, table.person),
  ],
);
