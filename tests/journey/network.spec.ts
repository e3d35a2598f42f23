/**
 * Whatever stands between phone and clinic, an answer that isn't our server's own loses nothing and is never taken for a receipt
 * (G2, G3).
 */
import { expect, test } from 'playwright/test';
import type { Answer } from '../support/network.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { workerIsReady } from '../support/worker.ts';
import { Clinic } from './clinic.ts';
import { vendorsWithImports } from './imported-vendors.ts';
import { codeOnScreen, Intake } from './intake.ts';
import { plainForm } from './plain-form.ts';

let server: TestServer;
let patient: Patient;
let clinic: Clinic | undefined;
test.beforeAll(async () => {
  const { vendorsDir, imports } = vendorsWithImports([plainForm()]);
  expect(imports.map(({ exitCode, output }) => (exitCode === 0 ? 'taken in' : output))).toEqual(['taken in']);
  server = await startServer({ vendorsDir });
});
test.beforeEach(async () => {
  patient = await launchPatient();
});
test.afterEach(async () => {
  await clinic?.leaves();
  clinic = undefined;
  await patient?.close();
});
test.afterAll(() => server?.close());

const PORTAL =
  '<!doctype html><html lang="en"><title>Hotel Bellevue</title><form action="/login"><button>Connect</button></form></html>';

/** In each of these the server has taken the form in, and the phone can't know it. */
const DAMAGES: readonly { readonly name: string; readonly damage: (answer: Answer) => Answer }[] = [
  {
    name: "a proxy's page with status 500",
    damage: ({ headers }) => ({
      status: 500,
      headers: { date: headers.date, 'content-type': 'text/html' },
      body: '<h1>Internal Server Error</h1>',
    }),
  },
  {
    name: 'JSON that was cut off',
    damage: (answer) => ({ ...answer, body: answer.body.slice(0, answer.body.length / 2) }),
  },
  {
    name: 'the right JSON under another media type',
    damage: (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } }),
  },
  {
    name: 'JSON of the right media type that says something else',
    damage: (answer) => ({ ...answer, body: '{"results":"ok"}' }),
  },
  {
    name: 'a receipt whose signature is not the server’s',
    damage: (answer) => ({
      ...answer,
      body: answer.body.replaceAll(/"signature":"[^"]*"/g, `"signature":"${'A'.repeat(86)}"`),
    }),
  },
];

test('a form waits and is received once, and its patient sees that a clinician has read it - a captive portal answers, then five answers come damaged', {
  tag: '@full',
}, async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/lantern/questionnaire/plain-words`);
  await workerIsReady(page);
  const intake = new Intake(page);
  await intake.begins();
  await intake.types('A tight chest after the stairs');
  await intake.types('Resting');
  await intake.reachesTheReview();

  const waits = page.getByRole('heading', { level: 1, name: 'Waiting to send' });
  const arrived = page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' });
  const pushes = () =>
    server.network.requests().filter((line) => line === 'POST /connect/lantern/sync/v1/push').length;
  /** Each attempt shows that the one before has not been taken for a success. */
  const triesUntil = (what: string, condition: () => boolean) =>
    until(what, async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      return condition();
    });

  server.network.captivePortal(PORTAL);
  await intake.signsAndSends();
  await expect(waits).toBeVisible();
  const code = await codeOnScreen(page);
  await triesUntil('the portal has answered two pushes', () => pushes() >= 2);
  await expect(waits).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Lantern Mind doesn’t have it yet.');

  for (const { name, damage } of DAMAGES) {
    await test.step(name, async () => {
      const before = server.network.damagedPushes();
      server.network.damagePushAnswers(damage);
      server.network.captivePortal(undefined);
      await triesUntil(`two answers were ${name}`, () => server.network.damagedPushes() >= before + 2);
      await expect(waits).toBeVisible();
      expect(await codeOnScreen(page)).toBe(code);
    });
  }
  await page.reload();
  await expect(waits).toBeVisible();
  await expect(page.getByRole('main')).toContainText('We got an unexpected reply');

  server.network.damagePushAnswers(undefined);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(arrived).toBeVisible({ timeout: 60_000 });
  expect(await codeOnScreen(page)).toBe(code);
  clinic = await Clinic.signsIn(server.origin, 'lantern', server.output());
  expect((await clinic.inboxWith(code)).map((item) => [item.kind, item.code])).toEqual([['case', code]]);
  await clinic.opens(code);
  await clinic.marksReviewed();
  await intake.seesThatItWasRead();
});

test('a patient who opens the app behind a captive portal finds their form and goes on with it - it sends when the portal is gone', {
  tag: '@full',
}, async () => {
  const { page } = patient;
  const landing = `${server.origin}/connect/lantern/questionnaire/plain-words`;
  await page.goto(landing);
  await workerIsReady(page);
  await page.reload();
  const intake = new Intake(page);
  await intake.begins();
  await intake.types('Waking at four');
  server.network.captivePortal(PORTAL);
  await page.goto(landing);
  await expect(
    page.getByRole('heading', { name: 'Pick up at question 2. Your answers are saved.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await intake.types('Warm milk');
  await intake.reachesTheReview();
  await intake.signsAndSends();
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
  const code = await codeOnScreen(page);
  server.network.captivePortal(undefined);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' })).toBeVisible({
    timeout: 60_000,
  });
  expect(await codeOnScreen(page)).toBe(code);
});
