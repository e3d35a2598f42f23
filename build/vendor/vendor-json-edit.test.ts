import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendToList } from './vendor-json-edit.ts';

test("an entry is added - nothing else changes, and the indentation is the file's", () => {
  const text =
    '{\n    "slug": "a]{",\n    "questionnaires": [{ "slug": "x" }],\n    "rules": ["r.json"]\n}\n';
  expect(appendToList(text, 'questionnaires', { slug: 'y' })).toBe(
    '{\n    "slug": "a]{",\n    "questionnaires": [{ "slug": "x" },\n        {\n            "slug": "y"\n        }\n    ],\n    "rules": ["r.json"]\n}\n',
  );
});

test('an empty list - one entry', () => {
  expect(JSON.parse(appendToList('{"a": 1, "q": []}', 'q', { b: 2 }) ?? '')).toEqual({ a: 1, q: [{ b: 2 }] });
});

test('a list of that name deeper down - it is not taken for the one at the top', () => {
  expect(JSON.parse(appendToList('{"inner": {"q": [1]}, "q": [2]}', 'q', 3) ?? '')).toEqual({
    inner: { q: [1] },
    q: [2, 3],
  });
});

test.each(['{}', '{"q": {}}', '{"q": "x"}', '{"inner": {"q": []}}'])(
  '%s has no such list - undefined',
  (text) => {
    expect(appendToList(text, 'q', 1)).toBeUndefined();
  },
);

test('any object - parses to the same with the entry at the end', () => {
  const source = fc.record({ a: fc.jsonValue(), q: fc.array(fc.jsonValue()), z: fc.jsonValue() });
  fc.assert(
    fc.property(source, fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (json, entry, indent) => {
      const plain = JSON.parse(JSON.stringify(json));
      const edited = appendToList(JSON.stringify(json, null, indent), 'q', entry);
      expect(JSON.parse(edited ?? '')).toEqual({
        ...plain,
        q: [...plain.q, JSON.parse(JSON.stringify(entry))],
      });
    }),
  );
});
