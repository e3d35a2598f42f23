/** Stolen cards are tried out where nobody counts: declined ones cost tries, of the order and of the network that they come from. */
import { ProblemError } from '../../base/problems.ts';
import { type Counter, consumeAll, networkCounters } from '../../http/limits/consume-all.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { perMinute, type RatePolicy } from '../../http/limits/policy.ts';
import type { PaymentName } from './payment.ts';
import type { PaymentResult } from './start.ts';

/** Then one an hour. */
const OF_ORDER: RatePolicy = { kind: 'rate', name: 'payment-order', burst: 8, perMinute: 1 / 60 };
/** Many people pay from one address: a clinic's waiting room, a mobile network. Then one in two minutes. */
const OF_NETWORK: RatePolicy = { kind: 'rate', name: 'payment-network', burst: 40, perMinute: 0.5 };
/** Under way at once, so that none is begun that couldn't be counted. Of a server that died over them they are back within a minute: a crash keeps nobody from paying. */
const AT_ONCE_OF_ORDER = perMinute('payment-order-at-once', OF_ORDER.burst);
const AT_ONCE_OF_NETWORK = perMinute('payment-network-at-once', OF_NETWORK.burst);

export interface ConfirmLimits {
  /** @throws ProblemError RATE_LIMITED, and whatever the work throws. */
  count(order: PaymentName, from: string, work: () => Promise<PaymentResult>): Promise<PaymentResult>;
}

const tooMany = (seconds: number) => new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });

export function createConfirmLimits(limits: Limits): ConfirmLimits {
  return {
    async count({ vendor, order }, from, work) {
      const own = `${vendor} ${order}`;
      const counters = (ofOrder: RatePolicy, ofNetwork: RatePolicy): readonly Counter[] => [
        [own, ofOrder],
        ...networkCounters(from, (network) => network, ofNetwork),
      ];
      const declines = counters(OF_ORDER, OF_NETWORK);
      for (const counter of declines) {
        const { allowed, retryAfter } = await limits.peek(...counter);
        if (!allowed) throw tooMany(retryAfter);
      }
      const atOnce = counters(AT_ONCE_OF_ORDER, AT_ONCE_OF_NETWORK);
      const taken = await consumeAll(limits, atOnce);
      if (!taken.allowed) throw tooMany(taken.retryAfter);
      try {
        const { asked, ...paid } = await work();
        // Without a reason no card was asked, and a reason that is remembered was counted when it was given.
        if (asked && paid.declined !== undefined)
          for (const counter of declines) await limits.charge(...counter);
        return paid;
      } finally {
        for (const [key, policy] of atOnce) await limits.refund(key, 1, policy);
      }
    },
  };
}
