/** What the orders provide for the features that come after them. */
import type { ClinicalStatus } from '../../../domain/orders/order-status.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';

export interface ConsultationMove {
  readonly vendor: string;
  readonly consultation: string;
  readonly status: ClinicalStatus;
  /** Of one against it: as the patient reads it. */
  readonly decision?:
    | { readonly reason: string; readonly text: string; readonly alternatives: readonly string[] }
    | undefined;
  /** The name of who of the staff; null where time has done it. */
  readonly actor: string | null;
}

export interface ConsultedLine {
  readonly order: string;
  readonly code: string;
  readonly sku: string;
  readonly product: string;
  readonly quantity: number;
}

export interface Orders {
  /** A consultation has moved: its orders' clinical status follows. `approved` captures, what ends it otherwise releases. */
  consultationMoved(transaction: Transaction, publish: Publish, move: ConsultationMove): Promise<void>;
  /** Prescription lines that wait for it, of orders that aren't over. */
  linesOf(sql: Sql | Transaction, vendor: string, consultation: string): Promise<readonly ConsultedLine[]>;
}

export const orders = serviceNamed<Orders>('orders');
