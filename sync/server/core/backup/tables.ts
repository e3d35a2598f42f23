/** What is known of backups. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, seqNumber } from '../../base/database/columns.ts';

/** Verified backups: how far each covers the ledger. */
export const backups = pgTable('backups', {
  id: uuid('id').primaryKey(),
  takenAt: instant('taken_at').notNull(),
  verifiedAt: instant('verified_at'),
  /** Every operation up to this `seq`, of every vendor, is in it. */
  throughSeq: seqNumber('through_seq').notNull(),
  /** `export` made here, `operator` reported by the operator. */
  kind: text('kind').$type<'export' | 'operator'>().notNull(),
  /** Where it is: a path or the operator's words; never a secret. */
  place: text('place').notNull(),
});
