/** How often something may be done for one key. */

/** A token bucket: `burst` at once, and `perMinute` in the long run. */
export interface RatePolicy {
  readonly kind: 'rate';
  /** Keys of different policies never meet. */
  readonly name: string;
  readonly burst: number;
  readonly perMinute: number;
}

/** Waits that grow: after `free` tries the first wait, which then doubles with each try up to `longestSeconds`. */
export interface DelayPolicy {
  readonly kind: 'delay';
  readonly name: string;
  readonly free: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /** So long after the last wait nothing is held against the key any more. */
  readonly forgetSeconds: number;
}

export type LimitPolicy = RatePolicy | DelayPolicy;

/** A rate of so many a minute, all of them at once where the key has been quiet. */
export function perMinute(name: string, count: number): RatePolicy {
  return { kind: 'rate', name, burst: count, perMinute: count };
}

/** The same with so many times as much allowed: for what many share. */
export function times<Policy extends LimitPolicy>(policy: Policy, allowance: number): Policy {
  return policy.kind === 'rate'
    ? { ...policy, burst: policy.burst * allowance, perMinute: policy.perMinute * allowance }
    : { ...policy, free: policy.free * allowance };
}
