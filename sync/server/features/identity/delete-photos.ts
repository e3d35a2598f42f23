/** Deletes photos whose time has come. The operation that brought them stays: it says which document it was, and opens nothing any more. */
import type { Sql } from '../../base/database/database.ts';
import type { BlobStore } from '../../core/blobs/blob-store.ts';

const AT_ONCE = 100;

/** @returns of how many documents. */
export async function deletePhotos(sql: Sql, store: BlobStore, now: Date): Promise<number> {
  const due = await sql<{ vendor: string; id: string; device: string; photos: string[] }[]>`
    select vendor, id, device, photos from identity_documents
    where delete_at <= ${now.toISOString()} and deleted_at is null order by delete_at limit ${AT_ONCE}`;
  for (const { vendor, id, device, photos } of due) {
    // The bytes first: a row without them is tried again, bytes without a row would stay for ever.
    for (const sha256 of photos) {
      await store.remove({ vendor, device, sha256 });
      await sql`delete from blobs where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
    }
    await sql`
      update identity_documents set deleted_at = ${now.toISOString()}, photos = '{}' where vendor = ${vendor} and id = ${id}`;
  }
  return due.length;
}
