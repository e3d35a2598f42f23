import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

function setUp() {
  const turns = createTurns({ atOnce: 2, line: 3, keptForFirst: 1 });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
    start(name: string, isFirst = false): boolean {
      const turn = turns.reserve(isFirst);
      if (!turn) return false;
      void turn
        .take(async () => {
          began.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
        })
        .finally(turn.leave);
      return true;
    },
  };
}

describe('turns', () => {
  it('are taken by so many at once, and the line behind them is short', async () => {
    const { start, began, end } = setUp();
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => start(name))).toEqual([
      ...[true, true, true, true, true],
      false,
    ]);
    expect(began).toEqual(['a', 'b']);
    await end('b');
    expect(began).toEqual(['a', 'b', 'c']);
    expect([start('g'), start('h')]).toEqual([true, false]);
    for (const name of ['a', 'c', 'd', 'e', 'g']) await end(name);
    expect(began).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
    expect([1, 2, 3, 4, 5, 6].map((name) => start(`again ${name}`)).filter(Boolean)).toHaveLength(5);
  });

  it('come sooner to those who go first, for whom a place is kept', async () => {
    const { start, began, end } = setUp();
    for (const name of ['a', 'b', 'c', 'd', 'e']) start(name);
    expect([start('f'), start('first', true), start('second', true)]).toEqual([false, true, false]);
    await end('a');
    expect(began).toEqual(['a', 'b', 'first']);
  });
});
