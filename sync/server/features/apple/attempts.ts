/** The way to Apple and back: begun by a device, answered by a form that comes from elsewhere, and ended by the same device. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Language, languages } from '../../../domain/languages.ts';
import { vendorOfReturn } from '../../../domain/return-screens.ts';
import { APPLE_MINUTES, type AppleReturn } from '../../../protocol/api/apple.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { AppleIdentity } from '../../providers/apple/apple.ts';
import {
  readSuggestedName,
  type SuggestedName,
  suggestedNameSchema,
} from '../../providers/apple/apple-claims.ts';
import type { AppleSeal } from './seal.ts';

export interface Begun {
  readonly state: string;
  readonly nonce: string;
  /** For the way back. */
  readonly cookie: string;
}

export interface Starting {
  readonly vendor: string;
  readonly device: string;
  readonly shared: boolean;
  readonly language: Language;
  /** Of this vendor: see {@link ownPath}. */
  readonly returnTo: string | undefined;
  /** It is to be linked to who is signed in, and signs nobody in. */
  readonly links: boolean;
}

export interface Attempt extends Omit<Starting, 'returnTo' | 'links'> {
  readonly state: string;
  readonly nonce: string;
}

export interface Answered extends Omit<Starting, 'returnTo'> {
  readonly identity: AppleIdentity;
  /** That the person might like to be called by; nobody has signed it. */
  readonly name: SuggestedName | undefined;
}

export interface Attempts {
  begin(starting: Starting): Promise<Begun>;
  /** The one of that state and cookie, while it waits for its answer. It can't be asked for a second time. */
  claim(state: string, cookie: string): Promise<Attempt | undefined>;
  /** Before anything can fail: the next form of this device won't have it. */
  keepName(attempt: Attempt, name: SuggestedName): Promise<void>;
  /** @returns what the device goes on with; it is nowhere else. */
  answer(attempt: Attempt, identity: AppleIdentity): Promise<string>;
  /** Nobody came back. @returns as above. */
  giveUp(attempt: Attempt, outcome: 'cancelled' | 'failed'): Promise<string>;
  /** What became of it, as often as it is asked for. */
  outcomeOf(vendor: string, device: string, result: string): Promise<AppleReturn | undefined>;
  /** Of this device. */
  read(
    transaction: Transaction,
    vendor: string,
    device: string,
    result: string,
  ): Promise<Answered | undefined>;
  end(transaction: Transaction, vendor: string, result: string): Promise<void>;
  sweep(): Promise<void>;
}

const random = () => randomBytes(32).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const isSame = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

/** A state names its vendor, as a result does: nothing else of the form does. */
export const newSecretOf = (vendor: string): string => `${vendor}.${random()}`;

