/** What a signed-in patient has said before is in the next form, and what they change there is theirs to keep. */
import { expect, test } from 'playwright/test';
import { ownForm } from '../support/fixtures.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady } from '../support/worker.ts';
import { vendorsWithImports } from './imported-vendors.ts';
import { Intake, PERSON } from './intake.ts';
import { signsIn } from './signing-in.ts';

const SLUG = 'weight-and-medicines';
const NOTE = 'From your health profile. Change it if it’s no longer right.';

let server: TestServer;
let phone: Patient;
test.beforeEach(async () => {
  const { vendorsDir, imports } = vendorsWithImports([{ slug: SLUG, file: ownForm(SLUG) }]);
  expect(imports.map(({ exitCode, output }) => (exitCode === 0 ? 'taken in' : output))).toEqual(['taken in']);
  server = await startServer({ vendorsDir });
  phone = await launchPatient();
});
test.afterEach(async () => {
  await phone?.close();
  await server?.close();
});

test('a health profile fills a form in, and is offered what the form says otherwise, all of it offline', async () => {
  const { page } = phone;
  const form = `${server.origin}/connect/lantern/questionnaire/${SLUG}`;
  await page.goto(form);
  await workerIsReady(page);
  await page.goto(`${server.origin}/connect/lantern/patient`);
  await signsIn(server, phone, PERSON.email);
  await page.getByRole('button', { name: /height and weight$/i }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Weight', { exact: true }).fill('176');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Height and weight' }).getByText('176 lb')).toBeVisible();

  await page.goto(form);
  const intake = new Intake(page);
  await intake.passesTheGate('California');
  await intake.isAsked('How much do you weigh?');
  const weight = page.getByRole('main').getByRole('textbox').first();
  await expect(page.getByText(NOTE)).toBeVisible();
  await expect(weight).toHaveValue('176');
  await phone.goOffline();
  await weight.fill('180');
  await expect(page.getByText(NOTE)).toHaveCount(0);
  await intake.isSaved();
  await intake.continues();
  await intake.isAsked(/Which medicines do you take/);
  await expect(page.getByText(NOTE)).toHaveCount(0);
  await intake.skips();
  await intake.reachesTheReview();
  await intake.signsAndSends();

  const offer = page.getByRole('region', { name: 'Keep this in your health profile?' });
  await expect(offer.getByText('Weight: 180 lb')).toBeVisible();
  await expect(offer.getByText('In your profile now: 176 lb')).toBeVisible();
  await offer.getByRole('checkbox', { name: /Date of birth/ }).uncheck({ force: true });
  await offer.getByRole('button', { name: 'Add to my profile' }).click();
  await expect(offer.getByText('Added to your profile')).toBeVisible();
  await phone.goOnline();
  await page.goto(`${server.origin}/connect/lantern/patient`);
  await expect(page.getByRole('region', { name: 'Height and weight' }).getByText('180 lb')).toBeVisible();
  await page.goto(`${server.origin}/connect/lantern/account/profile`);
  const about = page.getByRole('list', { name: 'About you' });
  await expect(about.getByText(`${PERSON.givenName} ${PERSON.familyName}`)).toBeVisible();
  await expect(about.getByText('1984')).toHaveCount(0);
});
