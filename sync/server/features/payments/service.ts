/** What the payments provide: they know an order by its id and what it comes to, and no lines. */
import type { PaymentStatus } from '../../../domain/orders/order-status.ts';
import type { OrderMoney, OrderView } from '../../../domain/orders/order-view.ts';
import type { PaymentAttention } from '../../../domain/payment/payment-attention.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { Due, PaymentName } from './payment.ts';
import type { PaymentChange } from './store.ts';
import type { AmountWish, RefundWish, Wish } from './wishes.ts';

export type { Due } from './payment.ts';
export type { PaymentChange } from './store.ts';

export interface PaymentState {
  readonly status: PaymentStatus;
  readonly money: OrderMoney;
}
export type OnPaymentChange = (
  transaction: Transaction,
  publish: Publish,
  change: PaymentChange,
) => Promise<void>;
export type AskBefore = (
  transaction: Transaction,
  publish: Publish,
  order: PaymentName & { readonly total: number },
) => Promise<Due>;

export type FindOwn = (order: PaymentName, person: string) => Promise<PaymentName | undefined>;
export interface PaymentAlerts {
  readonly orders: readonly { readonly order: string; readonly attention: PaymentAttention }[];
  /** Movements of the provider's last days that belong to no order. */
  readonly strays: number;
}

/** Whatever is wanted in a transaction is in `stateOf` of the same one; listeners are told in another, right after. */
export interface Payments {
  /** One payment per order; a changed amount counts only while nothing is confirmed. */
  expect(transaction: Transaction, due: Due): Promise<void>;
  /** Paid at the counter: deferred until staff record it. */
  expectAtDesk(transaction: Transaction, due: Due): Promise<void>;
  stateOf(
    sql: Sql | Transaction,
    vendor: string,
    orders: readonly string[],
  ): Promise<ReadonlyMap<string, PaymentState>>;
  /** Charged as soon as it can be. @throws AmountError where more is wanted than is held. */
  capture(transaction: Transaction, wish: AmountWish): Promise<void>;
  /** Voided or given back, by what the provider says. */
  release(transaction: Transaction, wish: Wish): Promise<void>;
  /** At the desk: staff have handed it back. @throws AmountError, DisputedError */
  refund(transaction: Transaction, wish: RefundWish): Promise<void>;
  /** @throws AmountError where it isn't what is due. */
  recordAtDesk(transaction: Transaction, wish: AmountWish): Promise<void>;
  /** Told in the transaction that changes a payment: the only way in which an order's payment status and money move. */
  onChange(listener: OnPaymentChange): void;
  /**
   * Asked before a payment is started or confirmed. What has become cheaper than was shown is written and returned: it is shown, and then paid.
   * @throws ProblemError where it isn't to be paid.
   */
  askBefore(check: AskBefore): void;
  /** Whose order it is: its own name, where it is this person's. */
  ownBy(find: FindOwn): void;
  /** Shows an order in the answers to who pays it. */
  showBy(show: (order: PaymentName) => Promise<OrderView>): void;
  /** What staff of a vendor are to look at. */
  alerts(vendor: string): Promise<PaymentAlerts>;
}

export const payments = serviceNamed<Payments>('payments');
