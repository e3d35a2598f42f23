/**
 * Blobs as objects of an S3-compatible store, `{prefix}/{vendor}/{first two of the hash}/{hash}.{device}`. Unfinished ones wait in a folder
 * of this machine; a whole one is put with its SHA-256, which the store checks, and only then leaves the folder.
 *
 * What the folder holds whole is read from there: an installation that kept its blobs in the folder so far loses none by changing over.
 */

import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../base/config/config.ts';
import { type BlobKey, type BlobStore, blobPath } from './blob-store.ts';

const RETRIES = 4;
const RETRY_FIRST_MS = 50;
const WITHIN_MS = 30_000;
const CONTENT_TYPE = 'application/octet-stream';

/** Its message names what was asked and the status; never an address or an answer. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly code: string;
  constructor(action: string, status: number) {
    super(`${action}: ${status}`);
    this.code = `S3_${status}`;
  }
}

/** @param folder what is unfinished, by the folder store. */
export function createS3BlobStore(settings: S3Settings, folder: BlobStore): BlobStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region,
    retries: RETRIES,
    initRetryMs: RETRY_FIRST_MS,
  });
  const base = endpoint.href.replace(/\/+$/, '');
  const addressOf = (key: BlobKey) =>
    [base, encodeURIComponent(bucket), ...(prefix === '' ? [] : [prefix]), blobPath(key)].join('/');

  const ask = (key: BlobKey, method: 'HEAD' | 'GET' | 'PUT' | 'DELETE', more: RequestInit = {}) =>
    client.fetch(addressOf(key), { ...more, method, signal: AbortSignal.timeout(WITHIN_MS) });

  async function objectSize(key: BlobKey): Promise<number> {
    const answer = await ask(key, 'HEAD');
    if (answer.status === 404) return 0;
    const size = Number(answer.headers.get('content-length') ?? Number.NaN);
    if (answer.status !== 200 || !Number.isSafeInteger(size)) throw new S3Error('HEAD', answer.status);
    return size;
  }

  async function put(key: BlobKey, bytes: Uint8Array): Promise<void> {
    const answer = await ask(key, 'PUT', {
      body: new Uint8Array(bytes),
      headers: {
        'content-type': CONTENT_TYPE,
        // Signed, and checked by the store against what has arrived.
        'x-amz-content-sha256': key.sha256,
        'x-amz-checksum-sha256': Buffer.from(key.sha256, 'hex').toString('base64'),
      },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new S3Error('PUT', answer.status);
  }

  return {
    async size(key) {
      return (await folder.size(key)) || (await objectSize(key));
    },

    append: (key, offset, bytes) => folder.append(key, offset, bytes),

    async finish(key, length) {
      if ((await folder.size(key)) === 0 && (await objectSize(key)) === length) return 'complete';
      if ((await folder.finish(key, length)) === 'mismatch') return 'mismatch';
      const bytes = await folder.read(key);
      if (bytes === undefined) throw new Error('The finished blob is gone.');
      await put(key, bytes);
      await folder.remove(key);
      return 'complete';
    },

    async read(key) {
      const answer = await ask(key, 'GET');
      if (answer.status === 200) return new Uint8Array(await answer.arrayBuffer());
      await answer.arrayBuffer();
      if (answer.status !== 404) throw new S3Error('GET', answer.status);
      return await folder.read(key);
    },

    async remove(key) {
      const answer = await ask(key, 'DELETE');
      await answer.arrayBuffer();
      if (![200, 204, 404].includes(answer.status)) throw new S3Error('DELETE', answer.status);
      await folder.remove(key);
    },
  };
}
