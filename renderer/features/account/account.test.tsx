import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../app/testing/open.tsx';
import { newCart } from '../../device/cart/stored-cart.ts';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { Account, AccountState, RecordView } from '../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';

afterEach(() => vi.useRealTimers());

const HOUR_MS = 3_600_000;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

function form(id: string, body: Readonly<Record<string, unknown>>): RecordView {
  const plain = { code: 'K7-42QF', title: { en: 'Sleep diary' }, sentAt: hoursAgo(5), status: 'received' };
  return { kind: 'case', v: 1, id, seq: 1, body: { ...plain, dueAt: hoursAgo(-20), ...body } };
}
const session = (id: string, browser: string | null, current = false) => ({
  ...{ id, browser, current, shared: false },
  startedAt: hoursAgo(50),
  lastSeenAt: hoursAgo(3),
});
const DEVICES = [
  session('1', 'Chrome on Android', true),
  session('2', 'Safari on iPhone'),
  session('3', null),
];

interface Given {
  readonly state?: AccountState;
  readonly answers?: Partial<Account>;
  readonly records?: readonly RecordView[];
  readonly platform?: Parameters<typeof createTestPlatform>[0];
}
function openAccount(
  { state = testSession, answers = {}, records = [], platform = {} }: Given = {},
  screen = 'profile',
) {
  const account = createTestAccount(state, {
    sessions: async () => ({ status: 'ok', sessions: DEVICES }),
    ...answers,
  });
  account.show(records);
  const device = createTestPlatform({ account, ...platform });
  open(`/connect/meadow/account/${screen}`, { platform: device });
  return { account, device };
}

