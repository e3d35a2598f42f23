/** What care provides: how far a consultation has come. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';

export interface Consultations {
  /** Of cases that there are. One that nobody has touched is `waiting`; forms that weren't judged yet aren't there. */
  stateOf(
    sql: Sql | Transaction,
    vendor: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ConsultationState>>;
  /** Slug of the product that was prescribed; undefined where none was, or the vendor doesn't sell it. */
  prescribedIn(sql: Sql | Transaction, vendor: string, id: string): Promise<string | undefined>;
}

export const consultations = serviceNamed<Consultations>('consultations');
