import type { PatientLine } from '../../../../sync/protocol/api/patients.ts';
import type { UnshownRow } from '../../../../sync/protocol/api/rows.ts';

/** What a search for patients has come to so far. */
export interface FoundPatients {
  /** As it was typed. */
  readonly typed: string;
  readonly patients: readonly PatientLine[];
  readonly unshown: readonly UnshownRow[];
  /** For more of them; null at the end. */
  readonly cursor: string | null;
  /** The server's clock. */
  readonly at: string;
}
