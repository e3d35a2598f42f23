/**
 * Signing in by a mailed code or a password, which is also how somebody who is signed in proves it again. A wrong code, a wrong password and an address
 * that nobody has look the same and take the same.
 */
import { randomUUID } from 'node:crypto';
import type { Language } from '../../../domain/languages.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { createLimiter } from '../../base/limiter.ts';
import { hashPassword } from '../../base/passwords.ts';
import { ProblemError } from '../../base/problems.ts';
import type { SignInLimits, SignInTry } from '../../http/limits/sign-in-limits.ts';
import type { AccountLimits } from './account-limits.ts';
import type { AccountTrail } from './account-trail.ts';
import type { Codes } from './codes.ts';
import type { Enter } from './enter.ts';
import type { FoundAccount, People } from './people.ts';
import type { Opened } from './sessions/stored-session.ts';

export interface SignInRequest {
  readonly vendor: string;
  /** In the form of `email-address.ts`. */
  readonly email: string;
  /** As it was typed. */
  readonly shown: string;
  readonly language: Language;
  readonly by: { readonly code: string } | { readonly password: string };
  readonly shared: boolean;
  readonly device: string;
  readonly browser: string | null;
  /** Token of a session that the device may have. */
  readonly presented: string | undefined;
  /** IP address. */
  readonly from: string;
}

/** @param hash of argon2id. */
export type CheckPassword = (hash: string, password: string) => Promise<boolean>;

export interface SignInDependencies {
  readonly sql: Sql;
  readonly people: People;
  readonly codes: Codes;
  readonly enter: Enter;
  readonly limits: AccountLimits;
  readonly trail: AccountTrail;
  readonly checkPassword: CheckPassword;
}

/** After so many wrong ones in a row a password opens nothing until a code has (NIST SP 800-63B-4, 3.2.2). */
export const MAX_PASSWORD_FAILURES = 100;
/** A check of a password takes a processor and 19 MiB for some 50 ms. Devices that are known go first. */
const CHECKS = { atOnce: 2, line: 20, keptForFirst: 20 } as const;
const RETRY_SECONDS = '5';

/** @throws ProblemError SIGN_IN_FAILED, CODE_NEEDED, RATE_LIMITED, or UNAVAILABLE where too many checks are under way. */
export type SignIn = (request: SignInRequest) => Promise<Opened>;

/** 403: a client would repeat a 401 with a new nonce, and be counted twice. */
const signInFailed = () => new ProblemError('SIGN_IN_FAILED', { status: 403 });

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { sql, people, codes, enter, limits, trail, checkPassword } = dependencies;
  const checks = createLimiter(CHECKS);
  // Checked against where there is no password, so that the answer takes as long.
  let nobody: Promise<string> | undefined;

  async function take(kind: SignInLimits, attempt: SignInTry, person: string | undefined): Promise<void> {
    const allowance = await kind.take(attempt);
    if (allowance.allowed) return;
    if (allowance.isAudited) trail.refused({ vendor: attempt.vendor, person, from: attempt.from });
    throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(allowance.retryAfter) });
  }

  /** What both ways end in. */
  async function open(
    transaction: Transaction,
    request: SignInRequest,
    account: { readonly person: string; readonly isNew: boolean; readonly codeAskedAt: Date | null },
  ): Promise<Opened> {
    const { vendor, device, shared, browser, presented, from } = request;
    const opened = await enter(transaction, { vendor, device, shared, browser, presented, from, ...account });
    await people.setLanguage(transaction, request);
    return opened;
  }

  async function byCode(
    request: SignInRequest,
    code: string,
    account: FoundAccount | undefined,
  ): Promise<Opened> {
    const opened = await sql.begin(async (transaction) => {
      const redeemed = await codes.redeem(transaction, request, code);
      if (!redeemed) return undefined;
      const owner = await people.ofProvenAddress(transaction, request);
      await people.reached(transaction, request);
      return owner && open(transaction, request, { ...owner, codeAskedAt: redeemed.askedAt });
    });
    if (opened) return opened;
    trail.failed({ vendor: request.vendor, person: account?.person, from: request.from });
    throw signInFailed();
  }

  async function byPassword(
    request: SignInRequest,
    account: FoundAccount | undefined,
    check: (hash: string) => Promise<boolean>,
  ): Promise<Opened> {
    const { vendor, email, from } = request;
    nobody ??= hashPassword('no password has this text');
    const hash = account?.passwordHash ?? null;
    const matches = await check(hash ?? (await nobody));
    if (account && hash !== null && account.failures >= MAX_PASSWORD_FAILURES) {
      trail.failed({ vendor, person: account.person, from });
      // A stranger would learn from it that there is an account.
      throw account.isKnown ? new ProblemError('CODE_NEEDED') : signInFailed();
    }
    if (!matches || !account || hash === null) {
      await sql`
        update passwords set failures = failures + 1 where vendor = ${vendor} and person = ${account?.person ?? randomUUID()}`;
      trail.failed({ vendor, person: account?.person, from });
      throw signInFailed();
    }
    await limits.rightPassword({ vendor, email });
    const opened = await sql.begin(async (transaction) => {
      const { person } = account;
      if (!(await people.lock(transaction, vendor, person))) return undefined;
      // It may have been changed since it was read.
      const [same] = await transaction`
        select 1 from passwords where vendor = ${vendor} and person = ${person} and hash = ${hash} and failures < ${MAX_PASSWORD_FAILURES}`;
      return same && open(transaction, request, { person, isNew: false, codeAskedAt: null });
    });
    if (!opened) throw signInFailed();
    return opened;
  }

  return async (request) => {
    const { vendor, email, device, from, by } = request;
    const account = await people.find(vendor, email, device);
    const attempt = { vendor, email, from, knownBrowser: account?.isKnown ? device : undefined };
    if ('code' in by) {
      await take(limits.codes, attempt, account?.person);
      const opened = await byCode(request, by.code, account);
      await limits.codes.succeed(attempt);
      return opened;
    }
    // Before the try is counted: what isn't looked at counts against nobody.
    const place = checks.reserve(account?.isKnown === true);
    if (!place) throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
    try {
      await take(limits.passwords, attempt, account?.person);
      const { password } = by;
      const opened = await byPassword(request, account, (hash) =>
        place.run(() => checkPassword(hash, password)),
      );
      await limits.passwords.succeed(attempt);
      return opened;
    } finally {
      place.release();
    }
  };
}
