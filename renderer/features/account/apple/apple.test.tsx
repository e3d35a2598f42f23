import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../device/testing/platform.ts';
import type { Account, AppleSignIn } from '../../../platform/contract/account.ts';
import {
  createTestAccount,
  createTestApple,
  testSession,
} from '../../../platform/contract/account-testing.ts';

const RESULT = 'r'.repeat(43);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

function comesBack(query: string, signIn: Account['signIn'], apple: Partial<AppleSignIn> = {}) {
  const account = createTestAccount(
    { status: 'signed-out' },
    { signIn, apple: async () => createTestApple({ available: async () => true, ...apple }) },
  );
  const { router } = open(`/connect/meadow/account/profile?${query}`, {
    platform: createTestPlatform({ account }),
  });
  return { account, router };
}

describe('who comes back from Apple', () => {
  test('is signed in, and what was spent is gone from the address', async () => {
    const signIn = vi.fn<Account['signIn']>(async () => {
      account.set(testSession);
      return { status: 'signed-in' };
    });
    const { account, router } = comesBack(`apple=ok&result=${RESULT}`, signIn);
    await expect.element(page.getByText(/Signed in as .ana@example.org/)).toBeVisible();
    expect(signIn.mock.calls).toEqual([[{ by: { apple: RESULT } }]]);
    expect(router.state.location.searchStr).toBe('');
  });

  test('proves a known address here, and takes Apple along (A5)', async () => {
    const link = vi.fn<AppleSignIn['link']>(async () => ({ status: 'done' }));
    const signIn = vi.fn<Account['signIn']>(async (credentials) => {
      if (!('email' in credentials)) return { status: 'exists' };
      account.set(testSession);
      return { status: 'signed-in' };
    });
    const { account } = comesBack(`apple=ok&result=${RESULT}`, signIn, { link });
    await expect.element(page.getByText(/If you’ve used Meadow before, use the same email/)).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await userEvent.click(page.getByRole('radio', { name: 'Yes, it’s mine' }), { force: true });
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(page.getByText(/Signed in as/)).toBeVisible();
    expect(link.mock.calls).toEqual([[RESULT]]);
  });

  test.each([
    ['apple=cancelled', 'You stopped signing in with Apple'],
    ['apple=failed', 'We couldn’t finish signing in with Apple'],
    ['apple=ok&result=old', 'We couldn’t finish signing in with Apple'],
  ])('is told that nothing has changed, and has another way - %s', async (query, title) => {
    comesBack(query, async () => ({ status: 'mismatch' }));
    await expect.element(page.getByText(title)).toBeVisible();
    await expect.element(page.getByText(/Nothing has changed/)).toBeVisible();
    await expect.element(button('Email me a code')).toBeVisible();
  });

  test('is asked nothing else while it is finished', async () => {
    comesBack(`apple=ok&result=${RESULT}`, () => new Promise(() => undefined));
    await expect.element(page.getByText('Signing you in with Apple…')).toBeVisible();
    expect(button('Email me a code').elements()).toEqual([]);
  });
});

describe('the way to Apple', () => {
  test('asks first whose device it is, and says so where Apple can’t be reached', async () => {
    const begin = vi.fn<AppleSignIn['begin']>(async () => ({ status: 'offline' }));
    comesBack('', async () => ({ status: 'wrong' }), { begin });
    await userEvent.click(button('Continue with Apple'));
    await expect.element(page.getByText('Choose whether this device is yours.')).toBeVisible();
    expect(begin).not.toHaveBeenCalled();
    await userEvent.click(page.getByRole('radio', { name: 'No, others use it' }), { force: true });
    await userEvent.click(button('Continue with Apple'));
    await expect.element(page.getByText(/You’re offline/)).toBeVisible();
    expect(begin.mock.calls).toEqual([['en', true]]);
  });

  test('isn’t offered without keys', async () => {
    comesBack('', async () => ({ status: 'wrong' }), { available: async () => false });
    await expect.element(heading('Sign in')).toBeVisible();
    await expect.element(button('Email me a code')).toBeVisible();
    expect(button('Continue with Apple').elements()).toEqual([]);
  });
});
