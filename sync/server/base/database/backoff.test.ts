import { describe, expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

describe('waiting times', () => {
  it('double up to the limit, stay there for ever, and begin again after a success', () => {
    const backoff = createBackoff({ firstMs: 100, maxMs: 500, random: () => 1 });
    expect(Array.from({ length: 6 }, () => backoff.next())).toEqual([100, 200, 400, 500, 500, 500]);
    backoff.reset();
    expect(backoff.next()).toBe(100);
  });

  it('vary between half and all of a step', () => {
    expect(createBackoff({ firstMs: 100, maxMs: 500, random: () => 0 }).next()).toBe(50);
  });
});
