/**
 * How often somebody may try to sign in. What strangers do never counts against a browser that has signed in before, and what is refused counts
 * against nobody: a limit that refused tries drained would be a way to lock people out.
 */

import type { Limits } from '../../http/limits/limits.ts';
import { networksOf } from '../../http/limits/network.ts';
import type { DelayPolicy, LimitPolicy, RatePolicy } from '../../http/limits/policy.ts';
import { times } from '../../http/limits/policy.ts';

/** Of a browser that is known for the account. */
export const KNOWN_BROWSER: DelayPolicy = {
  kind: 'delay',
  name: 'sign-in-known-browser',
  free: 5,
  firstSeconds: 30,
  longestSeconds: 15 * 60,
  forgetSeconds: 60 * 60,
};
/** Of any other, by account and network. */
export const ACCOUNT_FROM_NETWORK: DelayPolicy = {
  kind: 'delay',
  name: 'sign-in-account-network',
  free: 5,
  firstSeconds: 60,
  longestSeconds: 60 * 60,
  forgetSeconds: 12 * 60 * 60,
};
/** On all accounts together, by network: passwords that are tried on many people. */
export const NETWORK: RatePolicy = { kind: 'rate', name: 'sign-in-network', burst: 30, perMinute: 2 };
/** From all networks together, by account. Only browsers that aren't known are counted, and stopped, by it. */
export const ACCOUNT: RatePolicy = { kind: 'rate', name: 'sign-in-account', burst: 50, perMinute: 2 };
/** A refusal is audited once a minute: a flood must not fill the trail. */
const REFUSAL_AUDIT: RatePolicy = { kind: 'rate', name: 'sign-in-refusal-audit', burst: 1, perMinute: 1 };

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

type Counter = readonly [key: string, policy: LimitPolicy];

function countersOf({ vendor, email, from, knownBrowser }: SignInTry): readonly Counter[] {
  const networks = networksOf(from);
  const key = (...parts: readonly string[]) => JSON.stringify(parts);
  if (knownBrowser !== undefined) return [[key(vendor, email, knownBrowser), KNOWN_BROWSER]];
  return [
    ...networks.map(({ name, allowance }): Counter => [key(name), times(NETWORK, allowance)]),
    ...networks.map(
      ({ name, allowance }): Counter => [key(vendor, email, name), times(ACCOUNT_FROM_NETWORK, allowance)],
    ),
    [key(vendor, email), ACCOUNT],
  ];
}

export function createSignInLimits(limits: Limits): SignInLimits {
  return {
    async take(attempt) {
      const taken: Counter[] = [];
      for (const counter of countersOf(attempt)) {
        const [key, policy] = counter;
        const { allowed, retryAfter } = await limits.consume(key, 1, policy);
        if (!allowed) {
          for (const [former, its] of taken) await limits.refund(former, 1, its);
          const { allowed: isAudited } = await limits.consume(`${policy.name} ${key}`, 1, REFUSAL_AUDIT);
          return { allowed, retryAfter, isAudited };
        }
        taken.push(counter);
      }
      return { allowed: true };
    },

    async succeed(attempt) {
      for (const [key, policy] of countersOf(attempt))
        await (policy.kind === 'delay' ? limits.reset(key, policy) : limits.refund(key, 1, policy));
    },
  };
}
