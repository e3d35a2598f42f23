/** Patients as staff find them, and merges of persons. The first two are derived, see `place-items.ts`; of merges this is the only account. */
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, term } from '../../base/database/columns.ts';

/** Items of the inbox by patient: a person, or a guest. */
export const patientItems = pgTable(
  'patient_items',
  {
    vendor: text('vendor').notNull(),
    item: uuid('item').notNull(),
    /** Null where nothing in it says who it is about. */
    patient: uuid('patient'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.item] }),
    index('patient_items_patient').on(table.vendor, table.patient, table.at, table.item),
  ],
);

/** What a patient is found by: the terms of their items, once each. */
export const patientTerms = pgTable(
  'patient_terms',
  {
    vendor: text('vendor').notNull(),
    term: term('term').notNull(),
    patient: uuid('patient').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.term, table.patient] }),
    index('patient_terms_patient').on(table.vendor, table.patient, table.term),
  ],
);

/** What staff have merged into a person: another person, or what a guest has sent. */
export const personMerges = pgTable(
  'person_merges',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** Whose all of it is now. */
    kept: uuid('kept').notNull(),
    merged: uuid('merged').notNull(),
    isGuest: boolean('is_guest').notNull(),
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
    /** Name of the member of the staff, who has checked that they are one. */
    mergedBy: text('merged_by').notNull(),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    undoReason: text('undo_reason'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('person_merges_kept').on(table.vendor, table.kept, table.at),
  ],
);

/** Each row that a merge has moved or changed, in order, as the feature that keeps such rows wrote it down. */
export const mergedRows = pgTable(
  'merged_rows',
  {
    vendor: text('vendor').notNull(),
    merge: uuid('merge').notNull(),
    no: integer('no').notNull(),
    /** Who keeps it: see `PersonPart`. */
    part: text('part').notNull(),
    /** JSON. */
    row: text('row').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.merge, table.no] })],
);
