/** What the orders provide for the features that come after them, and what they ask of the one that decides on consultations. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { ClinicalStatus, PaymentStatus } from '../../../domain/orders/order-status.ts';
import type { Delivery } from '../../../domain/orders/order-view.ts';
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
  /** When somebody has decided: it counts for no order that came later, unless what that is for was prescribed. */
  readonly decidedAt?: Date | undefined;
  /** The name of who of the staff; null where time has done it. */
  readonly actor: string | null;
}

export interface ConsultedLine {
  readonly order: string;
  readonly code: string;
  readonly sku: string;
  readonly product: string;
  readonly quantity: number;
  /** Where its order goes. */
  readonly delivery: Delivery;
  /** Approved, and not to be handed over before its patient has shown a photo ID. */
  readonly waitsForId?: true | undefined;
}

/** A consultation's own order, without goods. */
export interface ConsultedFee {
  readonly order: string;
  readonly code: string;
  readonly amount: number;
  readonly currency: string;
  readonly payment: PaymentStatus;
}

/** Closing a case in one of these completes a consultation that nothing is prescribed by. While the patient owes an answer it doesn't. */
export const COMPLETES: readonly ConsultationState[] = ['waiting', 'in_review'];

/** Whose photo ID: a person's, or the sender's of this form. */
export interface WhoseId {
  readonly vendor: string;
  readonly person?: string | undefined;
  readonly consultation?: string | undefined;
}

export interface Orders {
  /** A consultation has moved: its orders' clinical status follows. `approved` captures what was prescribed, what ends it otherwise releases, or gives a fee back. */
  consultationMoved(transaction: Transaction, publish: Publish, move: ConsultationMove): Promise<void>;
  /** Its case is closed, and nothing was prescribed: its fee is charged. */
  consultationClosed(
    transaction: Transaction,
    publish: Publish,
    closed: Pick<ConsultationMove, 'vendor' | 'consultation' | 'actor'>,
  ): Promise<void>;
  /** Its case was dismissed unread: nothing that waits for it goes on. */
  consultationDismissed(
    transaction: Transaction,
    publish: Publish,
    dismissed: Pick<ConsultationMove, 'vendor' | 'consultation'>,
  ): Promise<void>;
  /** Staff have confirmed who this person is, or who has sent this form: what was approved, and waited for that, goes on. */
  idConfirmed(
    transaction: Transaction,
    publish: Publish,
    confirmed: WhoseId & { readonly actor: string },
  ): Promise<void>;
  /** Staff have refused what this person has sent: who orders has a week for another one. */
  idRefused(
    transaction: Transaction,
    publish: Publish,
    refused: { readonly vendor: string; readonly person: string },
  ): Promise<void>;
  /** Undefined where it isn't paid by itself. */
  feeOf(sql: Sql | Transaction, vendor: string, consultation: string): Promise<ConsultedFee | undefined>;
  /** Prescription lines that wait for it, of orders that aren't over. */
  linesOf(sql: Sql | Transaction, vendor: string, consultation: string): Promise<readonly ConsultedLine[]>;
}

export const orders = serviceNamed<Orders>('orders');

/** What is missing of an ID that is asked for: nobody has sent one that counts, or staff haven't looked at it. */
export type MissingId = false | 'missing' | 'sent';

/** Provided by whoever decides on consultations. */
export interface Consultations {
  /** Of cases that there are. One that nobody has touched is `waiting`; forms that weren't judged yet aren't there. */
  stateOf(
    sql: Sql | Transaction,
    vendor: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ConsultationState>>;
  /** Slug of the product that was prescribed; undefined where none was, or the vendor doesn't sell it. */
  prescribedIn(sql: Sql | Transaction, vendor: string, id: string): Promise<string | undefined>;
  /**
   * Whether a photo ID is asked for these products, where the patient was and in these places, that isn't confirmed: by the same rules as when it is decided.
   * @param asked slugs, and where they are sent or picked up.
   */
  lacksId(
    sql: Sql | Transaction,
    asked: {
      readonly vendor: string;
      readonly consultation: string;
      readonly products: readonly string[];
      readonly places: readonly string[];
    },
  ): Promise<MissingId>;
}

export const consultations = serviceNamed<Consultations>('consultations');
