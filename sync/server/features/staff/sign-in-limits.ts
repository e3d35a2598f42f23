/** How often staff may try to sign in. */
import type { Limits } from '../../http/limits/limits.ts';
import type { DelayPolicy, RatePolicy } from '../../http/limits/policy.ts';
import { createSignInLimits as createLimitsOf, type SignInLimits } from '../../http/limits/sign-in-limits.ts';

/** Of a browser that is known for the account. */
const KNOWN_BROWSER: DelayPolicy = {
  kind: 'delay',
  name: 'sign-in-known-browser',
  free: 5,
  firstSeconds: 30,
  longestSeconds: 15 * 60,
  forgetSeconds: 60 * 60,
};
/** Of any other, by account and network. */
const ACCOUNT_FROM_NETWORK: DelayPolicy = {
  kind: 'delay',
  name: 'sign-in-account-network',
  free: 5,
  firstSeconds: 60,
  longestSeconds: 60 * 60,
  forgetSeconds: 12 * 60 * 60,
};
/** On all accounts together, by network: passwords that are tried on many people. */
const NETWORK: RatePolicy = { kind: 'rate', name: 'sign-in-network', burst: 30, perMinute: 2 };
/** From all networks together, by account. Only browsers that aren't known are counted, and stopped, by it. */
const ACCOUNT: RatePolicy = { kind: 'rate', name: 'sign-in-account', burst: 50, perMinute: 2 };
/** A refusal is audited once a minute: a flood must not fill the trail. */
const REFUSAL_AUDIT: RatePolicy = { kind: 'rate', name: 'sign-in-refusal-audit', burst: 1, perMinute: 1 };

export function createSignInLimits(limits: Limits): SignInLimits {
  return createLimitsOf(limits, {
    knownBrowser: KNOWN_BROWSER,
    accountFromNetwork: ACCOUNT_FROM_NETWORK,
    network: NETWORK,
    account: ACCOUNT,
    refusalAudit: REFUSAL_AUDIT,
  });
}
