/** One order's payment, and what a provider's word makes of it: pure, and the same for webhook, check, retry and sweep. */
import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import { mayFollow, SAVE_BEFORE_MS, UNKNOWN_AFTER_MS } from '../../../domain/payment/payment-machine.ts';
import type { DeclineCode } from '../../../protocol/api/orders.ts';
import type { ProviderPayment } from '../../providers/payment/provider.ts';
import { newTransfers, type Transfer, totalsOf } from './ledger.ts';

export interface PaymentName {
  readonly vendor: string;
  readonly order: string;
}

/** Of one intent, in the order of their ranks; `saved`: the card of the one before is kept, and there is none yet. */
export type Phase = 'none' | 'saved' | 'open' | 'authorized' | 'captured' | 'voided';
/** How far the patient is with an open one. */
export type Attempt = 'method' | 'action' | 'failed' | 'unknown';

export interface Payment extends PaymentName {
  readonly amount: number;
  readonly currency: string;
  readonly purpose: 'hold' | 'charge' | 'save';
  readonly provider: 'demo' | 'stripe' | 'desk' | null;
  readonly status: PaymentStatus;
  readonly phase: Phase;
  readonly attempt: Attempt;
  /** When a step was sent that hasn't been answered. */
  readonly attemptedAt: Date | null;
  readonly declined: DeclineCode | null;
  readonly generation: number;
  readonly intentId: string | null;
  readonly customer: string | null;
  readonly method: string | null;
  readonly card: string | null;
  /** The person who wants the card kept for their next order, until it is. */
  readonly keepFor: string | null;
  readonly captureBefore: Date | null;
  readonly authorized: number;
  readonly captured: number;
  readonly refunding: number;
  readonly refunded: number;
  readonly lost: number;
  readonly disputed: boolean;
  readonly captureWanted: number | null;
  readonly releaseWanted: boolean;
  /** So many cards were declined that nobody may try another with its intent: another one takes its place. */
  readonly closeWanted: boolean;
  /** The session in which all who began to pay by its intent did so: null where they were several, or nobody was signed in. */
  readonly startedBy: string | null;
  /** Who was handed what its cards are tried with, as `countedAs` says: until an hour after they can't be any more, when all declined tries are known. */
  readonly startedFrom: string | null;
  readonly version: number;
  readonly attempts: number;
  readonly checkedAt: Date;
  readonly createdAt: Date;
  readonly alert: string | null;
  /** The provider's books have what ours don't: said beside any alert, until they agree. */
  readonly booksDiffer: boolean;
}

/** Alerts of ours; the others are the provider's codes. */
export const REFUND_FAILED = 'REFUND_FAILED';
export const CHARGED_LESS = 'CHARGED_LESS';
export const REFUNDED_MORE = 'REFUNDED_MORE';

export type Due = PaymentName &
  Pick<Payment, 'amount' | 'currency' | 'purpose'> & {
    /** Whose order it is; undefined: a guest's. */
    readonly person?: string | undefined;
  };

export function newPayment(due: Due, at: Date, provider: Payment['provider'] = null): Payment {
  const { vendor, order, amount, currency, purpose } = due;
  return withStatus({
    ...{ vendor, order, amount, currency, purpose, provider },
    ...{
      status: 'none',
      phase: 'none',
      attempt: 'method',
      attemptedAt: null,
      declined: null,
      generation: 1,
      intentId: null,
    },
    ...{ customer: null, method: null, card: null, keepFor: null, captureBefore: null },
    ...{ authorized: 0, captured: 0, refunding: 0, refunded: 0, lost: 0, disputed: false },
    ...{ captureWanted: null, releaseWanted: false, closeWanted: false },
    ...{ startedBy: null, startedFrom: null },
    ...{ version: 1, attempts: 0, alert: null, booksDiffer: false },
    ...{ checkedAt: at, createdAt: at },
  });
}

function capturedStatus({ captured, refunding, refunded, lost, disputed }: Payment): PaymentStatus {
  if (disputed) return 'disputed';
  if (refunding > 0) return 'refund_pending';
  if (refunded + lost >= captured) return 'refunded';
  return refunded + lost > 0 ? 'partially_refunded' : 'captured';
}

const OPEN_STATUS = {
  method: 'requires_method',
  action: 'requires_action',
  failed: 'failed',
  unknown: 'unknown',
} as const;

/** What the intent is for: after approval what was approved, and not the order's total. */
export const intentAmount = ({ amount, generation, captureWanted }: IntentFacts): number =>
  generation > 1 && captureWanted !== null ? captureWanted : amount;
type IntentFacts = Pick<Payment, 'amount' | 'generation' | 'captureWanted'>;

