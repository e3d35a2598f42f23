/** What patients say of themselves: what each record says now, and every edit. */
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** What is published as records. */
export const personRecords = pgTable(
  'person_records',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    /** Of the record. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** The edit that made it so. */
    version: uuid('version').notNull(),
    /** JSON. */
    body: text('body').notNull(),
    /** No edit of the patient's takes its place. */
    proven: boolean('proven').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.person, table.kind, table.id] })],
);

/** Nothing of them is ever overwritten: what a record said before is with the edit that changed it. */
export const personEdits = pgTable(
  'person_edits',
  {
    vendor: text('vendor').notNull(),
    opId: uuid('op_id').notNull(),
    person: uuid('person').notNull(),
    device: text('device').notNull(),
    /** `held`: the patient is to decide; `decided`: they have. `refused`: the device has never been this person's. */
    outcome: text('outcome').$type<'applied' | 'held' | 'decided' | 'refused'>().notNull(),
    /** JSON of the change. */
    change: text('change').notNull(),
    /** JSON of the record's body before it; null where there was none, or it wasn't changed. */
    before: text('before'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.opId] }),
    index('person_edits_person').on(table.vendor, table.person),
  ],
);
