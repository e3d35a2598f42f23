/** What devices have sealed, of cases and alerts that staff may read: opened off the event loop. */
import type { CaseDetail } from '../../../protocol/api/cases.ts';
import type { Sql } from '../../base/database/database.ts';
import type { JudgePool } from '../../core/judging/judge-pool.ts';
import type { InboxRow } from './inbox-row.ts';
import { type CaseMarks, judgementSchema, type ShownItem } from './operations.ts';

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

export interface CaseContent extends ShownItem {
  /** Why staff see nothing of what they may read. */
  readonly notShown?: CaseDetail['notShown'];
}

export interface CaseContents {
  /** By id. */
  read(vendor: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredOperation>>;
  /** Empty for what this vendor's staff may not read, or nobody can. */
  open(vendor: string, row: InboxRow, stored: StoredOperation): Promise<CaseContent>;
}

export interface CaseContentsDependencies {
  readonly sql: Sql;
  readonly show: JudgePool['show'];
}

/** Of one case with its alerts: what else there is reads as it is listed. */
export const MAX_OPENED = 10;

export function createCaseContents({ sql, show }: CaseContentsDependencies): CaseContents {
  return {
    async read(vendor, ids) {
      const rows = await sql<StoredOperation[]>`
        select op_id, lane, kind, v, envelope, receipt, captured_at, skew_seconds, judged_at
        from op_ledger where vendor = ${vendor} and op_id = any(${[...ids]}::uuid[])`;
      return new Map(rows.map((row) => [row.op_id, row]));
    },

    async open(vendor, row, { op_id: opId, lane, kind, v, envelope }) {
      const { readable, met } = judgementSchema.parse(JSON.parse(row.judgement));
      if (!readable) return {};
      const marks: CaseMarks = { met };
      const opened = await show({ vendor, opId, lane, kind, v, envelope }, marks);
      // As the kind says, which has written it for the inbox.
      if (opened.ok) return opened.shown as ShownItem;
      switch (opened.code) {
        case 'CONTENT_OUT_OF_BOUNDS':
          return { notShown: 'out-of-bounds' };
        case 'ENVELOPE_KEY_UNKNOWN':
          // It was read when it was judged: its key has gone since.
          return { notShown: 'key-missing' };
        default:
          return { notShown: 'failed' };
      }
    },
  };
}
