/** What payments are kept in: PostgreSQL, and in tests of schedules memory. */

import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import type { OrderMoney } from '../../../domain/orders/order-view.ts';
import type { Alerted } from './attention.ts';
import type { CardOwner, SavedCard } from './cards.ts';
import type { Transfer } from './ledger.ts';
import type { Due, Payment, PaymentName, WorkKind } from './payment.ts';

/** Something to do at the provider. Its id is the key that the provider is given. */
export interface Work extends PaymentName {
  readonly id: string;
  readonly kind: WorkKind;
  readonly generation: number;
  readonly amount: number;
  /** JSON of the request, from when it is first sent. */
  readonly request: string | null;
  readonly sentAt: Date | null;
  readonly dueAt: Date;
  readonly lease: string | null;
  readonly attempts: number;
  readonly actor: string;
}

export interface PaymentEvent {
  /** Empty where none is known. */
  readonly vendor: string;
  readonly id: string;
  readonly type: string;
  readonly intent: string;
  readonly receivedAt: Date;
}

export interface PaymentChange extends PaymentName {
  readonly status: PaymentStatus;
  readonly money: OrderMoney;
  /** All that were asked for so far and weren't given after all, by the names that they were asked under. */
  readonly failedRefunds: readonly string[];
}

/** Within one transaction. */
export interface PaymentRows {
  find(name: PaymentName): Promise<Payment | undefined>;
  /** Until the end of the transaction. */
  lock(name: PaymentName): Promise<Payment | undefined>;
  /** @returns false where there is one of this order. */
  add(payment: Payment): Promise<boolean>;
  /** Where its version is still the payment's, which is raised. The intent isn't touched but by a new generation. @throws Error where another was faster. */
  save(payment: Payment): Promise<void>;
  /** Where there is none. */
  storeIntent(name: PaymentName, generation: number, intent: string, at: Date): Promise<boolean>;
  findByIntent(vendor: string, intent: string): Promise<PaymentName | undefined>;
  transfersOf(name: PaymentName): Promise<readonly Transfer[]>;
  post(transfers: readonly Transfer[]): Promise<void>;
  /** Where none of its kind waits; refunds and new intents may be several. @returns undefined where one does. */
  addWork(work: Work): Promise<Work | undefined>;
  /** Where the lease is still this one's. */
  saveWork(work: Work, change: WorkChange): Promise<boolean>;
  hasWork(payment: Pick<Payment, 'vendor' | 'order' | 'generation'>, kind: WorkKind): Promise<boolean>;
  /** @returns whether it is new. */
  addEvent(event: PaymentEvent): Promise<boolean>;
  endEvent(
    event: PaymentEvent,
    change: { readonly dueAt: Date } | { readonly doneAt: Date; readonly fault?: string },
  ): Promise<void>;
  /** Those of them that aren't kept yet, once each. */
  newDeclines(name: PaymentName, tries: readonly string[]): Promise<readonly string[]>;
  /** By their names at the provider. @returns how many are new. */
  addDeclines(name: PaymentName, tries: readonly string[], at: Date): Promise<number>;
  cardOf(owner: CardOwner): Promise<SavedCard | undefined>;
  /** By their consent, instead of the one before. */
  keepCard(owner: CardOwner, card: SavedCard): Promise<void>;
  tell(change: PaymentChange): Promise<void>;
  /** What is due now: less than was shown where it has become cheaper. @throws ProblemError where it isn't to be paid, or less was shown. */
  ask(name: PaymentName, total: number): Promise<Due>;
}

export type WorkChange =
  | { readonly dueAt: Date; readonly fault: string }
  | { readonly doneAt: Date; readonly fault?: string }
  | { readonly request: string; readonly sentAt: Date; readonly leaseUntil: Date };

export interface PaymentStore {
  within<Result>(work: (rows: PaymentRows) => Promise<Result>): Promise<Result>;
  /** The longest due, and its lease; committed. */
  claimWork(now: Date, lease: string, until: Date): Promise<Work | undefined>;
  /** The longest due; until its time is over, nobody else is given it. */
  claimEvent(now: Date, until: Date): Promise<PaymentEvent | undefined>;
  /** Open ones, and those whose money may still move, that weren't looked at since. */
  toLookAt(hourAgo: Date, dayAgo: Date): Promise<readonly PaymentName[]>;
  /** Who began to pay by an intent that wasn't made, or is over, and wasn't looked at since. */
  forgetStarters(since: Date): Promise<void>;
  /** Of a vendor, those that staff are asked to look at. */
  alerts(vendor: string): Promise<readonly (PaymentName & Alerted)[]>;
}
