/**
 * The rules of an upload. Invariants:
 * - a blob is complete only when all of it is durable and has the hash that names it;
 * - an answer never says more than is durable, and no byte that wasn't proven by the device is ever added;
 * - parts of one blob are taken one after the other, whatever process they arrive at: the row in `blobs` is locked meanwhile.
 */
import { MAX_BLOB_BYTES } from '../../../protocol/base/blobs.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Limiter } from '../../base/limiter.ts';
import { type BlobRow, createBlobRows } from './blob-rows.ts';
import type { BlobKey, BlobStore } from './blob-store.ts';

/** Bytes of a device's blobs that no operation names yet, by the length they are to have: two forms with all their photos. */
export const MAX_UNCLAIMED_BYTES = 512 * 1024 * 1024;

export interface BlobPosition {
  readonly kind: 'position';
  readonly offset: number;
  readonly complete: boolean;
}
export type AppendOutcome =
  /** The part was added. */
  | (BlobPosition & { readonly taken: true })
  /** It begins elsewhere. */
  | (BlobPosition & { readonly taken: false })
  /** The whole doesn't have its hash: it begins again at 0. */
  | { readonly kind: 'mismatch' }
  /** Another length was named for it before. */
  | { readonly kind: 'other-length' }
  | { readonly kind: 'quota' };

export interface BlobUploads {
  /** @returns undefined where nothing of it is here. */
  locate(key: BlobKey): Promise<BlobPosition | undefined>;
  /** @param length bytes of the whole, at most {@link MAX_BLOB_BYTES}. `offset` and `bytes` lie within it. */
  append(key: BlobKey, length: number, offset: number, bytes: Uint8Array): Promise<AppendOutcome>;
  /** A whole blob at once, as a saved copy brings it: no quota applies. */
  take(key: BlobKey, bytes: Uint8Array): Promise<'complete' | 'mismatch'>;
}

export function createBlobUploads(dependencies: {
  readonly sql: Sql;
  readonly store: BlobStore;
  readonly now: () => Date;
  /** Uploads hold a connection for as long as the disk takes: only a few may, so that pushes always find one. */
  readonly limiter: Pick<Limiter, 'run'>;
}): BlobUploads {
  const { sql, store, limiter } = dependencies;
  const rows = createBlobRows(sql, dependencies.now);

  /** Works under the row's lock, making the row where it is missing. @returns undefined where there is no room for it. */
  async function withRow<R>(
    key: BlobKey,
    length: number,
    most: number,
    work: (transaction: Transaction, row: BlobRow) => Promise<R>,
  ): Promise<R | undefined> {
    for (;;) {
      const done = await sql.begin(async (transaction) => {
        const row = await rows.lock(transaction, key);
        return row && { result: await work(transaction, row) };
      });
      if (done) return done.result;
      if (!(await rows.reserve(key, length, most))) return undefined;
    }
  }

  async function complete(
    transaction: Transaction,
    key: BlobKey,
    length: number,
  ): Promise<'complete' | 'mismatch'> {
    const end = await store.finish(key, length);
    if (end === 'complete') await rows.mark(transaction, key, length, true);
    return end;
  }

  async function add(
    transaction: Transaction,
    row: BlobRow,
    key: BlobKey,
    part: { readonly length: number; readonly offset: number; readonly bytes: Uint8Array },
  ): Promise<AppendOutcome> {
    const { length, offset, bytes } = part;
    const known = Number(row.size);
    const size = await store.size(key);
    if (row.completed_at && size === known)
      return {
        kind: 'position',
        offset: known,
        complete: true,
        taken: offset === known && bytes.length === 0,
      };
    // Its bytes are gone, or only a part of them is here: an older state of the store was put back.
    if (row.completed_at) await rows.mark(transaction, key, known, false);
    if (size > length || (known !== length && size > 0)) {
      if (known !== length) return { kind: 'other-length' };
      await store.remove(key);
      return { kind: 'mismatch' };
    }
    if (known !== length) await rows.mark(transaction, key, length, false);
    if (size !== offset) return { kind: 'position', offset: size, complete: false, taken: false };
    const end = bytes.length === 0 ? size : await store.append(key, offset, bytes);
    if (end < length) return { kind: 'position', offset: end, complete: false, taken: true };
    return (await complete(transaction, key, length)) === 'complete'
      ? { kind: 'position', offset: length, complete: true, taken: true }
      : { kind: 'mismatch' };
  }

  return {
    locate: (key) =>
      limiter.run(async () => {
        const row = await rows.find(key);
        if (!row) return undefined;
        const offset = await store.size(key);
        const isComplete = row.completed_at !== null && offset === Number(row.size);
        // The table says more than the store has: no operation may rely on it.
        if (row.completed_at && !isComplete) await rows.reopen(key);
        return { kind: 'position', offset, complete: isComplete };
      }),

    append: (key, length, offset, bytes) =>
      limiter.run(async () => {
        if (length > MAX_BLOB_BYTES) throw new Error('The blob is too long.');
        const outcome = await withRow(key, length, MAX_UNCLAIMED_BYTES, (transaction, row) =>
          add(transaction, row, key, { length, offset, bytes }),
        );
        return outcome ?? { kind: 'quota' };
      }),

    take: (key, bytes) =>
      limiter.run(async () => {
        const end = await withRow(key, bytes.length, Number.POSITIVE_INFINITY, async (transaction, row) => {
          if (row.completed_at && (await store.size(key)) === bytes.length) return 'complete';
          // What an upload has left starts over: the copy has all of it.
          await store.remove(key);
          await store.append(key, 0, bytes);
          return await complete(transaction, key, bytes.length);
        });
        return end ?? 'mismatch';
      }),
  };
}
