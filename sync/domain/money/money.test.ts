import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percent, shareOf, splitBy, sumOf } from './money.ts';

describe('a share of an amount', () => {
  it.each([
    // 24.99 at 10.75 % is 2.686425, which rounding down makes 2.68.
    [2499, 10_750, 269],
    [250, percent(1), 3],
    [50, percent(1), 1],
    [49, percent(1), 0],
    [-250, percent(1), -3],
    [0, percent(20), 0],
    [1234, 0, 0],
  ])('of %d at %d is %d: rounded once, half away from zero', (amount, rate, share) => {
    expect(shareOf(amount, rate)).toBe(share);
  });
});

describe('an amount that is split', () => {
  it('gives what is left over to the shares that lost most, the first of equal ones first', () => {
    expect(splitBy(100, [1, 1, 1])).toEqual([34, 33, 33]);
    // 3.6 and 6.4: the first lost more.
    expect(splitBy(10, [36, 64])).toEqual([4, 6]);
    expect(splitBy(10, [64, 36])).toEqual([6, 4]);
    expect(splitBy(7, [0, 0])).toEqual([0, 0]);
  });

  it('loses nothing, and strays from no exact share by a whole unit', () => {
    const weights = fc.array(fc.nat({ max: 10_000_000 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(fc.nat({ max: 990_000_000 }), weights, (amount, given) => {
        fc.pre(sumOf(given) > 0);
        const parts = splitBy(amount, given);
        expect(sumOf(parts)).toBe(amount);
        for (const [at, part] of parts.entries())
          expect(Math.abs(part - (amount * (given[at] ?? 0)) / sumOf(given))).toBeLessThan(1.000_001);
      }),
    );
  });
});
