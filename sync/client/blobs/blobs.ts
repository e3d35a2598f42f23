/**
 * Photos and documents: encrypted as soon as they are picked, under a key of their own, and kept beside the draft that names them.
 *
 * A row and its body are written and deleted in one transaction, so that neither is ever there alone. What opens the body (its key) and
 * what the file was (content type, title, size) is sealed by the subject's key and bound to vendor, subject, draft and name.
 */
import { z } from 'zod/mini';
import type { BlobAttachment } from '../../protocol/operations/payloads/attachment.ts';
import { type Bytes, base64url, bindingOf, fromBase64url, fromUtf8, hex, utf8 } from '../base/bytes.ts';
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import type { Clock } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import type { SubjectKeys } from '../keys/subject-keys.ts';
import type { BlobRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { blobTables, deleteBlobs } from './blob-rows.ts';

export interface NewBlob {
  readonly draftId: string;
  readonly subjectId: string;
  readonly bytes: Bytes;
  /** Media type, e.g. `image/jpeg`. */
  readonly contentType: string;
  /** As the answer shows it, e.g. the file's name. */
  readonly title?: string;
}

export interface AdoptedBlob extends BlobAttachment {
  readonly draftId: string;
  readonly subjectId: string;
  /** The ciphertext. */
  readonly sealed: Bytes;
}

export interface BlobContent {
  readonly bytes: Bytes;
  readonly contentType: string;
  readonly title?: string;
  /** Bytes of the file. */
  readonly size: number;
}

export interface Blobs {
  /**
   * Resolves when the encrypted file is durable. Nothing of it is kept where that fails.
   * @returns its name, and the file's size in bytes.
   * @throws StorageError, `quota` where there is no room.
   */
  keep(file: NewBlob): Promise<{ readonly sha256: string; readonly size: number }>;
  /**
   * A file that was encrypted before, on this device or another: kept under the name that the answers have for it.
   * @returns whether it was: not where the bytes aren't those of the name, or the key doesn't open them.
   */
  adopt(file: AdoptedBlob): Promise<boolean>;
  /** @returns undefined where it isn't here, or can't be opened (any more). */
  read(sha256: string): Promise<BlobContent | undefined>;
  /** Deletes it, unless an operation names it: then it stays for as long as the operation needs it. */
  drop(sha256: string): Promise<void>;
  /**
   * What a payload says of these blobs, in their order.
   * @throws StorageError `blob-missing` where one isn't here in full, `unreadable` where the subject's key doesn't open it.
   */
  attachments(subjectId: string, names: readonly string[]): Promise<readonly BlobAttachment[]>;
}

const facts = z.object({
  key: z.string(),
  contentType: z.string(),
  title: z.optional(z.string()),
  size: z.number(),
});
type Facts = z.infer<typeof facts>;

export function createBlobs(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly crypto: Pick<DeviceCrypto, 'sealBlob' | 'openBlob' | 'sha256'>;
  readonly clock: Pick<Clock, 'now'>;
}): Blobs {
  const { vendor, store, keys, crypto, clock } = dependencies;
  const bindingTo = (row: Pick<BlobRow, 'subjectId' | 'draftId' | 'sha256'>) =>
    bindingOf('blob', vendor, row.subjectId, row.draftId, row.sha256);

  const find = (sha256: string) => store.read(['blobs'], (transaction) => transaction.get('blobs', sha256));
  const body = async (row: BlobRow): Promise<Bytes | undefined> => {
    const found = await store.read(['blobBodies'], (transaction) =>
      transaction.get('blobBodies', row.sha256),
    );
    return found?.bytes.length === row.size ? found.bytes : undefined;
  };

  async function open(row: BlobRow): Promise<Facts | undefined> {
    const plain = await keys.open(row.subjectId, row.box, bindingTo(row));
    if (plain === undefined) return undefined;
    const parsed = facts.safeParse(JSON.parse(fromUtf8(plain)));
    return parsed.success ? parsed.data : undefined;
  }

  async function put(
    name: Pick<BlobRow, 'draftId' | 'subjectId' | 'sha256'>,
    about: Facts,
    bytes: Bytes,
  ): Promise<void> {
    const at = clock.now();
    await keys.sealThenWrite(
      name.subjectId,
      (sealer) => sealer.seal(utf8(JSON.stringify(about)), bindingTo(name)),
      ['blobs', 'blobBodies'],
      async (transaction, box) => {
        await transaction.put('blobBodies', { sha256: name.sha256, bytes });
        await transaction.put('blobs', { ...name, size: bytes.length, box, at });
      },
    );
  }

  return {
    async keep({ draftId, subjectId, bytes, contentType, title }) {
      const size = bytes.length;
      const sealed = await crypto.sealBlob(bytes);
      const sha256 = hex(await crypto.sha256(sealed.bytes));
      await put(
        { draftId, subjectId, sha256 },
        { key: base64url(sealed.key), contentType, ...(title === undefined ? {} : { title }), size },
        sealed.bytes,
      );
      return { sha256, size };
    },

    async adopt({ draftId, subjectId, sha256, sealed, key, contentType, title, size }) {
      const raw = fromBase64url(key);
      if (raw === undefined || hex(await crypto.sha256(sealed)) !== sha256) return false;
      const opened = await crypto.openBlob(raw, sealed);
      if (opened === undefined) return false;
      const about = { key, contentType, ...(title === undefined ? {} : { title }), size };
      await put({ draftId, subjectId, sha256 }, about, sealed);
      return true;
    },

    async read(sha256) {
      const row = await find(sha256);
      const about = row && (await open(row));
      const key = about && fromBase64url(about.key);
      const sealed = row && (await body(row));
      const bytes = key && sealed && (await crypto.openBlob(key, sealed));
      if (about === undefined || bytes === undefined) return undefined;
      const { contentType, title, size } = about;
      return { bytes, contentType, ...(title === undefined ? {} : { title }), size };
    },

    async drop(sha256) {
      await store.write([...blobTables, 'outbox'], async (transaction) => {
        const row = await transaction.get('blobs', sha256);
        if (row === undefined) return;
        const operations = await transaction.by('outbox', 'draftId', row.draftId);
        if (operations.some((operation) => operation.blobs.includes(sha256))) return;
        await deleteBlobs(transaction, [sha256]);
      });
    },

    async attachments(subjectId, names) {
      const found: BlobAttachment[] = [];
      for (const sha256 of names) {
        const row = await find(sha256);
        // One body at a time: twenty photos at once may be more than a phone's memory.
        if (row === undefined || row.subjectId !== subjectId || (await body(row)) === undefined)
          throw new StorageError('blob-missing');
        const about = await open(row);
        if (about === undefined) throw new StorageError('unreadable');
        found.push({ sha256, ...about });
      }
      return found;
    },
  };
}
