/**
 * One blob on its way, part by part, from where the server has got to.
 *
 * Parts shrink where the line breaks and grow where it holds: what a cut costs is at most the part that was under way, because the
 * server takes a part whole (its proof covers all of it) or not at all.
 */
import { BLOB_PART_BYTES } from '../../protocol/wire.ts';
import type { Bytes } from '../base/bytes.ts';
import type { BlobVerdict } from '../wire/answers.ts';
import type { Exchange } from '../wire/exchange.ts';

export const MIN_PART_BYTES = 16 * 1024;
/** In one go; more means that two ends can't agree. */
const MAX_CORRECTIONS = 3;

export interface PartSize {
  bytes: number;
}

export type UploadEnd =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      /** The server has taken at least one part in this go. */
      readonly moved: boolean;
      readonly verdict: BlobVerdict;
    };

export interface BlobUpload {
  readonly sha256: string;
  readonly bytes: Bytes;
  /** What the server is known to have; undefined asks it first. */
  readonly offset: number | undefined;
  readonly part: PartSize;
  readonly exchange: Pick<Exchange, 'locate' | 'append'>;
  /** The server has that much. Awaited: what is remembered is never behind by more than one part. */
  readonly onPosition: (offset: number) => Promise<void>;
  readonly stopped: () => boolean;
}

export async function uploadBlob(upload: BlobUpload): Promise<UploadEnd> {
  const { sha256, bytes, part, exchange, onPosition, stopped } = upload;
  const length = bytes.length;
  let offset = upload.offset;
  let moved = false;
  let corrections = 0;
  let restarted = false;
  const failed = (verdict: BlobVerdict): UploadEnd => ({ kind: 'failed', moved, verdict });
  const offline: BlobVerdict = { kind: 'offline', answered: false };

  if (offset === undefined) {
    const verdict = await exchange.locate(sha256);
    if (verdict.kind !== 'position' || verdict.offset > length) return failed(verdict);
    if (verdict.complete) return { kind: 'done' };
    offset = verdict.offset;
    await onPosition(offset);
  }
  while (!stopped()) {
    const size = Math.min(part.bytes, length - offset);
    const verdict = await exchange.append({
      sha256,
      offset,
      length,
      bytes: bytes.slice(offset, offset + size),
    });
    if (verdict.kind === 'mismatch' && !restarted) {
      // It was damaged on the way or at the server. Damaged here, it would be refused once more.
      restarted = true;
      offset = 0;
      await onPosition(0);
      continue;
    }
    if (verdict.kind !== 'position') {
      part.bytes = Math.max(MIN_PART_BYTES, Math.floor(part.bytes / 2));
      return failed(verdict);
    }
    if (verdict.complete) return { kind: 'done' };
    if (verdict.offset > length) return failed(verdict);
    if (verdict.taken && verdict.offset > offset) {
      moved = true;
      part.bytes = Math.min(BLOB_PART_BYTES, part.bytes * 2);
    } else {
      corrections += 1;
      if (corrections > MAX_CORRECTIONS) return failed(verdict);
    }
    offset = verdict.offset;
    await onPosition(offset);
  }
  return failed(offline);
}
