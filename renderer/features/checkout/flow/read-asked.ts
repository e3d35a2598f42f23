/** A consultation that is paid by itself, beside the cart: what of its form a checkout goes by. */
import { intakeSubmit } from '../../../../sync/protocol/operations/intake-submit.ts';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests } from '../order/order-requests.ts';
import { findTabToken } from '../order/order-token.ts';
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

/** Whether it is over, and nothing will be charged for it: then it may be begun again. Nobody knows offline. */
async function isCancelled({ vendor }: Platform, { order, token }: CheckoutRecord): Promise<boolean> {
  const opens = token ?? findTabToken(vendor, order);
  if (opens === undefined) return false;
  const asked = await createOrderRequests(vendor, order, opens).read();
  return asked.status === 'ok' && asked.answer.order.statuses.order === 'cancelled';
}

/**
 * In the place of a cart, and named by the consultation: from however many tabs and devices it is one order. Each one that was canceled is followed by a version of its own.
 * @returns the order, where it was placed already
 */
export async function cartFor(
  platform: Platform,
  consultation: string,
): Promise<OrderedCart | Pick<CheckoutRecord, 'order'>> {
  const before = await findPlaced(platform, 'none');
  const isSame = before?.cart.id === consultation;
  if (isSame && !(await isCancelled(platform, before))) return { order: before.order };
  const version = isSame ? before.cart.version + 1 : 0;
  return { id: consultation, version, lines: [], consultation, content: { choices: {} } };
}
