/** In Safari's engine: a form in a partner's page, from its landing to its receipt, and its answers there again after a reload or said to be gone with the window. */
import { By } from 'selenium-webdriver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPartner, type Partner } from '../embed/partner.ts';
import { FIRST_QUESTION, SECOND_QUESTION } from '../journey/plain-form.ts';
import { until } from '../support/wait.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';
import { createPatient } from './patient.ts';

const missing = webKitIsMissing();

describe.skipIf(missing !== undefined)(
  `A form in a partner’s page in WebKit${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let partner: Partner;
    let webkit: WebKit;
    beforeEach(async () => {
      partner = await openPartner();
      webkit = await launchWebKit();
    });
    afterEach(async () => {
      await webkit?.close();
      await partner?.close();
    });

    /** Into the frame, which is below the element's shadow root. */
    async function entersTheFrame(): Promise<void> {
      const { driver } = webkit;
      const frame = await until(
        'the page has a frame',
        async () =>
          (await driver.findElement(By.css('carefront-form')).getShadowRoot()).findElement(By.css('iframe')),
        30_000,
      );
      await driver.switchTo().frame(frame);
    }

    test('C59 is filled in, kept or said not to be, and received', async () => {
      const { driver } = webkit;
      const patient = createPatient(driver, { inFrame: true });
      await patient.opens(`${partner.allowed.origin}/?id=visit-90`);
      await entersTheFrame();
      await until(
        'the form says where answers are kept',
        async () => {
          const text = await driver.findElement(By.css('body')).getText();
          return /Your answers stay in this window|saved in this browser/.test(text);
        },
        60_000,
      );
      await patient.picks('gate-place', 'US-CA');
      await patient.pressesTheOneThatBegins('Start');
      await patient.sees(FIRST_QUESTION);
      await patient.writes('Sent from within a page');
      await patient.presses('Continue');
      await patient.sees(SECOND_QUESTION);
      await patient.writes('Nothing yet');
      await patient.presses('Continue');
      await patient.saysWhoTheyAre();
      await patient.agrees();
      await patient.signsAndSends();
      await until(
        'it is received',
        async () => (await patient.headline()) === 'Lantern Mind has your answers',
        60_000,
      );
      await driver.switchTo().defaultContent();
      expect(await driver.findElement(By.id('thanks')).getText()).toMatch(/Thank you/);
      // The page of a stranger says why there is no form.
      await patient.opens(partner.stranger.origin);
      const words = await until(
        'the page says why',
        async () => {
          const root = await driver.findElement(By.css('carefront-form')).getShadowRoot();
          const [said] = await root.findElements(By.css('p'));
          return said?.getText();
        },
        30_000,
      );
      expect(words).toContain('This site isn’t allowed to show this form.');
    });
  },
);
