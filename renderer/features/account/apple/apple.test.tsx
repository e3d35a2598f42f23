import axe from 'axe-core';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../device/testing/platform.ts';
import type { AppleLink, AppleSignIn, RecordView } from '../../../platform/contract/account.ts';
import {
  createTestAccount,
  createTestApple,
  testSession,
} from '../../../platform/contract/account-testing.ts';
import { testDelivery } from '../../../platform/contract/testing.ts';

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

const SINCE = '2026-11-20T09:00:00.000Z';
const ANA = { given: 'Ana', family: 'Ruiz' };
const nameOf = (given: string, family: string): RecordView => ({
  ...{ kind: 'person', v: 1, id: 'name', seq: 1 },
  body: {
    ...{ version: '0199c0de-0000-4000-8000-000000000001', author: 'patient', statedAt: SINCE },
    value: { given, family },
  },
});

interface Given {
  readonly apple?: Partial<AppleSignIn>;
  readonly link?: Partial<AppleLink>;
  readonly records?: readonly RecordView[];
}
async function signedIn({ apple = {}, link = {}, records = [] }: Given = {}) {
  const account = createTestAccount(testSession, {
    apple: async () =>
      createTestApple({
        linked: async () => ({ status: 'ok', link: { linked: true, since: SINCE, name: null, ...link } }),
        ...apple,
      }),
  });
  account.show(records);
  const platform = createTestPlatform({ account });
  const send = vi.spyOn(platform.deliveries, 'send').mockResolvedValue(testDelivery());
  open('/connect/meadow/account/profile', { platform });
  await expect.element(heading('About you')).toBeVisible();
  return { send };
}
const sheet = page.getByRole('dialog');
const violations = async () =>
  (await axe.run(document, { rules: { 'document-title': { enabled: false } } })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

describe('Apple in the account', () => {
  test('says since when it is linked', async () => {
    await signedIn();
    await expect.element(heading('Sign in with Apple')).toBeVisible();
    await expect.element(page.getByText('Since Nov 20, 2026')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('is unlinked after a question and a fresh proof (A18)', async () => {
    const answers: Awaited<ReturnType<AppleSignIn['unlink']>>[] = [
      { status: 'proof-too-old' },
      { status: 'done' },
    ];
    const unlink = vi.fn<AppleSignIn['unlink']>(async () => answers.shift() ?? { status: 'later' });
    await signedIn({ apple: { unlink } });
    await userEvent.click(button('Unlink Apple'));
    await expect.element(sheet.getByText(/add another email first/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.click(sheet.getByRole('button', { name: 'Unlink', exact: true }));
    await userEvent.click(sheet.getByRole('button', { name: 'Email me a code' }));
    await userEvent.fill(sheet.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(page.getByText('Apple is unlinked. We’ll email you to confirm.')).toBeVisible();
    expect(unlink).toHaveBeenCalledTimes(2);
    await expect.element(button('Link Apple')).toBeVisible();
    expect(button('Unlink Apple').elements()).toEqual([]);
  });

  test('stays linked, and says so - the network is gone', async () => {
    await signedIn({ apple: { unlink: async () => ({ status: 'offline' }) } });
    await userEvent.click(button('Unlink Apple'));
    await userEvent.click(sheet.getByRole('button', { name: 'Unlink', exact: true }));
    await expect.element(sheet.getByRole('alert').getByText(/You’re offline/)).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Cancel', exact: true }));
    await expect.element(button('Unlink Apple')).toBeVisible();
  });

  test('puts the name that Apple told before the patient, who saves it (A13)', async () => {
    const { send } = await signedIn({ link: { name: ANA } });
    await expect.element(page.getByText('Apple says your name is \u2068Ana Ruiz\u2069')).toBeVisible();
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(button('Use this name'));
    await expect.element(sheet.getByRole('textbox', { name: 'Legal first name' })).toHaveValue('Ana');
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(sheet.getByRole('button', { name: 'Save', exact: true }));
    await expect.element(sheet).not.toBeInTheDocument();
    expect(send.mock.calls[0]?.[0].payload([])).toMatchObject({ change: { record: 'name', value: ANA } });
  });

  test('offers no name to whoever has said theirs', async () => {
    await signedIn({ link: { name: ANA }, records: [nameOf('Anna', 'Ruiz-Gómez')] });
    await expect.element(button('Unlink Apple')).toBeVisible();
    expect(button('Use this name').elements()).toEqual([]);
  });

  test('is linked from here, and leads back here', async () => {
    const begin = vi.fn<AppleSignIn['begin']>(async () => ({ status: 'later' }));
    await signedIn({ apple: { begin }, link: { linked: false, since: null } });
    await userEvent.click(button('Link Apple'));
    await expect.element(page.getByText(/Too many tries for now/)).toBeVisible();
    const returnTo = '/connect/meadow/account/profile';
    expect(begin.mock.calls).toEqual([[{ language: 'en', shared: false, returnTo, links: true }]]);
  });

  test('isn’t there without keys', async () => {
    await signedIn({ apple: { linked: async () => ({ status: 'unavailable' }) } });
    await expect.element(button('Sign out')).toBeVisible();
    expect(heading('Sign in with Apple').elements()).toEqual([]);
  });

  test('is asked for again - it couldn’t be', async () => {
    const answers: Awaited<ReturnType<AppleSignIn['linked']>>[] = [{ status: 'later' }];
    const link = { linked: true, since: SINCE, name: null };
    await signedIn({ apple: { linked: async () => answers.shift() ?? { status: 'ok', link } } });
    await expect.element(page.getByText('We couldn’t check whether Apple is linked.')).toBeVisible();
    await userEvent.click(button('Try again'));
    await expect.element(button('Unlink Apple')).toBeVisible();
  });
});
