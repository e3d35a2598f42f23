/** Takes unjudged operations out of the ledger, and writes what became of them: a batch is one transaction. */
import { capturedAtSchema } from '../../../protocol/wire.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import { gatherFlood, ownListRank, settleFloods, settleSessions } from '../../features/inbox/inbox-rows.ts';
import { INBOX_QUOTAS, type InboxQuotas } from '../../features/inbox/quotas.ts';
import { storeSearchTerms } from '../../features/inbox/search/search-index.ts';
import { deviceFlood, type NewItem, type Placed, placeItems } from '../../features/inbox/standing.ts';
import { orderFeed } from '../ingest/feed-order.ts';
import { type ReceiptSigner, receiptCode } from '../ingest/receipts.ts';
import { sealedTo } from '../sealing/open-envelope.ts';
import type { Decide, InboxDraft, ReceivedOperation, Verdict } from './verdict.ts';

export interface OperationName {
  readonly vendor: string;
  readonly opId: string;
  /** A safety operation: judged before all others. */
  readonly urgent?: true;
}
export interface JudgedOperation extends Pick<OperationName, 'vendor' | 'opId'> {
  readonly device: string;
  readonly outcome: Verdict['outcome'];
}

export interface JudgeStore {
  /**
   * Has operations decided and stores the outcomes, each with a `seq` of its own and its receipt's text, in one transaction. Those that
   * are judged already, that another process is judging now, or whose predecessor in the lane is not judged yet, are left alone.
   * @returns what was judged.
   */
  judge(names: readonly OperationName[], decide: Decide): Promise<readonly JudgedOperation[]>;
  /** Operations that were received longer ago than this and not judged, oldest first; those after `after`, where it is given. */
  findUnjudged(olderThanMs: number, limit: number, after?: OperationName): Promise<readonly OperationName[]>;
}

/** Operations that are held because nobody had the key: judged again, by {@link JudgeStore.judge}, once somebody has. */
export interface KeylessStore {
  findKeyless(
    limit: number,
    after?: OperationName,
  ): Promise<readonly (OperationName & { readonly keyId: string })[]>;
}

interface Row {
  vendor: string;
  op_id: string;
  device: string;
  sha256: string;
  seq: string;
  epoch: string | null;
  key_id: string | null;
  receipt: string | null;
  lane: string;
  kind: string;
  v: number;
  envelope: Uint8Array;
  blobs: string[];
  after: string[];
  captured_at: string;
  skew_seconds: number | null;
  network: string | null;
  imported_by: string | null;
  received_at: string;
  follows_held: boolean;
  blockers: string[];
}

interface Taken {
  readonly row: Row;
  readonly operation: ReceivedOperation;
}
interface Decided extends Taken {
  readonly verdict: Verdict;
}

/** How the stored problem of an operation without key begins: see `problem`. */
const KEYLESS = `{"type":"${problem('ENVELOPE_KEY_UNKNOWN').type}"`;
/** Head of an envelope: suite, length of the key id, key id. */
const MOST_HEAD_BYTES = 257;

/** Alerts, then red cases, then the rest. */
function rankOf(item: InboxDraft): number {
  if (item.kind === 'alert') return 0;
  return item.triage === 'red' ? 1 : 2;
}

const keyOf = ({ vendor, opId }: Pick<OperationName, 'vendor' | 'opId'>) => `${vendor} ${opId}`;

/**
 * What an operation waits for is found by its key or its place in the lane. `offset 0` keeps the outcome out of that search: the index of
 * everything unjudged looks cheaper than it is, and under a backlog all of it would be read for each row.
 */
async function take(sql: Transaction, names: readonly OperationName[]): Promise<readonly Row[]> {
  return sql<Row[]>`
    select o.vendor, o.op_id, o.device, o.sha256, o.seq, o.epoch, o.key_id, o.receipt, o.lane, o.kind, o.v, o.envelope, o.blobs,
      o.after, o.captured_at, o.skew_seconds, o.network, o.imported_by, o.received_at,
      case when cardinality(o.after) = 0 then false else exists (
        select 1 from (
          select a.outcome from op_ledger a where a.vendor = o.vendor and a.op_id = any(o.after) offset 0
        ) p where p.outcome = 'held'
      ) end as follows_held,
      case when o.lane_no = 1 and cardinality(o.after) = 0 then '{}'::uuid[] else array(
        select p.op_id from (
          select l.op_id, l.outcome from op_ledger l
          where l.vendor = o.vendor and l.device = o.device and l.lane = o.lane and l.lane_no = o.lane_no - 1
          union
          select a.op_id, a.outcome from op_ledger a where a.vendor = o.vendor and a.op_id = any(o.after)
          offset 0
        ) p where p.outcome = 'received' and p.op_id <> o.op_id
      ) end as blockers
    from unnest(${names.map(({ vendor }) => vendor)}::text[], ${names.map(({ opId }) => opId)}::uuid[]) as n (vendor, op_id)
    join op_ledger o on o.vendor = n.vendor and o.op_id = n.op_id
    where o.outcome = 'received' or (o.outcome = 'held' and starts_with(o.problem, ${KEYLESS}))
    order by o.seq
    for update of o skip locked`;
}

