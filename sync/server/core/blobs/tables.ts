/** Photos and documents. */
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** Photos and documents, by the hash of their ciphertext. The bytes are in the blob store. */
export const blobs = pgTable(
  'blobs',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    sha256: text('sha256').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When all of it was there, flushed, and had the hash; null until then. */
    completedAt: instant('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.device, table.sha256] })],
);
