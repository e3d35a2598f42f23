/** What a provider does with the demo's cards: one intent as plain data, and each step as a function of it and the time. Shared by the demo provider and the double of Stripe. */
import { type DemoCard, type DemoToken, demoCardNamed } from '../../../../domain/payment/demo-cards.ts';
import type { DeclineCode } from '../../../../protocol/api/orders.ts';
import type { Movement, NewIntent, ProviderDispute, ProviderPayment, ProviderRefund } from '../provider.ts';

export interface EngineRefund extends ProviderRefund {
  /** Where it is still to change: when, and what into. */
  readonly next?: { readonly at: number; readonly state: 'succeeded' | 'failed' };
}

export interface EngineDispute extends ProviderDispute {
  /** When the bank decides. */
  readonly wonAt: number;
  /** For the patient. */
  readonly isLost?: true;
}

export interface NewDispute {
  readonly id: string;
  /** Undefined: all that was charged and not given back. */
  readonly amount?: number;
  readonly isLost?: true;
}

export interface EngineMovement extends Movement {
  readonly at: number;
}

/** Times are milliseconds since 1970. */
export interface EngineIntent {
  readonly id: string;
  readonly order: string;
  readonly vendor: string;
  readonly kind: ProviderPayment['kind'];
  readonly purpose: NewIntent['purpose'];
  readonly amount: number;
  readonly currency: string;
  readonly state: ProviderPayment['state'];
  readonly received: number;
  readonly createdAt: number;
  readonly captureBefore?: number;
  /** When a delayed answer is given. */
  readonly settlesAt?: number;
  readonly disputesAt?: number;
  readonly declined?: DeclineCode;
  /** Why each card that was tried so far was declined, the first one first. */
  readonly tries?: readonly DeclineCode[];
  /** The bank would have to ask, and the patient isn't there. */
  readonly needsPatient?: true;
  /** Token of the card that it was confirmed with. */
  readonly card?: DemoToken;
  /** The patient wants the card kept, though it is charged at once. */
  readonly keeps?: boolean;
  /** What the patient is known by, from an order before. */
  readonly customer?: string;
  /** A saved card under the provider's name. */
  readonly saved?: { readonly customer: string; readonly method: string };
  readonly refunds: readonly EngineRefund[];
  readonly disputes: readonly EngineDispute[];
  readonly movements: readonly EngineMovement[];
}

