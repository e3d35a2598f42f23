import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

interface Run {
  readonly calls: readonly number[];
  readonly end: () => void;
}

/** Calls are numbers, their results their doubles; each run ends when it is told to. */
function open(over: { mostWeight?: number; stalledAfterMs?: number; mostAtOnce?: number } = {}) {
  const runs: Run[] = [];
  const bad = new Set<number>();
  const call = createGroupCommit<number, number>({
    run: async (calls) => {
      await new Promise<void>((end) => runs.push({ calls, end }));
      if (calls.some((one) => bad.has(one))) throw new Error(calls.includes(0) ? 'all' : 'one');
      return calls.map((one) => one * 2);
    },
    weigh: () => 1,
    isFaultOfOne: (error) => error instanceof Error && error.message === 'one',
    mostWeight: 100,
    stalledAfterMs: 60_000,
    mostAtOnce: 3,
    ...over,
  });
  const begun = async (count: number) => {
    await expect.poll(() => runs.length).toBe(count);
  };
  return { call, runs, bad, begun };
}

describe('group commit', () => {
  it('gathers what arrives while one is under way', async () => {
    const { call, runs, begun } = open();
    const first = call(1);
    await begun(1);
    const others = [2, 3, 4].map(call);
    runs[0]?.end();
    expect(await first).toBe(2);
    await begun(2);
    expect(runs[1]?.calls).toEqual([2, 3, 4]);
    runs[1]?.end();
    expect(await Promise.all(others)).toEqual([4, 6, 8]);
  });

  it('takes no more at once than it may', async () => {
    const { call, runs, begun } = open({ mostWeight: 2 });
    const all = [1, 2, 3].map(call);
    await begun(1);
    expect(runs[0]?.calls).toEqual([1, 2]);
    runs[0]?.end();
    await begun(2);
    runs[1]?.end();
    expect(await Promise.all(all)).toEqual([2, 4, 6]);
  });

  it('lets others ahead of one that stalls, and no more than a few', async () => {
    const { call, runs, begun } = open({ stalledAfterMs: 1, mostAtOnce: 2 });
    const stalled = call(1);
    await begun(1);
    const free = call(2);
    await begun(2);
    const later = call(3);
    runs[1]?.end();
    expect(await free).toBe(4);
    await begun(3);
    runs[0]?.end();
    runs[2]?.end();
    expect(await Promise.all([stalled, later])).toEqual([2, 6]);
  });

  it('does a group that failed again one by one, and fails the one alone', async () => {
    const { call, runs, bad, begun } = open();
    bad.add(2);
    const all = Promise.allSettled([1, 2, 3].map(call));
    for (const count of [1, 2, 3, 4]) {
      await begun(count);
      runs[count - 1]?.end();
    }
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails all at once where none is to blame', async () => {
    const { call, runs, bad, begun } = open();
    bad.add(0);
    const all = Promise.allSettled([0, 1].map(call));
    await begun(1);
    runs[0]?.end();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toHaveLength(1);
  });
});
