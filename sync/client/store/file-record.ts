/**
 * A file of the store's index: a head line with format, oldest reader, checksum and length, then JSON. A file that was cut
 * short or has rotted is told by its head, never by what parsing happens to make of it.
 */
import { z } from 'zod/mini';
import { type Bytes, utf8 } from '../base/bytes.ts';
import { StorageError } from '../base/storage-error.ts';
import { crc32 } from './crc32.ts';
import type { Json } from './file-values.ts';
import { MIN_READER, READER } from './rows.ts';

/** Table, key, row; null where it was deleted. */
export type Change = readonly [table: string, key: string, row: Json];

const MAGIC = 'carefront-store';
const FORMAT = 1;
const NEWLINE = 10;
const HEAD = /^carefront-store (\d+) (\d+) ([0-9a-f]{8}) (\d+)$/;
const HEAD_BYTES = 100;

const changes: z.ZodMiniType<readonly Change[]> = z.array(
  z.tuple([z.string(), z.string(), z.custom<Json>((value) => value === null || typeof value === 'object')]),
);

export function encodeRecord(record: readonly Change[]): Bytes {
  const body = utf8(JSON.stringify(record));
  const head = utf8(`${MAGIC} ${FORMAT} ${MIN_READER} ${crc32(body)} ${body.length}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/**
 * @returns undefined where the file is damaged.
 * @throws StorageError `newer-version`
 */
export function decodeRecord(bytes: Uint8Array): readonly Change[] | undefined {
  const end = bytes.subarray(0, HEAD_BYTES).indexOf(NEWLINE);
  const head = end < 0 ? null : HEAD.exec(new TextDecoder().decode(bytes.subarray(0, end)));
  if (head === null) return undefined;
  const [, format, reader, crc, length] = head;
  const body = bytes.subarray(end + 1);
  if (body.length !== Number(length) || crc32(body) !== crc) return undefined;
  if (Number(format) > FORMAT || Number(reader) > READER) throw new StorageError('newer-version');
  return changes.parse(JSON.parse(new TextDecoder().decode(body)));
}
