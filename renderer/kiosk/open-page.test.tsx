import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../design/base.css';
import type { PageAnswer } from '../platform/kiosk/page-api.ts';
import { ALIVE_MS } from '../platform/kiosk/pulse.ts';
import { createFakePageApi } from '../platform/kiosk/testing.ts';
import { openPage } from './open-page.tsx';
import { showOutOfOrder } from './out-of-order.ts';
import { kioskTestPack } from './testing/open-kiosk-app.tsx';

const hosts: HTMLElement[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const host of hosts.splice(0)) host.remove();
});

function newHost() {
  const host = document.createElement('div');
  document.body.append(host);
  hosts.push(host);
  return host;
}

const readPack = async () => kioskTestPack();
const refuses: PageAnswer = { ok: false, code: 'unknown' };
const desk = {
  en: 'Please see the front desk',
  es: 'Vaya a recepción, por favor',
  ar: 'توجّه إلى مكتب الاستقبال من فضلك',
};
const frames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const next = (left: number) =>
      left === 0 ? resolve() : void requestAnimationFrame(() => next(left - 1));
    next(count);
  });

async function expectDesk(host: HTMLElement) {
  const screen = page.elementLocator(host);
  for (const [language, text] of Object.entries(desk)) {
    const heading = screen.getByRole('heading', { name: text });
    await expect.element(heading).toBeVisible();
    const section = heading.element().closest('section');
    expect([section?.lang, section?.dir]).toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
  }
}

describe('a page that can’t open', () => {
  test.each([
    ['outside of a shell', () => ({ api: undefined, readPack })],
    [
      'without its pack',
      () => ({
        api: createFakePageApi(),
        readPack: () => Promise.reject(new TypeError('Failed to fetch')),
      }),
    ],
    [
      'with another file for its pack',
      () => ({ api: createFakePageApi(), readPack: async () => ({ a: 1 }) }),
    ],
    [
      'whose shell answers with a failure',
      () => {
        const api = createFakePageApi();
        api.answer('start', refuses);
        return { api, readPack };
      },
    ],
  ])('%s sends to the desk in every language, and never says that it has painted', async (_why, parts) => {
    const host = newHost();
    const { api, readPack: read } = parts();
    await openPage({ host, api, readPack: read });
    await expectDesk(host);
    await frames(4);
    expect(api?.asked('watchdog.painted') ?? []).toEqual([]);
  });

  test('what is written there is text, and nothing of it can be pressed or scrolled', async () => {
    await page.viewport(1280, 800);
    const host = newHost();
    await showOutOfOrder(host);
    expect(host.querySelectorAll('a, button, input, script, style, iframe')).toHaveLength(0);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(800);
  });

  test('texts that can’t be loaded leave the others where they are', async () => {
    const host = newHost();
    const { loadMessages } = await import('../i18n/index.ts');
    await showOutOfOrder(host, async (area, language) => {
      if (language === 'es') throw new Error('gone');
      return await loadMessages(area, language);
    });
    expect([...host.querySelectorAll('section')].map(({ lang }) => lang)).toEqual(['en', 'ar']);
  });
});

/** A shell that lets the page begin. */
function openShell() {
  const api = createFakePageApi();
  api.answer('start', {
    ok: true,
    value: {
      report: { mode: 'durable', persisted: true, evicted: false },
      status: {
        phase: 'attract',
        languages: ['en', 'es', 'ar'],
        online: true,
        checkIn: false,
        speech: false,
        printer: false,
        handOff: false,
        now: '2026-11-20T10:00:00-06:00',
      },
      connection: { state: 'online' },
    },
  });
  return api;
}

/** The heart alone: whatever else waits goes on as ever. */
const stopTheHeart = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

test('a page that opens shows its first screen, says that it has painted, and then that it lives', async () => {
  stopTheHeart();
  const host = newHost();
  const api = openShell();
  await openPage({ host, api, readPack });
  await expect.element(page.elementLocator(host).getByRole('button').first()).toBeVisible();
  await expect.poll(() => api.asked('watchdog.painted')).toHaveLength(1);
  vi.advanceTimersByTime(2 * ALIVE_MS);
  expect(api.asked('watchdog.alive')).toHaveLength(2);
});

test('a screen that breaks while it is rendered sends to the desk, too, and lives no more', async () => {
  stopTheHeart();
  const host = newHost();
  const api = openShell();
  const { brand: _brand, ...broken } = kioskTestPack();
  await openPage({ host, api, readPack: async () => broken });
  await expectDesk(host);
  await frames(4);
  vi.advanceTimersByTime(2 * ALIVE_MS);
  expect(api.asked('watchdog.alive')).toEqual([]);
});
