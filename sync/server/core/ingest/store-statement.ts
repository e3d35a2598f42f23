/** The one statement that stores what devices push. */
import type { Sql } from '../../base/database/database.ts';
import type { Epoch, NewLedgerRow } from './ledger.ts';

export interface RowsOfDevice {
  readonly vendor: string;
  readonly device: string;
  readonly rows: readonly NewLedgerRow[];
}

export interface Inserted {
  /** By vendor. One that has none yet stores nothing. */
  readonly epochs: ReadonlyMap<string, Epoch>;
  /** Of the rows that were stored, by vendor and opId with a space between. */
  readonly seqs: ReadonlyMap<string, number>;
}

interface Named extends RowsOfDevice {
  readonly name: string;
  readonly row: NewLedgerRow;
}

/** PostgreSQL's text of an array; its elements are ids and hashes, which need no quotes. */
const arrayText = (names: readonly string[]) => `{${names.join(',')}}`;

/**
 * One statement is one transaction: durable when it returns (synchronous_commit), and one round trip for any number of devices. Rows
 * that are there already are left as they are; where another transaction is storing one, this waits for its end.
 */
export async function insertRows(sql: Sql, calls: readonly RowsOfDevice[]): Promise<Inserted> {
  const named = new Map<string, Named>();
  for (const call of calls)
    for (const row of call.rows) {
      const name = `${call.vendor} ${row.opId}`;
      if (!named.has(name)) named.set(name, { ...call, name, row });
    }
  // Every process stores in the order of the keys, operations before devices, so that no two ever wait for each other.
  const all = [...named.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const devices = [...new Set(all.map(({ vendor, device }) => `${vendor} ${device}`))].toSorted();
  const vendors = [...new Set(calls.map(({ vendor }) => vendor))];
  const column = <T>(read: (row: NewLedgerRow) => T) => all.map(({ row }) => read(row));

  const rows = await sql<
    { vendor: string; epoch: string; safe_through: string; op_id: string | null; seq: string | null }[]
  >`
    with stored as (
      insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, epoch, key_id, blobs,
        received_at, captured_at, skew_seconds, network, imported_by)
      select r.vendor, r.op_id, r.sha256, decode(r.envelope, 'base64'), r.device, r.lane, r.lane_no, r.after::uuid[], r.kind, r.v,
        nextval('operation_seq'), e.epoch, r.key_id, r.blobs::text[], r.received_at::timestamptz, r.captured_at, r.skew,
        r.network, r.imported_by
      from unnest(
        ${all.map(({ vendor }) => vendor)}::text[],
        ${all.map(({ device }) => device)}::text[],
        ${column(({ opId }) => opId)}::uuid[],
        ${column(({ operation }) => operation.sha256)}::text[],
        ${column(({ envelope }) => Buffer.from(envelope).toString('base64'))}::text[],
        ${column(({ operation }) => operation.lane)}::text[],
        ${column(({ operation }) => operation.laneNo)}::bigint[],
        ${column(({ operation }) => arrayText(operation.after ?? []))}::text[],
        ${column(({ operation }) => operation.kind)}::text[],
        ${column(({ operation }) => operation.v)}::int[],
        ${column(({ keyId }) => keyId)}::text[],
        ${column(({ operation }) => arrayText(operation.blobs))}::text[],
        ${column(({ receivedAt }) => receivedAt.toISOString())}::text[],
        ${column(({ operation }) => JSON.stringify(operation.capturedAt))}::text[],
        ${column(({ skewSeconds }) => skewSeconds)}::float8[],
        ${column(({ network }) => network ?? null)}::text[],
        ${column(({ importedBy }) => importedBy ?? null)}::text[]
      ) with ordinality as r (vendor, device, op_id, sha256, envelope, lane, lane_no, after, kind, v, key_id, blobs,
        received_at, captured_at, skew, network, imported_by, no)
      join epochs e on e.vendor = r.vendor and e.current
      order by r.no
      on conflict (vendor, op_id) do nothing
      returning vendor, op_id, seq
    ), registered as (
      insert into devices (vendor, device_id, registered_at)
      select split_part(d.name, ' ', 1), split_part(d.name, ' ', 2), now()
      from unnest(${devices}::text[]) with ordinality as d (name, no)
      order by d.no
      on conflict do nothing
    )
    select e.vendor, e.epoch, e.safe_through, s.op_id, s.seq
    from epochs e left join stored s on s.vendor = e.vendor
    where e.current and e.vendor = any(${vendors}::text[])`;

  const epochs = new Map<string, Epoch>();
  const seqs = new Map<string, number>();
  for (const { vendor, epoch, safe_through, op_id, seq } of rows) {
    epochs.set(vendor, { epoch, safeThrough: Number(safe_through) });
    if (op_id !== null) seqs.set(`${vendor} ${op_id}`, Number(seq));
  }
  return { epochs, seqs };
}
