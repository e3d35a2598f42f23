/** What devices have sealed, of cases and alerts that staff may read: opened off the event loop. */
import type { IntakeSubmit, SafetyAlert } from '../../protocol/payloads.ts';
import type { Sql } from '../database/database.ts';
import type { OpenedOperation } from '../judging/open-operation.ts';
import { judgementSchema } from '../judging/verdict.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { InboxRow } from './inbox.ts';

/** A row of the ledger, once it is judged. */
export interface StoredOperation {
  readonly op_id: string;
  readonly lane: string;
  readonly kind: string;
  readonly v: number;
  readonly envelope: Uint8Array;
  readonly receipt: string;
  readonly captured_at: string;
  readonly skew_seconds: number | null;
  readonly judged_at: string | null;
}

export interface CaseContent {
  readonly intake?: IntakeSubmit;
  readonly alert?: SafetyAlert;
}

export interface CaseContents {
  /** By id. */
  read(vendor: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredOperation>>;
  /** Empty for what this vendor's staff may not read, or nobody can. */
  open(vendor: string, row: InboxRow, stored: StoredOperation): Promise<CaseContent>;
}

export interface CaseContentsDependencies {
  readonly sql: Sql;
  readonly openOperation: (operation: SealedOperation) => Promise<OpenedOperation>;
}

export function createCaseContents({ sql, openOperation }: CaseContentsDependencies): CaseContents {
  return {
    async read(vendor, ids) {
      const rows = await sql<StoredOperation[]>`
        select op_id, lane, kind, v, envelope, receipt, captured_at, skew_seconds, judged_at
        from op_ledger where vendor = ${vendor} and op_id = any(${[...ids]}::uuid[])`;
      return new Map(rows.map((row) => [row.op_id, row]));
    },

    async open(vendor, row, { op_id: opId, lane, kind, v, envelope }) {
      if (!judgementSchema.parse(JSON.parse(row.judgement)).readable) return {};
      const opened = await openOperation({ vendor, opId, lane, kind, v, envelope });
      // It was read when it was judged: its key has gone since.
      if (!opened.ok) return {};
      switch (opened.kind) {
        case 'intake.submit':
          return { intake: opened.payload };
        case 'safety.alert':
          return { alert: opened.payload };
        // Unfinished: the patient's alone until they hand it in.
        case 'intake.paused':
          return {};
      }
    },
  };
}
