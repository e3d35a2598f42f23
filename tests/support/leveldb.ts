/** Reads what LevelDB's files hold, deleted values included, without opening the database: table_format.md, log_format.md. */
import { decompressSnappy, readVarint } from './snappy.ts';

const TABLE_MAGIC = Buffer.from('57fb808b247547db', 'hex');
const FOOTER_BYTES = 48;
const BLOCK_TRAILER_BYTES = 5;
const LOG_BLOCK_BYTES = 32_768;
const LOG_HEADER_BYTES = 7;

interface Handle {
  readonly offset: number;
  readonly size: number;
}

function readHandle(bytes: Uint8Array, at: number): { readonly handle: Handle; readonly next: number } {
  const offset = readVarint(bytes, at);
  const size = readVarint(bytes, offset.next);
  return { handle: { offset: offset.value, size: size.value }, next: size.next };
}

function readBlock(table: Uint8Array, { offset, size }: Handle): Uint8Array {
  const raw = table.subarray(offset, offset + size);
  return table[offset + size] === 1 ? decompressSnappy(raw) : raw;
}

function readEntryHandles(block: Uint8Array): Handle[] {
  const restarts = Buffer.from(block.buffer, block.byteOffset, block.byteLength).readUInt32LE(
    block.length - 4,
  );
  const end = block.length - 4 - 4 * restarts;
  const handles: Handle[] = [];
  for (let at = 0; at < end; ) {
    const shared = readVarint(block, at);
    const unshared = readVarint(block, shared.next);
    const length = readVarint(block, unshared.next);
    const value = length.next + unshared.value;
    handles.push(readHandle(block, value).handle);
    at = value + length.value;
  }
  return handles;
}

/** The decompressed data blocks of an `.ldb` file; none where the file is no table. */
export function tableBlocks(table: Buffer): Uint8Array[] {
  if (table.length < FOOTER_BYTES || !table.subarray(-8).equals(TABLE_MAGIC)) return [];
  const footer = table.subarray(-FOOTER_BYTES);
  const { next } = readHandle(footer, 0);
  const index = readBlock(table, readHandle(footer, next).handle);
  return readEntryHandles(index).flatMap((handle) => {
    try {
      return handle.offset + handle.size + BLOCK_TRAILER_BYTES <= table.length
        ? [readBlock(table, handle)]
        : [];
    } catch (error) {
      // A table that a crash cut off still has readable blocks.
      if (error instanceof RangeError) return [];
      throw error;
    }
  });
}

/** The records of a `.log` file, joined: a value that crosses a 32 KiB block is interrupted by a header in the file itself. */
export function logRecords(log: Buffer): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let block = 0; block < log.length; block += LOG_BLOCK_BYTES) {
    const end = Math.min(block + LOG_BLOCK_BYTES, log.length);
    let at = block;
    while (at + LOG_HEADER_BYTES <= end) {
      const length = log.readUInt16LE(at + 4);
      const from = at + LOG_HEADER_BYTES;
      parts.push(log.subarray(from, Math.min(from + length, end)));
      at = from + length;
    }
  }
  return Buffer.concat(parts);
}
