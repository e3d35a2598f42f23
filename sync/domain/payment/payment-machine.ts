/**
 * The states of a payment, how often each is looked at again, and which may follow which: the table that the server applies and that tests walk.
 *
 * What a provider says repeats and arrives out of order, so that within one intent the rank only rises. A replaced intent begins another generation, and only
 * after the provider has canceled the one before: these are the edges of `renews`.
 */
import { type PaymentStatus, paymentStatuses } from '../orders/order-status.ts';

export interface PaymentState {
  readonly rank: number;
  /** So often it is looked at again, whether or not anything was heard. Undefined: nothing at the provider can change it. */
  readonly lookAgain?: 'hourly' | 'daily';
  readonly next: readonly PaymentStatus[];
  /** With another intent. */
  readonly renews?: readonly PaymentStatus[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const OPEN = ['requires_method', 'requires_action', 'unknown', 'failed'] as const;
const PAID = ['captured', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'] as const;
const HELD = ['authorized', ...PAID] as const;

/** Without an answer, the provider is asked again after each of these; then staff are told. */
export const UNKNOWN_AFTER_MS: readonly number[] = [5_000, 60_000, 600_000, HOUR_MS];
/** Before a hold lapses, it is given up and the card kept. */
export const SAVE_BEFORE_MS = DAY_MS;

const open: PaymentState = {
  ...{ rank: 1, lookAgain: 'hourly' },
  next: [...OPEN, ...HELD, 'canceling', 'voided'],
  renews: ['setup'],
};

export const paymentStates: Readonly<Record<PaymentStatus, PaymentState>> = {
  none: { rank: 0, next: ['deferred', 'requires_method', 'voided'] },
  deferred: { rank: 0, next: ['none', ...PAID, 'voided'] },
  // A card is kept, and no intent: the next one charges it on approval.
  setup: { rank: 0, next: ['requires_method', 'voided'] },
  requires_method: open,
  requires_action: open,
  failed: open,
  unknown: open,
  authorized: {
    ...{ rank: 3, lookAgain: 'hourly' },
    next: [...PAID, 'canceling', 'voided'],
    renews: ['setup'],
  },
  canceling: {
    ...{ rank: 3, lookAgain: 'hourly' },
    next: [...PAID, 'voided'],
  },
  captured: {
    rank: 4,
    lookAgain: 'daily',
    next: PAID.filter((one) => one !== 'captured'),
  },
  refund_pending: {
    ...{ rank: 5, lookAgain: 'hourly' },
    // A refund may fail: what was charged stays charged.
    next: PAID.filter((one) => one !== 'refund_pending'),
  },
  partially_refunded: {
    ...{ rank: 5, lookAgain: 'daily' },
    next: ['captured', 'refund_pending', 'refunded', 'disputed'],
  },
  disputed: {
    ...{ rank: 5, lookAgain: 'hourly' },
    next: PAID.filter((one) => one !== 'disputed'),
  },
  // The bank of the patient may still send a refund back, or dispute what was refunded.
  refunded: {
    ...{ rank: 6, lookAgain: 'daily' },
    next: PAID.filter((one) => one !== 'refunded'),
  },
  // Paying begins again, where the order still wants it.
  voided: { rank: 7, next: [], renews: ['none'] },
};

export const lookedAt = (often: 'hourly' | 'daily'): readonly PaymentStatus[] =>
  paymentStatuses.filter((status) => paymentStates[status].lookAgain === often);

/** @param renewed another intent took the place of the one before. */
export function mayFollow(from: PaymentStatus, to: PaymentStatus, renewed: boolean): boolean {
  const { next, renews = [] } = paymentStates[from];
  return from === to || next.includes(to) || (renewed && renews.includes(to));
}
