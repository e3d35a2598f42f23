import type { Delivery } from '../../platform/contract/contract.ts';

const underWay: readonly Delivery['state'][] = ['queued', 'sending', 'attention'];

/** Apart from `waiting.ts`: the first paint needs no more than this. */
export function isWaiting(delivery: Delivery): boolean {
  return underWay.includes(delivery.state);
}
