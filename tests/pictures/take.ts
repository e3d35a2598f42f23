/** `npm run pictures`: the README's pictures, taken of the real screens on a server of their own. */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { findChromium } from '../../build/find-chromium.ts';
import { Clinic } from '../journey/clinic.ts';
import { choose, Intake } from '../journey/intake.ts';
import { chromiumArguments } from '../support/patient.ts';
import { startServer } from '../support/server.ts';
import { takeKioskPictures } from './kiosk.ts';
import { leaveScreenshot } from './screenshots.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 860 };

const server = await startServer();
const browser = await chromium.launch({
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: chromiumArguments(),
});

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // What is further down may never be asked for.
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode()),
    ),
  );
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
}

async function picture(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`) });
}

async function open(address: string, viewport = PHONE, language = 'en-US', scale = 1): Promise<Page> {
  const isPhone = viewport === PHONE;
  const page = await browser.newPage({
    ...{ viewport, locale: language, reducedMotion: 'reduce' },
    // What is for keys and a mouse isn't shown there.
    ...{ isMobile: isPhone, hasTouch: isPhone, deviceScaleFactor: scale },
  });
  await page.goto(server.origin + address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

await picture(await open('/connect/willow/', DESKTOP), 'willow-home');
await picture(await open('/connect/lantern/', DESKTOP), 'lantern-home');
await picture(await open('/connect/mainstreet/', DESKTOP), 'mainstreet-home');
await picture(await open('/connect/northgate/', DESKTOP), 'northgate-home');
await picture(await open('/connect/harbour/', DESKTOP, 'en-GB'), 'harbour-home');
await picture(await open('/connect/willow/', PHONE, 'ar'), 'willow-home-arabic');

for (const vendor of ['willow', 'lantern', 'mainstreet', 'northgate', 'harbour']) {
  const language = vendor === 'harbour' ? 'en-GB' : 'en-US';
  for (const [form, viewport, scale] of [
    ['narrow', PHONE, 2],
    ['wide', DESKTOP, 1],
  ] as const) {
    const page = await open(`/connect/${vendor}/`, viewport, language, scale);
    await settle(page);
    await leaveScreenshot(page, vendor, form);
    await page.close();
  }
}

const phone = await open('/connect/lantern/questionnaire/mood-check-in');
const intake = new Intake(phone);
await intake.begins();
await choose(phone, 'A bit unsettled');
await intake.isSaved();
await picture(phone, 'lantern-question');
await intake.answersWhateverComes();
await intake.signsAndSends();
await phone.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' }).waitFor();
await picture(phone, 'lantern-received');

const urgent = await open('/connect/willow/questionnaire/uti-check');
const second = new Intake(urgent);
await second.begins();
while ((await urgent.getByText('hasn’t seen this yet').count()) === 0) await second.answersTheNext();
await picture(urgent, 'willow-urgent');

const clinic = await Clinic.signsIn(server.origin, 'willow', server.output());
await clinic.page.locator('[data-line] a').first().click();
await clinic.page.getByRole('button', { name: 'Acknowledge' }).waitFor();
await picture(clinic.page, 'willow-console');

await clinic.leaves();
await browser.close();
await server.close();

await takeKioskPictures();
