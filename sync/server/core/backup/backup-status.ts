/** How far the vendors' operations are safe, and what their devices still hold because no backup covers it. */
import type { Sql } from '../../base/database/database.ts';

export interface VendorSafety {
  readonly vendor: string;
  readonly epoch: string;
  readonly mintedAt: Date;
  /** Highest `seq` that a verified backup covers. */
  readonly safeThrough: number;
  /** Operations above it, and the bytes of their envelopes and blobs. */
  readonly uncovered: number;
  readonly uncoveredBytes: number;
}

export interface ListedBackup {
  readonly takenAt: Date;
  readonly verifiedAt: Date | undefined;
  readonly through: number;
  readonly kind: 'export' | 'operator';
  /** Of an export: its folder. */
  readonly place: string | undefined;
}

export interface BackupStatus {
  /** Newest first. */
  readonly backups: readonly ListedBackup[];
  readonly vendors: readonly VendorSafety[];
}

const SHOWN = 10;

export async function readBackupStatus(sql: Sql): Promise<BackupStatus> {
  const backups = await sql<
    {
      taken_at: string;
      verified_at: string | null;
      through_seq: string;
      kind: ListedBackup['kind'];
      place: string;
    }[]
  >`select taken_at, verified_at, through_seq, kind, place from backups order by taken_at desc limit ${SHOWN}`;
  const vendors = await sql<
    {
      vendor: string;
      epoch: string;
      minted_at: string;
      safe_through: string;
      operations: string;
      bytes: string;
    }[]
  >`
    select e.vendor, e.epoch, e.minted_at, e.safe_through, count(o.op_id) as operations,
      coalesce(sum(octet_length(o.envelope) + coalesce((select sum(b.size) from blobs b
        where b.vendor = o.vendor and b.device = o.device and b.sha256 = any(o.blobs)), 0)), 0) as bytes
    from epochs e left join op_ledger o on o.vendor = e.vendor and o.seq > e.safe_through
    where e.current group by e.vendor, e.epoch order by e.vendor`;
  return {
    backups: backups.map((row) => ({
      takenAt: new Date(row.taken_at),
      verifiedAt: row.verified_at === null ? undefined : new Date(row.verified_at),
      through: Number(row.through_seq),
      kind: row.kind,
      place: row.kind === 'export' ? row.place : undefined,
    })),
    vendors: vendors.map((row) => ({
      vendor: row.vendor,
      epoch: row.epoch,
      mintedAt: new Date(row.minted_at),
      safeThrough: Number(row.safe_through),
      uncovered: Number(row.operations),
      uncoveredBytes: Number(row.bytes),
    })),
  };
}
