/** Forms that were sent from partners' pages. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** A partner's own name for a form, and the operation that it was first sent with: whose receipt is in the ledger. */
export const partnerReferences = pgTable(
  'partner_references',
  {
    vendor: text('vendor').notNull(),
    /** The origin of its page. */
    partner: text('partner').notNull(),
    externalId: text('external_id').notNull(),
    opId: uuid('op_id').notNull(),
    /** Of what was sent, by the server's own secret: nobody who has this row can try answers on it. */
    content: text('content').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.partner, table.externalId] }),
    index('partner_references_operation').on(table.vendor, table.opId),
  ],
);
