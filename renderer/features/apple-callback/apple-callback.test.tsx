import axe from 'axe-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testListing } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { Account, AccountState, AppleReturn, AppleSignIn } from '../../platform/contract/account.ts';
import { createTestAccount, createTestApple, testSession } from '../../platform/contract/account-testing.ts';
import { leave } from './leave.ts';

vi.mock('./leave.ts', () => ({ leave: vi.fn<(path: string) => void>() }));
beforeEach(() => void vi.mocked(leave).mockClear());

const RESULT = `meadow.${'r'.repeat(43)}`;
const FORM = '/connect/meadow/questionnaire/sleep';
const ACCOUNT = '/connect/meadow/account/profile';
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

interface Coming {
  readonly start?: AccountState;
  readonly back?: Partial<AppleReturn>;
  readonly signIn?: Account['signIn'];
  readonly apple?: Partial<AppleSignIn>;
}

function comesBack({ start = { status: 'signed-out' }, back = {}, signIn, apple = {} }: Coming) {
  const outcome = vi.fn<AppleSignIn['outcome']>(async () => ({
    status: 'ok',
    back: { outcome: 'ok', links: false, returnTo: FORM, isRelay: false, name: null, ...back },
  }));
  const account = createTestAccount(start, {
    signIn:
      signIn ??
      (async () => {
        account.set(testSession);
        return { status: 'signed-in' };
      }),
    apple: async () => createTestApple({ available: async () => true, outcome, ...apple }),
  });
  const platform = createTestPlatform({ account });
  open(`/auth/apple/callback?result=${RESULT}`, { platform });
  return { account, outcome };
}

async function provesAddress() {
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
  await userEvent.click(page.getByRole('radio', { name: 'Yes, it’s mine' }), { force: true });
  await userEvent.click(button('Email me a code'));
  await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
}

const violations = async () =>
  (await axe.run(document)).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

/** Only an address that is known here, or not verified, is proven here. */
const known =
  (account: () => { set(state: AccountState): void }): Account['signIn'] =>
  async (credentials) => {
    if (!('email' in credentials)) return { status: 'exists' };
    account().set(testSession);
    return { status: 'signed-in' };
  };

