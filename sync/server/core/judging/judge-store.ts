/** Takes unjudged operations out of the ledger, and writes what became of them: a batch is one transaction. */
import { capturedAtSchema } from '../../../protocol/wire.ts';
import { isOfDatabase } from '../../base/database/connection-lost.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import { orderFeed } from '../ingest/feed-order.ts';
import { type ReceiptSigner, receiptCode } from '../ingest/receipts.ts';
import type { PublishWithin } from '../records/publishing.ts';
import { createPublishWithin } from '../records/record-writer.ts';
import { sealedTo } from '../sealing/open-envelope.ts';
import type { Kinds } from './kinds.ts';
import {
  type ApplyBatch,
  type ApplyContext,
  ApplyError,
  type Decide,
  type Decided,
  type ReceivedOperation,
  type Verdict,
} from './verdict.ts';

export interface OperationName {
  readonly vendor: string;
  readonly opId: string;
  /** Of an urgent kind: judged before all others. */
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
interface Judged extends Taken {
  readonly verdict: Verdict;
}

/** How the stored problem of an operation without key begins: see `problem`. */
const KEYLESS = `{"type":"${problem('ENVELOPE_KEY_UNKNOWN').type}"`;
/** Head of an envelope: suite, length of the key id, key id. */
const MAX_HEAD_BYTES = 257;

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
async function decideInOrder(taken: readonly Taken[], decide: Decide): Promise<readonly Judged[]> {
  const decided = new Map<string, Judged>();
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

/** Outcome, receipt and feed of a batch, in one statement; then what features keep of it. */
async function store(
  sql: Transaction,
  judged: readonly Judged[],
  { signer, applies }: Pick<JudgeStoreDependencies, 'signer' | 'applies'>,
  context: ApplyContext,
): Promise<void> {
  const at = context.at.toISOString();
  const column = <Value>(read: (one: Judged) => Value) => judged.map(read);
  await orderFeed(sql);
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
          ${column(({ verdict }) => JSON.stringify({ outcome: verdict.outcome, at }))}::text[]
        ) with ordinality as r (vendor, op_id, device, receipt, outcome, problem, data, no)
        order by r.no
      ) v
    ), told as (
      insert into feed (vendor, device, seq, type, id, data)
      select vendor, device, judged_seq, 'operation', op_id, data from verdict
    )
    update op_ledger o set outcome = v.outcome, judged_seq = v.judged_seq, judged_at = ${at}, problem = v.problem,
      receipt = v.receipt
    from verdict v where o.vendor = v.vendor and o.op_id = v.op_id`;
  const decided = judged.map(
    ({ row, operation, verdict }): Decided => ({
      ...{ operation, verdict },
      network: row.network,
      isImported: row.imported_by !== null,
    }),
  );
  for (const apply of applies)
    await apply(sql, decided, context).catch((error: unknown) => {
      throw isOfDatabase(error) ? error : new ApplyError('A feature failed.', { cause: error });
    });
}

export interface JudgeStoreDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly signer: ReceiptSigner;
  readonly kinds: Pick<Kinds, 'isUrgent'>;
  readonly applies: readonly ApplyBatch[];
  /** Where somebody is to be told of what it writes. */
  readonly publishWithin?: PublishWithin;
}

export function createJudgeStore({
  sql,
  now,
  signer,
  kinds,
  applies,
  publishWithin = createPublishWithin({ sql, now }),
}: JudgeStoreDependencies): JudgeStore & KeylessStore {
  const urgency = (kind: string) => (kinds.isUrgent(kind) ? { urgent: true as const } : {});
  return {
    judge: async (names, decide) =>
      publishWithin(async (transaction, publish) => {
        const taken = (await take(transaction, names)).map(readRow);
        const decided = await decideInOrder(taken, decide);
        if (decided.length > 0)
          await store(transaction, decided, { signer, applies }, { at: now(), publish });
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
        ...urgency(kind),
      }));
    },

    async findKeyless(limit, after) {
      const rows = await sql<{ vendor: string; op_id: string; kind: string; head: Uint8Array }[]>`
        select vendor, op_id, kind, substring(envelope from 1 for ${MAX_HEAD_BYTES}) as head
        from op_ledger
        where outcome = 'held' and starts_with(problem, ${KEYLESS})
          and (vendor, op_id) > (${after?.vendor ?? ''}, ${after?.opId ?? '00000000-0000-0000-0000-000000000000'}::uuid)
        order by vendor, op_id limit ${limit}`;
      return rows.map(({ vendor, op_id: opId, kind, head }) => ({
        vendor,
        opId,
        keyId: sealedTo(head) ?? '',
        ...urgency(kind),
      }));
    },
  };
}
