/** An item of the inbox as it is stored, for the console's queries. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { Triage } from '../../../protocol/api/inbox.ts';
import type { Sql } from '../../base/database/database.ts';

export interface InboxRow {
  id: string;
  kind: 'case' | 'alert';
  device: string;
  session: string | null;
  code: string;
  triage: Triage;
  held: boolean;
  late: boolean;
  received_at: string;
  due_at: string;
  summary: string;
  judgement: string;
  resolved_at: string | null;
  resolved_by: string | null;
  note: string | null;
  problem: string | null;
  dismissed: boolean;
  known: boolean;
  flood: string | null;
  list_rank: number | null;
  pending_at: string | null;
  pending_by: string | null;
  pending_actor: string | null;
  /** Until the decision is final, by the database's clock. */
  pending_ms: number | null;
  care_state: ConsultationState;
  assignee: string | null;
  assignee_name: string | null;
  /** Instants as text, to the microsecond, for cursors. */
  list_position: string | null;
  received_position: string;
  resolved_position: string | null;
}

/** As the list shows one: without what only its own page does. */
export type ListedRow = Omit<InboxRow, 'judgement' | 'note' | 'resolved_by' | 'dismissed'>;

/** Of `inbox_items i`. */
export function listedColumns(sql: Sql) {
  return sql`
    i.id, i.kind, i.device, i.session, i.code, i.triage, i.held, i.late, i.received_at, i.due_at, i.summary, i.resolved_at,
    i.known, i.flood, i.list_rank, i.pending_at, i.pending_by, i.pending_actor,
    i.care_state, i.assignee, i.assignee_name,
    extract(epoch from i.pending_until - clock_timestamp())::float8 * 1000 as pending_ms,
    i.list_due::text as list_position, i.received_at::text as received_position, i.resolved_at::text as resolved_position,
    case when i.held then (select l.problem from op_ledger l where l.vendor = i.vendor and l.op_id = i.id) end as problem`;
}

/** The same of a whole row. */
export function inboxColumns(sql: Sql) {
  return sql`${listedColumns(sql)}, i.judgement, i.resolved_by, i.dismissed,
    case when i.dismissed then (select f.note from inbox_floods f where f.vendor = i.vendor and f.key = i.flood) else i.note end as note`;
}
