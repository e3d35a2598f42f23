import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import type { PublishedPack } from '../../../../sync/domain/vendor/published-pack.ts';
import { languagesInTurn } from '../../../design/testing/languages-in-turn.ts';
import { outside, scrolls, scrollsWithin, tooSmall } from '../../frame/testing/geometry.ts';
import { createFakeKioskPlatform } from '../../testing/fake-kiosk.ts';
import { kioskTestPack, openKioskApp, panels } from '../../testing/open-kiosk-app.tsx';

/** Monday, nine o'clock in New York. The kiosk said so on the Friday before. */
const opensAt = '2026-11-23T14:00:00.000Z';
const friday = '2026-11-20T18:30:00-05:00';

function clinic(more: Partial<PublishedPack> = {}): PublishedPack {
  const pack = kioskTestPack();
  const hours = {
    en: 'Monday to Friday, 9 am to 5 pm, Eastern time',
    es: 'De lunes a viernes, de 9 a. m. a 5 p. m., hora del Este',
    ar: 'من الاثنين إلى الجمعة، من 9 صباحًا إلى 5 مساءً بتوقيت شرق الولايات المتحدة',
  };
  const contact = { ...pack.contact, hours };
  return {
    ...pack,
    locales: ['en', 'es', 'ar'],
    region: 'US',
    timezone: 'America/New_York',
    contact,
    ...more,
  };
}

const closed = (status: object = {}) =>
  createFakeKioskPlatform({ status: { phase: 'closed', reason: 'hours', opensAt, now: friday, ...status } });
const heading = () => page.getByRole('heading', { level: 1 });
const inLanguage = (language: Language) => document.querySelector<HTMLElement>(`section[lang="${language}"]`);

afterEach(() => {
  delete document.documentElement.dataset.text;
});

