/** Identity documents that patients have sent. The photos are blobs; what opens them is sealed in the operation. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

export const identityDocuments = pgTable(
  'identity_documents',
  {
    vendor: text('vendor').notNull(),
    /** The operation that sent it. */
    id: uuid('id').notNull(),
    person: uuid('person').notNull(),
    device: text('device').notNull(),
    document: text('document').notNull(),
    /** Hashes of the photos' ciphertext; empty once they are deleted. */
    photos: text('photos').array().notNull(),
    statedAt: instant('stated_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** `replaced` by a newer one, `withdrawn` by the patient. */
    status: text('status').$type<'sent' | 'confirmed' | 'refused' | 'replaced' | 'withdrawn'>().notNull(),
    reason: text('reason'),
    /** ISO 8601, as staff have read it. */
    expiresOn: text('expires_on'),
    decidedAt: instant('decided_at'),
    /** Of the staff: their name. */
    decidedBy: text('decided_by'),
    /** When the photos go; null while nobody has decided. */
    deleteAt: instant('delete_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('identity_documents_person').on(table.vendor, table.person),
    index('identity_documents_due').on(table.vendor, table.deleteAt),
  ],
);
