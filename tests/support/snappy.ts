/** Decompresses one Snappy block (format_description.txt of google/snappy): browsers' LevelDB stores values in it. */

export function readVarint(
  bytes: Uint8Array,
  offset: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[offset + index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: offset + index + 1 };
  }
  throw new RangeError('A varint ends too early');
}

function readLittleEndian(bytes: Uint8Array, offset: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value += (bytes[offset + index] ?? 0) * 256 ** index;
  return value;
}

interface Element {
  readonly length: number;
  /** Bytes back from the end of the output; undefined for a literal. */
  readonly distance?: number;
  /** Where the literal's bytes, or the next element, begin. */
  readonly next: number;
}

function readElement(bytes: Uint8Array, at: number): Element {
  const tag = bytes[at] ?? 0;
  const high = tag >> 2;
  switch (tag & 3) {
    case 0: {
      const width = high < 60 ? 0 : high - 59;
      return {
        length: (width === 0 ? high : readLittleEndian(bytes, at + 1, width)) + 1,
        next: at + 1 + width,
      };
    }
    case 1:
      return { length: (high & 7) + 4, distance: ((tag >> 5) << 8) + (bytes[at + 1] ?? 0), next: at + 2 };
    case 2:
      return { length: high + 1, distance: readLittleEndian(bytes, at + 1, 2), next: at + 3 };
    default:
      return { length: high + 1, distance: readLittleEndian(bytes, at + 1, 4), next: at + 5 };
  }
}

/** @throws {RangeError} where the bytes aren't Snappy */
export function decompressSnappy(bytes: Uint8Array): Uint8Array {
  const { value: size, next: start } = readVarint(bytes, 0);
  if (size > 64 * 1024 * 1024) throw new RangeError('Not a Snappy block');
  const output = new Uint8Array(size);
  let written = 0;
  let at = start;
  while (at < bytes.length) {
    const { length, distance, next } = readElement(bytes, at);
    if (written + length > size || (distance !== undefined && (distance === 0 || distance > written))) {
      throw new RangeError('Not a Snappy block');
    }
    at = next;
    if (distance === undefined) {
      if (at + length > bytes.length) throw new RangeError('A literal ends too early');
      output.set(bytes.subarray(at, at + length), written);
      at += length;
      written += length;
      continue;
    }
    // Byte by byte: a copy may overlap what it writes.
    for (let index = 0; index < length; index += 1)
      output[written + index] = output[written + index - distance] ?? 0;
    written += length;
  }
  if (written !== size) throw new RangeError('A Snappy block ends too early');
  return output;
}
