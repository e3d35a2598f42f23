/** How often somebody may begin, and come back: each asks Apple's servers for something. */
import { ProblemError } from '../../base/problems.ts';
import { type Counter, consumeAll, networkCounters } from '../../http/limits/consume-all.ts';
import type { Limits } from '../../http/limits/limits.ts';
import type { RatePolicy } from '../../http/limits/policy.ts';

const perHour = (name: string, count: number): RatePolicy => ({
  ...{ kind: 'rate', name, burst: count },
  perMinute: count / 60,
});
const OF_DEVICE = perHour('apple-device', 30);
const OF_NETWORK = perHour('apple-network', 300);
const CALLBACKS = perHour('apple-callbacks', 300);

export interface AppleLimits {
  /** @throws ProblemError RATE_LIMITED, like the one below. */
  begin(device: string, from: string): Promise<void>;
  callback(from: string): Promise<void>;
}

export function createAppleLimits(limits: Limits): AppleLimits {
  async function demand(counters: readonly Counter[]): Promise<void> {
    const taken = await consumeAll(limits, counters);
    if (!taken.allowed)
      throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(taken.retryAfter) });
  }
  return {
    begin: (device, from) =>
      demand([[device, OF_DEVICE], ...networkCounters(from, (network) => network, OF_NETWORK)]),
    callback: (from) => demand(networkCounters(from, (network) => network, CALLBACKS)),
  };
}
