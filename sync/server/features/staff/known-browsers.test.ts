import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKnownBrowsers, KNOWN_BROWSER_DAYS } from './known-browsers.ts';

const DAY_MS = 86_400_000;
const ADA = 'ada@meadow.test';

function setUp(key = randomBytes(32)) {
  let at = Date.now();
  return {
    browsers: createKnownBrowsers(key, () => at),
    pass: (days: number) => {
      at += days * DAY_MS;
    },
  };
}

describe('the cookie of a known browser', () => {
  it('is known for its vendor and account alone', () => {
    const { browsers } = setUp();
    const cookie = browsers.remember('meadow', ADA, undefined);
    expect(browsers.find('meadow', ADA, cookie)).toMatch(/^[\w-]{22}$/);
    expect(browsers.find('brook', ADA, cookie)).toBeUndefined();
    expect(browsers.find('meadow', 'ben@meadow.test', cookie)).toBeUndefined();
    expect(setUp().browsers.find('meadow', ADA, cookie)).toBeUndefined();
    expect(cookie).not.toContain('ada');
  });

  it('keeps those who share a browser apart, and known: the newest eight', () => {
    const { browsers } = setUp();
    const emails = Array.from({ length: 10 }, (_, index) => `staff${index}@meadow.test`);
    let cookie: string | undefined;
    for (const email of emails) cookie = browsers.remember('meadow', email, cookie);
    const ids = emails.map((email) => browsers.find('meadow', email, cookie));
    expect(ids.map((id) => id !== undefined)).toEqual([
      false,
      false,
      ...Array.from({ length: 8 }, () => true),
    ]);
    expect(new Set(ids.slice(2)).size).toBe(8);
    expect(cookie?.length).toBeLessThan(1_000);
  });

  it('keeps its id when it is renewed, and is forgotten after half a year', () => {
    const { browsers, pass } = setUp();
    const first = browsers.remember('meadow', ADA, undefined);
    pass(KNOWN_BROWSER_DAYS);
    const renewed = browsers.remember('meadow', ADA, first);
    expect(browsers.find('meadow', ADA, renewed)).toBe(browsers.find('meadow', ADA, first));
    pass(1);
    expect(browsers.find('meadow', ADA, first)).toBeUndefined();
    expect(browsers.find('meadow', ADA, renewed)).toBeDefined();
  });

  it.each(['', '~', 'x.y.z', '~'.repeat(2_000), `${'a'.repeat(22)}.zzzzzz.${'b'.repeat(43)}`, '\u0000'])(
    'that was made up is none: %j',
    (cookie) => {
      expect(setUp().browsers.find('meadow', ADA, cookie)).toBeUndefined();
    },
  );

  it('that was changed is none', () => {
    const { browsers } = setUp();
    const [id, day, mac] = browsers.remember('meadow', ADA, undefined).split('.');
    const later = (Number.parseInt(day ?? '', 36) + 1).toString(36);
    expect(browsers.find('meadow', ADA, `${id}.${later}.${mac}`)).toBeUndefined();
    expect(browsers.find('meadow', ADA, `${'A'.repeat(22)}.${day}.${mac}`)).toBeUndefined();
  });
});
