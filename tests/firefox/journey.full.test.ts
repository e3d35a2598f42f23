import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NINE_ONES, sendsNineAnswersThroughAKill } from '../journey/driven-journey.ts';
import { FORMS, vendorsWithImports } from '../journey/imported-vendors.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Firefox, firefoxIsMissing, launchFirefox } from './launch-firefox.ts';
import { createPatient } from './patient.ts';

const missing = firefoxIsMissing();

/** Keeps what the question of the browser's came to, for the test to read. */
function watchTheQuestion(): void {
  const { storage } = navigator;
  const ask = storage.persist.bind(storage);
  storage.persist = async () => {
    document.documentElement.dataset.asked = 'nobody has answered';
    const answer = await ask();
    document.documentElement.dataset.asked = String(answer);
    return answer;
  };
}

describe.skipIf(missing !== undefined)(
  `The main job in Firefox${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: TestServer;
    let firefox: Firefox;
    beforeEach(async () => {
      const { vendorsDir, imports } = vendorsWithImports([FORMS.mood]);
      expect(imports.map(({ exitCode }) => exitCode)).toEqual([0]);
      server = await startServer({ vendorsDir });
      firefox = await launchFirefox();
    });
    afterEach(async () => {
      await firefox?.close();
      await server?.close();
    });

    test('nine answers arrive once, with score and code - nobody answers whether the site may keep data, and the browser is killed', async () => {
      const browser = {
        patient: () => createPatient(firefox.page),
        kill9: () => firefox.kill9(),
        relaunch: async () => createPatient(await firefox.relaunch()),
      };
      await firefox.page.evaluateOnNewDocument(watchTheQuestion);
      const score = await sendsNineAnswersThroughAKill(server, browser, FORMS.mood, async () => {
        // A Firefox that answers by itself would prove nothing.
        expect(await firefox.page.evaluate('document.documentElement.dataset.asked')).toBe(
          'nobody has answered',
        );
      });
      expect(score).toEqual(NINE_ONES);
    });
  },
);
