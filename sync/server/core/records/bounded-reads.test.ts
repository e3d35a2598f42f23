import { expect, it } from 'vitest';
import { ProblemError } from '../../base/problems.ts';
import { boundReads } from './bounded-reads.ts';
import type { ReadRecords } from './record-feed.ts';

it('lets so many be read at once and wait, and sends the others away for different times', async () => {
  const gate = Promise.withResolvers<void>();
  let [reading, most] = [0, 0];
  const page = { head: 1 } as Awaited<ReturnType<ReadRecords>>;
  const read = boundReads(
    async () => {
      reading += 1;
      most = Math.max(most, reading);
      await gate.promise;
      reading -= 1;
      return page;
    },
    { atOnce: 2, waiting: 3 },
  );
  const ask = () => read({ vendor: 'meadow', person: 'p' }, undefined);
  const admitted = Array.from({ length: 5 }, ask);
  const refused = await Promise.allSettled(Array.from({ length: 20 }, ask));
  const seconds = refused.map((one) => {
    const error: unknown = one.status === 'rejected' ? one.reason : undefined;
    expect(error).toBeInstanceOf(ProblemError);
    return error instanceof ProblemError && error.problem.status === 503
      ? Number(error.headers['retry-after'])
      : Number.NaN;
  });
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(10);
  expect(new Set(seconds).size).toBeGreaterThan(1);
  gate.resolve();
  expect(await Promise.all(admitted)).toEqual(Array.from({ length: 5 }, () => page));
  expect(most).toBe(2);
  // There is room again.
  expect(await ask()).toBe(page);
});
