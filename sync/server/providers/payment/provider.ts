/** What the product asks of whoever moves the money. Each call is one step, whose key the provider keeps for a day; what became of a payment is only ever read from {@link PaymentProvider.retrieve}. */
import type { DeclineCode } from '../../../protocol/api/orders.ts';
import type { PageGrant } from '../../base/page-grant.ts';

/** A payment at the provider, with all that has become of it. */
export interface ProviderPayment {
  /** Of the intent. */
  readonly id: string;
  /** `setup`: nothing is due, a card is saved. */
  readonly kind: 'payment' | 'setup';
  /** `open`: waits for a card; `action`: the bank asks; `processing`: nobody knows yet; `held`: authorized; `succeeded`: charged, or the card saved. */
  readonly state: 'open' | 'action' | 'processing' | 'held' | 'succeeded' | 'canceled';
  readonly amount: number;
  readonly currency: string;
  /** Charged of it. */
  readonly received: number;
  /** When the hold lapses, as the provider says. */
  readonly captureBefore?: Date;
  /** Of the last attempt. */
  readonly declined?: DeclineCode;
  /** The card is saved under these names. */
  readonly method?: string;
  readonly customer?: string;
  /** The last four digits. */
  readonly card?: string;
  /** Such as `visa`. */
  readonly brand?: string;
  readonly refunds: readonly ProviderRefund[];
  readonly disputes: readonly ProviderDispute[];
  /** For the provider's script on the device. */
  readonly clientSecret?: string;
}

export interface ProviderRefund {
  readonly id: string;
  /** Key of the call that asked for it; undefined where staff made it at the provider. */
  readonly key?: string;
  readonly amount: number;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

export interface ProviderDispute {
  readonly id: string;
  readonly amount: number;
  readonly state: 'open' | 'won' | 'lost';
}

/** Money that moved, as the provider's own books have it. */
export interface Movement {
  readonly kind: 'charge' | 'refund' | 'refund-returned' | 'dispute' | 'dispute-won';
  /** Of the intent, of the refund or of the dispute. */
  readonly object: string;
  readonly intent: string;
  readonly amount: number;
}

export interface NewIntent {
  readonly purpose: 'hold' | 'charge' | 'save';
  readonly amount: number;
  readonly currency: string;
  /** Ids and a vendor's slug: nothing about health, and no name. */
  readonly order: string;
  readonly vendor: string;
  /** A card that is saved: charged without the patient being there. */
  readonly saved?: { readonly customer: string; readonly method: string };
  /** Of a person who may want the card kept: what the provider knows them by, where it does. */
  readonly keeper?: { readonly customer?: string };
}

export interface Confirmation {
  readonly intent: string;
  /** The provider's name for the card. Absent: the saved one that the intent was made with. */
  readonly method?: string;
  readonly challenge?: 'passed' | 'refused';
  /** Of the billing address, where no script of the provider's has told it. */
  readonly postcode?: string;
  readonly offSession?: true;
}

/** What a step sends: kept with its key, and sent again as it was. */
export type ProviderRequest =
  | { readonly step: 'create'; readonly intent: NewIntent }
  | { readonly step: 'update'; readonly intent: string; readonly amount: number; readonly keep?: boolean }
  | ({ readonly step: 'confirm' } & Confirmation)
  | { readonly step: 'capture'; readonly intent: string; readonly amount: number }
  | { readonly step: 'cancel'; readonly intent: string; readonly kind: ProviderPayment['kind'] }
  | { readonly step: 'refund'; readonly intent: string; readonly amount: number };

export interface PaymentProvider {
  readonly name: 'demo' | 'stripe';
  /**
   * @param key of 24 hours: the same request with it has the same answer, and acts once.
   * @returns the id of the intent; all else is to be retrieved.
   * @throws ProviderRefused, ProviderUnknown
   */
  send(vendor: string, request: ProviderRequest, key: string): Promise<string>;
  /** @throws ProviderUnknown, ProviderRefused where there is none of this id. */
  retrieve(vendor: string, intent: string): Promise<ProviderPayment>;
  /**
   * The provider's names of all that was declined at this intent, no matter who has asked it: with its secret, cards are tried there without us. Absent: they are tried
   * through us alone.
   * @throws ProviderUnknown, ProviderRefused
   */
  declines?(vendor: string, intent: string): Promise<readonly string[]>;
  /** @throws ProviderUnknown */
  movements(vendor: string, since: Date): Promise<readonly Movement[]>;
  /** A saved card, for good. @throws ProviderUnknown, ProviderRefused where there is none of this name. */
  forget(vendor: string, method: string): Promise<void>;
  /** What the document for paying may do besides, to talk to it. */
  readonly page?: PageGrant;
  /** What the device needs to go on with an intent. */
  readonly publishableKey?: string;
}

/** The provider has answered: it did nothing. A declined card is no refusal of it: that is read from the intent. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
  readonly code: string;
  constructor(code: string) {
    super(`The provider refused: ${code}.`);
    this.code = code;
  }
}

/** No answer, or none that says anything: it may have acted. */
export class ProviderUnknown extends Error {
  override name = 'ProviderUnknown';
  readonly code: string;
  constructor(code: string) {
    super(`The provider hasn’t said: ${code}.`);
    this.code = code;
  }
}
