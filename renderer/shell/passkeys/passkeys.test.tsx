import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { Account, Passkeys } from '../../platform/contract/account.ts';
import {
  createTestAccount,
  createTestPasskeys,
  testPasskeyList,
  testSession,
} from '../../platform/contract/account-testing.ts';

// Tests are in a frame, where nobody signs in by a passkey.
vi.mock('./support.ts', () => ({ passkeySupport: async () => ({ use: true, make: true }) }));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const bytes = (size: number) => new Uint8Array(size).buffer;

/** As a browser gives it; nothing in it is signed. */
const chosen = {
  ...{ id: 'AAAA', rawId: bytes(3), type: 'public-key', authenticatorAttachment: 'platform' },
  getClientExtensionResults: () => ({}),
  response: {
    ...{ clientDataJSON: bytes(2), authenticatorData: bytes(2), signature: bytes(2), userHandle: bytes(2) },
    ...{ attestationObject: bytes(2), getTransports: () => ['internal'] },
  },
} as unknown as PublicKeyCredential;
const error = (name: string) => new DOMException('as the browser says it', name);

const get = vi.spyOn(navigator.credentials, 'get');
const create = vi.spyOn(navigator.credentials, 'create');
beforeEach(() => {
  get.mockReset().mockResolvedValue(chosen);
  create.mockReset().mockResolvedValue(chosen);
});
afterEach(() => {
  vi.clearAllMocks();
});

async function openSheet(answers: Partial<Account> = {}, passkeys: Partial<Passkeys> = {}) {
  const account = createTestAccount(
    { status: 'signed-out' },
    { passkeys: async () => createTestPasskeys(passkeys), ...answers },
  );
  const { router } = open('/connect/meadow/', { platform: createTestPlatform({ account }) });
  await userEvent.click(page.getByRole('link', { name: 'Sign in' }));
  await expect.element(button('Use a passkey')).toBeVisible();
  return { account, router };
}
const isMine = () => userEvent.click(page.getByRole('radio', { name: 'Yes, it’s mine' }), { force: true });

describe('signing in by a passkey', () => {
  test('takes one press and no address; what the browser is asked with was fetched before (A22)', async () => {
    const request = vi.fn<Passkeys['request']>(createTestPasskeys().request);
    const signIn = vi.fn<Account['signIn']>(async () => ({ status: 'signed-in' }));
    await openSheet({ signIn }, { request });
    await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
    await isMine();
    request.mockImplementation(() => new Promise(() => undefined));
    await userEvent.click(button('Use a passkey'));
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledOnce());
    expect(signIn.mock.calls[0]?.[0]).toMatchObject({
      ...{ language: 'en', shared: false, person: undefined },
      by: { passkey: { id: 'AAAA', response: { userHandle: 'AAA' } } },
    });
    const asked = get.mock.calls[0]?.[0]?.publicKey;
    expect(asked).toMatchObject({ userVerification: 'required', rpId: location.hostname });
    expect(asked?.allowCredentials).toBeUndefined();
  });

  test('asks first whose device it is', async () => {
    await openSheet();
    await userEvent.click(button('Use a passkey'));
    await expect.element(page.getByText('Choose whether this device is yours.')).toBeVisible();
    expect(get).not.toHaveBeenCalled();
  });

  test('says nothing of an error, and may be tried again - its dialog was closed (A21)', async () => {
    get.mockRejectedValueOnce(error('NotAllowedError'));
    const signIn = vi.fn<Account['signIn']>(async () => ({ status: 'signed-in' }));
    await openSheet({ signIn });
    await isMine();
    await userEvent.click(button('Use a passkey'));
    await vi.waitFor(() => expect(get).toHaveBeenCalledOnce());
    expect(
      page
        .getByRole('alert')
        .elements()
        .map(({ textContent }) => textContent)
        .join(''),
    ).toBe('');
    await userEvent.click(button('Use a passkey'));
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledOnce());
  });

  test.each(['OperationError', 'InvalidStateError'])(
    'puts aside what is still pending and tries once more - %s (A21)',
    async (name) => {
      get.mockRejectedValueOnce(error(name));
      const signIn = vi.fn<Account['signIn']>(async () => ({ status: 'signed-in' }));
      await openSheet({ signIn });
      await isMine();
      await userEvent.click(button('Use a passkey'));
      await vi.waitFor(() => expect(signIn).toHaveBeenCalledOnce());
      expect(get).toHaveBeenCalledTimes(2);
      const [first, second] = get.mock.calls.map(([options]) => options?.signal);
      expect([first?.aborted, second?.aborted]).toEqual([true, false]);
    },
  );

  test('tries no third time', async () => {
    get.mockRejectedValue(error('OperationError'));
    await openSheet();
    await isMine();
    await userEvent.click(button('Use a passkey'));
    await expect.element(page.getByText(/Your passkey didn’t work this time/)).toBeVisible();
    expect(get).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['wrong', /Meadow doesn’t know that passkey/],
    ['elsewhere', /This passkey is for another clinic. Choose the one that names Meadow/],
  ] as const)('says what the clinic says of it - %s', async (status, words) => {
    await openSheet({ signIn: async () => ({ status }) });
    await isMine();
    await userEvent.click(button('Use a passkey'));
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
  });

  test('closes the browser’s dialog with its own', async () => {
    get.mockImplementation(() => new Promise(() => undefined));
    await openSheet();
    await isMine();
    await userEvent.click(button('Use a passkey'));
    await vi.waitFor(() => expect(get).toHaveBeenCalledOnce());
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(get.mock.calls[0]?.[0]?.signal?.aborted).toBe(true));
  });
});

