/** Envelopes come in few sizes, so that a file's size doesn't tell how much somebody wrote. */
import type { Pad } from '../../sync/client/keys/envelope-sealing.ts';

const KIB = 1024;
/** Bytes of a whole envelope. Above the last: multiples of it. */
export const ENVELOPE_SIZES = [4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB] as const;
const LARGEST = 256 * KIB;
const SPACE = 0x20;

function sizeFor(bytes: number): number {
  return ENVELOPE_SIZES.find((size) => bytes <= size) ?? Math.ceil(bytes / LARGEST) * LARGEST;
}

/** The payload is JSON (RFC 8259 section 2): white space after it means nothing. */
export const padJson: Pad = (plain, beside) => {
  const padded = new Uint8Array(sizeFor(plain.length + beside) - beside).fill(SPACE);
  padded.set(plain);
  return padded;
};
