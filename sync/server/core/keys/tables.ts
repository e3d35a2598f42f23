/** Which keys there are. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/**
 * Every key that this database relies on. The private halves are files; one that is missing from them is found at the next start, and
 * never replaced unasked.
 */
export const keyRegister = pgTable(
  'key_register',
  {
    /** Empty for keys of the whole installation. */
    vendor: text('vendor').notNull(),
    kind: text('kind').$type<'sealing' | 'receipt' | 'backup'>().notNull(),
    /** What names the key in public: its id, or the public key itself. */
    keyId: text('key_id').notNull(),
    registeredAt: instant('registered_at').notNull(),
    /** When an operator said that it is gone for good. */
    lostAt: instant('lost_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.kind, table.keyId] })],
);
