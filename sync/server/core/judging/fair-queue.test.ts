import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  it('takes from each owner in turn, and from one owner in order', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item);
    queue.push('b', 'b1');
    queue.push('c', 'c1');
    queue.push('b', 'b2');
    const taken = Array.from({ length: 8 }, () => queue.shift());
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined]);
  });

  it('counts what waits, in all and by owner', () => {
    const queue = createFairQueue<number>();
    queue.push('a', 1);
    queue.push('a', 2);
    queue.unshift('b', 3);
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('b'), queue.sizeOf('c')]).toEqual([3, 2, 1, 0]);
    queue.shift();
    expect(queue.sizeOf('a')).toBe(1);
    expect(queue.clear()).toHaveLength(2);
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
  });

  it('puts back what was taken too early', () => {
    const queue = createFairQueue<string>();
    for (const item of ['first', 'second']) queue.push('a', item);
    queue.unshift('a', queue.shift() ?? '');
    expect(queue.shift()).toBe('first');
  });
});
