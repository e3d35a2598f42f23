import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** Ciphertext on its way to a phone, whose key this server never has. Deleted by the one who fetches it, or after minutes. */
export const handOffs = pgTable(
  'hand_offs',
  {
    vendor: text('vendor').notNull(),
    id: text('id').notNull(),
    kiosk: uuid('kiosk').notNull(),
    iv: text('iv').notNull(),
    sealed: text('sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.id] })],
);
