/** In Safari's engine: a form in a partner's page, from its landing to its receipt, and its answers there again after a reload or said to be gone with the window. */
import { By } from 'selenium-webdriver';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HostKind } from '../embed/hosts.ts';
import { openPartner, type Partner } from '../embed/partner.ts';
import { FIRST_QUESTION, SECOND_QUESTION } from '../journey/plain-form.ts';
import { until } from '../support/wait.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';
import { createPatient } from './patient.ts';

const missing = webKitIsMissing();

/** What a browser is set to, the page around the form, and what that says of its answers: the least that a form can be given first. */
const EVERY_SETTING: readonly (readonly [string, HostKind, readonly string[], string])[] = [
  ['no storage', 'sandboxed', ['--cookies', 'none', '--without-storage'], 'Your answers won’t be saved here'],
  ['tracking prevention', 'strict', ['--itp'], 'for this site only'],
  ['cookies of every site', 'builder', ['--cookies', 'all'], 'for this site only'],
];
/** The other pages are seen in Chromium each day (`embed/matrix.spec.ts`). */
const SETTINGS = process.env.FULL === '1' ? EVERY_SETTING : EVERY_SETTING.slice(0, 1);

describe.skipIf(missing !== undefined)(
  `A form in a partner’s page in WebKit${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let partner: Partner;
    let webkit: WebKit;
    beforeAll(async () => {
      partner = await openPartner();
    });
    afterEach(() => webkit?.close());
    afterAll(() => partner?.close());

    /** Into the frame, which is below the element's shadow root. */
    async function entersTheFrame(host: HostKind = 'plain'): Promise<void> {
      const { driver } = webkit;
      const isBuilders = host === 'sandboxed' || host === 'opaque-frame';
      if (isBuilders)
        await driver
          .switchTo()
          .frame(
            await until('a frame', async () => (await driver.findElements(By.css('iframe')))[0], 30_000),
          );
      if (host === 'opaque-frame') return;
      const frame = await until(
        'the page has a frame',
        async () => {
          const [element] = await driver.findElements(By.css('carefront-form'));
          // Until the loader has run it is an element without a shadow.
          const shadow = await element?.getShadowRoot().catch(() => undefined);
          return (await shadow?.findElements(By.css('iframe')))?.[0];
        },
        30_000,
      );
      await driver.switchTo().frame(frame);
    }

    test('C59 is filled in, kept or said not to be, and received', async () => {
      webkit = await launchWebKit();
      const { driver } = webkit;
      const patient = createPatient(driver, { inFrame: true });
      await patient.opens(`${partner.allowed.origin}/?id=visit-90`);
      await entersTheFrame();
      await until(
        'the form says where answers are kept',
        async () => {
          const text = await driver.findElement(By.css('body')).getText();
          return /Your answers won’t be saved here|saved in this browser/.test(text);
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

    test.each(SETTINGS)(
      'C57, C59 is filled in and says where its answers are - %s, in a %s page',
      async (_, host, hostArguments, kept) => {
        webkit = await launchWebKit({ hostArguments });
        const { driver } = webkit;
        const patient = createPatient(driver, { inFrame: true });
        // What the clinic's own pages have kept is out of the frame's sight, whatever is set: this engine has no storage that sites share.
        await patient.opens(`${partner.server.origin}/connect/lantern/privacy`);
        await driver.executeScript("try { localStorage.setItem('mark', '1') } catch {}");
        await patient.opens(`${partner.allowed.origin}/?host=${host}&id=visit-${host}`);
        await entersTheFrame(host);
        await until(
          'the form says where answers are kept',
          async () => (await driver.findElement(By.css('body')).getText()).includes(kept),
          60_000,
        );
        expect(
          await driver.executeScript("try { return localStorage.getItem('mark') } catch { return null }"),
        ).toBeNull();
        await patient.picks('gate-place', 'US-CA');
        await patient.pressesTheOneThatBegins('Start');
        await patient.sees(FIRST_QUESTION);
        await patient.writes('Written in another page');
        await patient.presses('Continue');
        await patient.sees(SECOND_QUESTION);
      },
    );

    test('C55 in a sandbox without `allow-same-origin` it says that it can’t run, and where it can', async () => {
      webkit = await launchWebKit();
      const { driver } = webkit;
      await driver.get(`${partner.allowed.origin}/?host=opaque-frame`);
      await entersTheFrame('opaque-frame');
      const words = await until('it says why', async () => {
        const text = await driver.findElement(By.css('body')).getText();
        return text === '' ? undefined : text;
      });
      expect(words).toContain('This form can’t run inside this page');
      expect(words).toContain(`${partner.server.origin}/connect/lantern/questionnaire/${partner.form}`);
    });
  },
);
