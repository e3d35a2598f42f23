/** A patient who keeps a form in an account adds a phone number, signs out, and comes back by a text and their date of birth. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { codeOnScreen, Intake } from './intake.ts';
import { mailedCode, signsIn } from './signing-in.ts';

const FORM = '/connect/lantern/questionnaire/mood-check-in';
const ACCOUNT = '/connect/lantern/account/profile';

let server: TestServer;
let phone: Patient;
test.beforeEach(async () => {
  server = await startServer();
  phone = await launchPatient({ worker: 'in full' });
});
test.afterEach(async () => {
  await phone?.close();
  await server?.close();
});

test('a number that was added signs in by a text with the date of birth, and no other date (A34)', async () => {
  const { page } = phone;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const code = page.getByRole('textbox', { name: '6-digit code' });
  const birthDate = page.getByRole('group', { name: /Date of birth/ });
  const number = page.getByRole('textbox', { name: 'Mobile number' });

  await page.goto(server.origin + FORM);
  const intake = new Intake(page);
  await intake.begins();
  await intake.answersWhateverComes();
  await intake.signsAndSends();
  await expect(page).toHaveURL(/\/success$/);
  const reference = await codeOnScreen(page);
  await button('Sign in with email').click();
  await signsIn(server, phone, 'ana.ruiz@example.org');
  await page.getByRole('link', { name: 'See your forms' }).click();

  await button('Add phone number').click();
  await number.fill('(202) 555-0143');
  await code.fill(await textedCode());
  await expect(page.getByText('Number added. We told your emails.')).toBeVisible();
  await button('Sign out').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText(reference)).toHaveCount(0);

  await page.goto(server.origin + ACCOUNT);
  await button('Text me a code').click();
  await number.fill('+1 202 555 0143');
  await page.getByText('Yes, it’s mine', { exact: true }).click({ force: true });
  await code.fill(await textedCode());
  await intake.fillsDate(birthDate, '1985-03-17');
  await button('Sign in').click();
  await expect(page.getByText('The code or the date of birth isn’t right. Check both.')).toBeVisible();
  await intake.fillsDate(birthDate, '1984-03-17');
  await button('Sign in').click();
  await expect(page.getByText(reference)).toBeVisible();

  function textedCode(): Promise<string> {
    return mailedCode(server, () => button('Text me a code').click());
  }
});
