/** What the database knows of blobs: how long each is to be, and whether all of it is there. */
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { BlobKey } from './blob-store.ts';

export interface BlobRow {
  readonly size: string;
  readonly completed_at: string | null;
}

export function createBlobRows(sql: Sql, clock: () => Date) {
  const now = () => clock().toISOString();

  /** The row, locked until the transaction ends. */
  async function lock(
    transaction: Transaction,
    { vendor, device, sha256 }: BlobKey,
  ): Promise<BlobRow | undefined> {
    const [row] = await transaction<BlobRow[]>`
      select size, completed_at from blobs
      where vendor = ${vendor} and device = ${device} and sha256 = ${sha256} for update`;
    return row;
  }

  /**
   * Makes the row, in a transaction of its own: it stays where the store fails afterwards, so that no bytes are without one.
   * @param most bytes that nothing may name yet. @returns false where there is no room for it.
   */
  async function reserve(
    { vendor, device, sha256 }: BlobKey,
    length: number,
    most: number,
  ): Promise<boolean> {
    return await sql.begin(async (transaction) => {
      // One new blob of a device at a time, so that two can't both find room for the last bytes.
      await transaction`select pg_advisory_xact_lock(hashtextextended(${`blobs:${vendor}:${device}`}, 0))`;
      const [unclaimed] = await transaction<[{ bytes: string }]>`
        select coalesce(sum(size), 0) as bytes from blobs b
        where vendor = ${vendor} and device = ${device} and not exists (
          select 1 from op_ledger l where l.vendor = b.vendor and l.device = b.device and b.sha256 = any(l.blobs))`;
      if (Number(unclaimed.bytes) + length > most) return false;
      await transaction`
        insert into blobs (vendor, device, sha256, size, created_at)
        values (${vendor}, ${device}, ${sha256}, ${length}, ${now()}::timestamptz) on conflict do nothing`;
      return true;
    });
  }

  async function mark(
    transaction: Transaction,
    { vendor, device, sha256 }: BlobKey,
    length: number,
    complete: boolean,
  ): Promise<void> {
    await transaction`
      update blobs set size = ${length}, created_at = ${now()}::timestamptz, completed_at = ${complete ? now() : null}::timestamptz
      where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
  }

  async function find({ vendor, device, sha256 }: BlobKey): Promise<BlobRow | undefined> {
    const [row] = await sql<BlobRow[]>`
      select size, completed_at from blobs
      where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
    return row;
  }

  /** It isn't complete any more: its bytes are gone, or some of them. */
  async function reopen({ vendor, device, sha256 }: BlobKey): Promise<void> {
    await sql`
      update blobs set completed_at = null, created_at = ${now()}::timestamptz
      where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
  }

  return { find, lock, reserve, mark, reopen };
}
