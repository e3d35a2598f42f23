/** The ledger on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { problemSchema } from '../../../protocol/base/problem.ts';
import { positionName } from '../../../protocol/lane-position.ts';
import { changeSchema, receiptSchema } from '../../../protocol/wire.ts';
import { isStatementFault } from '../../base/database/connection-lost.ts';
import type { Sql } from '../../base/database/database.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Epoch, Ledger, LedgerRow, NewLedgerRow, StoredRows } from './ledger.ts';
import { insertRows } from './store-statement.ts';

/** Of the rows that share a statement: the larger of bytes of envelopes, and this many a row. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const BYTES_OF_A_ROW = 8 * 1024;
const STALLED_AFTER_MS = 100;
const MAX_STATEMENTS_AT_ONCE = 6;

interface StoreCall {
  readonly vendor: string;
  readonly device: string;
  readonly rows: readonly NewLedgerRow[];
}

interface Row {
  vendor: string;
  op_id: string;
  sha256: string;
  receipt: string | null;
  outcome: LedgerRow['outcome'];
  received_seq: string;
  judged_seq: string | null;
  epoch: string | null;
  key_id: string | null;
  received_at: string;
  problem: string | null;
  records_seq: string | null;
}

const storedProblem = z.string().transform((text) => problemSchema.parse(JSON.parse(text)));
const storedReceipt = z.string().transform((text) => receiptSchema.parse(JSON.parse(text)));
const storedChange = z
  .string()
  .transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)));

/** Rows of the first version say epoch and key in their receipt alone. */
function readReceived({ received_seq, epoch, key_id, received_at, receipt }: Row): LedgerRow['received'] {
  const facts = { seq: Number(received_seq), receivedAt: new Date(received_at) };
  if (epoch !== null && key_id !== null) return { ...facts, epoch, keyId: key_id };
  const issued = storedReceipt.parse(receipt);
  return { ...facts, epoch: issued.epoch, keyId: issued.keyId };
}

const readRecordsSeq = ({ records_seq: seq }: Pick<Row, 'records_seq'>) =>
  seq === null ? {} : { recordsSeq: Number(seq) };

function readRow(row: Row): LedgerRow {
  return {
    opId: row.op_id,
    sha256: row.sha256,
    received: readReceived(row),
    receipt: row.receipt ?? undefined,
    outcome: row.outcome,
    seq: Number(row.judged_seq ?? row.received_seq),
    problem: row.problem === null ? undefined : storedProblem.parse(row.problem),
    ...readRecordsSeq(row),
  };
}

function freshRow(
  { opId, operation, receivedAt, keyId }: NewLedgerRow,
  seq: number,
  epoch: string,
): LedgerRow {
  return {
    opId,
    sha256: operation.sha256,
    received: { seq, epoch, receivedAt, keyId },
    receipt: undefined,
    outcome: 'received',
    seq,
    problem: undefined,
  };
}

const nameOf = (vendor: string, opId: string) => `${vendor} ${opId}`;

