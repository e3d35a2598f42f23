import { describe, expect, it } from 'vitest';
import { excessDetails, readContent } from './content-bounds.ts';

/** As figures, so that none of them changes unnoticed. */
const [maxLength, maxDepth, maxValues, maxItems] = [1_048_576, 256, 50_000, 10_000];
const [maxKeys, maxText, maxKeyText] = [500, 262_144, 255];
const read = (json: string) => {
  const reading = readContent(Buffer.from(json));
  return reading.ok ? 'ok' : reading.excess;
};
const list = (count: number) => `[${Array.from({ length: count }, () => '1').join(',')}]`;
const text = (length: number) => 'x'.repeat(length);
/** Lists of a thousand: itself, and each list with its entries, count. */
function values(count: number): string {
  const lists = Math.floor((count - 1) / 1_001);
  const rest = count - 1 - lists * 1_001;
  return `[${[...Array.from({ length: lists }, () => list(1_000)), ...Array.from({ length: rest }, () => '1')].join(',')}]`;
}

/** What is measured, at the bound and one beyond it. */
const cases: readonly (readonly [string, (count: number) => string, number])[] = [
  ['depth', (count) => `${'['.repeat(count)}${']'.repeat(count)}`, maxDepth],
  ['values', values, maxValues],
  ['items', list, maxItems],
  ['keys', (count) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`, maxKeys],
  ['text', (count) => `"${text(count)}"`, maxText],
  ['key', (count) => `{"${text(count)}":1}`, maxKeyText],
  ['length', (count) => `{"data":"${text(count - 11)}"}`, maxLength],
];

describe('what was sealed', () => {
  it.each(cases)('is read up to its bound, and no further: %s', (excess, make, most) => {
    expect(read(make(most))).toBe('ok');
    expect(read(make(most + 1))).toBe(excess);
  });

  it('is measured in bytes before anything is decoded', () => {
    expect(readContent(Buffer.alloc(maxLength + 1, 0xff))).toEqual({ ok: false, excess: 'length' });
    expect(readContent(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ ok: false, excess: undefined });
    expect(read('{')).toBeUndefined();
  });

  it('may be as long as the whole where it is a file, and nowhere else', () => {
    for (const key of ['data', 'sealed']) expect(read(`{"${key}":"${text(maxText + 1)}"}`)).toBe('ok');
    expect(read(`{"note":"${text(maxText + 1)}"}`)).toBe('text');
    expect(read('{"__proto__":{}}')).toBe('name');
    expect(Object.keys(excessDetails)).toEqual(expect.arrayContaining(cases.map(([excess]) => excess)));
  });
});
