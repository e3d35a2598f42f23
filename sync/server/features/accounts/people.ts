/** Persons and what they are known by. */
import { randomUUID } from 'node:crypto';
import type { Language } from '../../../domain/languages.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { AccountChange, Letters } from '../../providers/mail/letters/account-letters.ts';
import type { IdentityKind } from './tables.ts';

export interface FoundAccount {
  readonly person: string;
  /** Null where the account has no password. */
  readonly passwordHash: string | null;
  /** Wrong passwords in a row. */
  readonly failures: number;
  /** The device was signed in to this account before. */
  readonly isKnown: boolean;
}

export interface Contact {
  /** In the form of `email-address.ts`. */
  readonly email: string;
  readonly shown: string;
  readonly language: Language;
  readonly verifiedAt: Date;
  /** Mail to it came back, and no code from there has been entered since. */
  readonly undeliverable: boolean;
}

export interface AddressOwner {
  readonly vendor: string;
  readonly email: string;
  readonly shown: string;
  readonly language: Language;
}

export interface NewIdentity {
  readonly vendor: string;
  readonly person: string;
  readonly kind: IdentityKind;
  readonly subject: string;
  readonly language: Language;
}

export interface People {
  /** Neither the closed ones nor those that are another person's now. */
  find(vendor: string, email: string, device: string): Promise<FoundAccount | undefined>;
  /** Of an address that was just proven; made where there is nobody. Undefined where the account was closed. */
  ofProvenAddress(
    transaction: Transaction,
    owner: AddressOwner,
  ): Promise<{ readonly person: string; readonly isNew: boolean } | undefined>;
  /** Whether it is anybody's, also of who has closed their account. */
  hasAddress(transaction: Transaction, vendor: string, email: string): Promise<boolean>;
  /** By something else than an address. */
  knownBy(
    transaction: Transaction,
    vendor: string,
    kind: IdentityKind,
    subject: string,
  ): Promise<string | undefined>;
  addIdentity(transaction: Transaction, identity: NewIdentity): Promise<void>;
  /** Of this person, or of this subject. */
  removeIdentities(
    transaction: Transaction,
    vendor: string,
    kind: IdentityKind,
    of: { readonly person: string } | { readonly subject: string },
  ): Promise<readonly { readonly person: string; readonly subject: string }[]>;
  /** So that nothing else is decided about this person meanwhile. @returns false where they were closed or merged. */
  lock(transaction: Transaction, vendor: string, person: string): Promise<boolean>;
  /** The device was signed in to this person's account before. */
  isKnown(within: Transaction | Sql, vendor: string, person: string, device: string): Promise<boolean>;
  contacts(transaction: Transaction | Sql, vendor: string, person: string): Promise<readonly Contact[]>;
  /** @returns false where it is somebody's already, perhaps theirs. */
  addAddress(transaction: Transaction, person: string, owner: AddressOwner): Promise<boolean>;
  /** A code from there has been entered. */
  reached(transaction: Transaction, owner: Pick<AddressOwner, 'vendor' | 'email'>): Promise<void>;
  removeAddress(transaction: Transaction, owner: Pick<AddressOwner, 'vendor' | 'email'>): Promise<void>;
  /** To each contact, in its own language: whoever did it doesn't choose what the owner can read. */
  tell(transaction: Transaction, vendor: string, person: string, what: AccountChange): Promise<void>;
  /** Letters are written in this language from now on. */
  setLanguage(transaction: Transaction, owner: Omit<AddressOwner, 'shown'>): Promise<void>;
}

