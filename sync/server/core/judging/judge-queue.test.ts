import { describe, expect, it, onTestFinished } from 'vitest';
import { createJudgeQueue, type JudgeQueueDependencies } from './judge-queue.ts';
import type { JudgeStore, OperationName } from './judge-store.ts';
import type { Decide } from './verdict.ts';

type Batch = readonly OperationName[];

const REFUSED = new Error('The database refuses what one operation has.');
const giveUp: Decide = async () => [];

/** A store of names: it judges what it is asked to when it is let. */
function openQueue(over: Partial<JudgeQueueDependencies> = {}) {
  const unjudged = new Map<string, OperationName>();
  /** opId to the one that must be judged before. */
  const behind = new Map<string, string>();
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  const woken: string[] = [];
  const errors: unknown[] = [];
  const refused = new Set<string>();
  let isGated = false;
  let failing = 0;
  const store: JudgeStore = {
    async judge(names: Batch, decide: Decide) {
      batches.push(names.map(({ opId }) => opId));
      if (decide !== giveUp && names.some(({ opId }) => refused.has(opId))) throw REFUSED;
      // As a transaction sees it: what was judged when it began.
      const blocked = new Set(
        names.map(({ opId }) => opId).filter((opId) => unjudged.has(behind.get(opId) ?? '')),
      );
      if (isGated) await new Promise<void>((resolve) => gates.push(resolve));
      if (failing > 0) {
        failing--;
        throw new Error('down');
      }
      return names.flatMap(({ vendor, opId }) => {
        if (blocked.has(opId) || !unjudged.delete(opId)) return [];
        return [{ vendor, opId, device: `of ${opId}`, outcome: 'applied' as const }];
      });
    },
    findUnjudged: async (_olderThanMs, limit, after) => {
      const all = [...unjudged.values()];
      const from = all.findIndex(({ opId }) => opId === after?.opId) + 1;
      return all.slice(from, from + limit);
    },
  };
  const queue = createJudgeQueue({
    store,
    judge: async () => [],
    giveUp,
    isFaultOfOne: (error) => error === REFUSED,
    concurrency: 1,
    wake: (vendor, device) => woken.push(`${vendor} ${device}`),
    onError: (error) => errors.push(error),
    waitMs: 60_000,
    ...over,
  });
  onTestFinished(queue.stop);
  return {
    queue,
    unjudged,
    behind,
    batches,
    woken,
    errors,
    refused,
    add(...opIds: string[]) {
      for (const opId of opIds) unjudged.set(opId, { vendor: 'v', opId });
      return opIds;
    },
    gate: () => {
      isGated = true;
    },
    open: () => {
      isGated = false;
      for (const letGo of gates.splice(0)) letGo();
    },
    letOne: () => gates.shift()?.(),
    letLast: () => gates.pop()?.(),
    fail: (times: number) => {
      failing = times;
    },
  };
}

