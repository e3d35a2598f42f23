/**
 * What a guest has typed where nobody was asked whose device it is. Once nobody has been there for long, the next visitor may be somebody else: it is put aside, shown
 * to nobody, and filled in again for who types the email address or the number that it has. So a guest on their own phone loses nothing of it, and on one that goes
 * around each of them has their own.
 */
import { foldText } from '../../../../sync/domain/words/fold-text.ts';
import type { Shelf, ShelfReading } from '../../../platform/contract/contract.ts';
import { updateShelf } from '../../../platform/contract/update-shelf.ts';
import { type CheckoutDetails, emptyDetails } from './checkout-events.ts';
import { type CheckoutRecord, unwrapCheckout, wrapCheckout } from './persisted-checkout.ts';
import { readContact } from './read-details.ts';

const EARLIER = 'checkout/earlier';
/** Of so many visits, the oldest goes first: more than a family or a waiting room leaves unfinished in that time, and still read at once. */
export const MAX_EARLIER = 20;
/** Who hasn't come back by then types it again. An address and a number stay no longer where anybody may open the device's files. */
export const EARLIER_DAYS = 30;
const DAY_MS = 86_400_000;

/** One visit's, with when it was put aside. As it is stored: what a newer release has written is kept for that. */
interface Aside {
  readonly at: number;
  readonly checkout: unknown;
}

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

function asideOf(reading: ShelfReading, now: number): readonly Aside[] {
  if (reading.status !== 'found') return [];
  const { value } = reading;
  if (typeof value !== 'object' || value === null) return [];
  // An earlier release kept the last visit's alone, and didn't say since when.
  if (!('visits' in value)) return [{ at: now, checkout: value }];
  return Array.isArray(value.visits) ? (value.visits as readonly Aside[]) : [];
}

/** @returns what is aside by then, the newest first. */
async function updateAside(
  shelf: Shelf,
  now: number,
  change: (aside: readonly Aside[]) => readonly Aside[],
): Promise<readonly CheckoutRecord[]> {
  let visits: readonly Aside[] = [];
  await updateShelf(shelf, EARLIER, (reading) => {
    const before = asideOf(reading, now);
    visits = change(before)
      .filter(({ at }) => now - at < EARLIER_DAYS * DAY_MS)
      .slice(0, MAX_EARLIER);
    if (visits.length === before.length && visits.every((each, index) => each === before[index]))
      return undefined;
    return visits.length > 0 ? { visits } : null;
  });
  return visits.flatMap(({ checkout }) => unwrapCheckout(checkout) ?? []);
}

const without = (aside: readonly Aside[], orders: readonly string[]) =>
  aside.filter(({ checkout }) => !orders.includes(unwrapCheckout(checkout)?.order ?? ''));

/** @returns what is aside by then, the newest first. */
export function putAside(
  shelf: Shelf,
  record: CheckoutRecord | undefined,
  now: number,
): Promise<readonly CheckoutRecord[]> {
  return updateAside(shelf, now, (aside) =>
    record && isPersonal(record.details)
      ? // Two tabs that are opened at once put the same aside.
        [{ at: now, checkout: wrapCheckout(record) }, ...without(aside, [record.order])]
      : aside,
  );
}

export async function forgetEarlier(
  shelf: Shelf,
  taken: readonly CheckoutRecord[],
  now: number,
): Promise<void> {
  const orders = taken.map(({ order }) => order);
  await updateAside(shelf, now, (aside) => without(aside, orders));
}

const sameWords = (one: string, other: string) => foldText(one.trim()) === foldText(other.trim());

/** Who has typed the same way to reach them; or the same name, where none was typed that anybody could be reached by. */
export async function isSamePerson(
  typed: Pick<CheckoutDetails, 'name' | 'reach'>,
  earlier: Pick<CheckoutDetails, 'name' | 'reach'>,
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

/** With what they haven't typed again: of each part what they have said last. @param earlier the newest first. */
export function filledUp(typed: CheckoutDetails, ...earlier: readonly CheckoutDetails[]): CheckoutDetails {
  const empty = emptyDetails(typed.country);
  let filled = typed;
  for (const before of earlier) {
    const now = filled;
    const isEmpty = (part: keyof CheckoutDetails) => now[part] === empty[part];
    const parts = (['name', 'note', 'billing', 'pharmacy', 'rate'] as const).filter(isEmpty);
    const named = isAddressTyped(now) ? parts : [...parts, ...ADDRESS];
    filled = { ...now, ...Object.fromEntries(named.map((part) => [part, before[part]])) };
  }
  return filled;
}
