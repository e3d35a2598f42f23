import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExcess, type JsonBounds, readBoundedJson } from './bounded-json.ts';

const wide: JsonBounds = {
  maxLength: 1_000_000,
  maxDepth: 1_000,
  maxValues: 100_000,
  maxItems: 100_000,
  maxKeys: 100_000,
  maxText: 1_000_000,
  maxKeyText: 1_000_000,
  longTexts: [],
};
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

interface Measure {
  depth: number;
  values: number;
  items: number;
  keys: number;
  text: number;
}
/** By what `JSON.parse` made: says nothing of how the text was read. */
function measure(value: unknown): Measure {
  const all: Measure = { depth: 0, values: 1, items: 0, keys: 0, text: 0 };
  if (typeof value === 'string') all.text = JSON.stringify(value).length - 2;
  if (typeof value !== 'object' || value === null) return all;
  const parts: readonly unknown[] = Object.values(value);
  if (Array.isArray(value)) all.items = parts.length;
  else all.keys = parts.length;
  for (const part of parts.map(measure)) {
    all.depth = Math.max(all.depth, part.depth);
    all.values += part.values;
    all.items = Math.max(all.items, part.items);
    all.keys = Math.max(all.keys, part.keys);
    all.text = Math.max(all.text, part.text);
  }
  return { ...all, depth: all.depth + 1 };
}

/** What the platform makes of it. */
function parsed(json: string): ReturnType<typeof readBoundedJson> {
  try {
    return { ok: true, content: JSON.parse(json) };
  } catch {
    return { ok: false, excess: undefined };
  }
}

describe('JSON within bounds', () => {
  it('reads what JSON.parse reads, for any JSON, and measures exactly what it makes', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (compact, space) => {
        const value: unknown = JSON.parse(compact);
        const json = JSON.stringify(value, undefined, space);
        fc.pre(!json.includes('__proto__'));
        const own = measure(value);
        const exact: JsonBounds = {
          ...wide,
          maxDepth: own.depth,
          maxValues: own.values,
          maxItems: own.items,
          maxKeys: own.keys,
          maxText: own.text,
        };
        expect(readBoundedJson(json, exact)).toEqual({ ok: true, content: value });
        const bounds: readonly (readonly [keyof Measure, keyof JsonBounds])[] = [
          ['depth', 'maxDepth'],
          ['values', 'maxValues'],
          ['items', 'maxItems'],
          ['keys', 'maxKeys'],
          ['text', 'maxText'],
        ];
        for (const [name, bound] of bounds.filter(([counted]) => own[counted] > 0))
          expect(findExcess(json, { ...exact, [bound]: own[name] - 1 })).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever the text', () => {
    const letters = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'e', ' ', 'null', '\ud800');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
        const json = parts.join('');
        expect(readBoundedJson(json, wide)).toEqual(parsed(json));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, string, Partial<JsonBounds>]>([
    ['length', `"${'x'.repeat(50)}"`, { maxLength: 51 }],
    ['depth', nested(1_001), {}],
    ['depth', nested(400_000), {}],
    ['depth', `${'{"a":'.repeat(1_001)}1${'}'.repeat(1_001)}`, {}],
    ['values', `[${'1,'.repeat(20)}1]`, { maxValues: 21 }],
    ['items', `[${'1,'.repeat(20)}1]`, { maxItems: 20 }],
    ['keys', `{${Array.from({ length: 21 }, (_, index) => `"${index}":1`).join()}}`, { maxKeys: 20 }],
    ['keys', `{${'"same":1,'.repeat(20)}"same":1}`, { maxKeys: 20 }],
    ['text', `{"a":"${'x'.repeat(21)}"}`, { maxText: 20 }],
    ['key', `{"${'x'.repeat(21)}":1}`, { maxKeyText: 20 }],
    ['number', `[1${'0'.repeat(900)}]`, {}],
    ['name', '{"a":{"__proto__":{"isStaff":true}}}', {}],
    ['name', '{"\\u005f_proto__":{}}', {}],
  ])('says that %s is too much', (excess, json, over) => {
    expect(readBoundedJson(json, { ...wide, ...over })).toEqual({ ok: false, excess });
  });

  it('lets a text that nobody reads here be as long as the whole', () => {
    const bounds = { ...wide, maxText: 5, longTexts: ['data'] };
    expect(findExcess('{"data":"0123456789"}', bounds)).toBeUndefined();
    expect(findExcess('{"data":["0123456789"]}', bounds)).toBe('text');
    expect(findExcess('{"date":"0123456789"}', bounds)).toBe('text');
  });
});