function readRow(row: Row): Taken {
  const operation: ReceivedOperation = {
    vendor: row.vendor,
    opId: row.op_id,
    device: row.device,
    lane: row.lane,
    kind: row.kind,
    v: row.v,
    envelope: row.envelope,
    blobs: row.blobs,
    code: receiptCode(row.op_id),
    capturedAt: capturedAtSchema.parse(JSON.parse(row.captured_at)),
    skewSeconds: row.skew_seconds,
    receivedAt: new Date(row.received_at),
    followsHeld: row.follows_held,
  };
  return { row, operation };
}

/**
 * Those that wait for each other and for nothing else, so that none of them could ever be judged: an app never makes such a circle, and who
 * does mustn't leave the ledger with operations that wait for good. They are held as if what they follow were.
 */
function inCircles(
  left: readonly Taken[],
  isDecided: (vendor: string, opId: string) => boolean,
): readonly Taken[] {
  let waiting = left;
  for (;;) {
    const names = new Set(waiting.map(({ operation }) => keyOf(operation)));
    const closed = waiting.filter(({ row }) =>
      row.blockers.every(
        (opId) => names.has(keyOf({ vendor: row.vendor, opId })) || isDecided(row.vendor, opId),
      ),
    );
    if (closed.length === waiting.length) return closed;
    waiting = closed;
  }
}

/** In rounds, so that an operation's predecessors are judged before it, be it in this batch. What waits for others is left out. */
async function decideInOrder(taken: readonly Taken[], decide: Decide): Promise<readonly Decided[]> {
  const decided = new Map<string, Decided>();
  const find = (vendor: string, opId: string) => decided.get(keyOf({ vendor, opId }));
  for (let left = taken; left.length > 0; ) {
    const free = left.filter(({ row }) => row.blockers.every((opId) => find(row.vendor, opId)));
    const circles =
      free.length > 0 ? [] : inCircles(left, (vendor, opId) => find(vendor, opId) !== undefined);
    const round = free.length > 0 ? free : circles;
    if (round.length === 0) break;
    const operations = round.map(({ row, operation }) => {
      const follows =
        circles.length > 0 || row.after.some((opId) => find(row.vendor, opId)?.verdict.outcome === 'held');
      return follows ? { ...operation, followsHeld: true } : operation;
    });
    const verdicts = await decide(operations);
    if (verdicts.length !== round.length) throw new Error('There are fewer verdicts than operations.');
    for (const [index, one] of round.entries()) {
      const verdict = verdicts[index];
      if (verdict) decided.set(keyOf(one.operation), { ...one, verdict });
    }
    // What has no verdict now is judged with a later batch.
    left = left.filter((one) => !round.includes(one));
  }
  return [...decided.values()];
}

/** The receipt's text, for rows that have none yet: see `receipts.ts`. */
function receiptFor(
  { op_id: opId, sha256, seq, epoch, key_id: keyId, received_at }: Row,
  signer: ReceiptSigner,
) {
  if (epoch === null || keyId === null) throw new Error('The row has neither a receipt nor what makes one.');
  const receivedAt = new Date(received_at).toISOString();
  return signer.issue({ opId, sha256, seq: Number(seq), epoch, receivedAt, keyId });
}

