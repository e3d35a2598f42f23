import { expect, test, vi } from 'vitest';
import { onDemand } from './on-demand.ts';

test('the work begins with the first who waits, once', async () => {
  const begin = vi.fn(async () => 7);
  const promise = onDemand(begin);
  expect(begin).not.toHaveBeenCalled();
  expect(await Promise.all([promise, promise.then((value) => value + 1)])).toEqual([7, 8]);
  expect(begin).toHaveBeenCalledOnce();
});

test('a failure reaches each who waits', async () => {
  const promise = onDemand(async () => {
    throw new Error('no room');
  });
  await expect(promise).rejects.toThrow('no room');
  expect(await promise.catch(() => 'caught')).toBe('caught');
});
