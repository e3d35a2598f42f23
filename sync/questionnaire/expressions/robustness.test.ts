import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from './expression-error.ts';
import { EMPTY_RESPONSE, focusOn, testEngine } from './testing/engine.ts';
import { publishedExpressions } from './testing/published.ts';
import { SHAPES } from './testing/shapes.ts';

const engine = testEngine({ steps: 100_000 });
const RESPONSE = {
  ...EMPTY_RESPONSE,
  item: [
    { linkId: 'a', answer: [{ valueString: 'x' }] },
    { linkId: 'g', item: [{ linkId: 'q', answer: [{ valueInteger: 4 }] }] },
  ],
};

/** Why an expression gave nothing; undefined where it did. Anything but the engine's own errors is thrown on. */
function failureOf(source: string, resource: unknown): string | undefined {
  const found = engine.compile(source);
  if ('unusable' in found) return 'unusable';
  const names = [...found.reads.variables].map((name) => [name, []]);
  const variables = { questionnaire: {}, qitem: {}, ...Object.fromEntries(names) };
  try {
    const results = found.evaluate(focusOn(resource, { variables }));
    JSON.stringify(results);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.reason;
    throw error;
  }
}

const token = fc.oneof(
  fc.constantFrom(...SHAPES.flatMap(({ source }) => source.match(/\w+|'[^']*'|[^\w\s]/g) ?? [])),
  fc.constantFrom(
    '%',
    '$this',
    '$total',
    '{}',
    '-',
    '@2020',
    '@T10',
    "1 'mg'",
    '5 years',
    '`',
    "'",
    '\\',
    '10L',
    '[0]',
    'as',
    'is',
  ),
  fc.string({ maxLength: 3 }),
);

it('no source breaks the engine: it is refused, evaluated, or fails by an error of the engine', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SHAPES.map(({ source }) => source)),
      fc.array(fc.tuple(fc.nat(120), fc.nat(8), token), { minLength: 1, maxLength: 4 }),
      fc.oneof(fc.constant<unknown>(RESPONSE), fc.jsonValue()),
      (source, edits, resource) => {
        const mutated = edits.reduce(
          (text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length),
          source,
        );
        expect(() => failureOf(mutated, resource)).not.toThrow();
      },
    ),
    { numRuns: 800 },
  );
}, 60_000);

describe('the expressions of forms', () => {
  it('run on an empty response, but for a handful whose syntax is broken', () => {
    const sources = publishedExpressions();
    const failed = sources.filter((source) => failureOf(source, EMPTY_RESPONSE) !== undefined);
    expect(sources.length).toBeGreaterThan(300);
    expect(failed.length).toBeLessThan(8);
  });
});
