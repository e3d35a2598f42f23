import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { Account, Phone, SignInResult } from '../../platform/contract/account.ts';
import { createTestAccount, createTestPhone } from '../../platform/contract/account-testing.ts';

afterEach(() => vi.useRealTimers());

const number = page.getByRole('textbox', { name: 'Mobile number' });
const code = page.getByRole('textbox', { name: '6-digit code' });
const email = page.getByRole('textbox', { name: 'Email' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const part = (name: string) => page.getByRole('textbox', { name, exact: true });
const violations = async () =>
  (await axe.run(document, { rules: { 'document-title': { enabled: false } } })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

function packWith(countries: string[]) {
  const pack = testPack();
  return { ...pack, settings: { ...pack.settings, texts: { countries } } };
}

/** The sheet over the home of a vendor that sends texts. */
async function openSheet(phone: Partial<Phone> = {}, answers: Partial<Account> = {}, countries = ['US']) {
  const account = createTestAccount(
    { status: 'signed-out' },
    { phone: async () => createTestPhone(phone), ...answers },
  );
  const { router } = open('/connect/meadow/', {
    platform: createTestPlatform({ account }),
    bootstrap: { pack: packWith(countries) },
  });
  await userEvent.click(page.getByRole('link', { name: 'Sign in' }));
  await userEvent.click(button('Text me a code'));
  await expect.element(number).toHaveFocus();
  return { account, router };
}

async function fillIn(typed = '(202) 555-0143', owner = 'Yes, it’s mine') {
  await userEvent.fill(number, typed);
  await userEvent.click(page.getByRole('radio', { name: owner }), { force: true });
  await userEvent.click(button('Text me a code'));
}

async function typeBirthDate() {
  await userEvent.fill(part('Month'), '5');
  await userEvent.fill(part('Day'), '4');
  await userEvent.fill(part('Year'), '1990');
}

async function reachCode(phone: Partial<Phone> = {}, answers: Partial<Account> = {}) {
  const opened = await openSheet(phone, answers);
  await fillIn();
  await expect.element(code).toHaveFocus();
  return opened;
}

const answering = (result: SignInResult) => vi.fn<Account['signIn']>(async () => result);

describe('signing in by a text', () => {
  test('takes a number as it is typed, then the code and the date of birth, and leads from the home to the account (A34)', async () => {
    const requestCode = vi.fn<Phone['requestCode']>(async () => ({ status: 'sent' }));
    const signIn = answering({ status: 'signed-in' });
    const { router } = await reachCode({ requestCode }, { signIn });
    expect(requestCode.mock.calls).toEqual([['+12025550143', 'en']]);
    await userEvent.fill(code, '123 456');
    await userEvent.click(button('Sign in'));
    await expect.element(page.getByText('Enter your date of birth.')).toBeVisible();
    expect(signIn).not.toHaveBeenCalled();
    await typeBirthDate();
    await userEvent.click(button('Sign in'));
    await expect.poll(() => router.state.location.pathname).toBe('/connect/meadow/account/profile');
    expect(signIn.mock.calls).toEqual([
      [
        {
          ...{ phone: '+12025550143', language: 'en', shared: false },
          by: { text: { code: '123456', birthDate: '1990-05-04' } },
        },
      ],
    ]);
  });

  test('says nothing of whether the number is in an account', async () => {
    await reachCode();
    await expect
      .element(page.getByText(/If .\+1\s202\s555\s0143. is in an account at Meadow, we texted a code there/))
      .toBeVisible();
    await expect.element(page.getByText(/text START to get our texts again/)).toBeVisible();
  });

  test('tells the phone what each field is for', async () => {
    await openSheet();
    await expect.element(number).toHaveAttribute('autocomplete', 'tel');
    await expect.element(number).toHaveAttribute('type', 'tel');
    expect(await violations()).toEqual([]);
    await fillIn();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(part('Year')).toHaveAttribute('autocomplete', 'bday-year');
    expect(await violations()).toEqual([]);
  });

  test('goes on by itself once the code is complete - the date of birth was there first', async () => {
    const signIn = answering({ status: 'wrong' });
    await reachCode({}, { signIn });
    await typeBirthDate();
    await userEvent.fill(code, '999999');
    await expect
      .element(page.getByText('The code or the date of birth isn’t right. Check both.'))
      .toBeVisible();
    expect(signIn).toHaveBeenCalledOnce();
    // Either may be wrong: both stay.
    await expect.element(code).toHaveValue('999999');
    await expect.element(code).toHaveFocus();
    await expect.element(part('Year')).toHaveValue('1990');
  });

  test('says after five wrong tries that a new code is needed', async () => {
    await reachCode({}, { signIn: answering({ status: 'wrong' }) });
    await typeBirthDate();
    await userEvent.fill(code, '999999');
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await expect.element(page.getByText(/isn’t right/)).toBeVisible();
      await userEvent.click(button('Sign in'));
    }
    await expect.element(page.getByText(/Too many wrong tries/)).toBeVisible();
  });

  test('says that the code has expired - it was asked for ten minutes ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await reachCode({}, { signIn: answering({ status: 'wrong' }) });
    await typeBirthDate();
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await userEvent.fill(code, '999999');
    await expect.element(page.getByText(/That code has expired/)).toBeVisible();
  });

  test('sends a new code after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const requestCode = vi.fn<Phone['requestCode']>(async () => ({ status: 'sent' }));
    await reachCode({ requestCode });
    await expect.element(page.getByText(/You can get a new code in \d+ s/)).toBeVisible();
    vi.setSystemTime(Date.now() + 60_000);
    await userEvent.click(button('Send a new code'));
    await expect.element(page.getByText(/a new code is on its way/)).toBeVisible();
    expect(requestCode).toHaveBeenCalledTimes(2);
  });

  test.each<[string, string, Partial<Phone>]>([
    ['no number', '1234', {}],
    ['a number of a country that gets no texts (A1)', '+44 7911 123456', {}],
    ['what the server takes for none', '2025550143', { requestCode: async () => ({ status: 'no-number' }) }],
  ])('asks for a mobile number that can be texted - %s', async (_, typed, phone) => {
    await openSheet(phone);
    await fillIn(typed);
    await expect
      .element(page.getByText('Enter a mobile number. Meadow can text numbers in: United States.'))
      .toBeVisible();
    await expect.element(number).toHaveFocus();
    await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  });

  test('takes figures of another script', async () => {
    const requestCode = vi.fn<Phone['requestCode']>(async () => ({ status: 'sent' }));
    await openSheet({ requestCode });
    await fillIn('٢٠٢٥٥٥٠١٤٣');
    await expect.element(code).toBeVisible();
    expect(requestCode.mock.calls).toEqual([['+12025550143', 'en']]);
  });

  test.each([
    ['offline', { status: 'offline' }, /You’re offline. What you typed is still here/],
    ['limited', { status: 'later', retryAfterMs: 90_000 }, /Try again in 2 minutes/],
    ['not understood', { status: 'not-understood' }, /Reload this page/],
  ] as const)('says what happened and keeps what was typed - %s', async (_, result, words) => {
    await openSheet({ requestCode: async () => result });
    await fillIn();
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(number).toHaveValue('(202) 555-0143');
  });

  test('asks whose device it is', async () => {
    await openSheet();
    await userEvent.fill(number, '2025550143');
    await userEvent.click(button('Text me a code'));
    await expect.element(page.getByText('Choose whether this device is yours.')).toBeVisible();
  });

  test('goes back to another number, and to the email that was typed before', async () => {
    await reachCode();
    await userEvent.click(button('Use another number'));
    await expect.element(number).toHaveValue('(202) 555-0143');
    await expect.element(number).toHaveFocus();
    await userEvent.click(button('Use email instead'));
    await expect.element(email).toHaveFocus();
    await expect.element(button('Email me a code')).toBeVisible();
  });
});

test('nobody is offered a text where the vendor sends none', async () => {
  open('/connect/meadow/', {
    platform: createTestPlatform({ account: createTestAccount({ status: 'signed-out' }) }),
  });
  await userEvent.click(page.getByRole('link', { name: 'Sign in' }));
  await expect.element(button('Use a password')).toBeVisible();
  expect(button('Text me a code').elements()).toEqual([]);
});
