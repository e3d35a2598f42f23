import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

function setUp() {
  const limiter = createLimiter({ atOnce: 2, line: 3, keptForFirst: 1 });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
    start(name: string, isFirst = false): boolean {
      const place = limiter.reserve(isFirst);
      if (!place) return false;
      void place
        .run(async () => {
          began.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
        })
        .finally(place.release);
      return true;
    },
  };
}

describe('a limiter', () => {
  it('lets so many work at once, and the line behind them is short', async () => {
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

  it('lets those go first for whom a place is kept', async () => {
    const { start, began, end } = setUp();
    for (const name of ['a', 'b', 'c', 'd', 'e']) start(name);
    expect([start('f'), start('first', true), start('second', true)]).toEqual([false, true, false]);
    await end('a');
    expect(began).toEqual(['a', 'b', 'first']);
  });

  it('runs so many at once, the others in their order, and one that fails holds up nobody', async () => {
    const { run } = createLimiter({ atOnce: 2 });
    const ends: ((failed: boolean) => void)[] = [];
    const begun: number[] = [];
    const running = [0, 1, 2, 3].map((number) =>
      run(
        () =>
          new Promise<number>((resolve, reject) => {
            begun.push(number);
            ends[number] = (failed) => (failed ? reject(new Error('failed')) : resolve(number));
          }),
      ),
    );
    expect(begun).toEqual([0, 1]);
    ends[1]?.(true);
    await expect(running[1]).rejects.toThrow('failed');
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    ends[0]?.(false);
    await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
    ends[2]?.(false);
    ends[3]?.(false);
    expect(await Promise.all([running[0], running[2], running[3]])).toEqual([0, 2, 3]);
    expect(await run(async () => 'free')).toBe('free');
  });
});
