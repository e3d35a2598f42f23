import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NINE_ONES, sendsNineAnswersThroughAKill } from '../journey/driven-journey.ts';
import { FORMS, vendorsWithImports } from '../journey/imported-vendors.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';
import { createPatient } from './patient.ts';

const missing = webKitIsMissing();

describe.skipIf(missing !== undefined)(
  `The main job in WebKit${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: TestServer;
    let webkit: WebKit;
    beforeEach(async () => {
      const { vendorsDir, imports } = vendorsWithImports([FORMS.mood]);
      expect(imports.map(({ exitCode }) => exitCode)).toEqual([0]);
      server = await startServer({ vendorsDir });
      webkit = await launchWebKit();
    });
    afterEach(async () => {
      await webkit?.close();
      await server?.close();
    });

    test('nine answers arrive once, with score and code - written offline, the browser killed, sent when the server is back', async () => {
      const browser = {
        patient: () => createPatient(webkit.driver),
        kill9: () => webkit.kill9(),
        relaunch: async () => createPatient(await webkit.relaunch()),
      };
      expect(await sendsNineAnswersThroughAKill(server, browser, FORMS.mood)).toEqual(NINE_ONES);
    });
  },
);
