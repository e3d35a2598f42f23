import { expect, it } from 'vitest';
import { keepResult } from './keep-result.ts';

function counted(...outcomes: readonly (Error | string)[]) {
  let at = 0;
  let begun = 0;
  const ask = keepResult(
    async () => {
      const outcome = outcomes[begun];
      begun += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    { now: () => new Date(at), retryMs: 1000 },
  );
  const pass = (ms: number) => {
    at += ms;
  };
  return { ask, begun: () => begun, pass };
}

it('begins once, however many ask', async () => {
  const { ask, begun, pass } = counted('one', 'two');
  expect(await Promise.all([ask(), ask()])).toEqual(['one', 'one']);
  pass(10_000);
  expect(await ask()).toBe('one');
  expect(begun()).toBe(1);
});

it('tells everyone of a failure, and tries again only after a while', async () => {
  const { ask, begun, pass } = counted(new Error('broken'), 'mended');
  await expect(ask()).rejects.toThrow('broken');
  pass(999);
  await expect(ask()).rejects.toThrow('broken');
  expect(begun()).toBe(1);
  pass(1);
  expect(await ask()).toBe('mended');
  pass(10_000);
  expect(await ask()).toBe('mended');
  expect(begun()).toBe(2);
});

it('tries again though the clock was set back by hours', async () => {
  const { ask, pass } = counted(new Error('broken'), 'mended');
  await expect(ask()).rejects.toThrow('broken');
  pass(-3_600_000);
  expect(await ask()).toBe('mended');
});
