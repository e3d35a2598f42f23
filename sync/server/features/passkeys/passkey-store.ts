/** Passkeys as the database has them. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { PasskeyList } from '../../../protocol/api/passkeys.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { CheckedAssertion, CheckedAttestation, SigningKey } from './ceremonies.ts';

export interface StoredPasskey extends SigningKey {
  readonly vendor: string;
  readonly id: string;
  readonly person: string;
  readonly rpId: string;
  readonly userId: string;
}

interface Owner {
  readonly vendor: string;
  readonly person: string;
}

export interface NewPasskeyRow extends Owner, CheckedAttestation {
  readonly rpId: string;
  readonly transports: readonly string[];
  readonly name: string | null;
}

export interface PasskeyStore {
  /** This vendor's first; another one's only where this one has none. */
  find(vendor: string, credential: string): Promise<StoredPasskey | undefined>;
  list(owner: Owner, rpId: string): Promise<PasskeyList>;
  /** The person's id in their passkeys; made where there is none. */
  userOf(owner: Owner): Promise<string>;
  count(transaction: Transaction, owner: Owner): Promise<number>;
  /** @returns false where this vendor has it already. */
  add(transaction: Transaction, passkey: NewPasskeyRow): Promise<boolean>;
  used(transaction: Transaction, passkey: StoredPasskey, checked: CheckedAssertion): Promise<void>;
  /** @returns whether the person has it, as below. */
  rename(owner: Owner, id: string, name: string): Promise<boolean>;
  remove(transaction: Transaction, owner: Owner, id: string): Promise<boolean>;
  /** And what these persons were called in them. */
  removeAll(transaction: Transaction, vendor: string, persons: readonly string[]): Promise<void>;
  offered(owner: Owner): Promise<void>;
}

const USER_ID_BYTES = 64;

interface StoredRow extends Omit<StoredPasskey, 'counter'> {
  /** An 8-byte number arrives as text. */
  readonly counter: string;
}

interface ListedRow {
  readonly id: string;
  readonly name: string | null;
  readonly credential: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly backed_up: boolean;
}

const isoOf = (at: string) => new Date(at).toISOString();

export function createPasskeyStore(sql: Sql, now: () => Date): PasskeyStore {
  const at = () => now().toISOString();

  async function userOf({ vendor, person }: Owner): Promise<string> {
    await sql`
      insert into passkey_users (vendor, person, user_id)
      values (${vendor}, ${person}, ${randomBytes(USER_ID_BYTES).toString('base64url')}) on conflict do nothing`;
    const [row] = await sql<[{ user_id: string }]>`
      select user_id from passkey_users where vendor = ${vendor} and person = ${person}`;
    return row.user_id;
  }

  return {
    userOf,

    async find(vendor, credential) {
      const [row] = await sql<[StoredRow?]>`
        select k.vendor, k.id, k.person, k.credential, k.public_key as "publicKey", k.counter, k.rp_id as "rpId", u.user_id as "userId"
        from passkeys k join passkey_users u on u.vendor = k.vendor and u.person = k.person
        where k.credential = ${credential} order by (k.vendor = ${vendor}) desc limit 1`;
      return row && { ...row, counter: Number(row.counter) };
    },

    async list({ vendor, person }, rpId) {
      const rows = await sql<ListedRow[]>`
        select id, name, credential, created_at, last_used_at, backed_up from passkeys
        where vendor = ${vendor} and person = ${person} order by created_at, id`;
      const [user] = await sql<[{ user_id: string; offered_at: string | null }?]>`
        select user_id, offered_at from passkey_users where vendor = ${vendor} and person = ${person}`;
      return {
        passkeys: rows.map(({ id, name, credential, created_at, last_used_at, backed_up }) => ({
          ...{ id, name, credential, synced: backed_up, createdAt: isoOf(created_at) },
          lastUsedAt: last_used_at === null ? null : isoOf(last_used_at),
        })),
        offer: rows.length === 0 && (user?.offered_at ?? null) === null,
        rpId,
        user: user?.user_id ?? null,
      };
    },

    async count(transaction, { vendor, person }) {
      const rows = await transaction`select 1 from passkeys where vendor = ${vendor} and person = ${person}`;
      return rows.length;
    },

    async add(transaction, passkey) {
      const { vendor, person, credential, publicKey, counter, rpId, transports, name } = passkey;
      const added = await transaction`
        insert into passkeys (vendor, id, person, credential, public_key, counter, rp_id, transports, backup_eligible, backed_up, name, created_at)
        values (${vendor}, ${randomUUID()}, ${person}, ${credential}, ${publicKey}, ${counter}, ${rpId}, ${transports}::text[],
          ${passkey.backupEligible}, ${passkey.backedUp}, ${name}, ${at()})
        on conflict (vendor, credential) do nothing returning id`;
      return added.length > 0;
    },

    async used(transaction, { vendor, id }, { counter, backupEligible, backedUp }) {
      await transaction`
        update passkeys set counter = ${counter}, backup_eligible = ${backupEligible}, backed_up = ${backedUp}, last_used_at = ${at()}
        where vendor = ${vendor} and id = ${id}`;
    },

    async rename({ vendor, person }, id, name) {
      const renamed = await sql`
        update passkeys set name = ${name} where vendor = ${vendor} and person = ${person} and id = ${id} returning id`;
      return renamed.length > 0;
    },

    async remove(transaction, { vendor, person }, id) {
      const removed = await transaction`
        delete from passkeys where vendor = ${vendor} and person = ${person} and id = ${id} returning id`;
      return removed.length > 0;
    },

    async removeAll(transaction, vendor, persons) {
      await transaction`delete from passkeys where vendor = ${vendor} and person = any(${persons}::uuid[])`;
      await transaction`delete from passkey_users where vendor = ${vendor} and person = any(${persons}::uuid[])`;
    },

    async offered(owner) {
      await userOf(owner);
      await sql`
        update passkey_users set offered_at = coalesce(offered_at, ${at()})
        where vendor = ${owner.vendor} and person = ${owner.person}`;
    },
  };
}
