/** A shop with more than a handful of products is searched on the device, also without a network. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workerIsReady } from '../../support/worker.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(async () => {
  patient = await launchPatient();
});
test.afterEach(() => patient?.close());

test('the products of Main Street are found offline: by a misspelled name, the beginning of one, and what it is for', {
  tag: '@full',
}, async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/mainstreet/`);
  await workerIsReady(page);
  await patient.goOffline();
  await page.reload();
  const shop = page.getByRole('region', { name: 'Medicines and products' });
  const search = page.getByRole('searchbox', { name: 'Search medicines and products' });
  for (const [typed, found] of [
    ['ibuprofin', 'Ibuprofen'],
    ['bites', 'Hydrocortisone'],
    ['hydrocort', 'Hydrocortisone'],
  ] as const) {
    await search.fill(typed);
    await expect(shop.getByRole('link', { name: found })).toBeVisible();
    await expect(shop.getByRole('link', { name: 'Docosanol' })).toHaveCount(0);
  }
  await shop.getByRole('link', { name: 'Hydrocortisone' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hydrocortisone' })).toBeVisible();
  await expect(page.getByText(/It doesn’t treat an infection/)).toBeVisible();
});
