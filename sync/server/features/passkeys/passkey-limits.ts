/** How often somebody may begin and try. A signature can't be guessed: these bound the work, and a device that was signed in before has its own. */
import { ProblemError } from '../../base/problems.ts';
import { consumeAll, networkCounters } from '../../http/limits/consume-all.ts';
import type { Limits } from '../../http/limits/limits.ts';
import type { RatePolicy } from '../../http/limits/policy.ts';

const perHour = (name: string, count: number): RatePolicy => ({
  ...{ kind: 'rate', name, burst: count },
  perMinute: count / 60,
});
const OF_DEVICE = perHour('passkeys-device', 60);
const OF_KNOWN = perHour('passkeys-known', 60);
const OF_NETWORK = perHour('passkeys-network', 600);
const CHANGES = perHour('passkey-changes', 30);

export interface Trier {
  readonly vendor: string;
  readonly device: string;
  /** IP address. */
  readonly from: string;
  /** The device was signed in to this vendor before. */
  readonly isKnown: boolean;
}

export interface PasskeyLimits {
  /** @throws ProblemError RATE_LIMITED, like the one below. */
  ask(step: 'begin' | 'sign', trier: Trier): Promise<void>;
  change(owner: { readonly vendor: string; readonly person: string }): Promise<void>;
}

export function createPasskeyLimits(limits: Limits): PasskeyLimits {
  const key = (...parts: readonly string[]) => JSON.stringify(parts);
  async function demand(counters: Parameters<typeof consumeAll>[1]): Promise<void> {
    const taken = await consumeAll(limits, counters);
    if (!taken.allowed)
      throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(taken.retryAfter) });
  }
  return {
    ask: (step, { vendor, device, from, isKnown }) =>
      demand(
        isKnown
          ? [[key(step, vendor, device), OF_KNOWN]]
          : [
              [key(step, vendor, device), OF_DEVICE],
              ...networkCounters(from, (network) => key(step, network), OF_NETWORK),
            ],
      ),
    change: ({ vendor, person }) => demand([[key(vendor, person), CHANGES]]),
  };
}
