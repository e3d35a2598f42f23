/** The double's objects as Stripe's API writes them. */
import type { DeclineCode } from '../../../../protocol/api/orders.ts';
import { type EngineIntent, type EngineMovement, lastFourOf } from '../demo/engine.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What the engine doesn't keep. */
export interface StripeExtra {
  readonly customer: string | null;
  readonly description: string;
  readonly metadata: Json;
}

const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000);

const STATUS = {
  ...{ open: 'requires_payment_method', action: 'requires_action', processing: 'processing' },
  ...{ held: 'requires_capture', succeeded: 'succeeded', canceled: 'canceled' },
} as const;

const FAULTS: Readonly<Record<DeclineCode, Json>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  'no-funds': { code: 'card_declined', decline_code: 'insufficient_funds' },
  'expired-card': { code: 'expired_card' },
  'wrong-cvc': { code: 'incorrect_cvc' },
  'wrong-address': { code: 'incorrect_zip' },
  'processing-error': { code: 'processing_error' },
  'authentication-failed': { code: 'payment_intent_authentication_failure' },
};

export function errorOf({ declined, needsPatient }: EngineIntent): Json | null {
  const type = 'card_error';
  if (needsPatient) return { type, code: 'authentication_required', decline_code: 'authentication_required' };
  return declined ? { type, ...FAULTS[declined] } : null;
}

export const chargeId = (intent: EngineIntent): string => intent.id.replace(/^pi/, 'ch');

export function chargeOf(intent: EngineIntent): Json {
  const { id, amount, captureBefore, card, received } = intent;
  return {
    ...{ id: chargeId(intent), object: 'charge', payment_intent: id, amount, amount_captured: received },
    status: 'succeeded',
    payment_method_details: {
      type: 'card',
      card: {
        ...{ brand: 'visa', last4: card ? lastFourOf(card) : '' },
        ...(captureBefore === undefined ? {} : { capture_before: secondsOf(captureBefore) }),
      },
    },
  };
}

/** Charges and setups that were declined: none of what the bank refused, which came to no charge. */
export function declinesJson({ id, kind, amount, tries = [] }: EngineIntent): readonly Json[] {
  const number = id.replace(/^[a-z]+_/, '');
  return tries.flatMap((declined, index): Json[] => {
    const error = { type: 'card_error', ...FAULTS[declined] };
    if (kind === 'setup')
      return [
        {
          ...{ id: `setatt_${number}_${index}`, object: 'setup_attempt', setup_intent: id },
          ...{ status: 'failed', setup_error: error },
        },
      ];
    if (declined === 'authentication-failed') return [];
    return [
      {
        ...{ id: `ch_${number}_${index}`, object: 'charge', payment_intent: id, amount, status: 'failed' },
        failure_code: FAULTS[declined].code,
      },
    ];
  });
}

/** Of a declined card the intent keeps nothing. */
const savedMethod = ({ saved, card, declined }: EngineIntent): string | null => {
  if (declined) return null;
  return saved ? `pm_${saved.method}` : card ? `pm_${card}` : null;
};

export const isCharged = ({ state, kind }: EngineIntent): boolean =>
  kind === 'payment' && (state === 'held' || state === 'succeeded');

export function intentJson(intent: EngineIntent, extra: StripeExtra, expanded: boolean): Json {
  const { id, amount, currency, state, received, createdAt, card, kind } = intent;
  const common = {
    ...{ id, ...extra, livemode: false, created: secondsOf(createdAt), status: STATUS[state] },
    client_secret: `${id}_secret_double`,
  };
  if (kind === 'setup') {
    const method = savedMethod(intent);
    const full = {
      id: method,
      object: 'payment_method',
      card: { brand: 'visa', last4: card ? lastFourOf(card) : '' },
    };
    return {
      ...{ ...common, object: 'setup_intent', usage: 'off_session', last_setup_error: errorOf(intent) },
      payment_method: method !== null && expanded ? full : method,
    };
  }
  const charge = isCharged(intent) ? (expanded ? chargeOf(intent) : chargeId(intent)) : null;
  return {
    ...{ ...common, object: 'payment_intent', amount, currency: currency.toLowerCase() },
    amount_received: received,
    amount_capturable: state === 'held' ? amount : 0,
    ...{ latest_charge: charge, payment_method: savedMethod(intent), last_payment_error: errorOf(intent) },
  };
}

export function refundJson(intent: EngineIntent, id: string): Json | undefined {
  const refund = intent.refunds.find((one) => one.id === id);
  if (!refund) return undefined;
  const metadata = refund.key === undefined ? {} : { work: refund.key };
  const { amount, state: status } = refund;
  return {
    id,
    object: 'refund',
    amount,
    status,
    metadata,
    payment_intent: intent.id,
    charge: chargeId(intent),
  };
}

export function disputeJson(intent: EngineIntent, id: string): Json | undefined {
  const dispute = intent.disputes.find((one) => one.id === id);
  const status = dispute?.state === 'open' ? 'needs_response' : dispute?.state;
  return dispute && { id, object: 'dispute', amount: dispute.amount, status, payment_intent: intent.id };
}

const TYPES = {
  ...{ charge: 'charge', refund: 'refund', 'refund-returned': 'refund_failure' },
  ...{ dispute: 'adjustment', 'dispute-won': 'adjustment' },
} as const;

export function movementJson(intent: EngineIntent, movement: EngineMovement, index: number): Json {
  const { kind, object, amount, at } = movement;
  const isOut = kind === 'refund' || kind === 'dispute';
  return {
    ...{
      id: `txn_${intent.id}_${index}`,
      object: 'balance_transaction',
      type: TYPES[kind],
      created: secondsOf(at),
    },
    amount: isOut ? -amount : amount,
    source:
      kind === 'charge' ? chargeOf(intent) : (refundJson(intent, object) ?? disputeJson(intent, object)),
  };
}
