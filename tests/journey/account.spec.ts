/** A patient keeps what they have sent in an account, reads it on another device, and leaves again. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { workerIsReady } from '../support/worker.ts';
import { codeOnScreen, Intake } from './intake.ts';

const FORM = '/connect/lantern/questionnaire/mood-check-in';
const ACCOUNT = '/connect/lantern/account/profile';
const EMAIL = 'ana.ruiz@example.org';

let server: TestServer;
let phone: Patient;
let tablet: Patient;
test.beforeEach(async () => {
  server = await startServer();
  phone = await launchPatient();
  tablet = await launchPatient();
});
test.afterEach(async () => {
  await phone?.close();
  await tablet?.close();
  await server?.close();
});

/** Letters that were written since `known`, the newest last. */
function lettersBeside(known: ReadonlySet<string>): readonly string[] {
  const outbox = join(server.dataDir, 'outbox');
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.txt') && !known.has(name))
      .toSorted((one, other) => statSync(join(outbox, one)).mtimeMs - statSync(join(outbox, other)).mtimeMs)
      .map((name) => join(outbox, name));
  } catch {
    return [];
  }
}

async function signsIn(patient: Patient): Promise<void> {
  const { page } = patient;
  const known = new Set(lettersBeside(new Set()).map((path) => path.split('/').at(-1) ?? ''));
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.getByText('Yes, it’s mine', { exact: true }).click({ force: true });
  await page.getByRole('button', { name: 'Email me a code' }).click();
  let code: string | undefined;
  await until('the code has been mailed', async () => {
    const letter = lettersBeside(known).at(-1);
    code = letter === undefined ? undefined : /\b\d{6}\b/.exec(readFileSync(letter, 'utf8'))?.[0];
    return code !== undefined;
  });
  await page.getByRole('textbox', { name: '6-digit code' }).fill(code ?? '');
}

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
  await signsIn(phone);
  await expect(phone.page.getByText('Saved to your account')).toBeVisible();

  await tablet.page.goto(server.origin + ACCOUNT);
  await signsIn(tablet);
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
