/** Who has sent what, as staff find patients. All of it is derived from the inbox and from whose operations are: see `place-items.ts`. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
