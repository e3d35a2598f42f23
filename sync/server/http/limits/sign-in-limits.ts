/**
 * How often somebody may try to sign in. What strangers do never counts against a browser that has signed in before, and what is refused counts
 * against nobody: a limit that refused tries drained would be a way to lock people out.
 */

import { type Counter, consumeAll, networkCounters } from './consume-all.ts';
import type { Limits } from './limits.ts';
import type { DelayPolicy, RatePolicy } from './policy.ts';

export interface SignInPolicies {
  /** Of a browser that is known for the account. */
  readonly knownBrowser: DelayPolicy;
  /** Of any other, by account and network. */
  readonly accountFromNetwork: DelayPolicy;
  /** On all accounts together, by network: passwords that are tried on many people. */
  readonly network: RatePolicy;
  /** From all networks together, by account. Only browsers that aren't known are counted, and stopped, by it. Left out where something else bounds the tries. */
  readonly account?: RatePolicy;
  /** A refusal is audited once a minute: a flood must not fill the trail. */
  readonly refusalAudit: RatePolicy;
}

export interface SignInTry {
  readonly vendor: string;
  /** Normalized. */
  readonly email: string;
  /** IP address. */
  readonly from: string;
  /** Under which the browser is known for the account. */
  readonly knownBrowser: string | undefined;
}

export type SignInAllowance =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfter: number; readonly isAudited: boolean };

export interface SignInLimits {
  /** Counts the try as a failure, before anything is looked at: tries at the same time gain nothing. */
  take(attempt: SignInTry): Promise<SignInAllowance>;
  /** It was the right password after all. */
  succeed(attempt: SignInTry): Promise<void>;
}

function countersOf(
  policies: SignInPolicies,
  { vendor, email, from, knownBrowser }: SignInTry,
): readonly Counter[] {
  const key = (...parts: readonly string[]) => JSON.stringify(parts);
  if (knownBrowser !== undefined) return [[key(vendor, email, knownBrowser), policies.knownBrowser]];
  return [
    ...networkCounters(from, (network) => key(network), policies.network),
    ...networkCounters(from, (network) => key(vendor, email, network), policies.accountFromNetwork),
    ...(policies.account ? [[key(vendor, email), policies.account] as const] : []),
  ];
}

export function createSignInLimits(limits: Limits, policies: SignInPolicies): SignInLimits {
  return {
    async take(attempt) {
      const taken = await consumeAll(limits, countersOf(policies, attempt));
      if (taken.allowed) return taken;
      const { retryAfter, refusedBy } = taken;
      const [key, { name }] = refusedBy;
      const { allowed: isAudited } = await limits.consume(`${name} ${key}`, 1, policies.refusalAudit);
      return { allowed: false, retryAfter, isAudited };
    },

    async succeed(attempt) {
      for (const [key, policy] of countersOf(policies, attempt))
        await (policy.kind === 'delay' ? limits.reset(key, policy) : limits.refund(key, 1, policy));
    },
  };
}
