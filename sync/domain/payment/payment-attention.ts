/** Payments that staff are to look at: why, and who acts next. */
import type { WaitingOn } from '../orders/order-status.ts';

export const paymentAttentions = [
  'disputed',
  'refund-failed',
  'books-differ',
  'charged-less',
  'refunded-more',
  'not-charged',
  'not-released',
  'not-started',
  'unanswered',
] as const;
export type PaymentAttention = (typeof paymentAttentions)[number];

/** The clinic, save where the provider has only not answered yet: nothing is to be asked of it twice. */
export const attentionWaitsOn = (attention: PaymentAttention): 'clinic' | Extract<WaitingOn, 'provider'> =>
  attention === 'unanswered' ? 'provider' : 'clinic';
