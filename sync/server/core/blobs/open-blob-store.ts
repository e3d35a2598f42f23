/** The blob store that the settings name. */
import { join } from 'node:path';
import type { S3Settings } from '../../base/config/config.ts';
import type { BlobStore } from './blob-store.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

/** Below the data folder: finished blobs, or, with an S3 store, those that aren't finished. */
export const BLOBS_FOLDER = 'blobs';

/** @param s3 undefined for the folder alone. */
export function openBlobStore(dataDir: string, s3: S3Settings | undefined): BlobStore {
  const folder = createFolderBlobStore(join(dataDir, BLOBS_FOLDER));
  return s3 === undefined ? folder : createS3BlobStore(s3, folder);
}
