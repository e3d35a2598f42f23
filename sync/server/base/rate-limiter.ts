/** Token buckets in memory: each key may do `burst` things at once, and `perMinute` in the long run. */

export interface RateLimit {
  readonly burst: number;
  readonly perMinute: number;
}

export interface RateLimiter {
  /** Takes one token, or `cost` of them, or nothing where there are fewer. @returns 0, or the seconds after which there are as many again. */
  take(key: string, cost?: number): number;
  /** Gives back what turned out not to count. */
  refund(key: string, cost?: number): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Where so many keys are known, those that are full again are forgotten, so that strangers can't fill the memory. */
const MAX_KEYS = 50_000;

/** @param now milliseconds of any clock that never goes back. */
export function createRateLimiter({ burst, perMinute }: RateLimit, now: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const tokensOf = ({ tokens, at }: Bucket) => Math.min(burst, tokens + (now() - at) * perMs);

  function forget(): void {
    for (const [key, bucket] of buckets) if (tokensOf(bucket) >= burst) buckets.delete(key);
    for (const key of buckets.keys()) {
      if (buckets.size < MAX_KEYS) return;
      buckets.delete(key);
    }
  }

  return {
    take(key, cost = 1) {
      const bucket = buckets.get(key);
      const tokens = bucket ? tokensOf(bucket) : burst;
      if (!bucket && buckets.size >= MAX_KEYS) forget();
      const taken = tokens >= cost;
      buckets.set(key, { tokens: taken ? tokens - cost : tokens, at: now() });
      return taken ? 0 : Math.max(1, Math.ceil((cost - tokens) / perMs / 1000));
    },
    refund(key, cost = 1) {
      const bucket = buckets.get(key);
      if (bucket) buckets.set(key, { tokens: Math.min(burst, tokensOf(bucket) + cost), at: now() });
    },
  };
}
