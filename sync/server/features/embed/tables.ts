/** Forms that were sent from partners' pages. */
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

/** A partner's own name for a form, and the operation that it was first sent with: whose receipt is in the ledger. */
export const partnerReferences = pgTable(
  'partner_references',
  {
    vendor: text('vendor').notNull(),
    /** The origin of its page. */
    partner: text('partner').notNull(),
    externalId: text('external_id').notNull(),
    /** Signed by the partner's server: what anybody may have made up is in another space, and never in the way of these. */
    verified: boolean('verified').notNull().default(false),
    opId: uuid('op_id').notNull(),
    /** Of what was sent, by the server's own secret: nobody who has this row can try answers on it. */
    content: text('content').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.partner, table.externalId, table.verified] }),
    index('partner_references_operation').on(table.vendor, table.opId),
  ],
);

/** What a partner's server signs its ids with. The secret isn't here: it derives from the server's own. */
export const partnerKeys = pgTable(
  'partner_keys',
  {
    vendor: text('vendor').notNull(),
    keyId: text('key_id').notNull(),
    partner: text('partner').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.keyId] })],
);
