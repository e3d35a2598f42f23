/** The demo provider's own side: it is asked like a real one, and knows nothing of orders but their ids. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../base/database/columns.ts';

export const demoIntents = pgTable(
  'demo_intents',
  {
    vendor: text('vendor').notNull(),
    id: text('id').notNull(),
    /** An `EngineIntent`. */
    state: text('state').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('demo_intents_changed').on(table.vendor, table.changedAt),
  ],
);

/** What each key was answered. */
export const demoKeys = pgTable(
  'demo_keys',
  {
    vendor: text('vendor').notNull(),
    key: text('key').notNull(),
    request: text('request').notNull(),
    intent: text('intent').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.key] })],
);
