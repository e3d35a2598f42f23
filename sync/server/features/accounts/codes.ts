/** Codes by email and by text: six digits, for ten minutes and five tries, once, for the device that asked. */
import { randomInt } from 'node:crypto';
import type { Language } from '../../../domain/languages.ts';
import { CODE_LENGTH, CODE_MINUTES } from '../../../protocol/api/accounts.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { type AccountMac, isSame } from './sessions/secrets.ts';

export const MAX_CODE_TRIES = 5;

/** Of a code that proves an address or a number to one person: it lets nobody in, and is of no use to another person. No address has a space in it. */
export const proofSubject = (person: string, subject: string) => `${person} ${subject}`;

interface CodeOwner {
  readonly vendor: string;
  /** In the form of `email-address.ts`, a phone number in E.164, or a {@link proofSubject}. */
  readonly email: string;
  readonly device: string;
}

export interface Codes {
  /** Takes the place of the one that this device had asked for before. @returns the code, which is nowhere else. */
  issue(transaction: Transaction, owner: CodeOwner, language: Language): Promise<string>;
  /**
   * Counts the try on the code's row, whoever tries. The right one is gone with it: of several at the same time one wins.
   * @param keeps the right one counts as one more try, and stays.
   * @returns when it was asked for; undefined where it isn't right. Commit the transaction in both cases.
   */
  redeem(
    transaction: Transaction,
    owner: CodeOwner,
    code: string,
    keeps?: boolean,
  ): Promise<{ readonly askedAt: Date } | undefined>;
  /** Of these addresses and numbers on all devices, and of everything that this person is about to prove. */
  revoke(
    transaction: Transaction,
    of: { readonly vendor: string; readonly person: string; readonly subjects: readonly string[] },
  ): Promise<void>;
  sweep(): Promise<void>;
}

export function createCodes(sql: Sql, mac: AccountMac, now: () => Date): Codes {
  const hashOf = ({ vendor, email, device }: CodeOwner, code: string) =>
    mac('one-time code', vendor, email, device, code).toString('base64url');
  const at = (minutes = 0) => new Date(now().getTime() + minutes * 60_000).toISOString();
  return {
    async issue(transaction, owner, language) {
      const { vendor, email, device } = owner;
      const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
      await transaction`
        insert into one_time_codes (vendor, email, device, hash, tries, expires_at, language, asked_at)
        values (${vendor}, ${email}, ${device}, ${hashOf(owner, code)}, 0, ${at(CODE_MINUTES)}, ${language}, ${at()})
        on conflict (vendor, email, device) do update
          set hash = excluded.hash, tries = 0, expires_at = excluded.expires_at, language = excluded.language, asked_at = excluded.asked_at`;
      return code;
    },

    async redeem(transaction, owner, code, keeps = false) {
      const { vendor, email, device } = owner;
      const [row] = await transaction<[{ hash: string; asked_at: string }?]>`
        update one_time_codes set tries = tries + 1
        where vendor = ${vendor} and email = ${email} and device = ${device} and tries < ${MAX_CODE_TRIES} and expires_at > ${at()}
        returning hash, asked_at`;
      if (!isSame(hashOf(owner, code), row?.hash ?? hashOf(owner, 'no code has this text')) || !row)
        return undefined;
      if (!keeps)
        await transaction`delete from one_time_codes where vendor = ${vendor} and email = ${email} and device = ${device}`;
      return { askedAt: new Date(row.asked_at) };
    },

    async revoke(transaction, { vendor, person, subjects }) {
      await transaction`delete from one_time_codes where vendor = ${vendor} and (email = any(${subjects}::text[]) or starts_with(email, ${proofSubject(person, '')}))`;
    },

    async sweep() {
      await sql`delete from one_time_codes where expires_at <= ${at()}`;
    },
  };
}