/** The provider's own page held the amount of before while a higher one was on its way there: that is given up, and paying begins again. */
export const isShort = (payment: Payment): boolean =>
  payment.phase === 'authorized' && payment.authorized < intentAmount(payment);

/** What is to be charged in all. */
export const wantedOf = ({ amount, captureWanted }: Payment): number => captureWanted ?? amount;

/** The status follows from the rest, always. */
export function statusOf(payment: Payment): PaymentStatus {
  const { phase, attempt, releaseWanted, provider } = payment;
  if (phase === 'captured') return capturedStatus(payment);
  if (phase === 'voided') return 'voided';
  if (releaseWanted) return phase === 'none' || phase === 'saved' ? 'voided' : 'canceling';
  if (phase === 'none') return provider === 'desk' ? 'deferred' : 'none';
  if (phase === 'saved') return 'setup';
  if (isShort(payment)) return 'canceling';
  return phase === 'authorized' ? 'authorized' : OPEN_STATUS[attempt];
}

export const withStatus = (payment: Payment): Payment => ({ ...payment, status: statusOf(payment) });

export type WorkKind =
  | 'create'
  | 'update'
  | 'confirm'
  | 'check'
  | 'capture'
  | 'cancel'
  | 'close'
  | 'save'
  | 'refund'
  | 'tell';

export interface WantedWork {
  readonly kind: WorkKind;
  readonly amount: number;
  readonly dueAt: Date;
}

/** That can still be given back. Less than nothing: it was also given back at the provider, or disputed after it was. */
export const refundable = ({ captured, refunding, refunded, lost }: Payment): number =>
  captured - refunding - refunded - lost;

/** What is to be done next, by nobody's asking: each of it once per intent. Refunds are asked for one by one. */
export function nextWork(payment: Payment, now: Date): readonly WantedWork[] {
  const { phase, attempt, releaseWanted, closeWanted, captureWanted, captureBefore, generation, provider } =
    payment;
  if (provider === 'desk' || provider === null) return [];
  const at = (kind: WorkKind, amount = 0, dueAt = now): WantedWork => ({ kind, amount, dueAt });
  const after = (ms = 0) => new Date(now.getTime() + ms);
  if (releaseWanted) return phase === 'open' || phase === 'authorized' ? [at('cancel')] : [];
  if (phase === 'saved') return captureWanted === null ? [] : [at('create', captureWanted)];
  if (isShort(payment)) return [at('save')];
  if (phase === 'authorized' && captureWanted !== null) return [at('capture', captureWanted)];
  if (phase === 'authorized' && captureBefore)
    return [at('save', 0, new Date(captureBefore.getTime() - SAVE_BEFORE_MS))];
  if (phase === 'open' && attempt === 'unknown') return [at('check', 0, after(UNKNOWN_AFTER_MS[0]))];
  if (phase === 'open' && closeWanted) return [at('close')];
  // A saved card is charged without the patient, once: what comes of it they are asked about.
  if (
    phase === 'open' &&
    attempt === 'method' &&
    generation > 1 &&
    payment.method !== null &&
    captureWanted !== null
  )
    return [at('confirm', captureWanted)];
  return [];
}

/** A step is answered or cut off long before. */
const ATTEMPT_MS = 60_000;

const RANK: Readonly<Record<Phase, number>> = {
  none: 0,
  saved: 0,
  open: 1,
  authorized: 2,
  captured: 3,
  voided: 3,
};

/** The card is kept, and another intent charges it; or, without one, paying begins again where it is still wanted. */
export function renewed(payment: Payment): Payment {
  // What is charged at once is charged while the patient is there.
  const hasCard = payment.method !== null && payment.purpose !== 'charge' && !payment.closeWanted;
  return withStatus({
    ...payment,
    ...{ generation: payment.generation + 1, intentId: null, captureBefore: null },
    ...{ phase: hasCard ? 'saved' : 'none', attempt: 'method', attemptedAt: null, declined: null },
    // Whatever the closed one was tried with is no card to keep.
    // And the patient pays what they are shown next, whatever was approved before.
    ...(payment.closeWanted && { method: null, customer: null, captureWanted: null }),
    ...{ closeWanted: false, startedBy: null, startedFrom: null },
    ...{ authorized: 0, captured: 0, refunding: 0, refunded: 0, lost: 0 },
  });
}

export interface Applied {
  readonly payment: Payment;
  readonly transfers: readonly Transfer[];
}

const PHASE: Readonly<Record<ProviderPayment['state'], Phase>> = {
  open: 'open',
  action: 'open',
  processing: 'open',
  held: 'authorized',
  succeeded: 'captured',
  canceled: 'voided',
};

type AttemptFacts = Pick<Payment, 'attempt' | 'declined' | 'attemptedAt'>;

