import { describe, expect, it } from 'vitest';
import { skewToTell } from './clock-skew.ts';

describe("the device's clock", () => {
  it('is not spoken of - right, a little off, or unknown', () => {
    expect([skewToTell(0), skewToTell(-120), skewToTell(null)]).toEqual([undefined, undefined, undefined]);
  });

  it('is told with its direction - an hour wrong', () => {
    expect(skewToTell(3600)).toEqual({ direction: 'ahead', minutes: 60 });
    expect(skewToTell(-3590)).toEqual({ direction: 'behind', minutes: 60 });
  });
});