describe('who comes back from Apple', () => {
  test('is told that it takes a moment, and asked nothing', async () => {
    comesBack({ apple: { outcome: () => new Promise(() => undefined) } });
    await expect.element(heading('Signing you in with Apple')).toBeVisible();
    await expect.element(page.getByText('Checking with Apple and Meadow…')).toBeVisible();
    expect(button('Email me a code').elements()).toEqual([]);
    await expect.poll(() => document.title).toBe('Sign in with Apple – Meadow');
  });

  test('is signed in, and back where they were, in the place of this page', async () => {
    const signIn = vi.fn<Account['signIn']>(async () => ({ status: 'signed-in' }));
    const { outcome } = comesBack({ signIn });
    await expect.poll(() => vi.mocked(leave).mock.calls).toEqual([[FORM]]);
    expect(outcome.mock.calls).toEqual([[RESULT]]);
    expect(signIn.mock.calls).toEqual([[{ by: { apple: RESULT } }]]);
    await expect.element(heading('You’re signed in')).toHaveFocus();
  });

  test('is led to their account - where they were isn’t known', async () => {
    comesBack({ back: { returnTo: null } });
    await expect.poll(() => vi.mocked(leave).mock.calls).toEqual([[ACCOUNT]]);
  });

  test('is asked for another address where Apple hides theirs, before they go on (A16)', async () => {
    comesBack({ back: { isRelay: true } });
    await expect.element(heading('You’re signed in')).toBeVisible();
    await expect.element(link('Add another email')).toHaveAttribute('href', ACCOUNT);
    await expect.element(page.getByText(/Our emails go through Apple and may not reach you/)).toBeVisible();
    await expect.element(link('Continue')).toHaveAttribute('href', FORM);
    expect(leave).not.toHaveBeenCalled();
    expect(await violations()).toEqual([]);
  });

  test('is offered the name that Apple told, which nothing has stored (A13)', async () => {
    comesBack({ back: { name: { given: 'Ana', family: 'Ruiz' } } });
    await expect.element(link('Use the name \u2068Ana Ruiz\u2069')).toHaveAttribute('href', ACCOUNT);
    await expect.element(page.getByText(/We only save it if you choose it/)).toBeVisible();
    expect(page.getByText('Add another email').elements()).toEqual([]);
    expect(leave).not.toHaveBeenCalled();
  });

  test('is gone from a shared device that nobody touches, and so is their name', async () => {
    const shared = { ...testSession, shared: true, idleSeconds: 1 };
    const coming = comesBack({
      back: { name: { given: 'Ana', family: 'Ruiz' } },
      signIn: async () => {
        coming.account.set(shared);
        return { status: 'signed-in' };
      },
    });
    await expect.element(page.getByText(/Ana Ruiz/)).toBeVisible();
    await expect.poll(() => vi.mocked(leave).mock.calls).toEqual([[ACCOUNT]]);
    expect(coming.account.state()).toEqual({ status: 'signed-out' });
    expect(page.getByText(/Ana Ruiz/).elements()).toEqual([]);
  });

  test('proves a known address here, and takes Apple along (A5)', async () => {
    const links = vi.fn<AppleSignIn['link']>(async () => ({ status: 'done' }));
    const coming = comesBack({ signIn: known(() => coming.account), apple: { link: links } });
    await expect.element(heading('Sign in once to link Apple')).toHaveFocus();
    await expect.element(page.getByText(/If you’ve used Meadow before, use the same email/)).toBeVisible();
    expect(button('Continue with Apple').elements()).toEqual([]);
    expect(await violations()).toEqual([]);
    await provesAddress();
    await expect.element(heading('Apple is linked')).toHaveFocus();
    await expect.element(link('Continue')).toHaveAttribute('href', FORM);
    expect(links.mock.calls).toEqual([[RESULT]]);
  });

  test.each(['refused', 'offline', 'later'] as const)(
    'is signed in all the same, and told - Apple couldn’t be linked: %s',
    async (status) => {
      const coming = comesBack({
        signIn: known(() => coming.account),
        apple: { link: async () => ({ status }) },
      });
      await provesAddress();
      await expect.element(heading('You’re signed in, but Apple isn’t linked')).toBeVisible();
      await expect.element(link('Continue')).toHaveAttribute('href', FORM);
    },
  );

  test('who is signed in and wanted Apple has it linked, and nobody is signed in by it', async () => {
    const signIn = vi.fn<Account['signIn']>();
    comesBack({ start: testSession, back: { links: true, returnTo: ACCOUNT }, signIn });
    await expect.element(heading('Apple is linked')).toBeVisible();
    await expect.element(link('Continue')).toHaveAttribute('href', ACCOUNT);
    expect(signIn).not.toHaveBeenCalled();
  });

  test('who has been signed in for a while proves first that it is them', async () => {
    const answers: Awaited<ReturnType<AppleSignIn['link']>>[] = [
      { status: 'proof-too-old' },
      { status: 'done' },
    ];
    comesBack({
      start: testSession,
      back: { links: true },
      apple: { link: async () => answers.shift() ?? { status: 'refused' } },
    });
    await expect.element(heading('Confirm that it’s you')).toBeVisible();
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(heading('Apple is linked')).toBeVisible();
  });

  test('is back where they were - they stopped at Apple', async () => {
    comesBack({ back: { outcome: 'cancelled' } });
    await expect.element(heading('You stopped signing in with Apple')).toBeVisible();
    await expect.element(page.getByText('Nothing has changed.')).toBeVisible();
    await expect.element(link('Back to where you were')).toHaveAttribute('href', FORM);
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', ACCOUNT);
    expect(await violations()).toEqual([]);
  });

  test('has one way on - they had begun on the sign-in’s own page', async () => {
    comesBack({ back: { outcome: 'cancelled', returnTo: ACCOUNT } });
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', ACCOUNT);
    expect(link('Back to where you were').elements()).toEqual([]);
  });

  test('is told that nothing has changed, and how to sign in - what came back is wrong', async () => {
    comesBack({ back: { outcome: 'failed' } });
    await expect.element(heading('We couldn’t finish signing in with Apple')).toBeVisible();
    await expect.element(page.getByText(/Nothing has changed/)).toBeVisible();
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', ACCOUNT);
    await expect.element(link('Back to where you were')).toHaveAttribute('href', FORM);
  });

  test.each([
    ['mismatch', 'We couldn’t finish signing in with Apple'],
    ['elsewhere', 'This sign-in was for another clinic'],
    ['unavailable', 'You can’t sign in with Apple here'],
  ] as const)('is told what is wrong, and how to sign in: %s', async (status, title) => {
    comesBack({ apple: { outcome: async () => ({ status }) } });
    await expect.element(heading(title)).toBeVisible();
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', ACCOUNT);
    expect(link('All clinics').elements()).toHaveLength(status === 'elsewhere' ? 1 : 0);
  });

  test.each([
    ['wrong', 'This Apple account can’t sign in here'],
    ['mismatch', 'We couldn’t finish signing in with Apple'],
    ['storage', 'This browser can’t keep you signed in'],
  ] as const)('is told why they aren’t let in: %s', async (status, title) => {
    comesBack({ signIn: async () => ({ status }) });
    await expect.element(heading(title)).toBeVisible();
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', ACCOUNT);
  });

  test('is led to their account and to no sign-in - they are signed in all the same', async () => {
    comesBack({ start: testSession, apple: { outcome: async () => ({ status: 'mismatch' }) } });
    await expect.element(link('Go to your account')).toHaveAttribute('href', ACCOUNT);
  });

  test('tries again once the network is back: nothing is spent', async () => {
    const answers: Awaited<ReturnType<AppleSignIn['outcome']>>[] = [
      { status: 'offline' },
      { status: 'later' },
    ];
    const back: AppleReturn = { outcome: 'ok', links: false, returnTo: FORM, isRelay: false, name: null };
    comesBack({ apple: { outcome: async () => answers.shift() ?? { status: 'ok', back } } });
    await expect.element(heading('You’re offline')).toBeVisible();
    await userEvent.click(button('Try again'));
    await expect.element(heading('We can’t sign you in right now')).toBeVisible();
    await userEvent.click(button('Try again'));
    await expect.poll(() => vi.mocked(leave).mock.calls).toEqual([[FORM]]);
  });

  test('chooses a clinic - it can’t be said which one it was', async () => {
    const vendors = [testListing('aspen', 'Aspen')];
    open('/auth/apple/callback', { bootstrap: { scope: 'platform', pack: undefined, vendors } as object });
    await expect.element(heading('We couldn’t finish signing in with Apple')).toBeVisible();
    await expect.element(link('All clinics')).toHaveAttribute('href', '/#clinics');
  });
});
