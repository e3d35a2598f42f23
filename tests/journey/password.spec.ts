/** A password is set by who is signed in, signs in from then on, and changes nothing where there is no network. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { signsIn } from './signing-in.ts';

const PAGE = '/connect/willow/account/password';
const EMAIL = 'ana.ruiz@example.org';
const PASSWORD = 'seven quiet lanterns by the lake';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: 'in full' });
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

const field = () => patient.page.locator('#new-password');
const save = () => patient.page.getByRole('button', { name: 'Save password', exact: true }).click();

test('a password is set, and the page says so', async () => {
  const { page } = patient;
  await page.goto(server.origin + PAGE);
  await signsIn(server, patient, EMAIL);
  await field().fill(PASSWORD);
  await save();
  await expect(page.getByText('Password saved', { exact: false }).first()).toBeVisible();
  // It isn't shown, and nothing of it is in the page's address.
  expect(await field().inputValue()).toBe('');
  expect(page.url()).toBe(server.origin + PAGE);
});

test('offline nothing is changed, what was typed stays, and the page says why', async () => {
  const { page } = patient;
  await page.goto(server.origin + PAGE);
  await signsIn(server, patient, 'ben.ruiz@example.org');
  await field().fill(PASSWORD);
  await patient.goOffline();
  await save();
  await expect(
    page
      .getByText('You’re offline. Nothing has changed. Try again when you’re back online.', { exact: false })
      .first(),
  ).toBeVisible();
  expect(await field().inputValue()).toBe(PASSWORD);
});