const violations = async () =>
  (await axe.run(document, { rules: { 'document-title': { enabled: false } } })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

describe('the account page', () => {
  test('says who is signed in, and what became of each form, the newest first', async () => {
    openAccount({
      records: [
        form('a', {
          title: { en: 'Read form' },
          sentAt: hoursAgo(90),
          status: 'reviewed',
          reviewedAt: hoursAgo(80),
        }),
        form('b', { title: { en: 'Held form' }, sentAt: hoursAgo(50), status: 'held' }),
        form('c', { title: { en: 'Late form' }, sentAt: hoursAgo(40), dueAt: hoursAgo(2) }),
        form('d', { title: null, sentAt: hoursAgo(1) }),
        form('e', { title: { en: 'New form' }, sentAt: hoursAgo(0), status: 'sending', dueAt: undefined }),
      ],
    });
    await expect.element(page.getByText(/Signed in as .ana@example.org/)).toBeVisible();
    const rows = page.getByRole('list', { name: 'Your forms' }).getByRole('listitem');
    await expect
      .poll(() => rows.elements().map((row) => row.textContent))
      .toEqual([
        expect.stringMatching(/^New formWaiting to send: Meadow doesn’t have it yetReference .K7-42QF/),
        expect.stringMatching(/^FormReceived. Meadow will read it by /),
        expect.stringMatching(/^Late formReceived. You should have heard by .* call Meadow/),
        expect.stringMatching(/^Held formReceived. Meadow is checking it first/),
        expect.stringMatching(/^Read formRead by Meadow on /),
      ]);
    expect(await violations()).toEqual([]);
  });

  test('says how a form gets here - there is none', async () => {
    openAccount();
    await expect.element(page.getByText('No forms here yet')).toBeVisible();
  });

  test('says how old the list is - offline', async () => {
    const { device } = openAccount({ records: [form('a', {})] });
    device.setConnection({ state: 'offline' });
    await expect.element(page.getByText(/You’re offline. This list is from Nov 20, 2026/)).toBeVisible();
    await expect.element(page.getByText('Sleep diary')).toBeVisible();
  });

  test('offers to try again - the list can’t be read', async () => {
    const refresh = vi.fn<Account['refresh']>(async () => undefined);
    const { account } = openAccount({ answers: { refresh } });
    account.show([], { status: 'failed' });
    await expect.element(page.getByText(/We couldn’t load your forms/)).toBeVisible();
    const before = refresh.mock.calls.length;
    await userEvent.click(button('Try again'));
    expect(refresh.mock.calls.length).toBe(before + 1);
  });

  test('signs another device out after asking, and all others at once', async () => {
    const endSessions = vi.fn<Account['endSessions']>(async () => ({ status: 'done' }));
    openAccount({ answers: { endSessions } });
    await userEvent.click(page.getByRole('button', { name: /Sign out of .Safari on iPhone/ }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/removed there the next time it’s online/)).toBeVisible();
    expect(endSessions).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out', exact: true }));
    await expect.element(page.getByText('Signed out.')).toBeVisible();
    expect(endSessions).toHaveBeenLastCalledWith('2');
    await userEvent.click(button('Sign out everywhere else'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }));
    await vi.waitFor(() => expect(endSessions).toHaveBeenLastCalledWith(undefined));
  });

  test('says that nothing has changed - a device can’t be signed out offline', async () => {
    openAccount({ answers: { endSessions: async () => ({ status: 'offline' }) } });
    await userEvent.click(page.getByRole('button', { name: /Safari on iPhone/ }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }));
    await expect
      .element(page.getByRole('alert').getByText(/You’re offline. Nothing has changed/))
      .toBeVisible();
  });

  test('signs out, and counts what is still sent all the same (R27)', async () => {
    openAccount({
      platform: { deliveries: [testDelivery(), testDelivery({ opId: 'b', state: 'received' })] },
    });
    await userEvent.click(button('Sign out'));
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByText('1 item is still waiting to send. It stays here and is sent all the same.'))
      .toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await expect.element(heading('Sign in')).toBeVisible();
    await expect.element(heading('Your account')).toHaveFocus();
  });

  test('signs out, and what is put into the cart from then on is a guest’s', async () => {
    const cart = { ...newCart('01900000-0000-7000-8000-000000000001'), person: testSession.person };
    const shelf = createTestShelf({ cart });
    openAccount({ platform: { shelf } });
    await userEvent.click(button('Sign out'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
    await expect.poll(() => shelf.value(`cart/${testSession.person}`)).toEqual(cart);
    await expect.poll(() => shelf.value('cart')).toBeUndefined();
  });

  test('stays signed in, and says so - the device can’t remove the records', async () => {
    openAccount({ answers: { signOut: () => Promise.reject(new Error('storage')) } });
    await userEvent.click(button('Sign out'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
    await expect.element(page.getByText(/you’re still signed in/)).toBeVisible();
  });

  test('has the sign-in on it - nobody is signed in', async () => {
    openAccount({ state: { status: 'signed-out' } });
    await expect.element(page.getByText(/your email is enough/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test.each([
    ['session', 'Please sign in again'],
    ['closed', 'This account was closed'],
    ['merged', 'Meadow combined your records'],
  ] as const)('says why the sign-in ended, and forgets the email when asked - %s', async (why, words) => {
    openAccount({ state: { status: 'ended', why, email: 'ana@example.org' } });
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ana@example.org');
    await userEvent.click(button('Not you? Remove this email'));
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');
  });

  test('opens by signing in - locked after 30 days without contact (R31)', async () => {
    openAccount({ state: { status: 'locked', email: 'ana@example.org' } });
    await expect.element(page.getByText(/so we locked your records. They’re still here/)).toBeVisible();
  });

  test('leads from its sign-in to a new password - the old one is forgotten (A6)', async () => {
    openAccount({ state: { status: 'signed-out' } });
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await userEvent.click(page.getByRole('radio', { name: 'Yes, it’s mine' }), { force: true });
    await userEvent.click(button('Use a password'));
    await userEvent.click(button('Forgot your password?'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(page.getByLabelText('New password', { exact: true })).toBeVisible();
  });
});

/** Nobody touches the page, from whenever it began to wait for that. */
async function isLeftAloneUntil(words: string) {
  await expect
    .poll(() => {
      vi.setSystemTime(Date.now() + 15 * 60_000);
      return page.getByText(words).elements().length;
    })
    .toBe(1);
}

describe('an account that nobody touches', () => {
  test('is covered on one’s own device, and shown again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    openAccount({ records: [form('a', {})] });
    await expect.element(page.getByText('Sleep diary')).toBeVisible();
    await isLeftAloneUntil('Covered for your privacy');
    await expect.element(heading('Covered for your privacy')).toHaveFocus();
    expect(page.getByText('Sleep diary').elements()).toEqual([]);
    await userEvent.click(button('Show my account'));
    await expect.element(page.getByText('Sleep diary')).toBeVisible();
  });

  test('opens only with the patient’s lock where that is on', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { device } = openAccount({ records: [form('a', {})], platform: { lock: 'open' } });
    await expect.element(page.getByText('Sleep diary')).toBeVisible();
    await isLeftAloneUntil('Covered for your privacy');
    await expect.element(heading('Covered for your privacy')).toBeVisible();
    await vi.waitFor(async () => expect(await device.lock.state()).toBe('locked'));
    expect(button('Show my account').elements()).toEqual([]);
    device.lock.set('open');
    await expect.element(page.getByText('Sleep diary')).toBeVisible();
  });

  test('is signed out on a shared device, and says why', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    openAccount({ state: { ...testSession, shared: true } });
    await expect.element(page.getByText(/after 15 minutes without use/)).toBeVisible();
    await isLeftAloneUntil('You’re signed out');
    await expect.element(page.getByText('You’re signed out')).toBeVisible();
    await expect.element(page.getByText(/shared device and nobody used it/)).toBeVisible();
  });

  test('keeps its session on a shared device while somebody touches it, and there alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const refresh = vi.fn<Account['refresh']>(async () => undefined);
    // The profile also asks by itself.
    const state = { ...testSession, shared: true };
    const { account } = openAccount({ state, answers: { refresh } }, 'password');
    await expect.element(page.getByLabelText('New password', { exact: true })).toBeVisible();
    const touchAfter = async (minutes: number) => {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      await userEvent.keyboard('{Shift}');
    };
    for (const minutes of [4, 2, 4, 2, 0]) await touchAfter(minutes);
    await expect.poll(() => refresh.mock.calls.length).toBe(2);
    account.set(testSession);
    // Until the page has taken it in, a touch still counts as on a shared device.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await touchAfter(6);
    expect(refresh.mock.calls.length).toBe(2);
  });

  test('is covered also by a touch that comes first when a phone wakes up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    openAccount({ records: [form('a', {})] });
    await expect.element(page.getByText('Sleep diary')).toBeVisible();
    vi.setSystemTime(Date.now() + 16 * 60_000);
    dispatchEvent(new PointerEvent('pointerdown'));
    await expect.element(heading('Covered for your privacy')).toBeVisible();
  });
});

describe('the password page', () => {
  const field = page.getByLabelText('New password', { exact: true });
  const good = 'violet tractor moon biscuit';

  test('sets one, says how hard it is to guess while typing waits for nothing, and lists the other ways in (A7, A30)', async () => {
    const setPassword = vi.fn<Account['setPassword']>(async () => ({ status: 'done' }));
    openAccount({ answers: { setPassword } }, 'password');
    await expect.element(field).toHaveAttribute('autocomplete', 'new-password');
    await userEvent.fill(field, 'abc');
    await expect.element(page.getByText('12 more characters to go')).toBeVisible();
    await userEvent.fill(field, 'passwordpassword');
    await expect.element(page.getByText('Easy to guess'), { timeout: 10_000 }).toBeVisible();
    await userEvent.fill(field, good);
    await expect.element(page.getByText('Strong', { exact: true }), { timeout: 10_000 }).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/Password saved/)).toBeVisible();
    expect(setPassword.mock.calls).toEqual([[good]]);
    await expect.element(field).toHaveValue('');
    // Whoever had the account may have left another way in.
    const ways = page.getByRole('region', { name: 'Who else can sign in' });
    await expect.element(ways.getByText('ana@example.org')).toBeVisible();
    await expect.element(ways.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('asks for 15 characters, and for another one where the server finds it weak', async () => {
    const setPassword = vi.fn<Account['setPassword']>(async () => ({ status: 'weak' }));
    openAccount({ answers: { setPassword } }, 'password');
    await userEvent.fill(field, 'too short');
    await userEvent.click(button('Save password'));
    await expect.element(page.getByText('Use at least 15 characters. 6 more to go.')).toBeVisible();
    expect(setPassword).not.toHaveBeenCalled();
    await userEvent.fill(field, 'x'.repeat(129));
    await userEvent.click(button('Save password'));
    await expect.element(page.getByText('Use at most 128 characters.')).toBeVisible();
    await userEvent.fill(field, 'aaaaaaaaaaaaaaaaaaaa');
    await userEvent.click(button('Save password'));
    await expect.element(page.getByText(/too easy to guess/)).toBeVisible();
    await expect.element(field).toHaveValue('aaaaaaaaaaaaaaaaaaaa');
  });

  test('asks who it is where that was proven too long ago, and then saves what was typed', async () => {
    const setPassword = vi
      .fn<Account['setPassword']>(async () => ({ status: 'done' }))
      .mockResolvedValueOnce({ status: 'proof-too-old' });
    const { account } = openAccount({ answers: { setPassword } }, 'password');
    await userEvent.fill(field, good);
    await userEvent.click(button('Save password'));
    await expect.element(heading('Confirm it’s you')).toBeVisible();
    // Nobody has a password to prove it by.
    expect(button('Use a password').elements()).toEqual([]);
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(page.getByText(/Password saved/)).toBeVisible();
    expect(account.codes).toEqual(['ana@example.org']);
    expect(setPassword.mock.calls).toEqual([[good], [good]]);
  });

  test('removes it after asking', async () => {
    const setPassword = vi.fn<Account['setPassword']>(async () => ({ status: 'done' }));
    openAccount({ state: { ...testSession, hasPassword: true }, answers: { setPassword } }, 'password');
    await userEvent.click(button('Remove password'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove password' }));
    await expect.element(page.getByText(/You now sign in with a code/)).toBeVisible();
    expect(setPassword.mock.calls).toEqual([[null]]);
  });

  test('explains itself and has the sign-in on it - nobody is signed in', async () => {
    openAccount({ state: { status: 'signed-out' } }, 'password');
    await expect.element(page.getByText(/If you forgot it, sign in with a code/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });
});
