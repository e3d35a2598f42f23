/** The blobs of a backup, into the store. */
import { readFile } from 'node:fs/promises';
import type { Sql } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import type { BlobKey, BlobStore } from '../blobs/blob-store.ts';
import { blobPath, type StoredBackup } from './backup-folder.ts';
import { keepBlob } from './blob-copies.ts';

export interface RestoredBlobs {
  readonly added: number;
  readonly awaited: number;
}

/** Those whose bytes are nowhere are no longer said to be complete: their devices deliver them again. */
export async function restoreBlobs(
  sql: Sql,
  store: BlobStore,
  { path, manifest }: StoredBackup,
): Promise<RestoredBlobs> {
  const exported = new Set(manifest.blobs.map(({ sha256 }) => sha256));
  const rows = await sql<BlobKey[]>`
    select vendor, device, sha256 from blobs where completed_at is not null order by sha256`;
  let added = 0;
  let awaited = 0;
  for (const { vendor, device, sha256 } of rows) {
    const key = { vendor, device, sha256 };
    if (exported.has(sha256)) {
      const done = await keepBlob(store, key, await readFile(blobPath(path, sha256)));
      if (done === 'mismatch')
        throw new StartupError(`${path} is damaged: the blob ${sha256} is another one.`);
      if (done === 'kept') added++;
    } else if ((await store.read(key)) === undefined) {
      await sql`
        update blobs set completed_at = null where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
      awaited++;
    }
  }
  return { added, awaited };
}
