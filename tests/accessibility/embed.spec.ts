/** A form in a partner's page, in three languages and by keyboard alone. Only what is in the frame is judged: the page around it is anybody's. */
import { type Browser, chromium, expect, test } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { type Language, languages } from '../../sync/domain/languages.ts';
import { formIn } from '../embed/framed.ts';
import { openPartner, type Partner } from '../embed/partner.ts';
import { FIRST_QUESTION, SECOND_QUESTION } from '../journey/plain-form.ts';
import { chromiumArguments } from '../support/patient.ts';
import { words } from '../support/words.ts';
import { Inspection, type Visitor, WALK_MS } from './inspection.ts';
import { Keyboard } from './keyboard.ts';
import { openVisit } from './visits.ts';
import { Walk } from './walk.ts';

test.describe.configure({ mode: 'parallel', timeout: WALK_MS });

let partner: Partner;
let browser: Browser;
test.beforeAll(async () => {
  partner = await openPartner();
  browser = await chromium.launch({
    // The whole browser, which is taken in full, keeps nothing of a frame in the windows that Playwright opens.
    executablePath: findHeadlessChromium({ CHROMIUM_PATH: process.env.CHROMIUM_PATH }) ?? '/usr/bin/chromium',
    args: chromiumArguments(),
  });
});
test.afterAll(async () => {
  await browser?.close();
  await partner?.close();
});

/** Somebody who meets the form there. */
async function opens(language: Language, offset: number, address = ''): Promise<Visitor> {
  const { page } = await openVisit(browser, partner.server.origin, language, offset);
  await page.goto(`${partner.allowed.origin}/?lang=${language}&id=seen-${language}${address}`);
  const form = await formIn(page);
  const walk = new Walk(form, language);
  await expect(walk.question).toBeVisible();
  return { page, walk, inspection: new Inspection(page, offset, form) };
}

const DAILY: Language = 'ar';
for (const [index, language] of languages.entries())
  test(`a form in a frame, from its landing to its receipt: no violations, and nothing to scroll sideways - in ${language}`, {
    tag: language === DAILY ? [] : ['@full'],
  }, async () => {
    const { page, walk, inspection } = await opens(language, index * 2);
    await expect(walk.page.locator('main section[inert]')).toHaveCount(0);
    await inspection.sees('landing');
    await walk.passesTheGate();
    await walk.isRefused();
    await inspection.sees('question with an error');
    await walk.fills(0, 'I don’t sleep');
    await walk.goesOn();
    await walk.fills(0, 'Nothing yet');
    await walk.goesOn();
    await walk.saysWhoTheyAre();
    await walk.agrees();
    await walk.chooses(0, walk.page.locator('#device-owner'));
    await walk.page.locator('#attestation-name').fill('Marguerite Okonkwo-Brandt');
    await inspection.sees('review');
    await walk.leaves(() => walk.presses('flow', 'review.send'));
    await expect(walk.question).toHaveText(words(language, 'sent', 'success.received'), { timeout: 60_000 });
    await inspection.sees('receipt');
    await page.context().close();
    // Without an origin, it can't run.
    const { page: other, inspection: looks } = await opens(language, index * 2 + 1, '&host=opaque-frame');
    await looks.sees('form that can’t run there');
    await other.context().close();
  });

test('a form in a frame is entered, answered and left by keyboard alone', async () => {
  const { page, walk } = await opens('en', 0);
  const form = walk.page;
  await expect(form.locator('main section[inert]')).toHaveCount(0);
  const keyboard = new Keyboard(page, form);
  // From the partner's own links: what has the focus there is the partner's to show.
  const place = form.getByRole('combobox', { name: /Where are you right now/ });
  await page.getByRole('link', { name: 'Events' }).focus();
  await keyboard.tabsTo(place);
  await keyboard.types('California');
  await expect(place).toHaveValue('US-CA');
  await keyboard.activates('Start');
  await keyboard.arrivesAt(FIRST_QUESTION);
  await keyboard.writes(form.getByRole('textbox'), 'I don’t sleep');
  await keyboard.activates('Continue');
  await keyboard.arrivesAt(SECOND_QUESTION);
  await keyboard.tabsTo(form.getByRole('button', { name: 'Open in a full page' }));
  await keyboard.presses('Tab');
  await expect(page.locator('#newsletter')).toBeFocused();
  await keyboard.presses('Shift+Tab');
  await expect(form.getByRole('button', { name: 'Open in a full page' })).toBeFocused();
});
