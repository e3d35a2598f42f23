/** `/test`: a device is tried and reported on without a word of a person; offline too; figures and clearing are for staff. */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { workerIsReady, workerOf } from '../support/worker.ts';
import { Clinic } from './clinic.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: workerOf(test.info()) });
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

const statusOf = (page: Page, name: string) =>
  page.locator(`[data-check=${name}]`).getAttribute('data-status', { timeout: 15_000 });
const isDone = (page: Page) => expect(page.getByText('All checks are done.')).toBeVisible();

test('a device is tried, and the report holds words and figures of closed lists alone', async () => {
  const { page } = patient;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto(`${server.origin}/test`);
  await isDone(page);
  for (const name of ['database', 'crypto', 'network', 'sync', 'clock', 'outbox', 'toast'])
    expect([name, await statusOf(page, name)]).toEqual([name, 'pass']);
  // Nothing was asked for: the camera is where it was.
  expect(['warn', 'unknown', 'fail']).toContain(await statusOf(page, 'camera'));
  const report = await page.locator('pre').innerText();
  expect(report).toMatch(/^carefront self-check 1\n(\w+: (pass|warn|fail|unknown)\n?){14}$/);
  expect(new Set(asked)).toEqual(new Set([server.origin]));
});

test('offline it opens from the device, and says what doesn’t work', {
  tag: ['@full', '@worker'],
}, async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/`);
  await workerIsReady(page);
  await patient.goOffline();
  await page.goto(`${server.origin}/test`);
  await isDone(page);
  expect(await statusOf(page, 'network')).toBe('fail');
  expect(await statusOf(page, 'database')).toBe('pass');
  await expect(
    page.getByText('Your answers stay on this device until you’re online.', { exact: false }),
  ).toBeVisible();
  await page.getByRole('textbox').fill('willow');
  await page.getByRole('button', { name: 'Show measurements' }).click();
  await expect(page.getByText('You need a connection for this.')).toBeVisible();
});

test('staff see figures, and clear what the app has stored of itself; what somebody wrote stays', async () => {
  const clinic = await Clinic.signsIn(server.origin, 'willow', server.output());
  try {
    const { page } = clinic;
    await page.goto(`${server.origin}/connect/willow/`);
    await workerIsReady(page);
    // Who only reads gets their store later.
    await page.keyboard.press('Tab');
    await until('the store is open', () =>
      page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'v:willow:store')),
    );
    await page.goto(`${server.origin}/test`);
    await isDone(page);
    const kept = () =>
      page.evaluate(async () => ({
        caches: (await caches.keys()).filter((name) => /^v:willow:(build|shell|pack):/.test(name)).length,
        databases: (await indexedDB.databases())
          .map(({ name }) => name ?? '')
          .toSorted((one, other) => one.localeCompare(other)),
      }));
    const before = await kept();
    expect(before.caches).toBeGreaterThan(0);
    expect(before.databases).toContain('v:willow:store');
    await page.getByRole('textbox').fill('willow');
    await page.getByRole('button', { name: 'Show measurements' }).click();
    await expect(page.getByText('Free space, MB', { exact: false })).toBeVisible();
    await expect(page.locator('pre')).toContainText('freeMegabytes=');
    await page.getByRole('button', { name: 'Clear caches' }).click();
    await expect(
      page.getByText('Answers, unsent forms, and keys weren’t touched.', { exact: false }),
    ).toBeVisible();
    expect(await kept()).toEqual({ ...before, caches: 0 });
  } finally {
    await clinic.leaves();
  }
});

test('a stranger is shown no figures, and clears nothing', async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/test`);
  await page.getByRole('textbox').fill('willow');
  await page.getByRole('button', { name: 'Show measurements' }).click();
  await expect(page.getByText('You’re not signed in at this clinic.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear caches' })).toHaveCount(0);
  await expect(page.getByText('Free space, MB')).toHaveCount(0);
});
