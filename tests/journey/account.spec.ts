/** A patient keeps what they have sent in an account, reads it on another device, and leaves again. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady, workerOf } from '../support/worker.ts';
import { codeOnScreen, Intake } from './intake.ts';
import { signsIn } from './signing-in.ts';

const FORM = '/connect/lantern/questionnaire/mood-check-in';
const ACCOUNT = '/connect/lantern/account/profile';
const EMAIL = 'ana.ruiz@example.org';

let server: TestServer;
let phone: Patient;
let tablet: Patient;
test.beforeEach(async () => {
  server = await startServer();
  phone = await launchPatient({ worker: workerOf(test.info()) });
  tablet = await launchPatient();
});
test.afterEach(async () => {
  await phone?.close();
  await tablet?.close();
  await server?.close();
});

test('a receipt is kept in an account, read on another device, and gone from it after signing out', async () => {
  await phone.page.goto(server.origin + FORM);
  const intake = new Intake(phone.page);
  await intake.begins();
  await intake.answersWhateverComes();
  await intake.signsAndSends();
  await expect(phone.page).toHaveURL(/\/success$/);
  await intake.isAsked(/has your answers/);
  const reference = await codeOnScreen(phone.page);
  await phone.page.getByRole('button', { name: 'Sign in with email' }).click();
  await signsIn(server, phone, EMAIL);
  await expect(phone.page.getByText('Saved to your account')).toBeVisible();

  await tablet.page.goto(server.origin + ACCOUNT);
  await signsIn(server, tablet, EMAIL);
  await expect(tablet.page.getByText(reference)).toBeVisible();
  await workerIsReady(tablet.page);
  await tablet.goOffline();
  await tablet.page.reload();
  await expect(tablet.page.getByText(reference)).toBeVisible();
  await tablet.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(tablet.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(tablet.page.getByText(reference)).toHaveCount(0);
});

test('a name that was changed offline on two devices is one choice, and then the same on both', {
  tag: ['@full', '@worker'],
}, async () => {
  const named = async ({ page }: Patient, name: string) => {
    await page.getByRole('button', { name: /^(Add|Change) Name$/ }).click();
    await page.getByRole('textbox', { name: 'Legal first name' }).fill(name);
    await page.getByRole('textbox', { name: 'Legal last name' }).fill('Ruiz');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  for (const patient of [phone, tablet]) {
    await patient.page.goto(server.origin + ACCOUNT);
    await signsIn(server, patient, EMAIL);
    await expect(patient.page.getByRole('heading', { name: 'About you' })).toBeVisible();
    await workerIsReady(patient.page);
    await patient.goOffline();
  }
  await named(phone, 'Ana');
  await named(tablet, 'Anna');
  await expect(phone.page.getByText('Will be sent when you’re back online')).toBeVisible();
  await phone.goOnline();
  await expect(phone.page.getByText(/^(Will be sent when you’re back online|Sending…)$/)).toHaveCount(0);
  await tablet.goOnline();
  await expect(tablet.page.getByText('You changed this on two devices: Name')).toBeVisible();
  await tablet.page.getByRole('button', { name: 'Use this: Anna Ruiz' }).click();
  for (const { page } of [phone, tablet]) {
    await expect(page.getByRole('list', { name: 'About you' }).getByText('Anna Ruiz')).toBeVisible();
    await expect(page.getByText('You changed this on two devices: Name')).toHaveCount(0);
  }
});
