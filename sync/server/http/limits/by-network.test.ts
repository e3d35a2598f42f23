import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../base/rate-limiter.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { consumeByNetwork, takeByNetwork } from './by-network.ts';
import { createLimits } from './limits.ts';
import { networksOf } from './network.ts';
import { perMinute } from './policy.ts';

const inHousehold = (index: number) => `2001:db8:1:2${10 + index}::1`;
const NEIGHBOR = '2001:db8:1:300::1';

describe('what networks may do', () => {
  it('is bounded for all networks of a household together, and no other loses by it', () => {
    const limiter = createRateLimiter({ burst: 3, perMinute: 3 }, () => 0);
    const take = (address: string) => takeByNetwork(limiter, networksOf(address));
    const waits = Array.from({ length: 40 }, (_, index) => take(inHousehold(index % 8)));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(12);
    expect([1, 2, 3].map(() => take(NEIGHBOR))).toEqual([0, 0, 0]);
    expect([take(NEIGHBOR), take('203.0.113.7')]).toEqual([20, 0]);
  });

  it('is given back where a narrower network has used up its own', () => {
    const limiter = createRateLimiter({ burst: 3, perMinute: 3 }, () => 0);
    const take = (address: string) => takeByNetwork(limiter, networksOf(address));
    for (let time = 0; time < 50; time++) take(inHousehold(0));
    expect([1, 2, 3].map(() => take(inHousehold(1)))).toEqual([0, 0, 0]);
  });

  it('is the same where the database counts', async () => {
    const limits = createLimits(await useTestDatabase(), { now: () => new Date() });
    const policy = perMinute('test-by-network', 2);
    const take = async (address: string) => (await consumeByNetwork(limits, address, policy)).allowed;
    const series = async (addresses: readonly string[]) => {
      const answers: boolean[] = [];
      for (const address of addresses) answers.push(await take(address));
      return answers.filter(Boolean).length;
    };
    expect(await series(Array.from({ length: 12 }, () => inHousehold(0)))).toBe(2);
    expect(await series(Array.from({ length: 16 }, (_, index) => inHousehold(1 + (index % 6))))).toBe(6);
    expect(await series([NEIGHBOR, NEIGHBOR, NEIGHBOR])).toBe(2);
  });
});
