import { describe, expect, test } from 'vitest';
import { createInstallPrompt, isIos } from './install-prompt.ts';

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

test('An offer that came before the app’s scripts is one', async () => {
  const asked: string[] = [];
  const offer = Object.assign(new Event('beforeinstallprompt'), {
    prompt: async () => {
      asked.push('prompt');
      return { outcome: 'accepted' as const };
    },
  });
  const pageWith = (early: object) =>
    Object.assign(new EventTarget(), {
      matchMedia: () => ({ matches: false }),
      navigator: { userAgent: '', maxTouchPoints: 0 },
      ...early,
    }) as unknown as Window;
  expect(createInstallPrompt(pageWith({})).way()).toBe('none');
  const install = createInstallPrompt(pageWith({ installOffer: offer }));
  expect([install.way(), await install.prompt(), asked]).toEqual(['prompt', 'accepted', ['prompt']]);
});
