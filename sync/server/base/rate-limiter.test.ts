import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

describe('rate limits', () => {
  it('let a burst through, then say how long to wait', () => {
    let time = 0;
    const limiter = createRateLimiter({ burst: 3, perMinute: 6 }, () => time);
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0]);
    expect(limiter.take('a')).toBe(10);
    time = 9_999;
    expect(limiter.take('a')).toBe(1);
    time = 10_000;
    expect(limiter.take('a')).toBe(0);
  });

  it('take a cost as a whole or nothing of it', () => {
    let time = 0;
    const limiter = createRateLimiter({ burst: 4, perMinute: 60 }, () => time);
    expect([limiter.take('a', 3), limiter.take('a', 3), limiter.take('a', 0.25)]).toEqual([0, 2, 0]);
    limiter.refund('a', 2.25);
    expect(limiter.take('a', 3)).toBe(0);
    time = 4_000;
    expect([limiter.take('a', 4), limiter.take('a', 4)]).toEqual([0, 4]);
  });

  it('keep keys apart', () => {
    const limiter = createRateLimiter({ burst: 1, perMinute: 1 }, () => 0);
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('b')).toBe(0);
    expect(limiter.take('a')).toBeGreaterThan(0);
  });

  it('never save up more than the burst', () => {
    let time = 0;
    const limiter = createRateLimiter({ burst: 2, perMinute: 60 }, () => time);
    limiter.take('a');
    time = 3_600_000;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 0]);
    expect(limiter.take('a')).toBeGreaterThan(0);
  });
});
