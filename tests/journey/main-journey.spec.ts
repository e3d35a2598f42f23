/**
 * The main job: a patient fills a real questionnaire offline, and the clinic receives it exactly once (G1, G2, G3).
 */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { workerIsReady } from '../support/worker.ts';
import { Clinic } from './clinic.ts';
import { FORMS, noTestData, vendorsWithImports } from './imported-vendors.ts';
import { codeOnScreen, Intake, PERSON } from './intake.ts';

test.skip(noTestData !== false, String(noTestData));

let server: TestServer;
let patient: Patient;
let clinic: Clinic | undefined;
test.beforeEach(async () => {
  const { vendorsDir, imports } = vendorsWithImports();
  expect(imports.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  server = await startServer({ vendorsDir });
  patient = await launchPatient();
});
test.afterEach(async () => {
  await clinic?.leaves();
  clinic = undefined;
  await patient?.close();
  await server?.close();
});

const form = (slug: string) => `${server.origin}/connect/lantern/questionnaire/${slug}`;

/** Visits once, so that everything is on the device; then network and server are gone. */
async function opensThenGoesOffline(slug: string): Promise<Intake> {
  const page = patient.page;
  await page.goto(form(slug));
  await workerIsReady(page);
  await page.reload();
  await server.stop();
  await patient.goOffline();
  return new Intake(page);
}

async function comesBackOnline(): Promise<void> {
  await server.start();
  await patient.goOnline();
}

async function answersNineTimes(intake: Intake, option: string, from = 0): Promise<void> {
  for (let number = from; number < 9; number += 1) await intake.answers(option);
}

async function hasOneCase(code: string): Promise<Clinic> {
  const signedIn = await Clinic.signsIn(server.origin, 'lantern', server.output());
  clinic = signedIn;
  const cases = (await signedIn.inboxWith(code)).filter((item) => item.kind === 'case');
  expect(cases.map((item) => item.code)).toEqual([code]);
  return signedIn;
}

test('a PHQ-9 arrives once, with score and code - written offline, the browser killed, sent when the server is back', async () => {
  const intake = await opensThenGoesOffline(FORMS.phq9.slug);
  await intake.begins();
  for (let number = 0; number < 3; number += 1) await intake.answers('Several days');
  const fourth = await intake.question().innerText();
  await intake.answers('Several days');
  await expect(intake.question()).not.toHaveText(fourth);
  const fifth = await intake.question().innerText();
  // G1 promises what the screen has called saved: the answer, and the place that it led to.
  await intake.isSaved();
  await patient.killBrowser();

  const page = await patient.relaunch();
  await page.goto(form(FORMS.phq9.slug));
  const resumed = new Intake(page);
  await expect(page.getByText('Question 5. Everything is here.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await resumed.isAsked(fifth);
  for (let back = 0; back < 4; back += 1) {
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('radio', { name: 'Several days' })).toBeChecked();
  }
  for (let forward = 0; forward < 4; forward += 1) await resumed.continues();
  await resumed.isAsked(fifth);
  await answersNineTimes(resumed, 'Several days', 4);
  // The last question of the PHQ-9 is about self-harm: the panel opens before the form goes on.
  await page.getByRole('button', { name: 'Go back to my answers' }).click();
  await resumed.reachesTheReview();
  await resumed.signsAndSends();
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
  const code = await codeOnScreen(page);

  await comesBackOnline();
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' })).toBeVisible({
    timeout: 60_000,
  });
  expect(await codeOnScreen(page)).toBe(code);
  const desk = await hasOneCase(code);
  await desk.opens(code);
  const shown = desk.page.getByRole('main');
  await expect(shown.getByText('Sum of the scored answers').locator('..')).toHaveText(
    /^Sum of the scored answers\s*9\s*9 of 9 answered$/,
  );
  await expect(shown.getByText('Several days').first()).toBeVisible();
});

test('one case arrives from four tabs - each answer to a push is lost five times', async () => {
  const intake = await opensThenGoesOffline(FORMS.pressure.slug);
  await intake.begins();
  await intake.types('121');
  await intake.types('79');
  await intake.reachesTheReview();
  await intake.signsAndSends();
  await expect(intake.page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
  const code = await codeOnScreen(intake.page);
  const tabs: Page[] = [];
  for (let number = 0; number < 3; number += 1) {
    const tab = await patient.context.newPage();
    await tab.goto(`${server.origin}/connect/lantern/`);
    tabs.push(tab);
  }
  server.network.dropPushResponses(5);
  await comesBackOnline();
  await until(
    'five answers were lost',
    async () => {
      for (const tab of [intake.page, ...tabs])
        await tab.evaluate(() => window.dispatchEvent(new Event('online')));
      return server.network.droppedPushes() === 5;
    },
    90_000,
  );
  await expect(
    intake.page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' }),
  ).toBeVisible({ timeout: 90_000 });
  await hasOneCase(code);
});

test('a form with conditions on conditions arrives once - its answers were given offline', async () => {
  const intake = await opensThenGoesOffline(FORMS.nested.slug);
  await intake.begins();
  await intake.answersWhateverComes();
  await intake.signsAndSends();
  await expect(intake.page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
  const code = await codeOnScreen(intake.page);
  await comesBackOnline();
  await expect(
    intake.page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' }),
  ).toBeVisible({ timeout: 60_000 });
  await hasOneCase(code);
});

test('the patient sees that a clinician has read the form - the console marks it reviewed', async () => {
  const page = patient.page;
  await page.goto(form(FORMS.pressure.slug));
  const intake = new Intake(page);
  await intake.begins();
  await intake.types('121');
  await intake.types('79');
  await intake.reachesTheReview();
  await intake.signsAndSends(PERSON);
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' })).toBeVisible({
    timeout: 60_000,
  });
  const code = await codeOnScreen(page);
  const desk = await hasOneCase(code);
  await desk.opens(code);
  await desk.page.getByRole('button', { name: 'Mark reviewed' }).click();
  await expect(desk.page.getByText(/^Reviewed by/).first()).toBeVisible();
  await page.bringToFront();
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 1, name: 'A clinician has read your answers' }),
  ).toBeVisible({ timeout: 60_000 });
});
