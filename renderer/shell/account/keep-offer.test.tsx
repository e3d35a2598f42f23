import files from 'virtual:catalogue-files';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { Account } from '../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';

const delivery = testDelivery({
  state: 'received',
  receipt: {
    ...{ opId: 'b', sha256: 'a'.repeat(64), seq: 1, epoch: 'e', receivedAt: new Date().toISOString() },
    ...{ code: 'K7-42QF', keyId: 'k', signature: 's' },
  },
});
const offer = page.getByRole('heading', { name: 'Keep this where you can find it' });

function openReceipt(
  answers: Partial<Account> = {},
  account = createTestAccount({ status: 'signed-out' }, answers),
) {
  const platform = createTestPlatform({ deliveries: [delivery], account });
  open('/connect/meadow/questionnaire/sleep/success', { platform });
  return platform;
}

async function signIn() {
  await userEvent.click(page.getByRole('button', { name: 'Sign in with email' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
  // That it is one's own was said in the form.
  await expect.element(page.getByRole('radio', { name: 'Yes, it’s mine' })).toBeChecked();
  await userEvent.click(page.getByRole('button', { name: 'Email me a code' }));
  await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a receipt', () => {
  test('stays, and its page’s header with it - what the account says can’t be fetched', async () => {
    const fetching = vi.spyOn(files, 'account/en').mockRejectedValue(new Error('offline'));
    openReceipt();
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Meadow has your answers' }))
      .toBeVisible();
    await vi.waitFor(() => expect(fetching).toHaveBeenCalled());
    // A frame later the failure has reached React.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.element(page.getByText('K7-42QF').first()).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Meadow', exact: true })).toBeVisible();
    await expect.element(offer).not.toBeInTheDocument();
  });

  test('goes into the account of who signs in on it, and says so', async () => {
    const claim = vi.fn<Account['claim']>(async ({ operations }) => ({
      status: 'done',
      claimed: operations,
    }));
    openReceipt({ claim });
    await signIn();
    await expect.element(page.getByText('Saved to your account')).toBeVisible();
    expect(claim.mock.calls).toEqual([[{ operations: [delivery.opId] }]]);
    await expect
      .element(page.getByRole('link', { name: 'See your forms' }))
      .toHaveAttribute('href', '/connect/meadow/account/profile');
  });

  test('leads nowhere else before it is in the account - a password is forgotten by a code', async () => {
    openReceipt();
    await userEvent.click(page.getByRole('button', { name: 'Sign in with email' }));
    await userEvent.click(page.getByRole('button', { name: 'Use a password' }));
    await expect.element(page.getByRole('button', { name: 'Email me a code instead' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Forgot your password?' }).elements()).toEqual([]);
  });

  test('says that the clinic still has it, and tries again - it couldn’t be added', async () => {
    const claim = vi
      .fn<Account['claim']>(async ({ operations }) => ({ status: 'done', claimed: operations }))
      .mockResolvedValueOnce({ status: 'offline' });
    openReceipt({ claim });
    await signIn();
    await expect.element(page.getByText(/this isn’t in your account yet. Meadow still has it/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('Saved to your account')).toBeVisible();
  });

  test('says so - it is not of this device', async () => {
    openReceipt({ claim: async () => ({ status: 'done', claimed: [] }) });
    await signIn();
    await expect.element(page.getByText(/we couldn’t add this to your account/)).toBeVisible();
  });

  test('explains instead of offering - offline', async () => {
    openReceipt().setConnection({ state: 'offline' });
    await expect.element(page.getByText(/Go online to add it to an account/)).toBeVisible();
    expect(page.getByRole('button', { name: 'Sign in with email' }).elements()).toEqual([]);
  });

  test('offers nothing - somebody is signed in, or it still waits', async () => {
    openReceipt({}, createTestAccount(testSession));
    await expect.element(page.getByRole('link', { name: 'Account' })).toBeVisible();
    expect(offer.elements()).toEqual([]);
  });
});
