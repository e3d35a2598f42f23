import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonSteps } from './json-steps.ts';

function taken(value: unknown): { readonly text: string; readonly steps: number } {
  const steps = jsonSteps(value);
  for (let count = 1; ; count += 1) {
    const { done, value: text } = steps.next();
    if (done) return { text, steps: count };
  }
}

it('is what is written at once', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(taken(value).text).toBe(JSON.stringify(value));
    }),
  );
  expect(taken({ left: undefined, kept: 1 }).text).toBe('{"kept":1}');
});

it('takes a long list apart, also within an object', () => {
  const list = Array.from({ length: 1_000 }, (_, number) => ({ number }));
  const { text, steps } = taken({ names: { list } });
  expect(text).toBe(JSON.stringify({ names: { list } }));
  expect(steps).toBeGreaterThan(10);
});
