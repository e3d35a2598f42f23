import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../app/testing/open.tsx';
import { testDelivery } from '../platform/contract/testing.ts';
import { createTestPlatform } from './testing/platform.ts';

afterEach(() => vi.restoreAllMocks());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function openWaiting(queuedAt = minutesAgo(5)) {
  const platform = createTestPlatform({ deliveries: [testDelivery({ queuedAt })] });
  open('/connect/meadow/', { platform });
  return platform;
}

/** The banner's comes first. */
const saveCopy = () => page.getByRole('button', { name: 'Save a copy' });

describe('a copy of what waits', () => {
  test('is explained, and named by the code and by no person', async () => {
    openWaiting();
    await userEvent.click(saveCopy().first());
    const sheet = page.getByRole('dialog', { name: 'Save a copy' });
    await expect.element(sheet.getByText(/Only Meadow can open it/)).toBeVisible();
    await expect.element(sheet.getByText('meadow-K7-42QF.intake')).toBeVisible();
    await expect.element(sheet.getByRole('link', { name: 'hello@meadow.example' })).toBeVisible();
  });

  test('is downloaded under its name', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    openWaiting();
    await userEvent.click(saveCopy().first());
    await userEvent.click(page.getByRole('button', { name: 'Download' }));
    await expect.element(page.getByText(/Saved to your downloads/)).toBeVisible();
    expect(names).toEqual(['meadow-K7-42QF.intake']);
  });

  test('is shared where files can be shared, and says so where that fails', async () => {
    const share = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    Object.defineProperties(navigator, {
      canShare: { value: () => true, configurable: true },
      share: { value: share, configurable: true },
    });
    openWaiting();
    await userEvent.click(saveCopy().first());
    await userEvent.click(page.getByRole('button', { name: 'Share' }));
    await expect.element(page.getByText(/Download it instead/)).toBeVisible();
    share.mockResolvedValueOnce(undefined);
    await userEvent.click(page.getByRole('button', { name: 'Share' }));
    await expect.element(page.getByText('Shared.')).toBeVisible();
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });

  test('says that nothing has changed - it could not be made', async () => {
    const platform = openWaiting();
    vi.spyOn(platform.deliveries, 'saveCopy').mockRejectedValue(new Error('absent'));
    await userEvent.click(saveCopy().first());
    await expect.element(page.getByRole('alert').getByText('We couldn’t make the copy')).toBeVisible();
  });

  test('is advised - something has waited for more than a day', async () => {
    openWaiting(minutesAgo(25 * 60));
    await expect.element(page.getByText(/Waiting more than a day/)).toBeVisible();
  });

  test('is not offered - the vendor has everything', async () => {
    const platform = createTestPlatform({ deliveries: [testDelivery({ state: 'received' })] });
    open('/connect/meadow/', { platform });
    await expect.element(page.getByText('Received by Meadow')).toBeVisible();
    expect(saveCopy().elements()).toEqual([]);
  });
});

describe('what waits', () => {
  test('says how far its photos have got, and why it is not there', async () => {
    const platform = createTestPlatform({
      deliveries: [testDelivery({ why: 'photos', upload: { done: 400_000, total: 1_000_000 } })],
    });
    open('/connect/meadow/', { platform });
    await expect
      .element(page.getByText(/Sending photos first. Photos and files: 40% sent./).first())
      .toBeVisible();
  });

  test('says when it was tried last - "Send now" came to nothing', async () => {
    const platform = openWaiting();
    await userEvent.click(page.getByRole('button', { name: 'Send now' }));
    await expect.element(page.getByText(/Tried at/)).toBeVisible();
    expect(platform.sendNowCalls()).toBe(1);
  });
});
