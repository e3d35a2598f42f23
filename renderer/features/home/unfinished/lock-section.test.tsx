import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform, TEST_RECOVERY_CODE } from '../../../device/testing/platform.ts';
import { testDelivery, testDraft } from '../../../platform/contract/testing.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const waiting = [testDelivery(), testDelivery({ opId: 'two', session: 'two' })];

describe('the lock', () => {
  test('is turned on only once the recovery code has been noted', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()] });
    open('/connect/meadow/', { platform });
    await userEvent.click(button('Turn on lock'));
    const dialog = page.getByRole('alertdialog', { name: 'Write down your recovery code' });
    await expect.element(dialog).toBeVisible();
    const groups = dialog.getByRole('listitem').elements();
    expect(groups.map((group) => group.textContent).join('-')).toBe(TEST_RECOVERY_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on lock' }));
    await expect.element(dialog.getByText(/Check this box once you have the code/)).toBeVisible();
    expect(await platform.lock.state()).toBe('off');
    await userEvent.click(dialog.getByRole('checkbox', { name: /written it down/ }), { force: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on lock' }));
    await expect.element(button('Lock now')).toBeVisible();
    expect(await platform.lock.state()).toBe('open');
  });

  test('stays off - the person goes back before the code was noted', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()] });
    open('/connect/meadow/', { platform });
    await userEvent.click(button('Turn on lock'));
    await userEvent.click(button('Keep off'));
    await expect.element(page.getByText('The lock is still off.')).toBeVisible();
    expect(await platform.lock.state()).toBe('off');
  });

  test('lists drafts without what they are, and says what goes out all the same - it is locked', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()], deliveries: waiting, lock: 'open' });
    open('/connect/meadow/', { platform });
    await expect.element(page.getByText('Continue: Sleep diary').first()).toBeVisible();
    await userEvent.click(button('Lock now'));
    await expect.element(page.getByText(/^Locked, saved/)).toBeVisible();
    await expect
      .element(page.getByText(/2 forms still to send. They will go to Meadow while locked./))
      .toBeVisible();
    await expect.element(page.getByText('Continue: Sleep diary')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('region', { name: 'Where you left off' }).getByText('Sleep diary'))
      .not.toBeInTheDocument();
  });

  test('opens by passkey', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()], lock: 'locked' });
    open('/connect/meadow/', { platform });
    await userEvent.click(button('Unlock'));
    await expect.element(page.getByText('Continue: Sleep diary').first()).toBeVisible();
  });

  test('opens by the recovery code - after a typing error', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()], lock: 'locked' });
    open('/connect/meadow/', { platform });
    await userEvent.click(button('Use recovery code'));
    const field = page.getByRole('textbox', { name: /Recovery code/ });
    await userEvent.fill(field, '7ZQK');
    await userEvent.click(button('Unlock'));
    await expect.element(page.getByText(/The code has a typo/)).toBeVisible();
    await userEvent.fill(field, TEST_RECOVERY_CODE);
    await userEvent.click(button('Unlock'));
    await expect.element(page.getByText('Continue: Sleep diary').first()).toBeVisible();
  });

  test('says in one sentence why it is not offered - no passkey can lock here', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()], lockSupport: 'no-prf' });
    open('/connect/meadow/', { platform });
    await expect.element(page.getByText(/in this browser can’t lock drafts/)).toBeVisible();
    expect(button('Turn on lock').elements()).toEqual([]);
  });

  test('is not offered - others use the device, too', async () => {
    const platform = createTestPlatform({ drafts: [testDraft({ owner: 'shared' })] });
    open('/connect/meadow/', { platform });
    await expect.element(page.getByText('Continue: A form on this device').first()).toBeVisible();
    await expect.element(page.getByText('Device lock')).not.toBeInTheDocument();
  });

  test('keeps a form closed and says how it opens - a deep link to it', async () => {
    const platform = createTestPlatform({ drafts: [testDraft()], lock: 'locked' });
    open('/connect/meadow/questionnaire/sleep', { platform });
    await expect.element(page.getByRole('heading', { name: 'Your drafts are locked' })).toBeVisible();
    await expect.element(button('Unlock')).toBeVisible();
    expect(button('Continue').elements()).toEqual([]);
  });
});