export function createPostgresLedger(sql: Sql): Ledger {
  async function readEpoch(vendor: string): Promise<Epoch | undefined> {
    const [row] = await sql<[{ epoch: string; safe_through: string }?]>`
      select epoch, safe_through from epochs where vendor = ${vendor} and current`;
    return row && { epoch: row.epoch, safeThrough: Number(row.safe_through) };
  }

  async function currentEpoch(vendor: string): Promise<Epoch> {
    const found = await readEpoch(vendor);
    if (found) return found;
    await sql`
      insert into epochs (vendor, epoch, minted_at, current) values (${vendor}, ${randomUUID()}, now(), true)
      on conflict do nothing`;
    const minted = await readEpoch(vendor);
    if (!minted) throw new Error('The epoch was not stored.');
    return minted;
  }

  /** Rows that were there before, of any number of vendors, by {@link nameOf}. */
  async function readKnown(
    names: readonly { readonly vendor: string; readonly opId: string }[],
  ): Promise<ReadonlyMap<string, LedgerRow>> {
    if (names.length === 0) return new Map();
    const rows = await sql<Row[]>`
      select o.vendor, o.op_id, o.sha256, o.receipt, o.outcome, o.seq as received_seq, o.judged_seq, o.epoch, o.key_id,
        o.received_at, o.problem,
        (select r.seq from record_operations r where r.vendor = o.vendor and r.op_id = o.op_id order by r.at desc limit 1) as records_seq
      from unnest(${names.map(({ vendor }) => vendor)}::text[], ${names.map(({ opId }) => opId)}::uuid[]) as r (vendor, op_id)
      join op_ledger o on o.vendor = r.vendor and o.op_id = r.op_id`;
    return new Map(rows.map((row) => [nameOf(row.vendor, row.op_id), readRow(row)]));
  }

  async function storeGroup(calls: readonly StoreCall[]): Promise<readonly (StoredRows | 'no epoch')[]> {
    // seqs: of the rows that were stored.
    const { epochs, seqs } = await insertRows(sql, calls);
    const told = new Set<string>();
    const known: { vendor: string; opId: string }[] = [];
    const own = calls.map(({ vendor, rows }) => {
      const fresh = new Map<string, LedgerRow>();
      for (const row of rows) {
        const name = nameOf(vendor, row.opId);
        const seq = seqs.get(name);
        const epoch = epochs.get(vendor)?.epoch;
        if (epoch === undefined) continue;
        if (seq === undefined || told.has(name)) known.push({ vendor, opId: row.opId });
        else fresh.set(row.opId, freshRow(row, seq, epoch));
        told.add(name);
      }
      return fresh;
    });
    const before = await readKnown(known);
    return calls.map(({ vendor, rows }, index) => {
      const epoch = epochs.get(vendor);
      const fresh = own[index] ?? new Map<string, LedgerRow>();
      if (!epoch) return 'no epoch';
      const all = rows.map(({ opId }): [string, LedgerRow] => {
        const row = fresh.get(opId) ?? before.get(nameOf(vendor, opId));
        if (!row) throw new Error('A row was neither stored nor found.');
        return [opId, row];
      });
      return { ...epoch, rows: new Map(all), fresh: new Set(fresh.keys()) };
    });
  }

  /** Vendors that have an epoch. */
  const begun = new Set<string>();
  const storeInGroup = createGroupCommit<StoreCall, StoredRows | 'no epoch'>({
    run: storeGroup,
    weigh: ({ rows }) =>
      rows.reduce((sum, { envelope }) => sum + Math.max(envelope.length, BYTES_OF_A_ROW), 0),
    mostWeight: MAX_GROUP_BYTES,
    isFaultOfOne: isStatementFault,
    stalledAfterMs: STALLED_AFTER_MS,
    mostAtOnce: MAX_STATEMENTS_AT_ONCE,
  });

  return {
    epoch: currentEpoch,

    async mintEpoch(vendor, instead) {
      await sql.begin(async (transaction) => {
        // Of two that find out at once, the second waits here and then finds nothing to replace.
        const replaced = await transaction`
          update epochs set current = false where vendor = ${vendor} and epoch = ${instead} and current returning 1`;
        if (replaced.length === 0) return;
        await transaction`
          insert into epochs (vendor, epoch, minted_at, current) values (${vendor}, ${randomUUID()}, now(), true)`;
      });
      return currentEpoch(vendor);
    },

    async find(vendor, opIds) {
      const rows = await readKnown([...new Set(opIds)].map((opId) => ({ vendor, opId })));
      return new Map([...rows.values()].map((row) => [row.opId, row]));
    },

    async findPositions(vendor, device, positions) {
      if (positions.length === 0) return new Set();
      const lanes = positions.map(({ lane }) => lane);
      const numbers = positions.map(({ laneNo }) => laneNo);
      const rows = await sql<{ lane: string; lane_no: string }[]>`
        select lane, lane_no from op_ledger
        where vendor = ${vendor} and device = ${device}
          and (lane, lane_no) in (select * from unnest(${lanes}::text[], ${numbers}::bigint[]))`;
      return new Set(rows.map((row) => positionName({ lane: row.lane, laneNo: Number(row.lane_no) })));
    },

    async findBlobs(vendor, device, names) {
      if (names.length === 0) return new Set();
      const rows = await sql<{ sha256: string }[]>`
        select sha256 from blobs
        where vendor = ${vendor} and device = ${device} and sha256 = any(${[...names]}::text[]) and completed_at is not null`;
      return new Set(rows.map(({ sha256 }) => sha256));
    },

    async store(vendor, device, rows) {
      for (let attempt = 0; attempt < 2; attempt++) {
        if (!begun.has(vendor)) await currentEpoch(vendor);
        begun.add(vendor);
        const stored = await storeInGroup({ vendor, device, rows });
        if (stored !== 'no epoch') return stored;
        // The database was put back to a time before this vendor's first push.
        begun.delete(vendor);
      }
      throw new Error('The vendor has no epoch.');
    },

    async changes(vendor, device, after, limit) {
      // Numbers become visible in their order: see `feed-order.ts`. Comparing transaction ids with the oldest that runs, as is often advised,
      // would hide a lower number behind a higher one that is shown: the higher may have the lower id.
      const rows = await sql<
        { seq: string; type: string; id: string; data: string; records_seq: string | null }[]
      >`
        select f.seq, f.type, f.id, f.data,
          (select r.seq from record_operations r where r.vendor = f.vendor and r.op_id = f.id order by r.at desc limit 1) as records_seq
        from feed f
        where f.vendor = ${vendor} and f.device = ${device} and f.seq > ${after}
        order by f.seq limit ${limit}`;
      return rows.map(({ seq, type, id, data, ...row }) =>
        changeSchema.parse({
          ...storedChange.parse(data),
          ...{ seq: Number(seq), type, id },
          ...readRecordsSeq(row),
        }),
      );
    },
  };
}