const many = (count: number, name = 'op') => Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe('the queue of judging (promise 8)', () => {
  it('judges at once when idle, and the device is woken', async () => {
    const { queue, add, woken, unjudged } = openQueue();
    expect(await queue.judge('v', add('a'))).toBe(true);
    expect(unjudged.size).toBe(0);
    expect(woken).toEqual(['v of a']);
  });

  it('gathers what comes meanwhile into batches, and nobody waits in a crowd', async () => {
    const { queue, add, batches, gate, open } = openQueue();
    gate();
    const first = queue.judge('v', add('first'));
    const waits = many(5, 'few').map((opId) => queue.judge('v', add(opId)));
    const crowd = many(70).map((opId) => queue.judge('v', add(opId)));
    expect(await Promise.all(crowd)).toEqual(crowd.map(() => false));
    open();
    expect(await first).toBe(true);
    await Promise.all(waits);
    await expect.poll(() => batches.flat().length).toBe(76);
    expect(batches.map(({ length }) => length)).toEqual([1, 32, 32, 11]);
  });

  it('answers false where judging takes longer than a push may wait', async () => {
    const { queue, add, gate, open } = openQueue({ waitMs: 1 });
    gate();
    expect(await queue.judge('v', add('slow'))).toBe(false);
    open();
  });

  it('takes safety operations before all that wait', async () => {
    const { queue, add, batches, gate, open } = openQueue();
    gate();
    const first = queue.judge('v', add('first'));
    for (const opId of many(40)) void queue.judge('v', add(opId));
    const alert = queue.judge('v', add('alert'), true);
    open();
    await Promise.all([first, alert]);
    expect(batches[1]?.[0]).toBe('alert');
  });

  it('judges safety operations in batches of their own, while all that others may have are stuck', async () => {
    const { queue, add, batches, gate, open, letLast } = openQueue({ concurrency: 2 });
    gate();
    const stuck = many(70).map((opId) => queue.judge('v', add(opId)));
    expect(batches).toHaveLength(2);
    const alert = queue.judge('v', add('alert'), true);
    expect(batches[2]).toEqual(['alert']);
    letLast();
    expect(await alert).toBe(true);
    expect(batches).toHaveLength(3);
    open();
    await Promise.all(stuck);
  });

  it("takes turns between vendors, so that one's thousand delay another's first by one", async () => {
    const { queue, add, batches, gate, open } = openQueue();
    gate();
    const first = queue.judge('v', add('first'));
    for (const opId of many(1_000)) void queue.judge('flooding', add(opId));
    void queue.judge('quiet', add('quiet'));
    open();
    await first;
    await expect.poll(() => batches.length).toBeGreaterThan(1);
    expect(batches[1]).toContain('quiet');
  });

  it('judges each name once, however often it is asked for', async () => {
    const { queue, add, batches, gate, open } = openQueue();
    gate();
    const asked = [queue.judge('v', add('a')), queue.judge('v', ['a']), queue.judge('v', ['a'])];
    open();
    expect(await Promise.all(asked)).toEqual([true, true, true]);
    expect(batches).toEqual([['a']]);
  });

  it('tries one that waits for another batch again when that has ended', async () => {
    const { queue, add, behind, gate, letOne, open, batches } = openQueue({ concurrency: 2 });
    behind.set('second', 'first');
    gate();
    const first = queue.judge('v', add('first'));
    const second = queue.judge('v', add('second'));
    await expect.poll(() => batches.length).toBe(2);
    letOne();
    open();
    expect(await Promise.all([first, second])).toEqual([true, true]);
  });

  it('leaves one that waits for somebody else to the sweep, which finds it', async () => {
    const { queue, add, behind, unjudged, batches } = openQueue();
    add('elsewhere');
    behind.set('second', 'elsewhere');
    expect(await queue.judge('v', add('second'))).toBe(false);
    expect(batches).toEqual([['second']]);
    await queue.sweep();
    await queue.sweep();
    expect(unjudged.size).toBe(0);
  });

  it('sweeps everything there is, page by page', async () => {
    const { queue, add, unjudged, batches } = openQueue();
    add(...many(1_203));
    await queue.sweep();
    expect(unjudged.size).toBe(0);
    expect(batches.flat()).toHaveLength(1_203);
  });

  it('goes on after a fault of the database, and the sweep finds what it took', async () => {
    const { queue, add, errors, fail, unjudged } = openQueue();
    fail(1);
    expect(await queue.judge('v', add('a'))).toBe(false);
    expect(errors).toHaveLength(1);
    expect(await queue.judge('v', add('b'))).toBe(true);
    await queue.sweep();
    expect(unjudged.size).toBe(0);
  });

  it('holds one that the database refuses, and judges those that were judged with it', async () => {
    const { queue, unjudged, refused, errors, add } = openQueue();
    refused.add('b');
    expect(await queue.judge('v', add('a', 'b', 'c'))).toBe(true);
    expect(unjudged.size).toBe(0);
    expect(errors).toEqual([REFUSED]);
  });

  it('ends what runs when it is stopped, and leaves the rest in the ledger', async () => {
    const { queue, add, gate, open, unjudged } = openQueue();
    gate();
    const running = queue.judge('v', add('running'));
    const waiting = queue.judge('v', add('waiting'));
    const stopped = queue.stop();
    expect(await waiting).toBe(false);
    open();
    await stopped;
    await running;
    expect([...unjudged.keys()]).toEqual(['waiting']);
    expect(await queue.judge('v', add('late'))).toBe(false);
  });
});
