/** What vendors have published, ever. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../base/database/columns.ts';

/** Every form that was ever published, for as long as responses to it may arrive. */
export const questionnaireDefinitions = pgTable(
  'questionnaire_definitions',
  {
    vendor: text('vendor').notNull(),
    formHash: text('form_hash').notNull(),
    canonical: text('canonical').notNull(),
    version: text('version').notNull(),
    definition: text('definition').notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.formHash] })],
);

/** Every pack that was ever published: consents name texts of old ones. */
export const packs = pgTable(
  'packs',
  {
    vendor: text('vendor').notNull(),
    packHash: text('pack_hash').notNull(),
    pack: text('pack').notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.packHash] })],
);