describe('outside of the clinic’s hours', () => {
  test('says when it opens, the hours and the phone, in each language and script', async () => {
    await openKioskApp({ platform: closed(), pack: clinic() });
    await expect.element(heading()).toHaveTextContent('We’re closed now');
    await expect.element(page.getByText('Opens Monday at 9:00 AM')).toBeVisible();
    await expect.element(page.getByText('Monday to Friday, 9 am to 5 pm, Eastern time')).toBeVisible();
    await expect.element(page.getByText('(202) 555-0143')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Phone' })).toBeVisible();
    const [spanish, arabic] = [inLanguage('es'), inLanguage('ar')];
    expect(spanish?.textContent).toMatch(/Abre el lunes, 9:00.a\.\s?m\./);
    expect(spanish?.textContent).toContain('De lunes a viernes');
    expect(spanish?.dir).toBe('ltr');
    expect(arabic?.textContent).toMatch(/نفتح يوم الاثنين، الساعة 9:00.ص/);
    expect(arabic?.textContent).toContain('من الاثنين إلى الجمعة');
    expect(arabic?.dir).toBe('rtl');
  });

  test('is in the page’s language first, and in no language that isn’t offered', async () => {
    await openKioskApp({ platform: closed({ languages: ['es', 'en'] }), pack: clinic(), language: 'es' });
    await expect.element(heading()).toHaveTextContent('Estamos cerrados');
    expect(inLanguage('en')?.textContent).toContain('Opens Monday at 9:00 AM');
    expect([inLanguage('es'), inLanguage('ar')]).toEqual([null, null]);
  });

  test('tells the hour by the clinic’s clock, and by the region’s habit', async () => {
    const london = clinic({ region: 'GB', timezone: 'Europe/London' });
    await openKioskApp({ platform: closed({ opensAt: '2026-11-23T09:00:00Z' }), pack: london });
    await expect.element(page.getByText('Opens Monday at 09:00')).toBeVisible();
  });

  test('names the date where "on Monday" could be the wrong one', async () => {
    await openKioskApp({ platform: closed({ opensAt: '2026-11-27T14:00:00.000Z' }), pack: clinic() });
    await expect.element(page.getByText('Opens Friday, November 27 at 9:00 AM')).toBeVisible();
  });

  test('says no time that it was not told', async () => {
    await openKioskApp({ platform: closed({ opensAt: undefined }), pack: clinic() });
    await expect.element(page.getByText('Monday to Friday, 9 am to 5 pm, Eastern time')).toBeVisible();
    expect(document.querySelector('time')).toBeNull();
  });

  test('gives way to the attract screen when the clinic opens, and lets staff in before', async () => {
    const { platform, actor } = await openKioskApp({ platform: closed(), pack: clinic() });
    await expect.element(heading()).toHaveTextContent('We’re closed now');
    actor.send({ type: 'STAFF' });
    await expect.element(page.getByRole('heading', { name: 'Staff PIN' })).toBeVisible();
    actor.send({ type: 'STAFF_LEAVE' });
    platform.tellStatus({ phase: 'attract' });
    await expect.element(heading()).toHaveTextContent('Check in here');
  });

  test('staff may close it for longer than its hours, and are not asked to open what the hours close', async () => {
    const platform = createFakeKioskPlatform({
      status: { phase: 'closed', reason: 'hours', opensAt, now: friday },
      answers: { unlock: async () => ({ status: 'open' }) },
    });
    const events = [{ type: 'STAFF' }, { type: 'STAFF_PIN', pin: '482913' }] as const;
    await openKioskApp({ platform, pack: clinic(), events });
    await expect.element(page.getByRole('button', { name: 'Close to patients' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Open to patients' }).elements()).toEqual([]);
  });
});

describe.each(Object.keys(panels) as (keyof typeof panels)[])('on a %s panel', (panel) => {
  test.each(languagesInTurn(1))('closed by staff, in %s: nothing covers anything else', async (language) => {
    const platform = createFakeKioskPlatform({ status: { phase: 'closed', reason: 'staff' } });
    await openKioskApp({ panel, language, platform, pack: clinic() });
    for (const size of ['100', '125', '150', '200']) {
      document.documentElement.dataset.text = size;
      await expect.element(heading()).toBeVisible();
      await document.fonts.ready;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const parts = ['main img', 'main h1', 'main h1 + p', 'main dl > div', 'main dl > div + div'];
      const boxes = parts.map((part) => document.querySelector(part)?.getBoundingClientRect());
      // In landscape the art is beside the words.
      const stacked = panel === 'portrait' ? boxes : boxes.slice(1);
      stacked.slice(1).forEach((box, index) => {
        expect(box?.top, `${parts[index + 1]} at ${size} %`).toBeGreaterThanOrEqual(
          (stacked[index]?.bottom ?? Number.NaN) - 1,
        );
      });
      const foot = document.querySelector('main [class*="foot"]')?.getBoundingClientRect();
      expect(foot?.top, `foot at ${size} %`).toBeGreaterThanOrEqual(boxes.at(-1)?.bottom ?? Number.NaN);
    }
  });

  test.each(languagesInTurn(panel === 'portrait' ? 2 : 1))(
    'with the longest it can say, in %s: all of it is there',
    async (language) => {
      const platform = closed({ opensAt: '2026-11-27T14:00:00.000Z' });
      await openKioskApp({ panel, language, platform, pack: clinic() });
      for (const size of ['100', '125', '150', '200']) {
        document.documentElement.dataset.text = size;
        await expect.element(heading()).toBeVisible();
        await document.fonts.ready;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        expect(tooSmall(), `targets at ${size} %`).toEqual([]);
        expect(outside(), `outside at ${size} %`).toEqual([]);
        expect(scrolls(), `scrolls at ${size} %`).toBe(false);
        expect(scrollsWithin(), `scrolls within at ${size} %`).toEqual([]);
      }
      const { violations } = await axe.run(document, { rules: { 'document-title': { enabled: false } } });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  );
});
