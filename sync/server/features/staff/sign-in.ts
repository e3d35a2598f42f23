/** Signing in to a vendor's console. An unknown address, a wrong password and a disabled account look and take the same. */

import type { SignInRequest } from '../../../protocol/api/staff.ts';
import { createLimiter, type Place } from '../../base/limiter.ts';
import { hashPassword, passwordMatches } from '../../base/passwords.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { FailedSignIns } from '../../core/audit/failed-sign-ins.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import type { SignInLimits, SignInTry } from '../../http/limits/sign-in-limits.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { normaliseEmail, type StaffRegister } from './staff-register.ts';
import type { StaffSessions } from './staff-sessions.ts';

export interface SignInDependencies {
  readonly staff: StaffRegister;
  readonly sessions: StaffSessions;
  readonly audit: AuditLog;
  readonly failures: FailedSignIns;
  readonly limits: SignInLimits;
  readonly knownBrowsers: KnownBrowsers;
}

export interface SignInOrigin {
  /** IP address. */
  readonly from: string;
  /** The cookie of a known browser, if it sent one. */
  readonly browserCookie: string | undefined;
}

export interface SignedIn {
  readonly token: string;
  /** The next value of the known browser's cookie. */
  readonly browserCookie: string;
  readonly staff: SignedInStaff;
}

/** A check of a password takes a processor and 19 MiB for some 50 ms. Browsers that are known go first. */
const CHECKS = { atOnce: 2, line: 20, keptForFirst: 20 } as const;
const RETRY_SECONDS = '5';

/** @throws ProblemError SIGN_IN_FAILED, RATE_LIMITED, or UNAVAILABLE where tries can't be counted or too many are under way. */
export type SignIn = (vendor: string, request: SignInRequest, origin: SignInOrigin) => Promise<SignedIn>;

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { staff, sessions, audit, failures, limits, knownBrowsers } = dependencies;
  const checks = createLimiter(CHECKS);
  // Checked against where there is nobody, so that the answer takes as long.
  let nobody: Promise<string> | undefined;

  async function signIn(
    attempt: SignInTry,
    password: string,
    browserCookie: string | undefined,
    place: Place,
  ): Promise<SignedIn> {
    const { vendor, email, from } = attempt;
    nobody ??= hashPassword('no password has this text');
    const standIn = await nobody;
    // Looked up for refused tries, too: they take the same for an account that isn't there.
    const member = await staff.find(vendor, email);
    const actor = member?.email ?? null;
    const allowance = await limits.take(attempt);
    if (!allowance.allowed) {
      if (allowance.isAudited) await audit.record({ vendor, action: 'sign-in-refused', actor, from });
      throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(allowance.retryAfter) });
    }
    const matches = await place.run(() => passwordMatches(member?.passwordHash ?? standIn, password));
    if (!member || !matches || member.disabledAt) {
      await failures.record({ vendor, actor, from });
      throw new ProblemError('SIGN_IN_FAILED');
    }
    await limits.succeed(attempt);
    const token = await sessions.open(vendor, member.id);
    await audit.record({ vendor, action: 'sign-in', actor, from });
    const { id, name, role } = member;
    return {
      token,
      browserCookie: knownBrowsers.remember(vendor, email, browserCookie),
      staff: { id, vendor, email: member.email, name, role },
    };
  }

  return async (vendor, { email: typed, password }, { from, browserCookie }) => {
    const email = normaliseEmail(typed);
    const knownBrowser = knownBrowsers.find(vendor, email, browserCookie);
    // Before the try is counted: what isn't looked at counts against nobody.
    const place = checks.reserve(knownBrowser !== undefined);
    if (!place) throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
    try {
      return await signIn({ vendor, email, from, knownBrowser }, password, browserCookie, place);
    } finally {
      place.release();
    }
  };
}