async function store(
  sql: Transaction,
  decided: readonly Decided[],
  signer: ReceiptSigner,
  at: Date,
  quotasOf: (vendor: string) => InboxQuotas,
): Promise<void> {
  const column = <Value>(read: (one: Decided) => Value) => decided.map(read);
  const ofItem = <Value>(read: (item: InboxDraft) => Value) =>
    decided.map(({ verdict: { item } }) => (item ? read(item) : null));
  await orderFeed(sql);
  const { standings, flooding } = await placeItems(sql, decided.flatMap(newItemOf), quotasOf);
  const standingOf = ({ operation }: Decided) =>
    standings.get(keyOf(operation)) ?? { known: false, flood: null };
  await sql`
    with verdict as materialized (
      select v.*, nextval('operation_seq') as judged_seq from (
        select * from unnest(
          ${column(({ row }) => row.vendor)}::text[],
          ${column(({ row }) => row.op_id)}::uuid[],
          ${column(({ row }) => row.device)}::text[],
          ${column(({ row }) => row.receipt ?? receiptFor(row, signer))}::text[],
          ${column(({ verdict }) => verdict.outcome)}::text[],
          ${column(({ verdict }) => (verdict.problem ? JSON.stringify(verdict.problem) : null))}::text[],
          ${column(({ verdict }) => JSON.stringify({ outcome: verdict.outcome, at: at.toISOString() }))}::text[],
          ${ofItem((item) => item.kind)}::text[],
          ${ofItem((item) => item.session)}::uuid[],
          ${column(({ operation }) => operation.code)}::text[],
          ${ofItem(rankOf)}::smallint[],
          ${ofItem((item) => item.triage)}::text[],
          ${ofItem((item) => String(item.late))}::text[],
          ${column(({ operation }) => operation.receivedAt.toISOString())}::text[],
          ${ofItem((item) => item.dueAt.toISOString())}::text[],
          ${ofItem((item) => JSON.stringify(item.summary))}::text[],
          ${ofItem((item) => JSON.stringify(item.judgement))}::text[],
          ${column((one) => String(standingOf(one).known))}::text[],
          ${column((one) => standingOf(one).flood)}::text[],
          ${column((one) => {
            const { item } = one.verdict;
            const { known, flood } = standingOf(one);
            return item && flood === null ? ownListRank(rankOf(item), known) : null;
          })}::smallint[]
        ) with ordinality as r (vendor, op_id, device, receipt, outcome, problem, data, kind, session, code, rank, triage, late,
          received_at, due_at, summary, judgement, known, flood, list_rank, no)
        order by r.no
      ) v
    ), judged as (
      update op_ledger o set outcome = v.outcome, judged_seq = v.judged_seq, judged_at = ${at.toISOString()}, problem = v.problem,
        receipt = v.receipt
      from verdict v where o.vendor = v.vendor and o.op_id = v.op_id
    ), told as (
      insert into feed (vendor, device, seq, type, id, data)
      select vendor, device, judged_seq, 'operation', op_id, data from verdict
    )
    insert into inbox_items (vendor, id, kind, device, session, code, rank, triage, held, late, received_at, due_at, summary, judgement,
      known, flood, list_rank, list_due)
    select vendor, op_id, kind, device, session, code, rank, triage, outcome = 'held', late::boolean, received_at::timestamptz,
      due_at::timestamptz, summary, judgement, known::boolean, flood, list_rank, due_at::timestamptz
    from verdict where kind is not null
    -- Judged again, since it can be read now: whoever has seen to it before has not read it, and what they decided about it doesn't hold.
    on conflict (vendor, id) do update set session = excluded.session, rank = excluded.rank, triage = excluded.triage,
      held = excluded.held, late = excluded.late, due_at = excluded.due_at, summary = excluded.summary, judgement = excluded.judgement,
      list_rank = case when inbox_items.flood is null then excluded.list_rank else inbox_items.list_rank end,
      list_due = case when inbox_items.flood is null then excluded.list_due else inbox_items.list_due end,
      resolved_at = null, dismissed = false, pending_at = null, pending_until = null, pending_by = null, pending_actor = null,
      pending_note = null`;
  await settleRows(sql, decided, standings, flooding);
  await storeSearchTerms(
    sql,
    decided.flatMap(({ operation: { vendor, opId, code }, verdict: { item } }) =>
      item ? [{ vendor, id: opId, code, summary: item.summary }] : [],
    ),
  );
  await storePaused(sql, decided, at);
}

function newItemOf({ row, operation, verdict: { item, outcome } }: Decided): readonly NewItem[] {
  if (!item) return [];
  const { vendor, opId, device, receivedAt, envelope } = operation;
  return [
    {
      ...{ vendor, opId, device, receivedAt },
      kind: item.kind,
      network: row.network,
      isImported: row.imported_by !== null,
      isApplied: item.kind === 'case' && outcome === 'applied',
      bytes: envelope.length,
    },
  ];
}

