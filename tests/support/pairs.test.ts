import { describe, expect, test } from 'vitest';
import { everyCombination, pairwise } from './pairs.ts';

const choices = {
  language: ['en', 'es', 'ar'],
  contrast: [undefined, 'more'],
  text: [100, 200],
  width: [1280, 320],
} as const;

describe('combinations', () => {
  test('are all of them, each once', () => {
    const all = everyCombination(choices);
    expect(all).toHaveLength(24);
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(24);
  });

  test('of pairs hold every two values of different choices, in a quarter of the number', () => {
    const few = pairwise(choices);
    const names = Object.keys(choices) as (keyof typeof choices)[];
    for (const one of names)
      for (const other of names.filter((name) => name > one))
        for (const value of choices[one])
          for (const beside of choices[other])
            expect(
              few.some((each) => each[one] === value && each[other] === beside),
              `${one} ${value} with ${other} ${beside}`,
            ).toBe(true);
    expect(few).toHaveLength(6);
  });
});
