/** Deletes photos whose time has come. The operation that brought them stays: it says which document it was, and opens nothing any more. */
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { BlobStore } from '../../core/blobs/blob-store.ts';

const AT_ONCE = 100;

interface Due {
  readonly vendor: string;
  readonly id: string;
  readonly device: string;
  readonly photos: readonly string[];
}

/** Of an account that was closed while its document was being judged. */
async function withdrawOfClosed(sql: Sql, now: Date): Promise<void> {
  await sql`
    update identity_documents d set status = 'withdrawn', delete_at = ${now.toISOString()}
    from persons p
    where p.vendor = d.vendor and p.id = d.person and p.closed_at is not null and d.status in ('sent', 'confirmed', 'refused')`;
}

async function deleteOf(
  sql: Sql,
  store: BlobStore,
  { vendor, id, device, photos }: Due,
  now: Date,
): Promise<void> {
  for (const sha256 of photos) {
    // What another operation names stays for it: a device may name whatever it has delivered.
    const named = await sql`
      select 1 from op_ledger where vendor = ${vendor} and device = ${device} and op_id <> ${id} and ${sha256} = any(blobs) limit 1`;
    if (named.length > 0) continue;
    // The bytes first: a row without them is tried again, bytes without a row would stay for ever.
    await store.remove({ vendor, device, sha256 });
    await sql`delete from blobs where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
  }
  // What nobody can look at any more waits for nobody: after a merge that is undone late, its patient is asked again.
  await sql`
    update identity_documents set deleted_at = ${now.toISOString()}, photos = '{}',
      status = case when status = 'sent' then 'replaced' else status end
    where vendor = ${vendor} and id = ${id}`;
}

/** One that fails is tried again at the next turn, and holds up no other. @returns of how many documents. */
export async function deletePhotos(sql: Sql, store: BlobStore, logger: Logger, now: Date): Promise<number> {
  await withdrawOfClosed(sql, now);
  const due = await sql<Due[]>`
    select vendor, id, device, photos from identity_documents
    where delete_at <= ${now.toISOString()} and deleted_at is null order by delete_at limit ${AT_ONCE}`;
  for (const one of due)
    await deleteOf(sql, store, one, now).catch((error: unknown) =>
      logger.error({ err: error, id: one.id }, 'IDENTITY_PHOTOS_KEPT'),
    );
  return due.length;
}
