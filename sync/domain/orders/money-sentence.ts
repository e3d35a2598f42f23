/**
 * What may be said about an order's money, by the books and the payment's status alone: nobody reads "You haven't been charged" because a screen thinks so.
 * Each is a key of the texts; the amount that goes with it is in {@link MoneySentence}.
 */
import type { PaymentStatus } from './order-status.ts';
import type { OrderMoney } from './order-view.ts';

export const moneySentences = [
  /** "We're confirming your payment. Don't pay again." */
  'confirming',
  /** "Your bank has disputed this payment." */
  'disputed',
  /** "We're refunding {amount}." */
  'refunding',
  /** "We refunded {amount}." In full. */
  'refunded',
  /** "We charged {charged} and refunded {amount}." */
  'partly-refunded',
  /** "We charged {amount}." */
  'charged',
  /** "We're releasing the hold of {amount}. You haven't been charged." */
  'releasing',
  /** "{amount} is on hold. You're charged only if approved." */
  'held',
  /** "Your card is saved. You haven't been charged." */
  'saved',
  /** "Pay {amount} at the counter." */
  'at-desk',
  /** "You haven't been charged." */
  'not-charged',
] as const;
export type MoneySentenceKey = (typeof moneySentences)[number];

export interface MoneySentence {
  readonly key: MoneySentenceKey;
  /** Of what the sentence is about; 0 where it names none. */
  readonly amount: number;
}

/** Those that say, or mean, that nothing was taken. */
export const saysNotCharged: readonly MoneySentenceKey[] = ['releasing', 'saved', 'not-charged'];

const UNSURE: readonly PaymentStatus[] = ['unknown'];

export function moneySentence(status: PaymentStatus, money: OrderMoney): MoneySentence {
  const { held, charged, refunded, refunding } = money;
  if (status === 'disputed') return { key: 'disputed', amount: charged - refunded };
  if (refunding > 0) return { key: 'refunding', amount: refunding };
  if (charged > 0 && refunded >= charged) return { key: 'refunded', amount: refunded };
  if (charged > 0 && refunded > 0) return { key: 'partly-refunded', amount: refunded };
  if (charged > 0) return { key: 'charged', amount: charged };
  if (UNSURE.includes(status)) return { key: 'confirming', amount: 0 };
  // A charge may still be under way where nothing is held: then it isn't known to be canceled.
  if (status === 'canceling')
    return held > 0 ? { key: 'releasing', amount: held } : { key: 'confirming', amount: 0 };
  if (held > 0) return { key: 'held', amount: held };
  if (status === 'setup') return { key: 'saved', amount: 0 };
  return status === 'deferred' ? { key: 'at-desk', amount: 0 } : { key: 'not-charged', amount: 0 };
}
