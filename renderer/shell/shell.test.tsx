import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testPack } from '../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../app/testing/open.tsx';
import { createTestPlatform } from '../device/testing/platform.ts';
import { LANGUAGE_COOKIE } from '../i18n/index.ts';
import { testDelivery } from '../platform/contract/testing.ts';

afterEach(async () => {
  await cookieStore.delete(LANGUAGE_COOKIE);
});

describe('an address', () => {
  test('that leads nowhere - a page with ways on, and a title that says so', async () => {
    open('/connect/meadow/nothing/here');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
    await expect.element(page.getByRole('link', { name: 'Sleep diary' })).toBeVisible();
    await expect.poll(() => document.title).toBe('Not found – Meadow');
  });

  test('of an unknown document - the list of those there are', async () => {
    open('/connect/meadow/imprint');
    await expect
      .element(page.getByRole('list', { name: 'Where to go next' }).getByRole('link', { name: 'Privacy' }))
      .toBeVisible();
  });

  test('of an unknown form - says that it is not offered, and that nothing was lost', async () => {
    open('/connect/meadow/questionnaire/hair');
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('This form isn’t available here');
    await expect.element(page.getByText(/Your saved answers are still on this device/)).toBeVisible();
  });

  test('of an unknown clinic - clinic not found, with the way to all of them', async () => {
    open('/connect/oak/', {
      bootstrap: { scope: 'platform', pack: undefined, missingVendor: 'oak' } as object,
    });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Clinic not found');
    await expect
      .element(page.getByRole('link', { name: 'All clinics' }))
      .toHaveAttribute('href', '/#clinics');
  });
});

describe('a change of screen', () => {
  test('moves the focus to the new heading - and names the page in general words', async () => {
    open('/connect/meadow/');
    await userEvent.click(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }));
    const heading = page.getByRole('heading', { level: 1, name: 'Privacy' });
    await expect.element(heading).toHaveFocus();
    expect(document.title).toBe('Document – Meadow');
  });

  test('leaves the focus where the browser starts - on the first page', async () => {
    open('/connect/meadow/');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the language', () => {
  test('changes the whole page at once - direction, texts, and the cookie for the server', async () => {
    open('/connect/meadow/');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'ar');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('رعاية بين الأشجار');
    // An effect follows what it shows.
    await expect.poll(() => document.documentElement.lang).toBe('ar');
    expect(document.documentElement.dir).toBe('rtl');
    await expect.poll(async () => (await cookieStore.get(LANGUAGE_COOKIE))?.value).toBe('ar');
  });

  test('marks a text that has no translation - with its own language', async () => {
    open('/connect/meadow/', { language: 'es' });
    await expect.element(page.getByText('One night on one page.')).toHaveAttribute('lang', 'en');
  });
});

describe('the footer', () => {
  test('has the numbers of the vendor’s region - on every screen', async () => {
    open('/connect/meadow/privacy');
    await expect.element(page.getByRole('link', { name: 'call 911' })).toHaveAttribute('href', 'tel:911');
    await expect.element(page.getByRole('link', { name: 'call 988' })).toHaveAttribute('href', 'tel:988');
  });

  test('says that the company is invented', async () => {
    open('/connect/meadow/');
    await expect.element(page.getByText(/Demo only. Meadow isn’t a real clinic/)).toBeVisible();
  });
});

describe('the banner', () => {
  test('is not there - nothing waits, and the network is there', async () => {
    open('/connect/meadow/');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByText(/Waiting to send/)).not.toBeInTheDocument();
  });

  test('says that one can go on - offline', async () => {
    const { platform } = open('/connect/meadow/');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect
      .poll(
        () => {
          platform.setConnection({ state: 'offline' });
          return document.body.textContent;
        },
        { timeout: 10_000 },
      )
      .toContain('You’re offline. Keep going: we save on this device.');
  });

  test('never says saved - the browser can keep nothing', async () => {
    const platform = createTestPlatform({
      report: { mode: 'memory', reason: 'no-indexeddb', persisted: 'unsupported', evicted: false },
    });
    platform.setConnection({ state: 'offline' });
    open('/connect/meadow/', { platform });
    await expect
      .element(page.getByText(/this browser can’t save anything. Don’t close this page/))
      .toBeVisible();
    await expect.element(page.getByText(/we save on this device/)).not.toBeInTheDocument();
  });

  test('offers to send only where that can work - not offline', async () => {
    const platform = createTestPlatform({ deliveries: [testDelivery()] });
    platform.setConnection({ state: 'offline' });
    open('/connect/meadow/', { platform });
    await expect.element(page.getByText(/Waiting to send: Meadow doesn’t have it yet/).first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Save a copy' }).first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
  });

  test('counts what the vendor does not have yet - and sends now when asked', async () => {
    const platform = createTestPlatform({
      deliveries: [
        testDelivery(),
        testDelivery({ opId: 'two' }),
        testDelivery({ opId: 'three', state: 'received' }),
      ],
    });
    open('/connect/meadow/', { platform });
    await expect
      .element(page.getByText('Waiting to send: Meadow doesn’t have 2 messages yet.'))
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Send now' }));
    expect(platform.sendNowCalls()).toBe(1);
    platform.setDeliveries([]);
    await expect.element(page.getByText(/Waiting to send: Meadow doesn’t have 2/)).not.toBeInTheDocument();
  });
});

describe('the offer to install', () => {
  test('shows the steps with pictures - on an iPhone', async () => {
    open('/connect/meadow/', { install: 'ios-steps' });
    await expect.element(page.getByRole('heading', { name: 'Add Meadow to your home screen' })).toBeVisible();
    await expect
      .element(page.getByText(/Add it before you start: the app can’t see answers from Safari/))
      .toBeVisible();
  });

  test('is not made - installed already', async () => {
    open('/connect/meadow/', { install: 'installed', bootstrap: { pack: testPack() } });
    await expect.element(page.getByRole('heading', { name: 'Before you start' })).toBeVisible();
    await expect.element(page.getByText(/to your home screen/)).not.toBeInTheDocument();
  });
});

describe('a screen that breaks', () => {
  test('says that what was saved is still here, and where to turn', async () => {
    // A clinician whom the pack doesn't have, and a form without words: what no checked pack contains.
    const broken = testPack({ faq: [undefined as never] });
    open('/connect/meadow/', { bootstrap: { pack: broken } });
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('This page has stopped working');
    await expect.element(page.getByText('Your saved answers are still on this device.')).toBeVisible();
    await expect.element(page.getByRole('banner').getByRole('link', { name: /Meadow/ })).toBeVisible();
    const foot = page.getByRole('contentinfo');
    await expect.element(foot.getByRole('link', { name: '(202) 555-0143' })).toBeVisible();
    expect(document.title).toBe('Something went wrong – Meadow');
  });
});
