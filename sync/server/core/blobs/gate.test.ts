import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('so many go through at once, the others in their order, and one that fails holds up nobody', async () => {
  const gate = createGate(2);
  const ends: ((failed: boolean) => void)[] = [];
  const begun: number[] = [];
  const running = [0, 1, 2, 3].map((number) =>
    gate(
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
  expect(await gate(async () => 'free')).toBe('free');
});
