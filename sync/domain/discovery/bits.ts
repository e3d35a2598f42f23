/** Lists of vendors in the index: as few bytes as JSON and gzip leave them. */

/** A set of small numbers, eight to a byte. */
export function toBits(numbers: Iterable<number>, size: number): string {
  const bytes = new Uint8Array(Math.ceil(size / 8));
  for (const number of numbers) bytes[number >> 3] = (bytes[number >> 3] ?? 0) | (1 << (number & 7));
  return btoa(String.fromCodePoint(...bytes));
}

export type Bits = (number: number) => boolean;

/** @param text undefined is an empty set */
export function readBits(text: string | undefined): Bits {
  const bytes = atob(text ?? '');
  return (number) => (((bytes.codePointAt(number >> 3) ?? 0) >> (number & 7)) & 1) === 1;
}

/** Each number as its distance from the one before: rising numbers become small ones that repeat. */
export const toDeltas = (rising: readonly number[]): readonly number[] =>
  rising.map((number, at) => number - (rising[at - 1] ?? 0));

export function readDeltas(deltas: readonly number[]): readonly number[] {
  let number = 0;
  return deltas.map((delta) => {
    number += delta;
    return number;
  });
}
