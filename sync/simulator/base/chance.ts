/**
 * Seeded chance: sfc32 (Chris Doty-Humphrey, PractRand), because its state is four words and a step a few additions. Parts of a
 * schedule draw from forks of their own, named by what they are for, so that leaving out one action leaves the luck of the others alone.
 */
export interface Chance {
  /** In [0, 1). */
  fraction(): number;
  /** Whole, from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in that part of the cases. */
  happens(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** Weights needn't add up to 1. */
  weighted<T>(choices: readonly (readonly [number, T])[]): T;
  bytes(count: number): Uint8Array<ArrayBuffer>;
  uuid(): string;
  fork(name: string): Chance;
}

/** FNV-1a, 32 bits. */
function mix(start: number, text: string): number {
  let hash = start ^ 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

const WORD = 2 ** 32;
const hexByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function createChance(seed: number | string): Chance {
  const text = String(seed);
  let a = mix(0x9e3779b9, text);
  let b = mix(0x243f6a88, text);
  let c = mix(0xb7e15162, text);
  let counter = 1;

  const word = (): number => {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + result) | 0;
    return result >>> 0;
  };
  for (let round = 0; round < 12; round += 1) word();

  const fraction = () => word() / WORD;
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const bytes = (count: number) => {
    const made = new Uint8Array(count);
    for (let at = 0; at < count; at += 4) {
      const drawn = word();
      for (let index = 0; index < 4 && at + index < count; index += 1)
        made[at + index] = (drawn >>> (8 * index)) & 255;
    }
    return made;
  };
  return {
    fraction,
    whole,
    happens: (probability) => fraction() < probability,
    pick: ([first, ...rest]) => {
      const index = whole(0, rest.length);
      return index === 0 ? first : (rest[index - 1] ?? first);
    },
    weighted(choices) {
      const total = choices.reduce((sum, [weight]) => sum + weight, 0);
      let left = fraction() * total;
      for (const [weight, choice] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      const last = choices.at(-1);
      if (last === undefined) throw new Error('There is nothing to choose from.');
      return last[1];
    },
    bytes,
    uuid() {
      const drawn = bytes(16);
      drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
      drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
      const text = Array.from(drawn, (byte) => hexByte[byte] ?? '').join('');
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
    },
    fork: (name) => createChance(`${text}/${name}`),
  };
}
