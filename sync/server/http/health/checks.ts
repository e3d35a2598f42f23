/** What a server needs to do its work. */
import { statfs } from 'node:fs/promises';
import type { Sql } from '../../base/database/database.ts';
import type { ReadinessCheck } from './readiness.ts';

/** Less than this, and PostgreSQL's next checkpoint may be its last. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;
/** Told of while there is time to do something: what strangers may have stored in a day (`limits/storage-gate.ts`) takes longer than an hour. */
export const LOW_ROOM_BYTES = 16 * MIN_FREE_BYTES;
/** What was received is judged within seconds; what is older isn't being judged. */
const MAX_WAIT_MS = 5 * 60_000;

/**
 * Writes a record of no effect through to the disk: a standby, a read-only database and a full disk refuse it, and a query alone would
 * notice none of them.
 */
export function checkDatabase(sql: Sql): ReadinessCheck {
  return async () => {
    const [row] = await sql<
      [{ mode: string }]
    >`select current_setting('transaction_read_only') as mode, pg_logical_emit_message(true, 'carefront', 'ready')`;
    return row.mode === 'on' ? 'read-only' : undefined;
  };
}

export function checkDisk(folder: string, minFreeBytes = MIN_FREE_BYTES): ReadinessCheck {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < minFreeBytes ? `${bavail * bsize} bytes left` : undefined;
  };
}

/** Operations that were received and that nobody judges. */
export function checkBacklog(sql: Sql, now: () => Date): ReadinessCheck {
  return async () => {
    const before = new Date(now().getTime() - MAX_WAIT_MS).toISOString();
    const rows = await sql`
      select 1 from op_ledger where outcome = 'received' and received_at < ${before} limit 1`;
    return rows.length > 0 ? 'operations wait to be judged' : undefined;
  };
}

/** @param faults of these vendors' keys: one vendor's must not take the server from all others. */
export function checkKeys(faults: () => Promise<readonly string[]>, vendors: number): ReadinessCheck {
  return async () => {
    const found = await faults();
    return found.length > 0 && found.length >= vendors ? found.join(', ') : undefined;
  };
}

export function checkEveryKey(faults: () => Promise<readonly string[]>): ReadinessCheck {
  return async () => (await faults()).join(', ') || undefined;
}
