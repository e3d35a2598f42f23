/**
 * How far a backup that begins now covers the ledger: the last `seq` given out while no transaction was storing. A number may be taken
 * long before its transaction commits, so that the sequence alone would promise what the export can't see.
 */

import type { Sql, Transaction } from '../../base/database/database.ts';
import { recordAudit } from '../audit/audit-log.ts';

export interface VendorEpoch {
  readonly vendor: string;
  readonly epoch: string;
}

export interface Horizon {
  /** Every operation up to this `seq` was committed. */
  readonly through: number;
  readonly takenAt: Date;
  /** Those that were current: a later one is of another life of the ledger. */
  readonly epochs: readonly VendorEpoch[];
}

/** The writers that are waited for are pushes of a few milliseconds; behind this lock, others wait too. */
const WAIT_FOR_WRITERS = '10s';

export function takeHorizon(sql: Sql): Promise<Horizon> {
  return sql.begin(async (transaction) => {
    await transaction`select set_config('lock_timeout', ${WAIT_FOR_WRITERS}, true)`;
    await transaction`lock table op_ledger in share mode`;
    const [row] = await transaction<[{ through: string; taken_at: string }]>`
      select case when is_called then last_value else 0 end as through, clock_timestamp() as taken_at from operation_seq`;
    const epochs = await transaction<VendorEpoch[]>`
      select vendor, epoch from epochs where current order by vendor`;
    return { through: Number(row.through), takenAt: new Date(row.taken_at), epochs: [...epochs] };
  });
}

/** What was verified: a row of `backups`. */
export interface VerifiedBackup {
  readonly id: string;
  readonly through: number;
  readonly epochs: readonly VendorEpoch[];
}

/**
 * Devices may let go of what the backup covers: never of less than before, never in an epoch that began after it.
 * @returns the vendors whose epoch is still the one that the backup saw.
 */
export async function moveSafeThrough(
  sql: Transaction,
  { id, through, epochs }: VerifiedBackup,
  at: Date,
): Promise<readonly string[]> {
  const moved = await sql<{ vendor: string }[]>`
    update epochs e set safe_through = greatest(e.safe_through, ${through})
    from unnest(${epochs.map(({ vendor }) => vendor)}::text[], ${epochs.map(({ epoch }) => epoch)}::uuid[]) as seen (vendor, epoch)
    where e.vendor = seen.vendor and e.epoch = seen.epoch and e.current
    returning e.vendor`;
  const vendors = moved.map(({ vendor }) => vendor).toSorted();
  for (const vendor of vendors)
    await recordAudit(sql, { vendor, action: 'backup-verified', actor: null, subject: id }, at);
  return vendors;
}
