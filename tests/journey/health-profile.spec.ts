/** A patient changes one thing on two devices that are offline, and says which of both is right. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady } from '../support/worker.ts';
import { signsIn } from './signing-in.ts';

const PROFILE = '/connect/lantern/patient';
const EMAIL = 'ana.ruiz@example.org';

let server: TestServer;
let phone: Patient;
let tablet: Patient;
test.beforeEach(async () => {
  server = await startServer();
  phone = await launchPatient({ worker: 'in full' });
  tablet = await launchPatient();
});
test.afterEach(async () => {
  await phone?.close();
  await tablet?.close();
  await server?.close();
});

const body = ({ page }: Patient) => page.getByRole('region', { name: 'Height and weight' });

async function weighs({ page }: Patient, pounds: string): Promise<void> {
  await page.getByRole('button', { name: /Height and weight$|height and weight$/ }).click();
  await page.getByRole('dialog').getByLabel('Weight', { exact: true }).fill(pounds);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('two changes of one weight, both offline, are one choice, and both devices show what was chosen', async () => {
  for (const patient of [phone, tablet]) {
    await patient.page.goto(server.origin + PROFILE);
    await signsIn(server, patient, EMAIL);
    await expect(patient.page.getByText('Still to add')).toBeVisible();
  }
  await workerIsReady(tablet.page);
  await weighs(phone, '176');
  await expect(body(tablet).getByText('176 lb')).toBeVisible();
  await expect(body(phone).getByText('Sending…')).toHaveCount(0);

  await phone.goOffline();
  await tablet.goOffline();
  await weighs(phone, '178');
  await weighs(tablet, '180');
  // What is on its way is on the disk: a page that is opened again without a network shows it.
  await tablet.page.reload();
  await expect(body(tablet).getByText('180 lb')).toBeVisible();
  await expect(body(tablet).getByText('Saved here. Not sent yet.')).toBeVisible();

  await phone.goOnline();
  await expect(body(phone).getByText(/Not sent yet|Sending…/)).toHaveCount(0);
  await expect(body(phone).getByText('178 lb')).toBeVisible();
  await tablet.goOnline();
  for (const { page } of [tablet, phone])
    await expect(page.getByText('You changed this in two places')).toBeVisible();
  await expect(tablet.page.getByRole('button', { name: /^Keep this: 178 lb/ })).toBeVisible();
  await tablet.page.getByRole('button', { name: /^Use this: 180 lb/ }).click();
  for (const patient of [tablet, phone]) {
    await expect(patient.page.getByText('You changed this in two places')).toHaveCount(0);
    await expect(body(patient).getByText('180 lb')).toBeVisible();
    await expect(body(patient).getByText('178 lb')).toHaveCount(0);
  }
});
