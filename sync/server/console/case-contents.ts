/** What devices have sealed, of cases and alerts that staff may read: opened off the event loop. */
import type { CaseDetail } from '../../protocol/api/cases.ts';
import type { SafetyAlert } from '../../protocol/operations/safety-alert.ts';
import type { Sql } from '../database/database.ts';
import type { JudgePool } from '../judging/judge-pool.ts';
import type { IntakeHead } from '../judging/open-case.ts';
import { judgementSchema } from '../judging/verdict.ts';
import type { InboxRow } from './inbox-row.ts';

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
  readonly intake?: IntakeHead;
  readonly alert?: SafetyAlert;
  readonly shown?: ShownAnswers;
  /** Why staff see nothing of what they may read. */
  readonly notShown?: CaseDetail['notShown'];
}

/** JSON of `CaseDetail`'s fields of these names. */
export interface ShownAnswers {
  readonly answers: string;
  readonly flagged: string;
}

export interface CaseContents {
  /** By id. */
  read(vendor: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredOperation>>;
  /** Empty for what this vendor's staff may not read, or nobody can. */
  open(vendor: string, row: InboxRow, stored: StoredOperation): Promise<CaseContent>;
}

export interface CaseContentsDependencies {
  readonly sql: Sql;
  readonly openCase: JudgePool['openCase'];
}

/** Of one case with its alerts: what else there is reads as it is listed. */
export const MAX_OPENED = 10;

export function createCaseContents({ sql, openCase }: CaseContentsDependencies): CaseContents {
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
      const opened = await openCase({ vendor, opId, lane, kind, v, envelope }, { met });
      if (opened.ok) {
        switch (opened.kind) {
          case 'intake.submit':
            return {
              intake: opened.intake,
              shown: { answers: opened.answers, flagged: opened.flagged },
            };
          case 'safety.alert':
            return { alert: opened.alert };
          case 'intake.paused':
            return {};
        }
      }
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
