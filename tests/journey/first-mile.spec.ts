/** How far it is from a vendor's home to the first question about somebody's health, and through a whole form: in screens, taps and typed fields. */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { DEMO_VENDORS, type DemoVendor, servedPack } from '../support/vendors.ts';
import { formOf } from '../support/words.ts';
import { Intake, PERSON } from './intake.ts';

const VENDORS: Readonly<Record<DemoVendor, string>> = {
  willow: 'California',
  lantern: 'California',
  mainstreet: 'Ohio',
  northgate: 'California',
  harbour: 'England',
};
/** Daily one for each country; `npm run test:full` walks through the forms of all. */
const DAILY: readonly DemoVendor[] = ['willow', 'harbour'];
const MAX_TAPS = 6;
const WHO = 'So we can reply';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: 'in full' });
  await patient.context.addInitScript(countWhatIsDone);
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

/** Counts over all pages of the tab: presses, a list's choice as two (it opens, a row is pressed), and fields that were typed into. */
function countWhatIsDone(): void {
  const add = (name: string, count: number) =>
    sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + count));
  addEventListener('click', () => add('taps', 1), true);
  addEventListener('change', ({ target }) => add('taps', target instanceof HTMLSelectElement ? 2 : 0), true);
  addEventListener('input', ({ target }) => add('typed', target instanceof HTMLInputElement ? 1 : 0), true);
}
const counted = (page: Page, name: 'taps' | 'typed') =>
  page.evaluate((key) => Number(sessionStorage.getItem(key) ?? 0), name);

async function opensFromTheHome(page: Page, vendor: DemoVendor, slug: string): Promise<void> {
  await page.goto(`${server.origin}/connect/${vendor}/`);
  await page.locator(`a[href$="/questionnaire/${slug}"]`).first().click();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
}

for (const vendor of DEMO_VENDORS) {
  const place = VENDORS[vendor];
  test(`screen three is the first question, or who somebody is where an answer can raise an alert, after six taps at most and nothing typed - every form of ${vendor}`, {
    tag: DAILY.includes(vendor) ? [] : ['@full'],
  }, async () => {
    const { questionnaires, rules } = await servedPack(server.origin, vendor);
    expect(questionnaires.length).toBeGreaterThan(0);
    for (const { slug, canonical } of questionnaires) {
      const { page } = patient;
      await page.goto(`${server.origin}/connect/${vendor}/`);
      await page.evaluate(() => sessionStorage.clear());
      await opensFromTheHome(page, vendor, slug);
      await expect(page.getByRole('button', { name: 'Start', exact: true }), slug).toBeInViewport({
        ratio: 1,
      });
      const intake = new Intake(page);
      await intake.passesTheGate(place);
      await page.waitForURL(/\/(welcome|consultation)$/);
      const taps = await counted(page, 'taps');
      expect(taps, slug).toBeGreaterThan(2);
      expect(taps, slug).toBeLessThanOrEqual(MAX_TAPS);
      expect(await counted(page, 'typed'), slug).toBe(0);
      const canAlert = rules.some((rule) => rule.outcome === 'URGENT' && rule.questionnaire === canonical);
      // An alert without a person helps nobody: such a form asks who it is on one page before.
      if (canAlert) await intake.isAsked(WHO);
      else await expect(intake.question(), slug).not.toHaveText(WHO);
      expect(page.url().endsWith('/consultation'), slug).toBe(!canAlert);
    }
  });
}

test('a whole mood check-in is at most 20 screens, home and receipt included', async () => {
  const { page } = patient;
  await opensFromTheHome(page, 'lantern', 'mood-check-in');
  const intake = new Intake(page);
  const inCare = formOf('lantern', 'mood-check-in', 'en').item('in-care').text;
  const seen = ['home', 'landing'];
  await intake.passesTheGate('California');
  await page.waitForURL(/\/welcome$/);
  seen.push(WHO);
  await intake.saysWhoTheyAre(PERSON);
  for (;;) {
    await expect(intake.question()).toBeVisible();
    const asked = await intake.question().innerText();
    seen.push(asked);
    if (asked === 'Check your answers') break;
    const back = page.getByRole('button', { name: 'Back to my answers' });
    if (asked === 'Your consent') await intake.agrees();
    // A yes would bring one question more.
    else if (asked.startsWith(inCare)) await intake.answers('No');
    else if ((await back.count()) > 0) await back.click();
    else await intake.answersTheNext();
  }
  await intake.signsAndSends();
  await expect(page).toHaveURL(/\/success$/);
  seen.push('receipt');
  expect(seen.length, seen.join('\n')).toBeLessThanOrEqual(20);
});
