/** Phone numbers that a person has proven. One number is one person's: who proves it last has it, because numbers are given to others. */
import type { Language } from '../../../domain/languages.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';

export interface NumberOwner {
  readonly person: string;
  /** ISO 8601; null until the first claim has told it. */
  readonly birthDate: string | null;
}

export interface OwnNumber {
  /** E.164. */
  readonly number: string;
  readonly shown: string;
  readonly undeliverable: boolean;
  /** Otherwise they are only reached there. */
  readonly signsIn: boolean;
}

export interface Phones {
  /** Whom a code from there signs in. Neither of the closed ones nor of those that are another person's now. */
  ownerOf(within: Transaction | Sql, vendor: string, number: string): Promise<NumberOwner | undefined>;
  of(within: Transaction | Sql, vendor: string, person: string): Promise<OwnNumber | undefined>;
  /** Takes the place of the one that this person had. @returns who had this number until now. */
  prove(
    transaction: Transaction,
    owner: {
      readonly vendor: string;
      readonly person: string;
      readonly number: string;
      readonly shown: string;
      readonly language: Language;
      readonly signsIn: boolean;
    },
  ): Promise<string | undefined>;
  /** @returns whether that changed anything. */
  setSignsIn(transaction: Transaction, vendor: string, person: string, signsIn: boolean): Promise<boolean>;
  /** @returns whether there was one. */
  remove(transaction: Transaction, vendor: string, person: string): Promise<boolean>;
  /** A code from there has been entered: it is reached, and read in this language. */
  reached(transaction: Transaction, vendor: string, number: string, language: Language): Promise<void>;
  /** The last text didn't arrive. */
  unreachable(vendor: string, number: string): Promise<void>;
  /** In which texts to this number are written. */
  languageOf(vendor: string, number: string): Promise<Language | undefined>;
}

export function createPhones(sql: Sql, now: () => Date): Phones {
  return {
    async ownerOf(within, vendor, number) {
      const [row] = await within<[NumberOwner?]>`
        select i.person, p.birth_date as "birthDate" from identities i
        join persons p on p.vendor = i.vendor and p.id = i.person and p.closed_at is null and p.merged_into is null
        where i.vendor = ${vendor} and i.kind = 'phone' and i.subject = ${number} and i.signs_in`;
      return row;
    },

    async of(within, vendor, person) {
      const [row] = await within<[OwnNumber?]>`
        select subject as number, shown, undeliverable_at is not null as undeliverable, signs_in as "signsIn" from identities
        where vendor = ${vendor} and person = ${person} and kind = 'phone'`;
      return row;
    },

    async prove(transaction, { vendor, person, number, shown, language, signsIn }) {
      await transaction`
        delete from identities where vendor = ${vendor} and person = ${person} and kind = 'phone' and subject <> ${number}`;
      const [before] = await transaction<[{ person: string }?]>`
        select person from identities where vendor = ${vendor} and kind = 'phone' and subject = ${number} for update`;
      await transaction`
        insert into identities (vendor, kind, subject, person, shown, verified_at, language, signs_in)
        values (${vendor}, 'phone', ${number}, ${person}, ${shown}, ${now().toISOString()}, ${language}, ${signsIn})
        on conflict (vendor, kind, subject) do update
          set person = excluded.person, shown = excluded.shown, verified_at = excluded.verified_at,
            language = excluded.language, signs_in = excluded.signs_in, undeliverable_at = null`;
      return before?.person === person ? undefined : before?.person;
    },

    async setSignsIn(transaction, vendor, person, signsIn) {
      const changed = await transaction`
        update identities set signs_in = ${signsIn}
        where vendor = ${vendor} and person = ${person} and kind = 'phone' and signs_in <> ${signsIn} returning person`;
      return changed.length > 0;
    },

    async remove(transaction, vendor, person) {
      const removed = await transaction`
        delete from identities where vendor = ${vendor} and person = ${person} and kind = 'phone' returning person`;
      return removed.length > 0;
    },

    async reached(transaction, vendor, number, language) {
      await transaction`
        update identities set language = ${language}, undeliverable_at = null
        where vendor = ${vendor} and kind = 'phone' and subject = ${number}`;
    },

    async unreachable(vendor, number) {
      await sql`
        update identities set undeliverable_at = ${now().toISOString()}
        where vendor = ${vendor} and kind = 'phone' and subject = ${number} and undeliverable_at is null`;
    },

    async languageOf(vendor, number) {
      const [row] = await sql<[{ language: Language }?]>`
        select language from identities where vendor = ${vendor} and kind = 'phone' and subject = ${number}`;
      return row?.language;
    },
  };
}
