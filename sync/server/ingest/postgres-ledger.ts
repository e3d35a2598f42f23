/** The ledger on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { problemSchema } from '../../protocol/wire.ts';
import type { Sql } from '../database/database.ts';
import { type Epoch, type Ledger, type LedgerRow, positionName } from './ledger.ts';

interface Row {
  op_id: string;
  sha256: string;
  receipt: string;
  outcome: LedgerRow['outcome'];
  seq: string;
  problem: string | null;
}

const storedProblem = z.string().transform((text) => problemSchema.parse(JSON.parse(text)));

function readRow(row: Row): LedgerRow {
  return {
    opId: row.op_id,
    sha256: row.sha256,
    receipt: row.receipt,
    outcome: row.outcome,
    seq: Number(row.seq),
    problem: row.problem === null ? undefined : storedProblem.parse(row.problem),
  };
}

export function createPostgresLedger(sql: Sql): Ledger {
  async function readEpoch(vendor: string): Promise<Epoch | undefined> {
    const [row] = await sql<[{ epoch: string; safe_through: string }?]>`
      select epoch, safe_through from epochs where vendor = ${vendor} and current`;
    return row && { epoch: row.epoch, safeThrough: Number(row.safe_through) };
  }

  return {
    async epoch(vendor) {
      const found = await readEpoch(vendor);
      if (found) return found;
      await sql`
        insert into epochs (vendor, epoch, minted_at, current) values (${vendor}, ${randomUUID()}, now(), true)
        on conflict do nothing`;
      const minted = await readEpoch(vendor);
      if (!minted) throw new Error('The epoch was not stored.');
      return minted;
    },

    async find(vendor, opIds) {
      if (opIds.length === 0) return new Map();
      const rows = await sql<Row[]>`
        select op_id, sha256, receipt, outcome, coalesce(judged_seq, seq) as seq, problem
        from op_ledger where vendor = ${vendor} and op_id = any(${[...opIds]}::uuid[])`;
      return new Map(rows.map((row) => [row.op_id, readRow(row)]));
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

    async takeSeqs(count) {
      if (count === 0) return [];
      const rows = await sql<{ seq: string }[]>`
        select nextval('operation_seq') as seq from generate_series(1, ${count}::int) order by 1`;
      return rows.map((row) => Number(row.seq));
    },

    async store(vendor, device, rows) {
      // One statement is one transaction: durable when it returns (synchronous_commit), and one round trip. Conflicting inserts
      // wait for each other row by row, in the order of the rows given.
      const inserted = await sql<{ op_id: string }[]>`
        with device as (
          insert into devices (vendor, device_id, registered_at) values (${vendor}, ${device}, now()) on conflict do nothing
        ), stored as (
          insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, receipt,
            received_at, captured_at, skew_seconds)
          select ${vendor}, r.op_id, r.sha256, decode(r.envelope, 'base64'), ${device}, r.lane, r.lane_no,
            array(select jsonb_array_elements_text(r.after))::uuid[], r.kind, r.v, r.seq, r.receipt, r.received_at::timestamptz, r.captured_at, r.skew
          from unnest(
            ${rows.map((row) => row.opId)}::uuid[],
            ${rows.map((row) => row.operation.sha256)}::text[],
            ${rows.map((row) => Buffer.from(row.envelope).toString('base64'))}::text[],
            ${rows.map((row) => row.operation.lane)}::text[],
            ${rows.map((row) => row.operation.laneNo)}::bigint[],
            ${rows.map((row) => JSON.stringify(row.operation.after ?? []))}::jsonb[],
            ${rows.map((row) => row.operation.kind)}::text[],
            ${rows.map((row) => row.operation.v)}::int[],
            ${rows.map((row) => row.seq)}::bigint[],
            ${rows.map((row) => row.receipt)}::text[],
            ${rows.map((row) => row.receivedAt.toISOString())}::text[],
            ${rows.map((row) => JSON.stringify(row.operation.capturedAt))}::text[],
            ${rows.map((row) => row.skewSeconds)}::float8[]
          ) with ordinality as r (op_id, sha256, envelope, lane, lane_no, after, kind, v, seq, receipt, received_at, captured_at, skew, no)
          order by r.no
          on conflict (vendor, op_id) do nothing
          returning op_id, seq
        ), told as (
          insert into feed (vendor, device, seq, type, id, data)
          select ${vendor}, ${device}, seq, 'operation', op_id, '{"outcome":"received"}' from stored
        )
        select op_id from stored`;
      return new Set(inserted.map((row) => row.op_id));
    },
  };
}
