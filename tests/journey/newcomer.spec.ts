/** When a page that is only read opens the device's store: at the first touch of somebody new, by itself for everybody who has something in it. */
import { expect, type Page, test } from 'playwright/test';
import { QUIET_MS } from '../../renderer/app/store-start.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { workerIsReady } from '../support/worker.ts';
import { Intake } from './intake.ts';

const STORE = 'v:willow:store';
/** Longer than a page takes to be idle, shorter than it waits for somebody who only reads. */
const READING_MS = 4_000;

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient();
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

const address = (path = '') => `${server.origin}/connect/willow/${path}`;
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

for (const [name, path] of [
  ['the home', ''],
  ['a form’s first page', 'questionnaire/uti-check'],
  ['a product', 'product/nitrofurantoin'],
  ['the terms', 'terms'],
] as const)
  test(`somebody new reads ${name} without a store, and their first touch opens it`, async () => {
    const { page } = patient;
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(address(path));
    await expect(page.locator('h1')).toBeVisible();
    // Not a wait for something to happen: that nothing does.
    await page.waitForTimeout(READING_MS);
    expect(await databases(page)).toEqual([]);
    expect(scripts.filter((url) => /\/assets\/(?:store|sending|schemas)-/.test(url))).toEqual([]);
    await page.mouse.move(40, 300);
    await until('the store is open', async () => (await databases(page)).includes(STORE));
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

test('the console opens no patient’s store, whatever is done there', async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/console/willow`);
  await page.getByLabel('Email').fill('ana@clinic.example');
  await page.waitForTimeout(READING_MS);
  expect(await databases(page)).not.toContain(STORE);
});

test('somebody who only reads gets the store and the worker by themselves', async () => {
  const { page } = patient;
  await page.goto(address());
  await workerIsReady(page);
  await until('the store is open', async () => (await databases(page)).includes(STORE));
});

test('a draft shows without a touch, also where its mark is lost', async () => {
  const { page, context } = patient;
  await page.goto(address('questionnaire/uti-check'));
  const intake = new Intake(page);
  await intake.begins();
  const main = page.getByRole('main');
  await main.getByRole('radio').or(main.getByRole('checkbox')).first().check({ force: true });
  await intake.isSaved();
  // Disable the ten-second timer, so that only the stored draft can open the store.
  await page.addInitScript((quiet) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms === quiet ? 0 : setTimeout(run, ms)),
    });
  }, QUIET_MS);
  const goesOn = page.getByRole('link', { name: /^Continue/ }).first();
  await page.goto(address());
  await expect(goesOn).toBeVisible();
  await context.clearCookies();
  await page.goto(address());
  await expect(goesOn).toBeVisible();
});