describe('the offer of a passkey', () => {
  const due = async () => ({ status: 'ok', list: { ...testPasskeyList, offer: true } }) as const;

  async function signsInByCode(passkeys: Partial<Passkeys>, owner = 'Yes, it’s mine') {
    const opened = await openSheet({}, passkeys);
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await userEvent.click(page.getByRole('radio', { name: owner }), { force: true });
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    return opened;
  }

  test('comes after a code, makes one, and leads on to where the sign-in leads', async () => {
    const add = vi.fn<Passkeys['add']>(createTestPasskeys().add);
    const { router } = await signsInByCode({ list: due, add });
    await expect.element(heading('Skip the code next time')).toBeVisible();
    await userEvent.click(button('Create a passkey'));
    await expect.element(heading('Your account')).toBeVisible();
    expect(router.state.location.pathname).toBe('/connect/meadow/account/profile');
    expect(add).toHaveBeenCalledOnce();
    const asked = create.mock.calls[0]?.[0]?.publicKey;
    expect(asked?.authenticatorSelection).toMatchObject({
      ...{ residentKey: 'required', userVerification: 'required' },
    });
    expect(asked?.attestation).toBe('none');
  });

  test.each([
    ['Not now', () => userEvent.click(button('Not now'))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('is answered once and for all - %s', async (_, answer) => {
    const answerOffer = vi.fn<Passkeys['answerOffer']>(async () => undefined);
    await signsInByCode({ list: due, answerOffer });
    await expect.element(heading('Skip the code next time')).toBeVisible();
    await answer();
    await expect.element(heading('Your account')).toBeVisible();
    expect(answerOffer).toHaveBeenCalledOnce();
    expect(create).not.toHaveBeenCalled();
  });

  test.each([
    ['they were asked before', createTestPasskeys().list, 'Yes, it’s mine'],
    ['others use the device', due, 'No, others use it'],
    ['the clinic doesn’t say', async () => ({ status: 'offline' }) as const, 'Yes, it’s mine'],
  ])('doesn’t come - %s', async (_, list, owner) => {
    await signsInByCode({ list }, owner);
    await expect.element(heading('Your account')).toBeVisible();
    expect(heading('Skip the code next time').elements()).toEqual([]);
  });

  test('says that nothing was made, and that it may be tried again - the device has one already', async () => {
    create.mockRejectedValueOnce(error('InvalidStateError')).mockRejectedValueOnce(error('NotAllowedError'));
    await signsInByCode({ list: due });
    await userEvent.click(button('Create a passkey'));
    await expect.element(page.getByText(/You may already have one on this device/)).toBeVisible();
    await userEvent.click(button('Create a passkey'));
    await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(2));
    await expect.element(page.getByText(/You may already have one/)).not.toBeInTheDocument();
    await userEvent.click(button('Create a passkey'));
    await expect.element(heading('Your account')).toBeVisible();
  });
});

describe('the passkeys on the account page', () => {
  const passkey = (id: string, name: string | null, over: object = {}) => ({
    ...{ id, name, credential: id, synced: false, lastUsedAt: null, createdAt: '2026-11-03T10:00:00.000Z' },
    ...over,
  });
  const two = {
    ...testPasskeyList,
    passkeys: [passkey('1', 'Chrome on Android', { synced: true }), passkey('2', null)],
  };
  const listOf = async () => ({ status: 'ok', list: two }) as const;

  function openAccount(passkeys: Partial<Passkeys> = {}, session: object = {}) {
    const account = createTestAccount(
      { ...testSession, ...session },
      { passkeys: async () => createTestPasskeys({ list: listOf, ...passkeys }) },
    );
    open('/connect/meadow/account/profile', { platform: createTestPlatform({ account }) });
    return account;
  }
  const rows = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  test('are listed with what is known of each', async () => {
    openAccount();
    await expect.element(page.getByText('Added Nov 3, 2026 · Synced to your other devices')).toBeVisible();
    await expect.element(button('Remove Passkey')).toBeVisible();
  });

  test('are removed after a fresh proof of the same person, and the password manager hears which are left (A25)', async () => {
    const signal = vi.fn<() => Promise<undefined>>(async () => undefined);
    const unknown = vi.fn<() => Promise<undefined>>(async () => undefined);
    vi.stubGlobal('PublicKeyCredential', {
      signalAllAcceptedCredentials: signal,
      signalUnknownCredential: unknown,
    });
    const remove = vi
      .fn<Passkeys['remove']>(async () => ({ status: 'done' }))
      .mockResolvedValueOnce({ status: 'proof-too-old' });
    openAccount({ remove, list: async () => ({ status: 'ok', list: { ...two, user: 'CCCC' } }) });
    await userEvent.click(button('Remove Passkey'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
    await expect.element(page.getByText(/Before that, confirm it’s you/)).toBeVisible();
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(page.getByText('Passkey removed. We’ll email you to confirm.')).toBeVisible();
    await expect.poll(() => rows.elements().length).toBe(1);
    expect(remove.mock.calls).toEqual([['2'], ['2']]);
    await vi.waitFor(() =>
      expect(signal).toHaveBeenCalledExactlyOnceWith({
        ...{ rpId: 'localhost', userId: 'CCCC', allAcceptedCredentialIds: ['1'] },
      }),
    );
    expect(unknown).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  test('are renamed, and not to nothing', async () => {
    const rename = vi.fn<Passkeys['rename']>(async () => ({ status: 'done' }));
    openAccount({ rename });
    await userEvent.click(page.getByRole('button', { name: /^Rename .Chrome/ }));
    const name = page.getByRole('textbox', { name: 'Name' });
    await userEvent.fill(name, '  ');
    await userEvent.click(button('Save'));
    await expect.element(page.getByText('Enter a name.')).toBeVisible();
    await expect.element(name).toHaveFocus();
    await userEvent.fill(name, ' My phone ');
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(rename).toHaveBeenCalledExactlyOnceWith('1', 'My phone'));
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  });

  test('can’t be added on a device that others use', async () => {
    openAccount({}, { shared: true });
    await expect.element(page.getByText(/Add one on a device of your own/)).toBeVisible();
    expect(button('Add a passkey').elements()).toEqual([]);
  });

  test('are proven first where the last proof is old, and then made', async () => {
    const creation = vi
      .fn<Passkeys['creation']>(createTestPasskeys().creation)
      .mockResolvedValueOnce({ status: 'proof-too-old' });
    openAccount({ creation });
    await userEvent.click(button('Add a passkey'));
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await userEvent.click(button('Create a passkey'));
    await expect.element(page.getByText('Passkey added. We’ll email you to confirm.')).toBeVisible();
  });

  test('are missing for a reason - they can’t be loaded', async () => {
    openAccount({ list: async () => ({ status: 'later' }) });
    await expect
      .element(page.getByText('We couldn’t load your passkeys. Nothing has changed.'))
      .toBeVisible();
  });
});
