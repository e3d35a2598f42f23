/** Stolen cards are tried out where nobody counts: declined ones cost tries, of the order and of the network that they come from. */
import type { Limits } from '../../http/limits/limits.ts';
import type { DelayPolicy } from '../../http/limits/policy.ts';
import type { PaymentName } from './payment.ts';
import type { PaymentResult } from './start.ts';

const DAY_SECONDS = 86_400;
const waits = (name: string, free: number): DelayPolicy => ({
  ...{ kind: 'delay', name, free, firstSeconds: 60 },
  ...{ longestSeconds: DAY_SECONDS, forgetSeconds: DAY_SECONDS },
});
const OF_ORDER = waits('payment-order', 8);
/** Many people pay from one address: a clinic's waiting room, a mobile network. */
const OF_NETWORK = waits('payment-network', 40);

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
