import type { Delivery, DraftSummary, LockState } from '../../../platform/contract/contract.ts';

/**
 * The lock belongs to a device of one's own: offered where something of its owner is here. On a shared device nothing readable stays,
 * and a passkey would be the last person's. Once on, it is shown for as long as it is on.
 */
export function offersLock(
  lock: LockState | undefined,
  drafts: readonly Pick<DraftSummary, 'owner'>[],
  deliveries: readonly Pick<Delivery, 'owner'>[],
): boolean {
  if (lock === undefined) return false;
  if (lock !== 'off') return true;
  const here = [...drafts, ...deliveries];
  return here.length > 0 && here.every(({ owner }) => owner === 'own');
}
