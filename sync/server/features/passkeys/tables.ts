/** Patients' passkeys, and the challenges that are under way. */
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant, seqNumber } from '../../base/database/columns.ts';

/** Every vendor of a host shares its passkeys' relying party: by this id browsers tell one vendor's user from another's. */
export const passkeyUsers = pgTable(
  'passkey_users',
  {
    vendor: text('vendor').notNull(),
    person: uuid('person').notNull(),
    /** 64 random bytes, base64url: says nothing of the person, and is in no other vendor. */
    userId: text('user_id').notNull(),
    /** When they answered the offer of a passkey. */
    offeredAt: instant('offered_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.person] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    person: uuid('person').notNull(),
    /** As the authenticator calls it, base64url. */
    credential: text('credential').notNull(),
    /** COSE. */
    publicKey: bytea('public_key').notNull(),
    /** Of its uses, where the authenticator counts. */
    counter: seqNumber('counter').notNull(),
    /** The host that it was made for. */
    rpId: text('rp_id').notNull(),
    transports: text('transports').array().notNull(),
    /** Whether it may be copied to other devices, and whether it is: kept from the first day on, and never a reason to refuse it. */
    backupEligible: boolean('backup_eligible').notNull(),
    backedUp: boolean('backed_up').notNull(),
    name: text('name'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('passkeys_vendor_credential').on(table.vendor, table.credential),
    index('passkeys_person').on(table.vendor, table.person),
    // Whose it is, where it isn't this vendor's.
    index('passkeys_credential').on(table.credential),
  ],
);

export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    vendor: text('vendor').notNull(),
    challenge: text('challenge').notNull(),
    device: text('device').notNull(),
    purpose: text('purpose').$type<'sign-in' | 'creation'>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.challenge] }),
    index('passkey_challenges_device').on(table.vendor, table.device),
  ],
);
