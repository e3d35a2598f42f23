/** What the uploader has before it: the blobs of queued operations that the server isn't known to have in full. */
import { isDue } from '../base/backoff.ts';
import type { TableName, UploadRow } from '../store/rows.ts';
import type { ReadTransaction } from '../store/store.ts';
import type { UploadProgress } from '../wire/status.ts';

export interface PendingBlob {
  readonly sha256: string;
  /** The operation that needs it. */
  readonly opId: string;
  /** Bytes of the ciphertext; undefined where the blob is no longer on this device. */
  readonly size: number | undefined;
  /** Undefined where nothing of it was ever sent. */
  readonly upload: UploadRow | undefined;
}

export interface PendingUploads {
  /** In the order in which they go: what has failed least first, then the oldest operation, then as the operation names them. */
  readonly blobs: readonly PendingBlob[];
  readonly progress: ReadonlyMap<string, UploadProgress>;
}

export const pendingTables = ['outbox', 'blobs', 'uploads'] as const satisfies readonly TableName[];

export async function readPending(transaction: ReadTransaction): Promise<PendingUploads> {
  const rows = (await transaction.all('outbox')).filter(
    (row) => row.state === 'queued' && row.blobs.length > 0,
  );
  const blobs: PendingBlob[] = [];
  const progress = new Map<string, UploadProgress>();
  for (const { opId, blobs: names } of rows.toSorted((one, other) => (one.opId < other.opId ? -1 : 1))) {
    let done = 0;
    let total = 0;
    let open = false;
    for (const sha256 of names) {
      const upload = await transaction.get('uploads', sha256);
      const size = (await transaction.get('blobs', sha256))?.size;
      total += size ?? 0;
      done += upload?.done ? (size ?? 0) : (upload?.offset ?? 0);
      if (upload?.done) continue;
      open = true;
      blobs.push({ sha256, opId, size, upload });
    }
    if (open) progress.set(opId, { done, total });
  }
  const failed = ({ upload }: PendingBlob) => upload?.attempts ?? 0;
  return { blobs: blobs.toSorted((one, other) => failed(one) - failed(other)), progress };
}

/** @returns the next one, and when the first of those that wait falls due. */
export function choosePending(
  blobs: readonly PendingBlob[],
  {
    now,
    force,
    tried,
  }: { readonly now: number; readonly force: boolean; readonly tried: ReadonlySet<string> },
): { readonly next: PendingBlob | undefined; readonly wakeAt: number | undefined } {
  let wakeAt: number | undefined;
  for (const blob of blobs) {
    const nextAt = blob.upload?.nextAt ?? 0;
    const due = isDue({ nextAt }, now);
    if (!tried.has(blob.sha256) && (force || due)) return { next: blob, wakeAt };
    wakeAt = Math.min(wakeAt ?? Number.POSITIVE_INFINITY, due ? now : nextAt);
  }
  return { next: undefined, wakeAt };
}
