import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../device/testing/platform.ts';
import type { AppleSignIn } from '../../../platform/contract/account.ts';
import { createTestAccount, createTestApple } from '../../../platform/contract/account-testing.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

function signedOut(apple: Partial<AppleSignIn> = {}) {
  const account = createTestAccount(
    { status: 'signed-out' },
    { apple: async () => createTestApple({ available: async () => true, ...apple }) },
  );
  open('/connect/meadow/account/profile', { platform: createTestPlatform({ account }) });
}

describe('the way to Apple', () => {
  test('asks first whose device it is, and says so where Apple can’t be reached', async () => {
    const begin = vi.fn<AppleSignIn['begin']>(async () => ({ status: 'offline' }));
    signedOut({ begin });
    await userEvent.click(button('Continue with Apple'));
    await expect.element(page.getByText('Choose whether this device is yours.')).toBeVisible();
    expect(begin).not.toHaveBeenCalled();
    await userEvent.click(page.getByRole('radio', { name: 'No, others use it' }), { force: true });
    await userEvent.click(button('Continue with Apple'));
    await expect.element(page.getByText(/You’re offline/)).toBeVisible();
    const returnTo = '/connect/meadow/account/profile';
    expect(begin.mock.calls).toEqual([[{ language: 'en', shared: true, returnTo }]]);
  });

  test('is as high as a finger needs, in black or white alone', async () => {
    signedOut();
    const way = button('Continue with Apple');
    await expect.element(way).toBeVisible();
    expect(way.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    const paints = async (scheme: string) => {
      document.documentElement.style.colorScheme = scheme;
      const { backgroundColor, color } = getComputedStyle(way.element());
      return [backgroundColor, color];
    };
    const [black, white] = ['color(srgb 0 0 0)', 'color(srgb 1 1 1)'];
    try {
      expect(await paints('light')).toEqual([black, white]);
      expect(await paints('dark')).toEqual([white, black]);
    } finally {
      document.documentElement.style.colorScheme = '';
    }
  });

  test('isn’t offered without keys', async () => {
    signedOut({ available: async () => false });
    await expect.element(heading('Sign in')).toBeVisible();
    await expect.element(button('Email me a code')).toBeVisible();
    expect(button('Continue with Apple').elements()).toEqual([]);
  });
});
