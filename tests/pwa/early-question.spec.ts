/** A form that was begun is shown before the store's code is there: what is answered meanwhile must be kept as it comes. */
import { expect, type Page, test } from 'playwright/test';
import { Intake } from '../journey/intake.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { servedPack } from '../support/vendors.ts';

const STORE = /\/assets\/store-[^/]*\.js$/;
let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient();
  // What a worker fetches can't be held back.
  await patient.context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('There is no worker.'));
  });
});
test.afterEach(async () => {
  await patient?.close();
});
test.afterAll(async () => {
  await server?.close();
});

const radios = (page: Page) => page.getByRole('main').getByRole('radio');
const choose = (page: Page, which: number) =>
  radios(page)
    .nth(which)
    .evaluate((radio) => radio.closest('label')?.click());
const saved = (page: Page) => page.getByText('Saved', { exact: true });

/** At the first question, answered and saved. */
async function begins(page: Page): Promise<void> {
  const { questionnaires } = await servedPack(server.origin, 'willow');
  await page.goto(`${server.origin}/connect/willow/questionnaire/${questionnaires[0]?.slug}`);
  const intake = new Intake(page);
  await intake.begins();
  await expect(intake.question()).toBeVisible();
  await choose(page, 0);
  await expect(saved(page)).toBeVisible();
}

test('an answer is not called saved before the store is there, and is kept as soon as it is - its script comes late', async () => {
  const { page } = patient;
  await begins(page);
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(STORE, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(radios(page).first()).toBeChecked();
  await choose(page, 1);
  await expect(radios(page).nth(1)).toBeChecked();
  await expect(saved(page)).toBeHidden();
  letThrough();
  await expect(saved(page)).toBeVisible();
  await patient.killBrowser();
  await patient.relaunch();
  await patient.page.goto(page.url());
  await expect(radios(patient.page).nth(1)).toBeChecked();
});

test('an answer is kept once the store can be fetched after all - its script failed', async () => {
  const { page } = patient;
  await begins(page);
  await page.route(STORE, (route) => route.abort());
  await page.reload();
  await expect(radios(page).first()).toBeChecked();
  await choose(page, 1);
  await expect(page.getByText(/not saved/i).first()).toBeVisible();
  await expect(saved(page)).toBeHidden();
  await page.unroute(STORE);
  await expect(saved(page)).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(radios(page).nth(1)).toBeChecked();
});
