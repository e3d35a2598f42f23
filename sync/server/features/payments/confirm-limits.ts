/** Stolen cards are tried out where nobody counts: declined ones cost tries, of the order and of the network that they come from. */
import type { Limits } from '../../http/limits/limits.ts';
import type { RatePolicy } from '../../http/limits/policy.ts';
import type { PaymentName } from './payment.ts';
import type { PaymentResult } from './start.ts';

/** Then one an hour. */
const OF_ORDER: RatePolicy = { kind: 'rate', name: 'payment-order', burst: 8, perMinute: 1 / 60 };
/** Many people pay from one address: a clinic's waiting room, a mobile network. Then one in two minutes. */
const OF_NETWORK: RatePolicy = { kind: 'rate', name: 'payment-network', burst: 40, perMinute: 0.5 };

export interface ConfirmLimits {
  /** @throws ProblemError RATE_LIMITED, and whatever the work throws. */
  count(order: PaymentName, from: string, work: () => Promise<PaymentResult>): Promise<PaymentResult>;
}

export function createConfirmLimits(limits: Limits): ConfirmLimits {
  return {
    async count({ vendor, order }, from, work) {
      const own = `${vendor} ${order}`;
      await limits.demand(own, OF_ORDER);
      await limits.demand(from, OF_NETWORK);
      let isDeclined = false;
      try {
        const paid = await work();
        isDeclined = paid.result === 'declined';
        return paid;
      } finally {
        if (!isDeclined) {
          await limits.refund(own, 1, OF_ORDER);
          await limits.refund(from, 1, OF_NETWORK);
        }
      }
    },
  };
}
