/** Stripe's objects as the product reads them. */
import type { Stripe } from 'stripe';
import type { DeclineCode } from '../../../../protocol/api/orders.ts';
import type { Movement, ProviderDispute, ProviderPayment, ProviderRefund } from '../provider.ts';

const DECLINES: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'no-funds',
  expired_card: 'expired-card',
  incorrect_cvc: 'wrong-cvc',
  invalid_cvc: 'wrong-cvc',
  incorrect_zip: 'wrong-address',
  incorrect_address: 'wrong-address',
  processing_error: 'processing-error',
  payment_intent_authentication_failure: 'authentication-failed',
  setup_intent_authentication_failure: 'authentication-failed',
};
const NEEDS_PATIENT = 'authentication_required';

interface Fault {
  readonly code?: string | null;
  readonly decline_code?: string | null;
}

const declineOf = ({ code, decline_code }: Fault): DeclineCode =>
  DECLINES[decline_code ?? ''] ?? DECLINES[code ?? ''] ?? 'declined';

const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

const STATES: Readonly<Record<string, ProviderPayment['state']>> = {
  requires_action: 'action',
  processing: 'processing',
  requires_capture: 'held',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** A declined attempt leaves an intent open, with its reason; one without the patient may need them. */
function openState(status: string, fault: Fault | null | undefined) {
  const state = STATES[status] ?? 'open';
  if (state !== 'open' || !fault) return { state };
  const needsPatient = fault.code === NEEDS_PATIENT || fault.decline_code === NEEDS_PATIENT;
  return needsPatient ? { state: 'action' as const } : { state, declined: declineOf(fault) };
}

export function paymentOf(
  intent: Stripe.PaymentIntent,
  refunds: readonly ProviderRefund[],
  disputes: readonly ProviderDispute[],
): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  const [method, customer] = [idOf(intent.payment_method), idOf(intent.customer)];
  return {
    ...{ id: intent.id, kind: 'payment', amount: intent.amount, currency: intent.currency.toUpperCase() },
    ...openState(intent.status, intent.last_payment_error),
    received: intent.amount_received,
    ...(card?.capture_before ? { captureBefore: new Date(card.capture_before * 1000) } : {}),
    ...(method !== undefined && customer !== undefined ? { method, customer } : {}),
    ...(card?.last4 ? { card: card.last4 } : {}),
    ...(card?.brand ? { brand: card.brand } : {}),
    ...(intent.client_secret === null ? {} : { clientSecret: intent.client_secret }),
    ...{ refunds, disputes },
  };
}

export function setupOf(intent: Stripe.SetupIntent): ProviderPayment {
  const [method, customer] = [idOf(intent.payment_method), idOf(intent.customer)];
  const card = typeof intent.payment_method === 'object' ? intent.payment_method?.card : undefined;
  return {
    ...{ id: intent.id, kind: 'setup', amount: 0, currency: '', received: 0, refunds: [], disputes: [] },
    ...openState(intent.status, intent.last_setup_error),
    ...(method !== undefined && customer !== undefined ? { method, customer } : {}),
    ...(card ? { card: card.last4, brand: card.brand } : {}),
    ...(intent.client_secret === null ? {} : { clientSecret: intent.client_secret }),
  };
}

export function refundOf({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  const isOver = status === 'failed' || status === 'canceled';
  const state = status === 'succeeded' ? 'succeeded' : isOver ? 'failed' : 'pending';
  return { id, amount, state, ...(metadata?.work === undefined ? {} : { key: metadata.work }) };
}

/** Inquiries (`warning_…`) move no money, but may become a dispute. */
export function disputeOf({ id, amount, status }: Stripe.Dispute): ProviderDispute | undefined {
  if (status.startsWith('warning_')) return undefined;
  const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open';
  return { id, amount, state };
}

/** Undefined: fees, payouts and the like. */
export function movementOf({ type, amount, source }: Stripe.BalanceTransaction): Movement | undefined {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return undefined;
  const intent = idOf(source.payment_intent);
  if (intent === undefined) return undefined;
  const moved = { object: source.id, intent, amount: Math.abs(amount) };
  if (type === 'charge' || type === 'payment') return { ...moved, kind: 'charge' };
  if (type === 'refund' || type === 'payment_refund') return { ...moved, kind: 'refund' };
  if (type === 'refund_failure' || type === 'payment_failure_refund')
    return { ...moved, kind: 'refund-returned' };
  if (type === 'adjustment' && source.object === 'dispute')
    return { ...moved, kind: amount < 0 ? 'dispute' : 'dispute-won' };
  return undefined;
}
