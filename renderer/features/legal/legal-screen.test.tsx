import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import { testDraft } from '../../platform/contract/testing.ts';

const paragraph = (text: string) => ({ type: 'paragraph', inlines: [{ type: 'text', text }] });
const browserFetch = globalThis.fetch;
let answer: (url: string) => Promise<Response>;

beforeEach(() => {
  answer = async (url) => Response.json({ blocks: [paragraph(`The text at ${url}`)] });
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { pathname: url } = new URL(new Request(input).url);
    return url.includes('/files/legal/') ? answer(url) : browserFetch(input, init);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a legal document', () => {
  test('shows its version, since when it is in force, and what has changed', async () => {
    open('/connect/meadow/privacy');
    await expect.element(page.getByText('November 1, 2026')).toBeVisible();
    await expect.element(page.getByText('2.0', { exact: true })).toBeVisible();
    await expect.element(page.getByText('We say how long we keep answers.')).toBeVisible();
    await expect
      .element(page.getByText('The text at /connect/meadow/files/legal/privacy.en.json'))
      .toBeVisible();
  });

  test('has its title first, and then what is on the page, where there is no room beside it', async () => {
    const heading = (text: string) => ({ type: 'heading', level: 2, inlines: [{ type: 'text', text }] });
    answer = async () => Response.json({ blocks: ['One', 'Two', 'Three'].map(heading) });
    await page.viewport(390, 844);
    open('/connect/meadow/privacy');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await expect.element(contents).toBeVisible();
    const title = page.getByRole('heading', { level: 1 });
    const isAfter = () =>
      title.element().compareDocumentPosition(contents.element()) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isAfter()).not.toBe(0);
    await page.viewport(1280, 860);
    await expect.poll(() => isAfter()).toBe(0);
  });

  test('says that nobody has reviewed it - an unreviewed translation', async () => {
    open('/connect/meadow/privacy', { language: 'es' });
    await expect.element(page.getByText(/no tiene revisión profesional/)).toBeVisible();
  });

  test('is shown in the original with its language marked - no translation', async () => {
    open('/connect/meadow/privacy', { language: 'ar' });
    await expect.element(page.getByText(/معروضة بلغتها الأصلية/)).toBeVisible();
    const text = page.getByText('The text at /connect/meadow/files/legal/privacy.en.json');
    await expect.element(text).toBeVisible();
    expect(text.element().closest('[lang]')?.getAttribute('lang')).toBe('en');
    expect(text.element().closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  });

  test('says that it is not on the device yet - offline, and comes when asked again', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch');
    };
    open('/connect/meadow/privacy');
    await expect.element(page.getByText('This document isn’t on your device yet')).toBeVisible();
    answer = async () => Response.json({ blocks: [paragraph('Here it is.')] });
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('Here it is.')).toBeVisible();
  });

  test('says that an older version was agreed to - a draft on this device', async () => {
    const draft = testDraft({
      consents: [
        {
          document: 'privacy',
          version: '1.0',
          sha256: 'c'.repeat(64),
          language: 'en',
          decision: 'active',
          decidedAt: '2026-10-01T10:00:00Z',
        },
      ],
    });
    open('/connect/meadow/privacy', { platform: createTestPlatform({ drafts: [draft] }) });
    await expect.element(page.getByText('You agreed to version 1.0')).toBeVisible();
  });

  test('says nothing of it - the very text was agreed to', async () => {
    const draft = testDraft({
      consents: [
        {
          document: 'privacy',
          version: '2.0',
          sha256: 'e'.repeat(64),
          language: 'en',
          decision: 'active',
          decidedAt: '2026-11-02T10:00:00Z',
        },
      ],
    });
    open('/connect/meadow/privacy', { platform: createTestPlatform({ drafts: [draft] }) });
    await expect.element(page.getByText(/^The text at/)).toBeVisible();
    await expect.element(page.getByText(/You agreed to version/)).not.toBeInTheDocument();
  });
});
