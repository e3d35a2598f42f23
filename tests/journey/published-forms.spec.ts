/** The main job once more, with forms that others published: they lie beside the checkout, or these are skipped. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { NOT_PUBLISHED, publishedForms, vendorsWithImports } from './imported-vendors.ts';
import { OfflineJourney } from './offline-journey.ts';

const forms = publishedForms();
if (forms === undefined) test.skip(`published forms: ${NOT_PUBLISHED}`, () => undefined);
else {
  const { mood, nested } = forms;
  let server: TestServer;
  let patient: Patient;
  let journey: OfflineJourney;
  test.beforeEach(async () => {
    const { vendorsDir, imports } = vendorsWithImports([mood, nested]);
    expect(imports.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    server = await startServer({ vendorsDir });
    patient = await launchPatient();
    journey = new OfflineJourney(server, patient);
  });
  test.afterEach(async () => {
    await journey?.ends();
    await patient?.close();
    await server?.close();
  });

  // The main journey's every step, with another form.
  test('a PHQ-9 arrives once, with score and code - written offline, the browser killed, sent when the server is back', {
    tag: '@full',
  }, async () => {
    await journey.sendsNineAnswersThroughAKill(mood);
  });

  test('conditions on conditions arrive once - the answers were given offline', async () => {
    await journey.sendsWhateverIsAsked(nested);
  });
}
