/** Uploads one pending blob, from where the server was heard to be with it. */
import { BLOB_PART_BYTES } from '../../protocol/wire.ts';
import type { Store } from '../store/store.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Status, UploadProgress } from '../wire/status.ts';
import { type UploadEnd, uploadBlob } from './blob-upload.ts';
import type { PendingBlob } from './pending-uploads.ts';
import type { createUploadRows } from './upload-rows.ts';

export type ServerOffsets = ReturnType<typeof createServerOffsets>;

/** How far the server has got, as it said in this run, and nothing has failed since. */
export function createServerOffsets() {
  const confirmed = new Map<string, number>();
  let heard = false;
  return {
    /** @returns undefined where the server is to be asked. Of what is new it has nothing, if it knows this device at all. */
    of: ({ sha256, upload }: PendingBlob): number | undefined =>
      confirmed.get(sha256) ?? (upload === undefined && heard ? 0 : undefined),
    confirm(sha256: string, offset: number): void {
      heard = true;
      confirmed.set(sha256, offset);
    },
    /** The server has answered. */
    hear(): void {
      heard = true;
    },
    doubt: (sha256: string): boolean => confirmed.delete(sha256),
    doubtAll: (): void => confirmed.clear(),
  };
}

export interface PendingUploadDependencies {
  readonly store: Store;
  readonly exchange: Pick<Exchange, 'locate' | 'append'>;
  readonly status: Pick<Status, 'uploading' | 'hinder'>;
  readonly offsets: ServerOffsets;
  readonly rows: ReturnType<typeof createUploadRows>;
  readonly stopped: () => boolean;
}

export function createPendingUpload(dependencies: PendingUploadDependencies) {
  const { store, exchange, status, offsets, rows, stopped } = dependencies;
  const part = { bytes: BLOB_PART_BYTES };

  function show(progress: ReadonlyMap<string, UploadProgress>, blob: PendingBlob, offset: number): void {
    const before = progress.get(blob.opId);
    if (before === undefined) return;
    const done = before.done - (blob.upload?.offset ?? 0) + offset;
    status.uploading(new Map(progress).set(blob.opId, { ...before, done }));
  }

  /** @returns undefined where the blob was given up. */
  return async (
    blob: PendingBlob,
    progress: ReadonlyMap<string, UploadProgress>,
  ): Promise<UploadEnd | undefined> => {
    const { sha256, size } = blob;
    const body = await store.read(['blobBodies'], (transaction) => transaction.get('blobBodies', sha256));
    if (body === undefined || body.bytes.length !== size) {
      const verdict = await exchange.locate(sha256);
      if (verdict.kind !== 'position') return { kind: 'failed', moved: false, verdict };
      if (verdict.complete) return { kind: 'done' };
      await rows.giveUp(blob);
      return undefined;
    }
    return await uploadBlob({
      sha256,
      bytes: body.bytes,
      offset: offsets.of(blob),
      part,
      exchange,
      onPosition: async (offset) => {
        offsets.confirm(sha256, offset);
        status.hinder(undefined);
        show(progress, blob, offset);
        await rows.remember(sha256, { offset });
      },
      stopped,
    });
  };
}