/** @returns the path, where it is one of this vendor's on this very server: a browser is sent nowhere else. */
export function ownPath(vendor: string, path: string | undefined): string | undefined {
  const origin = 'https://own.invalid';
  if (path === undefined || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  // As it will be read, without dots, backslashes or tabs; whatever that changes wasn't written by our pages.
  return url.pathname === path && path.startsWith(`/connect/${vendor}/`) ? path : undefined;
}

const identitySchema = z.object({
  identity: z.object({
    subject: z.string(),
    issuer: z.string(),
    email: z.string().optional(),
    isEmailVerified: z.boolean(),
    isRelay: z.boolean(),
    refreshToken: z.string().optional(),
  }),
  name: suggestedNameSchema.optional(),
});

interface StoredAttempt {
  readonly nonce: string;
  readonly device: string;
  readonly shared: boolean;
  readonly language: string;
  readonly cookie_sha256: string;
  readonly state_sha256: string;
  readonly links: boolean;
  readonly return_to: Uint8Array | null;
  readonly outcome: AppleReturn['outcome'] | null;
  readonly identity: Uint8Array | null;
}

const languageSchema = z.enum(languages);

export function createAttempts(sql: Sql, seal: AppleSeal, now: () => Date): Attempts {
  const at = (minutes = 0) => new Date(now().getTime() + minutes * 60_000).toISOString();

  async function find(vendor: string, device: string, result: string, within?: Transaction) {
    const [row] = await (within ?? sql)<[StoredAttempt?]>`
      select * from apple_attempts
      where vendor = ${vendor} and result_sha256 = ${sha256(result)} and device = ${device} and expires_at > ${at()}
      ${within ? sql`for update` : sql``}`;
    return row;
  }
  const open = (vendor: string, result: string, identity: Uint8Array) =>
    identitySchema.parse(JSON.parse(seal.open([vendor, sha256(result)], identity)));

  return {
    async begin({ vendor, device, shared, language, returnTo, links }) {
      const begun = { state: newSecretOf(vendor), nonce: random(), cookie: random() };
      const kept = returnTo === undefined ? null : seal.seal([vendor, device], returnTo);
      await sql`
        insert into apple_attempts (vendor, state_sha256, cookie_sha256, nonce, device, shared, language, links, return_to, expires_at)
        values (${vendor}, ${sha256(begun.state)}, ${sha256(begun.cookie)}, ${begun.nonce}, ${device}, ${shared}, ${language}, ${links}, ${kept}, ${at(APPLE_MINUTES)})`;
      return begun;
    },

    async claim(state, cookie) {
      const vendor = vendorOfReturn(state);
      const [row] = await sql<[StoredAttempt?]>`
        select * from apple_attempts
        where vendor = ${vendor} and state_sha256 = ${sha256(state)} and result_sha256 is null and expires_at > ${at()}`;
      if (!row || !isSame(row.cookie_sha256, sha256(cookie))) return undefined;
      // Of several forms at the same time one goes on.
      const claimed = await sql`
        update apple_attempts set result_sha256 = ''
        where vendor = ${vendor} and state_sha256 = ${row.state_sha256} and result_sha256 is null returning state_sha256`;
      if (claimed.length === 0) return undefined;
      const { nonce, device, shared, language } = row;
      return { vendor, state, nonce, device, shared, language: languageSchema.parse(language) };
    },

    async keepName({ vendor, state, device }, name) {
      await sql`
        update apple_attempts set name = ${seal.seal([vendor, device], JSON.stringify(name))}
        where vendor = ${vendor} and state_sha256 = ${sha256(state)}`;
    },

    async answer({ vendor, state, device }, identity) {
      const result = newSecretOf(vendor);
      const [named] = await sql<[{ name: Uint8Array }?]>`
        select name from apple_attempts
        where vendor = ${vendor} and device = ${device} and name is not null order by expires_at desc limit 1`;
      const name = named && readSuggestedName(seal.open([vendor, device], named.name));
      const sealed = seal.seal([vendor, sha256(result)], JSON.stringify({ identity, name }));
      await sql`
        update apple_attempts set outcome = 'ok', result_sha256 = ${sha256(result)}, identity = ${sealed}, expires_at = ${at(APPLE_MINUTES)}
        where vendor = ${vendor} and state_sha256 = ${sha256(state)}`;
      return result;
    },

    async giveUp({ vendor, state }, outcome) {
      const result = newSecretOf(vendor);
      await sql`
        update apple_attempts set outcome = ${outcome}, result_sha256 = ${sha256(result)}
        where vendor = ${vendor} and state_sha256 = ${sha256(state)}`;
      return result;
    },

    async outcomeOf(vendor, device, result) {
      const row = await find(vendor, device, result);
      if (!row?.outcome) return undefined;
      const { outcome, links, return_to: kept } = row;
      const returnTo = kept && seal.open([vendor, device], kept);
      const opened = row.identity && open(vendor, result, row.identity);
      return {
        outcome,
        links,
        returnTo,
        isRelay: opened?.identity.isRelay === true,
        name: opened?.name ?? null,
      };
    },

    async read(transaction, vendor, device, result) {
      const row = await find(vendor, device, result, transaction);
      if (!row?.identity) return undefined;
      const { identity, name } = open(vendor, result, row.identity);
      const { email, refreshToken } = identity;
      return {
        ...{ vendor, device, shared: row.shared, language: languageSchema.parse(row.language), name },
        links: row.links,
        identity: { ...identity, email, refreshToken },
      };
    },

    async end(transaction, vendor, result) {
      await transaction`delete from apple_attempts where vendor = ${vendor} and result_sha256 = ${sha256(result)}`;
    },

    async sweep() {
      await sql`delete from apple_attempts where expires_at <= ${at()}`;
      await sql`delete from apple_notifications where at <= ${at(-2 * 24 * 60)}`;
    },
  };
}
