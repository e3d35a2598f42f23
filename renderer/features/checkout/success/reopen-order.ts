/** On a device that nobody has claimed, opens an order from an earlier visit again for anyone who types the contact it was placed with. */
import type { Platform } from '../../../platform/contract/contract.ts';
import { isSamePerson } from '../flow/earlier-visit.ts';
import { createOrderRequests } from '../order/order-requests.ts';
import { findAside, type KeptOrder, keepOrder } from '../order/order-token.ts';

/** The order's contacts; undefined if neither this device nor the vendor can tell now. */
async function reachesOf(
  { vendor }: Platform,
  order: string,
  { token, view, reach }: KeptOrder,
): Promise<readonly string[] | undefined> {
  if (view === undefined && reach !== undefined) return [reach];
  const asked =
    view === undefined && token !== undefined
      ? await createOrderRequests(vendor, order, token).read()
      : undefined;
  const contact = view?.contact ?? (asked?.status === 'ok' ? asked.answer.order.contact : undefined);
  return contact && [contact.email, contact.phone, reach].filter((each) => each !== undefined);
}

/** @param place where a number without a country's code is called from. */
export async function reopenOrder(
  platform: Platform,
  order: string,
  typed: string,
  place: string,
): Promise<'open' | 'other' | 'unknown'> {
  const aside = await findAside(platform, order);
  // Another tab has opened it, or it is gone: the next look says which.
  if (!aside) return 'open';
  const reaches = await reachesOf(platform, order, aside);
  if (!reaches || aside.token === undefined) return 'unknown';
  const who = { name: '', reach: typed };
  for (const reach of reaches) {
    if (!(await isSamePerson(who, { name: '', reach }, place))) continue;
    await keepOrder(platform, order, { token: aside.token });
    return 'open';
  }
  return 'other';
}
