/**
 * The main job: a patient fills a questionnaire offline, and the clinic receives it exactly once (G1, G2, G3).
 */
import { expect, type Page, test } from 'playwright/test';
import { compileVendors } from '../../build/vendor/compile.ts';
import { temporaryFolder } from '../support/paths.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { FORMS, vendorsWithImports } from './imported-vendors.ts';
import { OfflineJourney } from './offline-journey.ts';

let server: TestServer;
let patient: Patient;
let journey: OfflineJourney;
const packsDir = temporaryFolder('packs');
test.beforeAll(async () => {
  const { vendorsDir, imports } = vendorsWithImports();
  expect(imports.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  await compileVendors({ vendorsDir, outDir: packsDir });
});
test.beforeEach(async () => {
  // One for each: an inbox that holds a single case shows that no other one came.
  server = await startServer({ packsDir });
  // As most people have it: with motion.
  patient = await launchPatient({ reducedMotion: 'no-preference' });
  journey = new OfflineJourney(server, patient);
});
test.afterEach(async () => {
  await journey?.ends();
  await patient?.close();
  await server?.close();
});

test('nine answers arrive once, with score and code - written offline, the browser killed, sent when the server is back', async () => {
  await journey.sendsNineAnswersThroughAKill(FORMS.mood);
});

test('one case arrives from four tabs, and the patient sees that a clinician has read it - each answer to a push is lost five times', {
  tag: '@full',
}, async () => {
  const intake = await journey.opensThenGoesOffline(FORMS.pressure.slug);
  await intake.begins();
  await intake.types('121');
  await intake.types('79');
  await intake.reachesTheReview();
  const code = await journey.signsAndWaits(intake);
  const tabs: Page[] = [];
  for (let number = 0; number < 3; number += 1) {
    const tab = await patient.context.newPage();
    await tab.goto(`${server.origin}/connect/lantern/`);
    tabs.push(tab);
  }
  server.network.dropPushResponses(5);
  await journey.comesBackOnline();
  await until(
    'five answers were lost',
    async () => {
      for (const tab of [intake.page, ...tabs])
        await tab.evaluate(() => window.dispatchEvent(new Event('online')));
      return server.network.droppedPushes() === 5;
    },
    90_000,
  );
  await journey.isReceived(intake, 90_000);
  const desk = await journey.hasOneCase(code);
  await desk.opens(code);
  await desk.marksReviewed();
  await intake.seesThatItWasRead();
});

test('a form with conditions on conditions arrives once - its answers were given offline', {
  tag: '@full',
}, async () => {
  await journey.sendsWhateverIsAsked(FORMS.nested);
});