export class EngineFault extends Error {
  override name = 'EngineFault';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const DAY_MS = 86_400_000;
export const HOLD_MS = 7 * DAY_MS;
const DELAY_MS = 20_000;
const DISPUTE_AFTER_MS = 60_000;
const DISPUTE_MS = 7 * DAY_MS;
const SAVED = '.saved';

const DECLINES: Partial<Record<DemoToken, DeclineCode>> = {
  demo_declined: 'declined',
  demo_no_funds: 'no-funds',
  demo_expired: 'expired-card',
  demo_wrong_cvc: 'wrong-cvc',
  demo_error: 'processing-error',
};
/** Once the card is saved, or the bank has said yes. */
const DECLINES_LATER: Partial<Record<DemoToken, DeclineCode>> = {
  demo_fails_later: 'declined',
  demo_3ds_no_funds: 'no-funds',
  demo_3ds_declined: 'declined',
};

export const lastFourOf = (token: DemoToken): string => demoCardNamed(token)?.number.slice(-4) ?? '';

export function newIntent(id: string, request: NewIntent, now: number): EngineIntent {
  const { purpose, amount, currency, order, vendor, saved, keeper } = request;
  if (purpose !== 'save' && amount < 50) throw new EngineFault('amount_too_small');
  return {
    ...{ id, order, vendor, purpose, currency },
    amount: purpose === 'save' ? 0 : amount,
    kind: purpose === 'save' ? 'setup' : 'payment',
    ...{ state: 'open', received: 0, createdAt: now, refunds: [], disputes: [], movements: [] },
    ...(saved && { saved }),
    ...(keeper?.customer !== undefined && { customer: keeper.customer }),
  };
}

export function updateIntent(intent: EngineIntent, amount: number, keeps?: boolean): EngineIntent {
  if (intent.state !== 'open' && intent.state !== 'action') throw new EngineFault('intent_state');
  return { ...intent, amount, ...(keeps === undefined ? {} : { keeps }) };
}

function asks(token: DemoToken, isSaved: boolean, offSession: boolean): boolean {
  if (token === 'demo_3ds_always') return true;
  if (token === 'demo_3ds_until_saved') return !isSaved;
  if (token === 'demo_3ds_saved') return !offSession;
  return !isSaved && ['demo_3ds', 'demo_3ds_no_funds', 'demo_3ds_declined'].includes(token);
}

const moved = (intent: EngineIntent, movement: Omit<Movement, 'intent'>, at: number) => ({
  ...intent,
  movements: [...intent.movements, { ...movement, intent: intent.id, at }],
});

function charged(intent: EngineIntent, amount: number, now: number): EngineIntent {
  const { captureBefore: _over, ...rest } = intent;
  const done: EngineIntent = {
    ...rest,
    ...{ state: 'succeeded', received: amount },
    ...(intent.card === 'demo_dispute' ? { disputesAt: now + DISPUTE_AFTER_MS } : {}),
  };
  return moved(done, { kind: 'charge', object: intent.id, amount }, now);
}

const refusedBy = (intent: EngineIntent, declined: DeclineCode): EngineIntent => ({
  ...intent,
  ...{ state: 'open', declined, tries: [...(intent.tries ?? []), declined] },
});

/** The bank has nothing more to ask. */
function authorized(intent: EngineIntent, token: DemoToken, isSaved: boolean, now: number): EngineIntent {
  const isLater = token === 'demo_fails_later' ? isSaved : intent.kind === 'payment';
  const later = isLater ? DECLINES_LATER[token] : undefined;
  if (later) return refusedBy(intent, later);
  const { purpose, id, customer = `cus_${id}` } = intent;
  const isKept = purpose !== 'charge' || intent.keeps === true;
  const kept = isKept ? { saved: { customer, method: `${token}${SAVED}` } } : {};
  const confirmed: EngineIntent = { ...intent, ...kept, card: token };
  if (purpose === 'save') return { ...confirmed, state: 'succeeded' };
  if (purpose === 'hold') return { ...confirmed, state: 'held', captureBefore: now + HOLD_MS };
  return charged(confirmed, intent.amount, now);
}

export interface EngineConfirmation {
  /** Of the demo, or the saved one's name; absent: that which the intent was made with. */
  readonly method?: string;
  readonly challenge?: 'passed' | 'refused';
  readonly offSession?: true;
  /** Of the billing address. */
  readonly postcode?: string;
}

/** As AVS compares it: the rest of a ZIP+4 says nothing. */
const isBilledThere = (card: DemoCard, told = ''): boolean =>
  !('postcode' in card) || told.trim().slice(0, card.postcode.length) === card.postcode;

export function confirmIntent(given: EngineIntent, how: EngineConfirmation, now: number): EngineIntent {
  const { declined: _before, needsPatient: _needed, ...intent } = given;
  if (intent.state === 'action' && how.challenge !== undefined && intent.card) {
    if (how.challenge === 'refused') return refusedBy(intent, 'authentication-failed');
    return authorized(intent, intent.card, false, now);
  }
  if (intent.state !== 'open' && intent.state !== 'action') throw new EngineFault('intent_state');
  const method = how.method ?? intent.saved?.method;
  if (method === undefined) throw new EngineFault('method_missing');
  const isSaved = method.endsWith(SAVED);
  const card = demoCardNamed(isSaved ? method.slice(0, -SAVED.length) : method);
  if (!card) throw new EngineFault('method_unknown');
  const { token } = card;
  const attempt: EngineIntent = { ...intent, card: token };
  const declined = DECLINES[token];
  if (declined) return refusedBy(attempt, declined);
  if (!isSaved && !isBilledThere(card, how.postcode)) return refusedBy(attempt, 'wrong-address');
  if (token === 'demo_delayed' && !isSaved)
    return { ...attempt, state: 'processing', settlesAt: now + DELAY_MS };
  if (!asks(token, isSaved, how.offSession === true)) return authorized(attempt, token, isSaved, now);
  if (how.offSession) return { ...attempt, state: 'open', needsPatient: true };
  return { ...attempt, state: 'action' };
}

export function captureIntent(intent: EngineIntent, amount: number, now: number): EngineIntent {
  if (intent.state !== 'held') throw new EngineFault('intent_state');
  if (amount <= 0 || amount > intent.amount) throw new EngineFault('amount_too_large');
  return charged(intent, amount, now);
}

export function cancelIntent(intent: EngineIntent): EngineIntent {
  if (intent.state === 'succeeded' || intent.state === 'canceled' || intent.state === 'processing')
    throw new EngineFault('intent_state');
  const { captureBefore: _over, ...rest } = intent;
  return { ...rest, state: 'canceled' };
}

export function refundIntent(
  intent: EngineIntent,
  { id, key, amount }: { readonly id: string; readonly key?: string; readonly amount: number },
  now: number,
): EngineIntent {
  const counted = intent.refunds.filter(({ state }) => state !== 'failed');
  const lost = intent.disputes.filter(({ state }) => state !== 'won');
  const gone = [...counted, ...lost].reduce((sum, one) => sum + one.amount, 0);
  if (amount <= 0 || gone + amount > intent.received) throw new EngineFault('charge_already_refunded');
  const isLate = intent.card === 'demo_refund_later';
  const refund: EngineRefund = {
    ...{ id, amount, state: isLate ? 'pending' : 'succeeded' },
    ...(key === undefined ? {} : { key }),
    ...(isLate ? { next: { at: now + DELAY_MS, state: 'succeeded' } } : {}),
    ...(intent.card === 'demo_refund_fails' ? { next: { at: now + DELAY_MS, state: 'failed' } } : {}),
  };
  const known = { ...intent, refunds: [...intent.refunds, refund] };
  return moved(known, { kind: 'refund', object: id, amount }, now);
}

/** A bank may dispute all that was charged, whatever was given back. */
export function disputeIntent(
  intent: EngineIntent,
  { id, amount: wanted, isLost }: NewDispute,
  now: number,
): EngineIntent {
  const gone = intent.refunds.filter(({ state }) => state !== 'failed');
  const amount = wanted ?? intent.received - gone.reduce((sum, one) => sum + one.amount, 0);
  if (amount <= 0) return intent;
  const dispute: EngineDispute = {
    ...{ id, amount, state: 'open', wonAt: now + DISPUTE_MS },
    ...(isLost && { isLost }),
  };
  const known = { ...intent, disputes: [...intent.disputes, dispute] };
  return moved(known, { kind: 'dispute', object: id, amount }, now);
}

/** What has happened by itself since. */
export function settleIntent(given: EngineIntent, now: number): EngineIntent {
  let intent = given;
  if (intent.captureBefore !== undefined && intent.captureBefore <= now) intent = cancelIntent(intent);
  if (intent.state === 'processing' && (intent.settlesAt ?? 0) <= now && intent.card)
    intent = authorized({ ...intent, state: 'open' }, intent.card, false, intent.settlesAt ?? now);
  if (intent.disputesAt !== undefined && intent.disputesAt <= now) {
    const { disputesAt, ...rest } = intent;
    intent = disputeIntent(rest, { id: `dp_${intent.id}` }, disputesAt);
  }
  for (const { id, amount, state, wonAt, isLost } of intent.disputes)
    if (state === 'open' && wonAt <= now) {
      const ends = isLost ? ('lost' as const) : ('won' as const);
      const disputes = intent.disputes.map((one) => (one.id === id ? { ...one, state: ends } : one));
      intent = { ...intent, disputes };
      // What is lost was taken as the dispute began.
      if (!isLost) intent = moved(intent, { kind: 'dispute-won', object: id, amount }, wonAt);
    }
  for (const { id, amount, next } of intent.refunds)
    if (next && next.at <= now) {
      const refunds = intent.refunds.map(({ next: was, ...one }) =>
        one.id === id ? { ...one, state: next.state } : { ...one, ...(was && { next: was }) },
      );
      intent = { ...intent, refunds };
      if (next.state === 'failed')
        intent = moved(intent, { kind: 'refund-returned', object: id, amount }, next.at);
    }
  return intent;
}

/** As our own modules are told of it. */
export function shownIntent(intent: EngineIntent): ProviderPayment {
  const { id, kind, amount, currency, received, captureBefore, declined, card, saved } = intent;
  return {
    ...{ id, kind, amount, currency, received },
    state: intent.needsPatient ? 'action' : intent.state,
    ...(captureBefore === undefined ? {} : { captureBefore: new Date(captureBefore) }),
    ...(declined && { declined }),
    ...(saved && { method: saved.method, customer: saved.customer }),
    ...(card && { card: lastFourOf(card), brand: 'visa' }),
    refunds: intent.refunds.map(({ next: _next, ...refund }) => refund),
    disputes: intent.disputes.map(({ wonAt: _wonAt, isLost: _isLost, ...dispute }) => dispute),
  };
}
