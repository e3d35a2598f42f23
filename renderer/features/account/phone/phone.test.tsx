import axe from 'axe-core';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testPack } from '../../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../device/testing/platform.ts';
import type { Phone, PhoneAnswer, PhoneResult } from '../../../platform/contract/account.ts';
import {
  createTestAccount,
  createTestPhone,
  testPhone,
  testSession,
} from '../../../platform/contract/account-testing.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const sheet = page.getByRole('dialog');
const inSheet = (name: string) => sheet.getByRole('button', { name, exact: true });
const number = sheet.getByRole('textbox', { name: 'Mobile number' });
const code = sheet.getByRole('textbox', { name: '6-digit code' });
const change = page.getByRole('button', { name: /^Change what .\+1 202 555 0143. is for$/ });
const choose = (name: string) => userEvent.click(sheet.getByRole('radio', { name }), { force: true });
const violations = async () =>
  (await axe.run(document, { rules: { 'document-title': { enabled: false } } })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

const nothing: PhoneAnswer = { phone: null, canSignIn: true, sender: '+1 202 555 0199' };
const withPhone = (over: Partial<typeof testPhone> = {}): PhoneAnswer => ({
  ...nothing,
  phone: { ...testPhone, ...over },
});

/** @param known what the server says, one after the other; the last one stays. */
async function openAccount(known: readonly PhoneAnswer[], verbs: Partial<Phone> = {}) {
  const answers = [...known];
  const read: Phone['read'] = async () => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? nothing;
    return { status: 'ok', answer };
  };
  const account = createTestAccount(testSession, {
    phone: async () => createTestPhone({ read, ...verbs }),
  });
  account.show([]);
  const pack = testPack();
  open('/connect/meadow/account/profile', {
    platform: createTestPlatform({ account }),
    bootstrap: { pack: { ...pack, settings: { ...pack.settings, texts: { countries: ['US'] } } } },
  });
  await expect.element(heading('Phone number')).toBeVisible();
  return account;
}

