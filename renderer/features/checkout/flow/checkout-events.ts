/** What can happen between a cart and a paid order, what is remembered of it, and what is asked of the world around it. */
import type { DeclineCode, PaymentStarted } from '../../../../sync/protocol/api/orders.ts';
import type { ConsentDecision } from '../../../../sync/protocol/operations/payloads/parts.ts';
import type { OrderNext } from '../order/order-next.ts';
import { emptyAddress, type TypedAddress } from '../order/typed-address.ts';

/** The card's own. Where it isn't used, the delivery's is, and what was typed stays. */
export interface TypedBilling extends TypedAddress {
  readonly isUsed: boolean;
}

/** As it was typed: nothing is lost, and nothing is judged before Continue. Its address is where it is mailed. */
export interface CheckoutDetails extends TypedAddress {
  readonly name: string;
  /** An address of email, or a phone number. */
  readonly reach: string;
  /** Null until somebody or what is known has given one. */
  readonly billing: TypedBilling | null;
  /** Id of a shipping rate; null: the vendor's first. */
  readonly rate: string | null;
  readonly pharmacy: string | null;
  readonly note: string;
  readonly promotion: string;
  /** `kept`: by the card that is kept in the account, with the press that places the order. Null until somebody or what is known has chosen: by card. */
  readonly payment: 'card' | 'kept' | 'desk' | null;
}

/** Which of the details are all right. */
export interface DetailFacts {
  readonly contact: boolean;
  readonly address: boolean;
  readonly delivery: boolean;
}

/** Why it can't be paid now, as a code that screens translate. */
export type PaymentTrouble = 'offline' | 'unavailable' | 'locked' | 'tries' | 'not-found' | 'unreadable';

export type CheckoutEvent =
  /** It was opened, for the first time or again: what is known already isn't asked for. */
  | { readonly type: 'OPENED'; readonly facts: DetailFacts }
  /** It had been placed when this device stopped; or the document for paying was loaded. */
  | { readonly type: 'RESUMED'; readonly at: 'placing' | 'payment' }
  | { readonly type: 'TYPED'; readonly part: Partial<CheckoutDetails> }
  | { readonly type: 'CONTINUED'; readonly facts: DetailFacts }
  | { readonly type: 'CHANGE'; readonly page: 'contact' | 'address' | 'delivery' }
  | { readonly type: 'BACK' }
  | { readonly type: 'CONSENTED'; readonly decisions: readonly ConsentDecision[] }
  /** The button that places the order. */
  | { readonly type: 'PLACE'; readonly consented: boolean }
  | { readonly type: 'ORDER_SEEN'; readonly next: OrderNext }
  | { readonly type: 'SUBMITTED'; readonly method?: string }
  | { readonly type: 'CHALLENGED'; readonly result: 'passed' | 'refused' }
  | { readonly type: 'RETRY' };

export interface CheckoutContext {
  readonly details: CheckoutDetails;
  readonly consents: readonly ConsentDecision[];
  /** Why the order couldn't be queued. */
  readonly problem: string | null;
  readonly started: PaymentStarted | null;
  /** The provider's name for the card that is tried. */
  readonly method: string | null;
  readonly challenge: 'passed' | 'refused' | null;
  readonly declined: DeclineCode | null;
  readonly trouble: PaymentTrouble | null;
  /** How often the provider has been asked what became of a payment. */
  readonly checks: number;
}

/** What became of starting a payment. */
export type StartOutcome =
  | { readonly status: 'started'; readonly started: PaymentStarted }
  | { readonly status: 'paid' | 'unknown' | 'changed' }
  | { readonly status: 'failed'; readonly trouble: PaymentTrouble };

export type PaymentOutcome =
  /** `again`: what was begun is over, and nothing was paid. */
  | { readonly status: 'done' | 'action' | 'unknown' | 'changed' | 'again' }
  | { readonly status: 'declined'; readonly declined: DeclineCode };

/** What the machine asks of the world around it. */
export interface CheckoutActors {
  /** Queues the order, once however often it is called; rejects with an error whose `code` says why. */
  place(context: CheckoutContext): Promise<void>;
  /** Reports what is to be done once the vendor has the order, until the returned function is called. */
  watchOrder(report: (next: OrderNext) => void): () => void;
  /** Pays what was just placed by the card that is kept. */
  payByKept(): Promise<PaymentOutcome>;
  start(): Promise<StartOutcome>;
  /** A rejection is no decline: nobody knows what became of it. */
  confirm(
    asked: { readonly total: number } & Partial<Pick<CheckoutContext, 'method' | 'challenge'>>,
  ): Promise<PaymentOutcome>;
  check(): Promise<PaymentOutcome>;
}

export const emptyDetails = (country: string): CheckoutDetails => ({
  ...{ ...emptyAddress(country), name: '', reach: '', billing: null },
  ...{ rate: null, pharmacy: null, note: '', promotion: '', payment: null },
});

/** What it begins with: all that was kept of it. */
export type Begun = Pick<CheckoutContext, 'details' | 'consents'>;

export const initialContext = ({ details, consents }: Begun): CheckoutContext => ({
  ...{ details, consents, problem: null, started: null, method: null, challenge: null },
  ...{ declined: null, trouble: null, checks: 0 },
});
