/** People of the staff, and their sessions. */
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../base/database/columns.ts';

export const staff = pgTable(
  'staff',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<'owner' | 'clinician' | 'auditor'>().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** ISO 3166: where they may prescribe; null where nobody has said. */
    licensed: text('licensed').array(),
    createdAt: instant('created_at').notNull(),
    disabledAt: instant('disabled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('staff_email').on(table.vendor, table.email),
  ],
);

/** Signed-in staff. Only the token's SHA-256 is kept: who reads the table can't sign in with it. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    vendor: text('vendor').notNull(),
    tokenSha256: text('token_sha256').notNull(),
    staffId: uuid('staff_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.tokenSha256] }),
    index('staff_sessions_staff').on(table.vendor, table.staffId),
  ],
);