describe('a phone number in the account', () => {
  test('is added by the code that was texted there, as a way in or not', async () => {
    const requestProof = vi.fn<Phone['requestProof']>(async () => ({ status: 'done' }));
    const prove = vi.fn<Phone['prove']>(async () => ({ status: 'done' }));
    await openAccount([nothing, withPhone({ signsIn: false })], { requestProof, prove });
    await userEvent.click(button('Add phone number'));
    expect(await violations()).toEqual([]);
    await userEvent.fill(number, '(202) 555-0143');
    await choose('Contact only');
    await userEvent.click(inSheet('Text me a code'));
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect
      .element(sheet.getByText(/Sent to .\+1\s202\s555\s0143.\. It works for 10 minutes/))
      .toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.fill(code, '123 456');
    await expect.element(page.getByText('Number added. We told your emails.')).toBeVisible();
    await expect.element(page.getByText('Contact only')).toBeVisible();
    expect(requestProof.mock.calls).toEqual([['+12025550143', 'en']]);
    expect(prove.mock.calls).toEqual([
      [{ phone: '+12025550143', language: 'en', code: '123456', signsIn: false }],
    ]);
  });

  test('asks first for a fresh proof, and keeps what was typed', async () => {
    const answers: PhoneResult[] = [{ status: 'proof-too-old' }];
    const requestProof = vi.fn<Phone['requestProof']>(async () => answers.shift() ?? { status: 'done' });
    const account = await openAccount([nothing], { requestProof });
    await userEvent.click(button('Add phone number'));
    await userEvent.fill(number, '2025550143');
    await userEvent.click(inSheet('Text me a code'));
    // Proving it again is done by email: a number isn’t needed for it.
    expect(inSheet('Text me a code').elements()).toEqual([]);
    await userEvent.click(inSheet('Email me a code'));
    await userEvent.fill(code, '123456');
    await expect.element(sheet.getByText(/Sent to .\+1\s202\s555\s0143/)).toBeVisible();
    expect(account.codes).toEqual(['ana@example.org']);
    expect(requestProof).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['no number', '1234'],
    ['of a country that gets no texts (A1)', '+44 7911 123456'],
  ])('says what can be texted - %s', async (_, typed) => {
    await openAccount([nothing]);
    await userEvent.click(button('Add phone number'));
    await userEvent.fill(number, typed);
    await userEvent.click(inSheet('Text me a code'));
    await expect.element(sheet.getByText(/Meadow can text numbers in: United States/)).toBeVisible();
    await expect.element(number).toHaveFocus();
  });

  test('says that a code isn’t right, and sends a new one after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await openAccount([nothing], { prove: async () => ({ status: 'wrong' }) });
      await userEvent.click(button('Add phone number'));
      await userEvent.fill(number, '2025550143');
      await userEvent.click(inSheet('Text me a code'));
      await userEvent.fill(code, '999999');
      await expect.element(sheet.getByText(/That code isn’t right, or has expired/)).toBeVisible();
      await expect.element(code).toHaveFocus();
      vi.setSystemTime(Date.now() + 60_000);
      await userEvent.click(inSheet('Send a new code'));
      await expect.element(sheet.getByText('New code sent. Only the newest one works.')).toBeVisible();
      await expect.element(code).toHaveValue('');
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['offline', { status: 'offline' }, /You’re offline. Nothing has changed/],
    ['asked too often', { status: 'later' }, /Too many tries for now/],
  ] as const)('says what happened - %s', async (_, result, words) => {
    await openAccount([nothing], { requestProof: async () => result });
    await userEvent.click(button('Add phone number'));
    await userEvent.fill(number, '2025550143');
    await userEvent.click(inSheet('Text me a code'));
    await expect.element(sheet.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(number).toHaveValue('2025550143');
  });

  test('is for signing in or for contact alone, as the patient says', async () => {
    const answers: PhoneResult[] = [{ status: 'proof-too-old' }];
    const setSignsIn = vi.fn<Phone['setSignsIn']>(async () => answers.shift() ?? { status: 'done' });
    await openAccount([withPhone(), withPhone({ signsIn: false })], { setSignsIn });
    await expect.element(page.getByText('Signs you in')).toBeVisible();
    await userEvent.click(change);
    await choose('Contact only');
    await userEvent.click(inSheet('Save'));
    await userEvent.click(inSheet('Email me a code'));
    await userEvent.fill(code, '123456');
    await expect.element(page.getByText('Saved. We told your emails.')).toBeVisible();
    await expect.element(page.getByText('Contact only')).toBeVisible();
    expect(setSignsIn.mock.calls).toEqual([[false], [false]]);
  });

  test('changes nothing where nothing was changed', async () => {
    const setSignsIn = vi.fn<Phone['setSignsIn']>(async () => ({ status: 'done' }));
    await openAccount([withPhone()], { setSignsIn });
    await userEvent.click(change);
    await userEvent.click(inSheet('Save'));
    await expect.poll(() => sheet.elements()).toEqual([]);
    expect(setSignsIn).not.toHaveBeenCalled();
  });

  test('is removed after a question', async () => {
    const remove = vi.fn<Phone['remove']>(async () => ({ status: 'done' }));
    await openAccount([withPhone(), nothing], { remove });
    await userEvent.click(change);
    await userEvent.click(inSheet('Remove number'));
    await expect.element(sheet.getByText(/It can’t sign you in any more/)).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(remove).not.toHaveBeenCalled();
    await userEvent.click(inSheet('Remove number'));
    await expect.element(page.getByText('Number removed. We told your emails.')).toBeVisible();
    await expect.element(button('Add phone number')).toBeVisible();
    expect(remove).toHaveBeenCalledOnce();
  });

  test('says what another number takes the place of', async () => {
    await openAccount([withPhone()]);
    await userEvent.click(button('Replace number'));
    await expect.element(sheet.getByText(/It replaces .\+1\s202\s555\s0143./)).toBeVisible();
  });
});

describe('what is true of a number is said', () => {
  test('that it has stopped our texts, and where START is sent', async () => {
    await openAccount([withPhone({ stopped: true }), withPhone()]);
    const stopped = page.getByText(/This number has stopped our texts. .*text START to .\+1\s202\s555\s0199/);
    await expect.element(stopped).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Check again'));
    await expect.element(stopped).not.toBeInTheDocument();
  });

  test('that START answers a text where they come from more than one number', async () => {
    await openAccount([{ ...withPhone({ stopped: true }), sender: null }]);
    await expect.element(page.getByText(/reply START to our last one/)).toBeVisible();
  });

  test('that the last text didn’t arrive', async () => {
    await openAccount([withPhone({ undeliverable: true })]);
    await expect.element(page.getByText(/Our last text didn’t arrive/)).toBeVisible();
  });

  test('that it can’t sign in without a date of birth (A34)', async () => {
    await openAccount([{ ...withPhone(), canSignIn: false }]);
    await expect
      .element(page.getByText(/It can’t sign you in yet. Meadow needs your date of birth/))
      .toBeVisible();
  });

  test('that it couldn’t be loaded, and it is asked for again', async () => {
    const read = vi.fn<Phone['read']>(async () => ({ status: 'ok', answer: withPhone() }));
    read.mockResolvedValueOnce({ status: 'later' });
    await openAccount([], { read });
    await expect
      .element(page.getByText('We couldn’t load your phone number. Nothing has changed.'))
      .toBeVisible();
    await userEvent.click(button('Try again'));
    await expect.element(change).toBeVisible();
  });
});

test('there is no number where the vendor sends no texts', async () => {
  const account = createTestAccount(testSession);
  account.show([]);
  open('/connect/meadow/account/profile', { platform: createTestPlatform({ account }) });
  await expect.element(heading('What we send you')).toBeVisible();
  expect(heading('Phone number').elements()).toEqual([]);
});
