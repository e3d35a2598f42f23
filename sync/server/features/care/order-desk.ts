/** What consultations ask of orders. The feature `orders` provides it, and imports from here what it asks of consultations. */
import type { ClinicalStatus } from '../../../domain/orders/order-status.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';

export interface ConsultationMove {
  readonly vendor: string;
  /** The case's id. */
  readonly consultation: string;
  readonly status: ClinicalStatus;
  /** Of one against it. */
  readonly decision?: {
    readonly reason: string;
    readonly text: string;
    readonly alternatives: string[];
    readonly at: string;
  };
  /** Address of the staff, or null for the system. */
  readonly actor: string | null;
}

export interface OrderDesk {
  consultationMoved(transaction: Transaction, publish: Publish, move: ConsultationMove): Promise<void>;
  linesOf(
    sql: Sql | Transaction,
    vendor: string,
    consultation: string,
  ): Promise<
    readonly {
      readonly order: string;
      readonly code: string;
      readonly sku: string;
      readonly product: string;
      readonly quantity: number;
    }[]
  >;
}

export const orderDesk = serviceNamed<OrderDesk>('orders');
