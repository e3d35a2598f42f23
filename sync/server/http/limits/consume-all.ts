/** Taking from several limits: from all of them, or from none. */
import type { Limits } from './limits.ts';
import { networksOf } from './network.ts';
import { type LimitPolicy, times } from './policy.ts';

export type Counter = readonly [key: string, policy: LimitPolicy];

export type TakenFromAll =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfter: number; readonly refusedBy: Counter };

/** Of each network that the address counts against. @param keyOf the key by the network's name. @param policy of a single network. */
export function networkCounters(
  address: string,
  keyOf: (network: string) => string,
  policy: LimitPolicy,
): readonly Counter[] {
  return networksOf(address).map(({ name, allowance }) => [keyOf(name), times(policy, allowance)]);
}

/** @throws as {@link Limits.consume}. */
export async function consumeAll(
  limits: Pick<Limits, 'consume' | 'refund'>,
  counters: readonly Counter[],
): Promise<TakenFromAll> {
  const taken: Counter[] = [];
  for (const counter of counters) {
    const { allowed, retryAfter } = await limits.consume(counter[0], 1, counter[1]);
    if (!allowed) {
      for (const [key, policy] of taken) await limits.refund(key, 1, policy);
      return { allowed, retryAfter, refusedBy: counter };
    }
    taken.push(counter);
  }
  return { allowed: true };
}
