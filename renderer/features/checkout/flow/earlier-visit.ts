/**
 * What a guest has typed where nobody was asked whose device it is. Once nobody has been there for long, the next visitor may be somebody else: it is put aside, shown
 * to nobody, and filled in again for who types the email address or the number that it has. So a guest on their own phone loses nothing of it.
 */
import { foldText } from '../../../../sync/domain/words/fold-text.ts';
import type { Shelf } from '../../../platform/contract/contract.ts';
import { type CheckoutDetails, emptyDetails } from './checkout-events.ts';
import { type CheckoutRecord, unwrapCheckout, wrapCheckout } from './persisted-checkout.ts';
import { readContact } from './read-details.ts';

const EARLIER = 'checkout/earlier';

/** Of each, the first part says whether it was typed. */
const ADDRESS = ['line1', 'line2', 'city', 'region', 'postcode', 'country', 'regionConfirmed'] as const;
const isAddressTyped = ({ line1, city, postcode }: CheckoutDetails) => `${line1}${city}${postcode}` !== '';
const isPersonal = (details: CheckoutDetails) =>
  `${details.name}${details.reach}${details.note}` !== '' ||
  details.billing !== null ||
  isAddressTyped(details);

/** Whether somebody else may be there by now. */
export async function isOfEarlierVisit(shelf: Shelf, { visit }: CheckoutRecord): Promise<boolean> {
  return (await shelf.owner()) !== 'own' && (await shelf.visit()).visit !== visit;
}

/** @returns what is aside by then: of the last who typed something. */
export async function putAside(
  shelf: Shelf,
  record: CheckoutRecord | undefined,
): Promise<CheckoutDetails | undefined> {
  const reading = await shelf.read(EARLIER);
  if (!record || !isPersonal(record.details))
    return reading.status === 'found' ? unwrapCheckout(reading.value)?.details : undefined;
  await shelf.write(EARLIER, wrapCheckout(record), 'version' in reading ? reading.version : 0);
  return record.details;
}

export async function forgetEarlier(shelf: Shelf): Promise<void> {
  const reading = await shelf.read(EARLIER);
  if (reading.status === 'found') await shelf.remove(EARLIER, reading.version);
}

const sameWords = (one: string, other: string) => foldText(one.trim()) === foldText(other.trim());

/** Who has typed the same way to reach them; or the same name, where none was typed that anybody could be reached by. */
export async function isSamePerson(
  typed: Pick<CheckoutDetails, 'name' | 'reach'>,
  earlier: CheckoutDetails,
  place: string,
): Promise<boolean> {
  // A name to be complete by: what is missing is only how to reach them.
  const [now, before] = await Promise.all(
    [typed, earlier].map(({ reach }) => readContact({ name: '-', reach }, place)),
  );
  const reach = now?.contact?.email ?? now?.contact?.phone;
  if (reach === undefined) return false;
  const known = before?.contact?.email ?? before?.contact?.phone;
  if (known !== undefined) return sameWords(reach, known);
  return earlier.name.trim() !== '' && sameWords(typed.name, earlier.name);
}

/** What they haven't typed again. */
export function filledUp(typed: CheckoutDetails, earlier: CheckoutDetails): Partial<CheckoutDetails> {
  const empty = emptyDetails(typed.country);
  const isEmpty = (part: keyof CheckoutDetails) => typed[part] === empty[part];
  const parts = (['name', 'note', 'billing', 'pharmacy', 'rate'] as const).filter(isEmpty);
  const named = isAddressTyped(typed) ? parts : [...parts, ...ADDRESS];
  return Object.fromEntries(named.map((part) => [part, earlier[part]]));
}
