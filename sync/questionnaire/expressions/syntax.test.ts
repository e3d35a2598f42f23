import { parse } from 'fhirpath';
import { describe, expect, it } from 'vitest';
import { parseSyntax, readSyntax } from './syntax.ts';
import { publishedExpressions } from './testing/published.ts';
import { SHAPES } from './testing/shapes.ts';

/** The same with other texts of the same length, which are parsed first. */
const sibling = (source: string) =>
  source.replace(/'([^'\\]+)'/g, (_, text: string) => `'${'z'.repeat(text.length)}'`);

const SOURCES = [
  "item.where(linkId = 'a').answer.value = 'b'",
  "'' & 'a' & '' & 'ab'",
  "%'body weight' + 5 'kg' > 3 'g'",
  "iif(a = 'x y', select('p' | 'q'), 'r').ofType(Coding)",
  "where('a\\'b' = 'c') // 'd'",
  "`a'b` = 'c' and 'd' in ('e')",
  "\"a'b\" = 'c'",
  "'\u00e4' = 'b' and '\ud83d\ude00' = 'c'",
  "/* 'a */ 'b' = 'c'",
  "'http://loinc.org' = system",
  "a = 'x'\nand b = 'y'",
  "name.given.sort($this desc, 'a')",
];

describe('an expression that differs from another in its texts alone', () => {
  it.each([...new Set([...SOURCES, ...SHAPES.map(({ source }) => source), ...publishedExpressions()])])(
    'has the tree that the library gives: %s',
    (source) => {
      parseSyntax(sibling(source));
      let own: unknown;
      try {
        own = readSyntax(parse(source));
      } catch (error) {
        own = { unusable: `not FHIRPath: ${error instanceof Error ? error.message : ''}` };
      }
      expect(parseSyntax(source)).toEqual(own);
    },
  );

  it('is refused in words that quote its own texts', () => {
    expect(["'xx' 'yy'", "'pp' 'qq'"].map(parseSyntax)).toEqual([
      { unusable: expect.stringContaining("'yy'") },
      { unusable: expect.stringContaining("'qq'") },
    ]);
  });
});
