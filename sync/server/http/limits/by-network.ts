/** Taking from what networks may do: from every network that an address counts against, or from none of them. */
import type { RateLimiter } from '../../base/rate-limiter.ts';
import type { Consumption, Limits } from './limits.ts';
import { type CountedNetwork, networksOf } from './network.ts';
import { type LimitPolicy, times } from './policy.ts';

/** @param limiter of a single network. @param cost tokens. @returns 0, or the seconds after which the same may be asked again. */
export function takeByNetwork(limiter: RateLimiter, networks: readonly CountedNetwork[], cost = 1): number {
  const taken: CountedNetwork[] = [];
  for (const counted of networks) {
    const { name, allowance } = counted;
    const seconds = limiter.take(name, cost / allowance);
    if (seconds > 0) {
      for (const former of taken) limiter.refund(former.name, cost / former.allowance);
      return seconds;
    }
    taken.push(counted);
  }
  return 0;
}

/** @param policy of a single network. @throws as {@link Limits.consume}. */
export async function consumeByNetwork(
  limits: Pick<Limits, 'consume' | 'refund'>,
  address: string,
  policy: LimitPolicy,
): Promise<Consumption> {
  const taken: (readonly [key: string, policy: LimitPolicy])[] = [];
  for (const { name, allowance } of networksOf(address)) {
    const own = times(policy, allowance);
    const consumption = await limits.consume(name, 1, own);
    if (!consumption.allowed) {
      for (const [key, former] of taken) await limits.refund(key, 1, former);
      return consumption;
    }
    taken.push([name, own]);
  }
  return { allowed: true, retryAfter: 0 };
}
