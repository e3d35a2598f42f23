import { describe, expect, test } from 'vitest';
import { isIos } from './install-prompt.ts';

describe('An iPhone or iPad', () => {
  test.each([
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15', 5],
    [
      'iPad that calls itself a Macintosh',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
      5,
    ],
  ])('is recognised - %s', (_, userAgent, maxTouchPoints) => {
    expect(isIos({ userAgent, maxTouchPoints })).toBe(true);
  });

  test.each([
    ['Macintosh', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0],
    ['Android', 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile', 5],
  ])('is not taken for one - %s', (_, userAgent, maxTouchPoints) => {
    expect(isIos({ userAgent, maxTouchPoints })).toBe(false);
  });
});
