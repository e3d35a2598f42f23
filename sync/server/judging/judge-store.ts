/** Takes unjudged operations out of the ledger, and writes what became of them, each in a transaction of its own. */
import { capturedAtSchema, receiptSchema } from '../../protocol/wire.ts';
import type { Sql, Transaction } from '../database/database.ts';
import type { ReceivedOperation, Verdict } from './verdict.ts';

export interface OperationName {
  readonly vendor: string;
  readonly opId: string;
}
export interface JudgedOperation extends OperationName {
  readonly device: string;
  readonly outcome: Verdict['outcome'];
}

export interface JudgeStore {
  /**
   * Has operations decided and stores the outcomes, each with a `seq` of its own and its receipt's text, in one transaction. Those that
   * are judged already, that another process is judging now, or whose predecessor in the lane is not judged yet, are left alone.
   * @returns what was judged.
   */
  judge(
    names: readonly OperationName[],
    decide: (operations: readonly ReceivedOperation[]) => Promise<readonly Verdict[]>,
  ): Promise<readonly JudgedOperation[]>;
  /** Operations that were received longer ago than this and not judged, oldest first. */
  findUnjudged(olderThanMs: number, limit: number): Promise<readonly OperationName[]>;
}

interface Row {
  device: string;
  lane: string;
  kind: string;
  v: number;
  envelope: Uint8Array;
  receipt: string;
  captured_at: string;
  skew_seconds: number | null;
  received_at: string;
  follows_held: boolean;
  blocked: boolean;
}

/** Alerts, then red cases, then the rest. */
function rankOf({ item }: Verdict): number {
  if (item.kind === 'alert') return 0;
  return item.triage === 'red' ? 1 : 2;
}

async function takeUnjudged(
  sql: Transaction,
  { vendor, opId }: OperationName,
): Promise<ReceivedOperation | undefined> {
  const [row] = await sql<[Row?]>`
    select o.device, o.lane, o.kind, o.v, o.envelope, o.receipt, o.captured_at, o.skew_seconds, o.received_at,
      exists (select 1 from op_ledger p where p.vendor = o.vendor and p.op_id = any(o.after) and p.outcome = 'held') as follows_held,
      exists (select 1 from op_ledger p where p.vendor = o.vendor and p.outcome = 'received' and p.op_id <> o.op_id
        and ((p.device = o.device and p.lane = o.lane and p.lane_no = o.lane_no - 1) or p.op_id = any(o.after))) as blocked
    from op_ledger o
    where o.vendor = ${vendor} and o.op_id = ${opId} and o.outcome = 'received'
    for update of o skip locked`;
  if (!row || row.blocked) return undefined;
  return {
    vendor,
    opId,
    device: row.device,
    lane: row.lane,
    kind: row.kind,
    v: row.v,
    envelope: row.envelope,
    code: receiptSchema.parse(JSON.parse(row.receipt)).code,
    capturedAt: capturedAtSchema.parse(JSON.parse(row.captured_at)),
    skewSeconds: row.skew_seconds,
    receivedAt: new Date(row.received_at),
    followsHeld: row.follows_held,
  };
}

function feedData(outcome: Verdict['outcome']): string {
  return JSON.stringify({ outcome });
}

async function storeVerdict(
  sql: Transaction,
  { vendor, opId, device, code, receivedAt }: ReceivedOperation,
  verdict: Verdict,
  at: Date,
): Promise<void> {
  const { outcome, problem, item } = verdict;
  await sql`
    with outcome as (select nextval('operation_seq') as seq),
    judged as (
      update op_ledger set outcome = ${outcome}, judged_seq = outcome.seq, judged_at = ${at.toISOString()},
        problem = ${problem === undefined ? null : JSON.stringify(problem)}
      from outcome where vendor = ${vendor} and op_id = ${opId}
    ), told as (
      insert into feed (vendor, device, seq, type, id, data)
      select ${vendor}, ${device}, seq, 'operation', ${opId}, ${feedData(outcome)} from outcome
    )
    insert into inbox_items (vendor, id, kind, device, session, code, rank, triage, held, late, received_at, due_at, summary, judgement)
    values (${vendor}, ${opId}, ${item.kind}, ${device}, ${item.session}, ${code}, ${rankOf(verdict)}, ${item.triage},
      ${outcome === 'held'}, ${item.late}, ${receivedAt.toISOString()}, ${item.dueAt.toISOString()},
      ${JSON.stringify(item.summary)}, ${JSON.stringify(item.judgement)})`;
}

export function createJudgeStore(sql: Sql, now: () => Date): JudgeStore {
  return {
    async judge(name, decide) {
      await sql.begin(async (transaction) => {
        const operation = await takeUnjudged(transaction, name);
        if (operation) await storeVerdict(transaction, operation, await decide(operation), now());
      });
    },

    async findUnjudged(olderThanMs, limit) {
      const rows = await sql<{ vendor: string; op_id: string }[]>`
        select vendor, op_id from op_ledger
        where outcome = 'received' and received_at <= now() - ${olderThanMs}::float8 * interval '1 millisecond'
        order by seq limit ${limit}`;
      return rows.map((row) => ({ vendor: row.vendor, opId: row.op_id }));
    },
  };
}
