import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { Account } from '../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { digitsOf } from './use-sent-code.ts';

afterEach(() => vi.useRealTimers());

const sheet = page.getByRole('dialog');
const email = page.getByRole('textbox', { name: 'Email' });
const code = page.getByRole('textbox', { name: '6-digit code' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Opens the sheet from the header of a vendor's home. */
async function openSheet(answers: Partial<Account> = {}) {
  const account = createTestAccount({ status: 'signed-out' }, answers);
  const { router } = open('/connect/meadow/', { platform: createTestPlatform({ account }) });
  await userEvent.click(page.getByRole('link', { name: 'Sign in' }));
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 2 })).toBeVisible();
  return { account, router };
}

async function fillIn(address = 'ana@example.org', owner = 'Yes, it’s mine') {
  await userEvent.fill(email, address);
  await userEvent.click(page.getByRole('radio', { name: owner }), { force: true });
}

async function reachCode(answers: Partial<Account> = {}) {
  const opened = await openSheet(answers);
  await fillIn();
  await userEvent.click(button('Email me a code'));
  await expect.element(code).toHaveFocus();
  return opened;
}

const top = (element: Element) => Math.round(element.getBoundingClientRect().top);

describe('the sign-in sheet', () => {
  test('takes an email, then the code that goes on by itself at its sixth digit, and leads from the home to the account', async () => {
    const { account, router } = await reachCode();
    expect(account.codes).toEqual(['ana@example.org']);
    await expect.element(page.getByText(/Sent to .ana@example.org.\. It works for 10 minutes/)).toBeVisible();
    await userEvent.type(code, '123456');
    await expect.element(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/connect/meadow/account/profile');
    expect(sheet.elements()).toEqual([]);
  });

  test('lets the browser remember an address only where nobody has said that others use it', async () => {
    await openSheet();
    await expect.element(email).toHaveAttribute('autocomplete', 'email');
    await fillIn('ana@example.org', 'No, others use it');
    await expect.element(email).toHaveAttribute('autocomplete', 'off');
    await userEvent.click(page.getByRole('radio', { name: 'Yes, it’s mine' }), { force: true });
    await expect.element(email).toHaveAttribute('autocomplete', 'email');
  });

  test('tells the phone what the code is for, and takes a pasted one with spaces', async () => {
    const signIn = vi.fn<Account['signIn']>(async () => ({ status: 'signed-in' }));
    await reachCode({ signIn });
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');
    await userEvent.fill(code, ' 123 456 ');
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledOnce());
    expect(signIn.mock.calls[0]?.[0]).toEqual({
      email: 'ana@example.org',
      language: 'en',
      by: { code: '123456' },
      shared: false,
    });
  });

  test('reads digits of any script', () => {
    expect(digitsOf('١٢٣ ٤٥٦')).toBe('123456');
    expect(digitsOf('۱۲۳۴۵۶')).toBe('123456');
    expect(digitsOf('Code: 12-34-56-78')).toBe('123456');
  });

  test('sends once - Enter is pressed twice', async () => {
    const requestCode = vi.fn<Account['requestCode']>(() => new Promise(() => undefined));
    await openSheet({ requestCode });
    await fillIn();
    await userEvent.click(email);
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(button('Sending…')).toBeVisible();
    await userEvent.click(button('Sending…'));
    expect(requestCode).toHaveBeenCalledOnce();
  });

  test('closes with Escape, and gives the focus back', async () => {
    await openSheet();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => sheet.elements()).toEqual([]);
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toHaveFocus();
  });

  test('asks for what is missing, at its field - and doesn’t move the button that was pressed', async () => {
    await page.viewport(1280, 860);
    await openSheet();
    const before = top(button('Email me a code').element());
    await userEvent.click(button('Email me a code'));
    await expect.element(page.getByText('Enter your email address, such as ana@example.org.')).toBeVisible();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    expect(top(button('Email me a code').element())).toBe(before);
    await userEvent.fill(email, 'ana@example.org');
    await userEvent.click(button('Email me a code'));
    await expect.element(page.getByText('Choose whether this device is yours.')).toBeVisible();
    expect(top(button('Email me a code').element())).toBe(before);
    await userEvent.click(page.getByRole('radio', { name: 'Yes, it’s mine' }), { force: true });
    await userEvent.click(button('Email me a code'));
    await expect.element(code).toBeVisible();
    expect(top(button('Sign in').element())).toBe(before);
  });

  test.each([
    ['offline', { status: 'offline' }, /You’re offline. What you typed is still here/],
    ['limited', { status: 'later', retryAfterMs: 90_000 }, /Try again in 2 minutes/],
    ['busy', { status: 'later' }, /Meadow is busy/],
    ['not understood', { status: 'not-understood' }, /Reload this page/],
  ] as const)('says what happened and keeps what was typed - %s', async (_, result, words) => {
    await openSheet({ requestCode: async () => result });
    await fillIn();
    const before = top(button('Email me a code').element());
    await userEvent.click(button('Email me a code'));
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(email).toHaveValue('ana@example.org');
    expect(top(button('Email me a code').element())).toBe(before);
  });

  test('takes what can’t be loaded for being offline', async () => {
    await openSheet({ requestCode: () => Promise.reject(new Error('no chunk')) });
    await fillIn();
    await userEvent.click(button('Email me a code'));
    await expect.element(page.getByText(/You’re offline/)).toBeVisible();
  });

  test('empties a wrong code and asks for the newest one; after five it says that a new one is needed', async () => {
    await reachCode();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await userEvent.fill(code, '999999');
      await expect.element(page.getByText(/That code isn’t right/)).toBeVisible();
      await expect.element(code).toHaveValue('');
      await expect.element(code).toHaveFocus();
    }
    await userEvent.fill(code, '999999');
    await expect.element(page.getByText(/Too many wrong tries/)).toBeVisible();
  });

  test('says that the code has expired - it was asked for ten minutes ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await reachCode();
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await userEvent.fill(code, '999999');
    await expect.element(page.getByText(/That code has expired/)).toBeVisible();
  });

  test('sends a new code after a minute; the seconds are for the eye alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { account } = await reachCode();
    const seconds = page.getByText(/You can get a new code in \d+ s/);
    await expect.element(seconds).toBeVisible();
    expect(seconds.element().getAttribute('aria-hidden')).toBe('true');
    expect(seconds.element().closest('[aria-live]')).toBeNull();
    await expect.element(page.getByText('You can get a new code after a minute.')).toBeInTheDocument();
    vi.setSystemTime(Date.now() + 60_000);
    await userEvent.click(button('Send a new code'));
    await expect.element(page.getByText('New code sent. Only the newest one works.')).toBeVisible();
    expect(account.codes).toHaveLength(2);
    await expect.element(seconds).toBeVisible();
  });

  test('goes back to another email, and keeps the first to be corrected', async () => {
    await reachCode();
    await userEvent.click(button('Use another email'));
    await expect.element(email).toHaveValue('ana@example.org');
    await expect.element(email).toHaveFocus();
  });

  test('takes a password instead - wrong, and then locked out of passwords', async () => {
    const signIn = vi.fn<Account['signIn']>(async () => ({ status: 'wrong' }));
    const { account } = await openSheet({ signIn });
    await fillIn('ana@example.org', 'No, others use it');
    await userEvent.click(button('Use a password'));
    const password = page.getByLabelText('Password', { exact: true });
    await expect.element(password).toHaveFocus();
    await userEvent.fill(password, 'correct horse battery');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/That email and password don’t match/)).toBeVisible();
    await expect.element(password).toHaveValue('correct horse battery');
    expect(signIn.mock.calls[0]?.[0]).toMatchObject({
      by: { password: 'correct horse battery' },
      shared: true,
    });
    signIn.mockResolvedValueOnce({ status: 'code-needed' });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/sign in with a code/)).toBeVisible();
    await userEvent.click(button('Email me a code instead'));
    await expect.element(code).toHaveFocus();
    expect(account.codes).toEqual(['ana@example.org']);
  });

  test('leads who has forgotten their password by a code to a new one (A6)', async () => {
    const { account, router } = await openSheet();
    await fillIn();
    expect(button('Forgot your password?').elements()).toEqual([]);
    await userEvent.click(button('Use a password'));
    await userEvent.click(button('Forgot your password?'));
    await expect.element(code).toHaveFocus();
    await expect
      .element(page.getByText(/choose a new password\. Saving it signs you out everywhere else/))
      .toBeVisible();
    expect(account.codes).toEqual(['ana@example.org']);
    await userEvent.fill(code, '123456');
    await expect.element(page.getByLabelText('New password', { exact: true })).toBeVisible();
    expect(router.state.location.pathname).toBe('/connect/meadow/account/password');
    expect(sheet.elements()).toEqual([]);
  });

  test('leads nowhere else who only wanted a code in the place of a password', async () => {
    const { router } = await openSheet();
    await fillIn();
    await userEvent.click(button('Use a password'));
    await userEvent.click(button('Forgot your password?'));
    await userEvent.click(button('Use another email'));
    await userEvent.click(button('Use a password'));
    await userEvent.click(button('Email me a code instead'));
    await expect.element(code).toHaveFocus();
    expect(page.getByText(/choose a new password/).elements()).toEqual([]);
    await userEvent.fill(code, '123456');
    await expect.element(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/connect/meadow/account/profile');
  });

  test('asks for the address that the code is to go to - a password was forgotten', async () => {
    const { account } = await openSheet();
    await userEvent.click(button('Use a password'));
    await userEvent.click(button('Forgot your password?'));
    await expect.element(page.getByText('Enter your email address, such as ana@example.org.')).toBeVisible();
    expect(account.codes).toEqual([]);
  });

  test('shows the password while it is typed', async () => {
    await openSheet();
    await userEvent.click(button('Use a password'));
    const password = page.getByLabelText('Password', { exact: true });
    await expect.element(password).toHaveAttribute('type', 'password');
    await userEvent.click(page.getByRole('button', { name: 'Show: Password' }));
    await expect.element(password).toHaveAttribute('type', 'text');
  });

  test('says that nobody is signed in - the device can’t keep it', async () => {
    await reachCode({ signIn: async () => ({ status: 'storage' }) });
    await userEvent.fill(code, '123456');
    await expect.element(page.getByText(/so you aren’t signed in/)).toBeVisible();
  });
});

describe('the link in the header', () => {
  test('is to the account - somebody is signed in', async () => {
    open('/connect/meadow/', { platform: createTestPlatform({ account: createTestAccount(testSession) }) });
    const link = page.getByRole('link', { name: 'Account' });
    await expect.element(link).toHaveAttribute('href', '/connect/meadow/account/profile');
    await userEvent.click(link);
    await expect.element(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  test('moves nothing when it comes', async () => {
    await page.viewport(390, 844);
    const account = createTestAccount();
    open('/connect/meadow/', { platform: createTestPlatform({ account }) });
    const language = page.getByRole('combobox', { name: /Language/ });
    // A phone shows its code, and the list lies unseen over it.
    await expect.element(language).toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    const { left, top: above } = language.element().getBoundingClientRect();
    account.set(testSession);
    await expect.element(page.getByRole('link', { name: 'Account' })).toBeVisible();
    const after = language.element().getBoundingClientRect();
    expect([after.left, after.top]).toEqual([left, above]);
  });
});