export function createPeople(sql: Sql, letters: Letters, now: () => Date): People {
  const at = () => now().toISOString();

  async function lock(transaction: Transaction, vendor: string, person: string): Promise<boolean> {
    const [row] = await transaction<[{ open: boolean }?]>`
      select closed_at is null and merged_into is null as open from persons
      where vendor = ${vendor} and id = ${person} for update`;
    return row?.open === true;
  }

  const ownerOf = (transaction: Transaction, vendor: string, email: string) =>
    knownBy(transaction, vendor, 'email', email);

  async function contacts(transaction: Transaction | Sql, vendor: string, person: string) {
    const rows = await transaction<(Omit<Contact, 'verifiedAt'> & { verified_at: string })[]>`
      select subject as email, shown, language, verified_at, undeliverable_at is not null as undeliverable from identities
      where vendor = ${vendor} and person = ${person} and kind = 'email' order by verified_at, subject`;
    return rows.map(({ verified_at, ...contact }) => ({ ...contact, verifiedAt: new Date(verified_at) }));
  }

  async function knownBy(transaction: Transaction, vendor: string, kind: IdentityKind, subject: string) {
    const [row] = await transaction<[{ person: string }?]>`
      select person from identities where vendor = ${vendor} and kind = ${kind} and subject = ${subject}`;
    return row?.person;
  }

  return {
    lock,
    contacts,
    knownBy,

    hasAddress: async (transaction, vendor, email) =>
      (await knownBy(transaction, vendor, 'email', email)) !== undefined,

    async addIdentity(transaction, { vendor, person, kind, subject, language }) {
      await transaction`
        insert into identities (vendor, kind, subject, person, shown, verified_at, language)
        values (${vendor}, ${kind}, ${subject}, ${person}, '', ${at()}, ${language})`;
    },

    async removeIdentities(transaction, vendor, kind, of) {
      const [person, subject] = 'person' in of ? [of.person, null] : [null, of.subject];
      return transaction<{ person: string; subject: string }[]>`
        delete from identities where vendor = ${vendor} and kind = ${kind}
          and (person = ${person}::uuid or subject = ${subject}::text) returning person, subject`;
    },

    async find(vendor, email, device) {
      const [row] = await sql<[FoundAccount?]>`
        select i.person, w.hash as "passwordHash", coalesce(w.failures, 0) as failures, exists (
          select 1 from device_persons d where d.vendor = i.vendor and d.person = i.person and d.device = ${device}
            and d.disowned_at is null) as "isKnown"
        from identities i
        join persons p on p.vendor = i.vendor and p.id = i.person and p.closed_at is null and p.merged_into is null
        left join passwords w on w.vendor = i.vendor and w.person = i.person
        where i.vendor = ${vendor} and i.kind = 'email' and i.subject = ${email}`;
      return row;
    },

    async isKnown(within, vendor, person, device) {
      const [row] = await within`
        select 1 from device_persons
        where vendor = ${vendor} and person = ${person} and device = ${device} and disowned_at is null limit 1`;
      return row !== undefined;
    },

    async ofProvenAddress(transaction, { vendor, email, shown, language }) {
      const known = await ownerOf(transaction, vendor, email);
      if (known !== undefined)
        return (await lock(transaction, vendor, known)) ? { person: known, isNew: false } : undefined;
      const person = randomUUID();
      // Waits for another device that proves the same address at this moment.
      const made = await transaction`
        insert into identities (vendor, kind, subject, person, shown, verified_at, language)
        values (${vendor}, 'email', ${email}, ${person}, ${shown}, ${at()}, ${language}) on conflict do nothing returning person`;
      if (made.length === 0) {
        const first = (await ownerOf(transaction, vendor, email)) ?? '';
        return (await lock(transaction, vendor, first)) ? { person: first, isNew: false } : undefined;
      }
      await transaction`
        insert into persons (vendor, id, language, created_at) values (${vendor}, ${person}, ${language}, ${at()})`;
      return { person, isNew: true };
    },

    async reached(transaction, { vendor, email }) {
      await transaction`
        update identities set undeliverable_at = null where vendor = ${vendor} and kind = 'email' and subject = ${email}`;
    },

    async addAddress(transaction, person, { vendor, email, shown, language }) {
      const made = await transaction`
        insert into identities (vendor, kind, subject, person, shown, verified_at, language)
        values (${vendor}, 'email', ${email}, ${person}, ${shown}, ${at()}, ${language}) on conflict do nothing returning person`;
      return made.length > 0;
    },

    async removeAddress(transaction, { vendor, email }) {
      await transaction`delete from identities where vendor = ${vendor} and kind = 'email' and subject = ${email}`;
    },

    async tell(transaction, vendor, person, what) {
      for (const { email, language } of await contacts(transaction, vendor, person))
        await letters.somethingChanged(transaction, { vendor, to: email, language, what, at: now() });
    },

    async setLanguage(transaction, { vendor, email, language }) {
      await transaction`
        update identities set language = ${language} where vendor = ${vendor} and kind = 'email' and subject = ${email}`;
    },
  };
}

/** All letters to them are written in it, until they sign in in another one. */
export async function setPersonLanguage(
  transaction: Transaction,
  { vendor, person }: { readonly vendor: string; readonly person: string },
  language: Language,
): Promise<void> {
  await transaction`update persons set language = ${language} where vendor = ${vendor} and id = ${person}`;
  await transaction`update identities set language = ${language} where vendor = ${vendor} and person = ${person}`;
}

/** Mail to it comes back. They sign in by it all the same: only they can say whether it is wrong. */
export async function addressIsUnreachable(sql: Sql, vendor: string, email: string, at: Date): Promise<void> {
  await sql`
    update identities set undeliverable_at = ${at.toISOString()}
    where vendor = ${vendor} and kind = 'email' and subject = ${email} and undeliverable_at is null`;
}
