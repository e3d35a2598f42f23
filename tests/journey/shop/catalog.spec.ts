/** From a vendor's home to a product and its consultation, the second time without a network. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workerIsReady, workerOf } from '../../support/worker.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(async () => {
  patient = await launchPatient({ worker: workerOf(test.info()) });
});
test.afterEach(() => patient?.close());

test('a product is found on the home, read offline, and leads to its consultation', {
  tag: '@worker',
}, async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/northgate/`);
  await page
    .getByRole('region', { name: 'Medicines and products' })
    .getByRole('link', { name: 'Finasteride' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Finasteride' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What it costs' }).getByText('$18')).toBeVisible();
  await workerIsReady(page);
  await patient.goOffline();
  // One that this device has never opened: the worker has all of them.
  await page.goto(`${server.origin}/connect/northgate/product/sildenafil`);
  await expect(page.getByText(/74 of 100 men/)).toBeVisible();
  await page.getByRole('link', { name: 'Start consultation' }).click();
  await expect(page).toHaveURL(/\/questionnaire\/erectile-dysfunction$/);
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
});

test('an address of a product that isn’t sold answers 404, and in Britain none names a prescription medicine', async () => {
  const { page } = patient;
  const answer = await page.goto(`${server.origin}/connect/northgate/product/unknown`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  const harbour = await page.request.get(`${server.origin}/connect/harbour/pack.json`);
  const { products }: { products: { kind: string }[] } = await harbour.json();
  expect(products.map(({ kind }) => kind)).toEqual(['otc', 'otc']);
});
