/** The main job in Safari's engine: written offline, the browser killed, received once (G1, G2, G3). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FORMS, noTestData, vendorsWithImports } from '../journey/imported-vendors.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { ConsoleClient } from './console-client.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';
import { Patient } from './patient.ts';

const missing = webKitIsMissing() ?? (noTestData === false ? undefined : noTestData);
const SEND_MS = 90_000;

describe.skipIf(missing !== undefined)(
  `The main job in WebKit${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: TestServer;
    let webkit: WebKit;
    beforeEach(async () => {
      const { vendorsDir, imports } = vendorsWithImports();
      expect(imports.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
      server = await startServer({ vendorsDir });
      webkit = await launchWebKit();
    });
    afterEach(async () => {
      await webkit?.close();
      await server?.close();
    });

    test('a PHQ-9 arrives once, with score and code - written offline, the browser killed, sent when the server is back', async () => {
      const form = `${server.origin}/connect/lantern/questionnaire/${FORMS.phq9.slug}`;
      const patient = new Patient(webkit.driver);
      await patient.opens(form);
      await until('everything is on the device', () => patient.hasAWorker(), SEND_MS);
      await patient.opens(form);
      expect(await patient.isControlledByTheWorker()).toBe(true);
      // As narrow as the phone that the host's window imitates.
      expect(await patient.width()).toBe(390);

      await server.stop();
      await patient.opens(form);
      expect(await patient.isControlledByTheWorker()).toBe(true);
      await patient.begins();
      for (let number = 0; number < 4; number += 1) await patient.answers('Several days');
      const fifth = await patient.headline();
      expect(await patient.overflow()).toBe(0);
      await patient.isSaved();
      await webkit.kill9();

      const again = new Patient(await webkit.relaunch());
      await again.opens(form);
      await again.reads('Question 5. Everything is here.');
      await again.presses('Continue');
      await again.sees(fifth);
      for (let back = 0; back < 4; back += 1) {
        const from = await again.headline();
        await again.presses('Back');
        await until('the question before shows', async () => (await again.headline()) !== from);
        expect(await again.chosen()).toBe('Several days');
      }
      for (let forward = 0; forward < 4; forward += 1) await again.answers('Several days');
      await again.sees(fifth);
      for (let number = 4; number < 9; number += 1) await again.answers('Several days');
      // The last question of the PHQ-9 is about self-harm: the panel opens before the form goes on.
      await again.reads('It is sent by itself');
      await again.presses('Go back to my answers');
      await again.sees('Check your answers');
      await again.signsAndSends();
      await again.sees('Waiting to send');
      const code = /\b[0-9A-Z]{2}-[0-9A-Z]{4}\b/.exec(await again.text())?.[0];
      expect(code).toBeDefined();

      await server.start();
      await until(
        'the clinic has the form',
        async () => {
          await again.isToldOfTheNetwork();
          return (await again.headline()) === 'Lantern Mind has your answers';
        },
        SEND_MS,
      );
      expect(await again.text()).toContain(code);
      const staff = await ConsoleClient.signsIn(server.origin, 'lantern', server.output());
      // Received is said before the form has been judged.
      await expect
        .poll(async () => (await staff.cases()).map((item) => item.code), { timeout: 20_000 })
        .toEqual([code]);
      const cases = await staff.cases();
      const { score } = await staff.opens(cases[0]?.id ?? '');
      expect(score).toEqual({ total: 9, answered: 9, of: 9 });
    });
  },
);
