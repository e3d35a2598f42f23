import { expect, it } from 'vitest';
import { inSlices } from './in-slices.ts';

function* countTo(most: number, taken: () => void): Generator<undefined, number> {
  for (let step = 0; step < most; step += 1) {
    taken();
    yield;
  }
  return most;
}

it('takes all steps, and lets others go first in between', async () => {
  let taken = 0;
  let isDone = false;
  const seen: number[] = [];
  const others = (async () => {
    while (!isDone) {
      seen.push(taken);
      await new Promise(setImmediate);
    }
  })();
  const result = await inSlices(
    countTo(20, () => (taken += 1)),
    0,
  );
  isDone = true;
  await others;
  expect(result).toBe(20);
  // One step in each slice of no time at all: somebody else has had their turn after each of them.
  expect(new Set(seen).size).toBeGreaterThanOrEqual(19);
});

it('fails where a step fails', async () => {
  await expect(
    inSlices(
      countTo(2, () => {
        throw new Error('broken step');
      }),
    ),
  ).rejects.toThrow('broken step');
});