/** Each of them in the row that represents it now. */
async function settleRows(
  sql: Transaction,
  decided: readonly Decided[],
  standings: Placed['standings'],
  flooding: Placed['flooding'],
): Promise<void> {
  for (const { vendor, device } of flooding) await gatherFlood(sql, vendor, device);
  const items = decided.filter(({ verdict }) => verdict.item);
  await settleSessions(
    sql,
    items.flatMap(({ operation: { vendor, device }, verdict }) =>
      verdict.item?.session ? [{ vendor, device, session: verdict.item.session }] : [],
    ),
  );
  await settleFloods(sql, [
    ...flooding.map(({ vendor, device }) => ({ vendor, key: deviceFlood(device) })),
    ...items.flatMap(({ operation }) => {
      const key = standings.get(keyOf(operation))?.flood;
      return key ? [{ vendor: operation.vendor, key }] : [];
    }),
  ]);
}

/** Beside the outcome, so that whoever has the code finds it from the moment that the device hears of it. */
async function storePaused(sql: Transaction, decided: readonly Decided[], at: Date): Promise<void> {
  for (const { operation, verdict } of decided) {
    const { paused } = verdict;
    if (!paused) continue;
    const { vendor, opId, code, device } = operation;
    await sql`
      insert into paused_intakes (vendor, op_id, code, device, session, form, reason, saved_at, received_at)
      values (${vendor}, ${opId}, ${code}, ${device}, ${paused.session}, ${paused.form}, ${paused.reason}, ${paused.savedAt},
        ${operation.receivedAt.toISOString()})
      on conflict do nothing`;
    // It was held for want of its key before: there is nothing in it for staff to read.
    if (!verdict.item)
      await sql`
        update inbox_items set held = false, resolved_at = ${at.toISOString()}, pending_at = null, pending_until = null,
          pending_by = null, pending_actor = null, pending_note = null where vendor = ${vendor} and id = ${opId}`;
  }
}

export function createJudgeStore(
  sql: Sql,
  now: () => Date,
  signer: ReceiptSigner,
  quotasOf: (vendor: string) => InboxQuotas = () => INBOX_QUOTAS,
): JudgeStore & KeylessStore {
  return {
    judge: async (names, decide) =>
      sql.begin(async (transaction) => {
        const taken = (await take(transaction, names)).map(readRow);
        const decided = await decideInOrder(taken, decide);
        if (decided.length > 0) await store(transaction, decided, signer, now(), quotasOf);
        return decided.map(({ operation: { vendor, opId, device }, verdict }) => ({
          vendor,
          opId,
          device,
          outcome: verdict.outcome,
        }));
      }),

    async findUnjudged(olderThanMs, limit, after) {
      const rows = await sql<{ vendor: string; op_id: string; kind: string }[]>`
        select o.vendor, o.op_id, o.kind
        from (select distinct vendor from epochs) e cross join lateral (
          -- A vendor at a time, in the order of the index: a page of a backlog costs a page.
          select vendor, op_id, kind, seq from op_ledger
          where vendor = e.vendor and outcome = 'received'
            and received_at <= now() - ${olderThanMs}::float8 * interval '1 millisecond'
            and seq > coalesce((select seq from op_ledger where vendor = ${after?.vendor ?? null} and op_id = ${after?.opId ?? null}), 0)
          order by seq limit ${limit}
        ) o
        order by o.seq limit ${limit}`;
      return rows.map(({ vendor, op_id: opId, kind }) => ({
        vendor,
        opId,
        ...(kind === 'safety.alert' ? { urgent: true as const } : {}),
      }));
    },

    async findKeyless(limit, after) {
      const rows = await sql<{ vendor: string; op_id: string; kind: string; head: Uint8Array }[]>`
        select o.vendor, o.op_id, o.kind, substring(o.envelope from 1 for ${MOST_HEAD_BYTES}) as head
        from inbox_items i join op_ledger o on o.vendor = i.vendor and o.op_id = i.id
        where i.held and (i.vendor, i.id) > (${after?.vendor ?? ''}, ${after?.opId ?? '00000000-0000-0000-0000-000000000000'}::uuid)
          and o.outcome = 'held' and starts_with(o.problem, ${KEYLESS})
        order by i.vendor, i.id limit ${limit}`;
      return rows.map(({ vendor, op_id: opId, kind, head }) => ({
        vendor,
        opId,
        keyId: sealedTo(head) ?? '',
        ...(kind === 'safety.alert' ? { urgent: true as const } : {}),
      }));
    },
  };
}
