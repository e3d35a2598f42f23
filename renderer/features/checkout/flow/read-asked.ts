/** A consultation that is paid by itself, beside the cart: what of its form a checkout goes by. */
import { intakeSubmit } from '../../../../sync/protocol/operations/intake-submit.ts';
import { isQueued } from '../../../device/cart/settle-orders.ts';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests } from '../order/order-requests.ts';
import { findKept, findTabToken } from '../order/order-token.ts';
import { findPlaced } from './checkout-keeper.ts';
import type { CheckoutRecord } from './persisted-checkout.ts';
import type { OrderedCart } from './read-cart.ts';

export interface AskedFor {
  /** Slug of the form. */
  readonly form: string;
  /** Where the patient was. */
  readonly place: string;
}

/** @returns undefined where this device doesn't keep what was sent. */
export async function readAsked(platform: Platform, consultation: string): Promise<AskedFor | undefined> {
  const copy = await platform.deliveries.copy(intakeSubmit, consultation);
  return copy && { form: copy.questionnaire.slug, place: copy.place.code };
}

/**
 * `cancelled`: nothing will be charged for it, so that it may be begun again; nobody knows offline. `nowhere`: this device was killed before the order was in its
 * outbox, and goes on where it was. Should the vendor have it after all, the same order sent again is one.
 */
async function stateOf(
  platform: Platform,
  { order, token }: CheckoutRecord,
): Promise<'there' | 'cancelled' | 'nowhere'> {
  const { vendor } = platform;
  const opens = token ?? findTabToken(vendor, order);
  const asked = opens === undefined ? undefined : await createOrderRequests(vendor, order, opens).read();
  if (asked?.status === 'ok')
    return asked.answer.order.statuses.order === 'cancelled' ? 'cancelled' : 'there';
  const [isSent, kept] = await Promise.all([isQueued(platform, order), findKept(platform, order)]);
  return isSent || kept.view !== undefined || asked?.status === 'refused' ? 'there' : 'nowhere';
}

/**
 * In the place of a cart, and named by the consultation: from however many tabs and devices it is one order. Each one that was canceled is followed by a version of its own.
 * @returns the order, where it was placed already
 */
export async function cartFor(
  platform: Platform,
  consultation: string,
): Promise<OrderedCart | Pick<CheckoutRecord, 'order'>> {
  const before = await findPlaced(platform, 'none', consultation);
  const state = before && (await stateOf(platform, before));
  if (before && state === 'there') return { order: before.order };
  const version = before ? before.cart.version + (state === 'cancelled' ? 1 : 0) : 0;
  return { id: consultation, version, lines: [], consultation, content: { choices: {} } };
}