function attemptOf(given: Payment, object: ProviderPayment, askedAt: Date): AttemptFacts {
  const { attemptedAt } = given;
  // A step that may still be under way: what the intent says is of before.
  const isUnderWay = attemptedAt !== null && askedAt.getTime() - attemptedAt.getTime() < ATTEMPT_MS;
  const { state, declined } = object;
  if (state === 'action') return { attempt: 'action', declined: null, attemptedAt: null };
  if (state === 'processing' || isUnderWay) return { attempt: 'unknown', declined: null, attemptedAt };
  if (declined) return { attempt: 'failed', declined, attemptedAt: null };
  return { attempt: 'method', declined: null, attemptedAt: null };
}

/** A card that is saved outlives its intent. */
function afterwards(payment: Payment, object: ProviderPayment): Payment {
  const { phase, releaseWanted, closeWanted, purpose } = payment;
  const isOver = phase === 'voided' && !releaseWanted && !closeWanted && purpose !== 'charge';
  const isSaved = object.kind === 'setup' ? object.state === 'succeeded' : payment.method !== null;
  return isOver && isSaved ? renewed(payment) : payment;
}

/**
 * @param object of the provider, as it was fetched. One of another intent moves nothing, and neither does what is late.
 * @param known the books of this order.
 * @param askedAt when the provider was: what it said then may be older than now.
 */
export function applyObject(
  given: Payment,
  object: ProviderPayment,
  known: readonly Transfer[],
  now: Date,
  askedAt: Date = now,
): Applied {
  const phase: Phase =
    object.kind === 'setup' && object.state === 'succeeded' ? 'voided' : PHASE[object.state];
  // What is over stays over: should the provider say otherwise, the daily comparison of the books tells staff.
  const isOver = RANK[given.phase] === RANK.voided && phase !== given.phase;
  if (given.intentId !== object.id || RANK[phase] < RANK[given.phase] || isOver)
    return { payment: { ...given, checkedAt: now }, transfers: [] };
  const transfers = newTransfers(given, object, known, now);
  const isLess = object.kind === 'payment' && object.amount < intentAmount(given);
  const payment = withStatus({
    ...given,
    ...{ phase, checkedAt: now, captureBefore: object.captureBefore ?? given.captureBefore },
    // A card was taken, or saved, before that was done.
    ...((object.state === 'held' || object.state === 'succeeded') && { closeWanted: false }),
    ...(phase === 'open'
      ? attemptOf(given, object, askedAt)
      : { attempt: 'method' as const, declined: null, attemptedAt: null }),
    // Agreed to for less: the patient is asked again, and that card isn't charged without them.
    ...(isLess ? { method: null, customer: null } : {}),
    ...(object.method && object.customer && !isLess
      ? { method: object.method, customer: object.customer }
      : {}),
    ...(object.card ? { card: object.card } : {}),
    // The books have moved by the provider's word: the next comparison says whether they still lack something.
    booksDiffer: given.booksDiffer && transfers.length === 0,
    ...totalsOf([...known, ...transfers], object.id),
  });
  const after = quieted(given, afterwards(payment, object));
  const isFirst = given.phase !== 'captured' && after.phase === 'captured';
  const hasFailed = transfers.some(({ kind }) => kind === 'refund-failed' || kind === 'refund-returned');
  const alert = isFirst && after.captured < wantedOf(after) ? CHARGED_LESS : after.alert;
  // Asking again by itself would come to the same: staff decide.
  const decided = hasFailed ? { releaseWanted: false } : {};
  return { payment: withRefundAlert({ ...after, alert, ...decided }, hasFailed), transfers };
}

/** @param hasFailed something wasn't given back after all, which is only worth a look where it still can be. */
export function withRefundAlert(payment: Payment, hasFailed: boolean): Payment {
  const left = refundable(payment);
  if (hasFailed && left > 0) return { ...payment, alert: REFUND_FAILED };
  if (left < 0) return { ...payment, alert: payment.alert ?? REFUNDED_MORE };
  return payment.alert === REFUNDED_MORE ? { ...payment, alert: null } : payment;
}

/**
 * What staff were asked to look at is over once the status has moved. Not a refund that failed while another one was under way: that one's end says nothing of it,
 * and staff end it by asking for another, which clears it.
 */
export function quieted(before: Payment, after: Payment): Payment {
  const isOwed =
    before.alert === REFUND_FAILED && before.status === 'refund_pending' && refundable(after) > 0;
  return before.status === after.status || isOwed ? after : { ...after, alert: null };
}

/** @throws Error where the table of states doesn't know the way. */
export function checkEdge(before: Payment, after: Payment): void {
  if (!mayFollow(before.status, after.status, after.generation > before.generation))
    throw new Error(`A payment can't go from ${before.status} to ${after.status}.`);
}
