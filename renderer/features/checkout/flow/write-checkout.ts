/** Writes a checkout that another tab may have open, too: of each detail what was typed last, in either. */
import type { Shelf } from '../../../platform/contract/contract.ts';
import { updateShelf, versionOf } from '../../../platform/contract/update-shelf.ts';
import type { CheckoutDetails } from './checkout-events.ts';
import { type CheckoutRecord, unwrapCheckout, wrapCheckout } from './persisted-checkout.ts';

/** What was changed here and isn't on the disk yet. */
export type Unsaved = Partial<CheckoutDetails & Pick<CheckoutRecord, 'consents'>>;

/** @returns undefined where what is on the shelf is to stay as it is. */
function over(
  theirs: CheckoutRecord,
  mine: CheckoutRecord,
  { consents = theirs.consents, ...typed }: Unsaved,
): CheckoutRecord | undefined {
  if (theirs.cart.id !== mine.cart.id) return undefined;
  const isOrdered = theirs.placed && theirs.order !== mine.order;
  const isOlder = theirs.cart.version < mine.cart.version;
  // What an order leads to isn't changed by what is typed for another one of the same.
  if (isOrdered && !isOlder) return undefined;
  const details = isOrdered ? mine.details : { ...theirs.details, ...typed };
  if (mine.placed || isOlder) return { ...mine, details };
  // The cart was changed meanwhile, and that tab is about to order what is in it now.
  if (theirs.cart.version !== mine.cart.version) return { ...theirs, details };
  return { ...mine, details, consents, placed: theirs.placed };
}

/**
 * After the first time: where it is gone, somebody has left the device, and nothing of theirs is put back.
 * @param begunFrom the first time: the version that it was made of.
 */
export async function writeCheckout(
  shelf: Shelf,
  name: string,
  mine: CheckoutRecord,
  unsaved: Unsaved,
  begunFrom?: number,
): Promise<void> {
  await updateShelf(shelf, name, (reading) => {
    if (versionOf(reading) === begunFrom) return wrapCheckout(mine);
    if (reading.status === 'absent') return undefined;
    const theirs = reading.status === 'found' ? unwrapCheckout(reading.value) : undefined;
    const next = theirs ? over(theirs, mine, unsaved) : mine;
    return next && wrapCheckout({ ...next, visit: mine.visit });
  });
}
