/**
 * A checkout as the shelf keeps it, with a version of its own, so that one that an older release wrote goes on in a newer one. Migrations are added here, one
 * per version, and never removed. What becomes of the money isn't in it: that is the server's to say.
 */

import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { ConsentDecision } from '../../../../sync/protocol/operations/payloads/parts.ts';
import type { CheckoutDetails } from './checkout-events.ts';

export const CHECKOUT_VERSION = 1;

/** What was typed and decided, and how far it had come. */
export interface CheckoutRecord {
  /** The order's id: one per version of a cart. */
  readonly order: string;
  /** Opens the order; absent where others use the device, too. */
  readonly token?: string;
  /** With the code that was in it. */
  readonly cart: { readonly id: string; readonly version: number; readonly promotion?: string };
  readonly way: Way;
  readonly details: CheckoutDetails;
  readonly consents: readonly ConsentDecision[];
  /** The order may be in the outbox: it is looked for there. */
  readonly placed: boolean;
  /** In which visit it was typed in last: see `earlier-visit.ts`. */
  readonly visit?: number | undefined;
}

type Migration = (record: unknown) => unknown;
const migrations: Readonly<Record<number, Migration>> = {};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isCheckout(value: unknown): value is CheckoutRecord {
  return (
    isRecord(value) &&
    typeof value.order === 'string' &&
    (value.way === 'mail' || value.way === 'pickup' || value.way === 'none') &&
    isRecord(value.cart) &&
    isRecord(value.details) &&
    Array.isArray(value.consents)
  );
}

export const wrapCheckout = (record: CheckoutRecord) => ({ v: CHECKOUT_VERSION, record });

/** @returns undefined where a newer release wrote it, or it can't be read: the checkout begins again, with the same cart. */
export function unwrapCheckout(
  stored: unknown,
  known: Readonly<Record<number, Migration>> = migrations,
  current: number = CHECKOUT_VERSION,
): CheckoutRecord | undefined {
  if (!isRecord(stored) || typeof stored.v !== 'number') return undefined;
  let { v, record }: { v: number; record?: unknown } = { v: stored.v, record: stored.record };
  while (v < current) {
    const migrate = known[v];
    if (!migrate) return undefined;
    record = migrate(record);
    v += 1;
  }
  return v === current && isCheckout(record) ? record : undefined;
}
