/** CRC-32 (ISO 3309, as in gzip): tells torn and rotten files. Says nothing about malice. */
const POLYNOMIAL = 0xedb88320;

function entry(index: number): number {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value >>> 0;
}
const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, index) => entry(index));

/** @returns eight lower-case hex digits. */
export function crc32(bytes: Uint8Array): string {
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}
