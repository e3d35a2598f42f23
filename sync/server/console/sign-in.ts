/** Signing in to a vendor's console. An unknown address, a wrong password and a disabled account look and take the same. */
import type { SignInRequest } from '../../protocol/console.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { ProblemError } from '../problems.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '../rate-limiter.ts';
import { hashPassword, passwordMatches } from '../staff/passwords.ts';
import { normaliseEmail, type StaffRegister } from '../staff/staff-register.ts';
import type { SignedInStaff, StaffSessions } from '../staff/staff-sessions.ts';

/** Failures that one address may cause on one account, on any account, and that all may cause on one account. */
const OWN_ACCOUNT: RateLimit = { burst: 5, perMinute: 1 / 3 };
const ANY_ACCOUNT: RateLimit = { burst: 30, perMinute: 2 };
const WHOLE_ACCOUNT: RateLimit = { burst: 50, perMinute: 2 };

export interface SignInDependencies {
  readonly staff: StaffRegister;
  readonly sessions: StaffSessions;
  readonly audit: AuditLog;
  readonly clock: () => number;
}

/** @throws ProblemError SIGN_IN_FAILED or RATE_LIMITED. */
export type SignIn = (
  vendor: string,
  request: SignInRequest,
  from: string,
) => Promise<{ readonly token: string; readonly staff: SignedInStaff }>;

export function createSignIn({ staff, sessions, audit, clock }: SignInDependencies): SignIn {
  const limits: readonly (readonly [RateLimiter, (vendor: string, email: string, from: string) => string])[] =
    [
      [createRateLimiter(OWN_ACCOUNT, clock), (vendor, email, from) => `${vendor} ${email} ${from}`],
      [createRateLimiter(ANY_ACCOUNT, clock), (_vendor, _email, from) => from],
      [createRateLimiter(WHOLE_ACCOUNT, clock), (vendor, email) => `${vendor} ${email}`],
    ];
  // Checked against where there is nobody, so that the answer takes as long.
  let nobody: Promise<string> | undefined;

  return async (vendor, { email: typed, password }, from) => {
    const email = normaliseEmail(typed);
    const keys = limits.map(([limiter, keyOf]) => [limiter, keyOf(vendor, email, from)] as const);
    const wait = Math.max(...keys.map(([limiter, key]) => limiter.take(key)));
    if (wait > 0) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(wait) });
    nobody ??= hashPassword('no password has this text');
    const member = await staff.find(vendor, email);
    const matches = await passwordMatches(member?.passwordHash ?? (await nobody), password);
    if (!member || !matches || member.disabledAt) {
      await audit.record({ vendor, action: 'sign-in-failed', actor: member?.email ?? null, from });
      throw new ProblemError('SIGN_IN_FAILED');
    }
    for (const [limiter, key] of keys) limiter.refund(key);
    const token = await sessions.open(vendor, member.id);
    await audit.record({ vendor, action: 'sign-in', actor: member.email, from });
    const { id, name, role } = member;
    return { token, staff: { id, vendor, email: member.email, name, role } };
  };
}
