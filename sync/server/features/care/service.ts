/** What care provides: how far a consultation has come. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';

export interface Consultations {
  /** By id; without those that nobody has judged yet. */
  stateOf(
    sql: Sql | Transaction,
    vendor: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ConsultationState>>;
}

export const consultations = serviceNamed<Consultations>('consultations');
