/** A first visit whose worker isn't there yet, or never comes: the network goes after the first answer, and nothing is missed. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Intake } from './intake.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
  patient = await launchPatient();
  await patient.context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('There is no worker.'));
  });
});
test.afterAll(async () => {
  await patient?.close();
  await server?.close();
});

/** What the first answer begins to load is all there: the receipt's screen, and nothing since the last look. */
function hasLoadedAhead(): boolean {
  const loaded = performance.getEntriesByType('resource');
  const before: unknown = Reflect.get(window, 'loadedBefore');
  Reflect.set(window, 'loadedBefore', loaded.length);
  return loaded.some(({ name }) => name.includes('/success-screen-')) && loaded.length === before;
}

test('offline from the second question on, the form is finished, and its receipt says that it waits', async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/lantern/questionnaire/mood-check-in`);
  const intake = new Intake(page);
  await intake.begins();
  await intake.answersTheNext();
  await page.waitForFunction(hasLoadedAhead, undefined, { polling: 300 });
  await patient.goOffline();
  await intake.answersWhateverComes();
  await intake.signsAndSends();
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
});
