/** Why staff are to look at a payment: from its alert, and from what is wanted of it that wasn't done. */
import type { PaymentAttention } from '../../../domain/payment/payment-attention.ts';
import { CHARGED_LESS, type Payment, REFUND_FAILED, REFUNDED_MORE } from './payment.ts';

export type Alerted = Pick<
  Payment,
  'alert' | 'booksDiffer' | 'status' | 'captureWanted' | 'releaseWanted' | 'intentId'
>;

/** Books that differ come before an alert, which may be of what they lack: that is shown once they agree. */
export function attentionOf(payment: Alerted): PaymentAttention | undefined {
  const { alert, booksDiffer, status, captureWanted, releaseWanted, intentId } = payment;
  if (status === 'disputed') return 'disputed';
  if (booksDiffer) return 'books-differ';
  if (alert === null) return undefined;
  if (alert === REFUND_FAILED) return 'refund-failed';
  if (alert === CHARGED_LESS) return 'charged-less';
  if (alert === REFUNDED_MORE) return 'refunded-more';
  if (status === 'unknown') return 'unanswered';
  if (releaseWanted) return 'not-released';
  if (captureWanted !== null) return 'not-charged';
  return intentId === null ? 'not-started' : 'unanswered';
}
