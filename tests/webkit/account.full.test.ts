/** In Safari's engine: what a guest sent offline is kept in an account, read on another device, and a change made on both offline is decided once. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FORMS, vendorsWithImports } from '../journey/imported-vendors.ts';
import { mailedCode } from '../journey/signing-in.ts';
import type { DrivenPatient } from '../support/driven-patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';
import { createPatient } from './patient.ts';

const missing = webKitIsMissing();
const EMAIL = 'marguerite.canary@example.org';

describe.skipIf(missing !== undefined)(
  `An account in WebKit${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: TestServer;
    let browsers: WebKit[] = [];
    beforeEach(async () => {
      const { vendorsDir, imports } = vendorsWithImports([FORMS.mood]);
      expect(imports.map(({ exitCode }) => exitCode)).toEqual([0]);
      server = await startServer({ vendorsDir });
      browsers = [await launchWebKit(), await launchWebKit()];
    });
    afterEach(async () => {
      for (const browser of browsers) await browser.close();
      await server?.close();
    });

    /** Whoever has given their address. */
    async function signsIn(patient: DrivenPatient): Promise<void> {
      await patient.chooses('Yes, it’s mine');
      const code = await mailedCode(server, () => patient.presses('Email me a code'));
      await patient.types('sign-in-code', code);
    }
    async function isCalled(patient: DrivenPatient, name: string): Promise<void> {
      await patient.presses('Add Name');
      await patient.types('name-given', name);
      await patient.types('name-family', 'Okonkwo');
      await patient.presses('Save');
      await patient.reads(`${name} Okonkwo`);
    }

    test('keeps what was sent offline, shows it on another device, and lets one choose between two changes', async () => {
      const [phone, tablet] = browsers.map(({ driver }) => createPatient(driver));
      if (!phone || !tablet) throw new Error('There are not two of them');
      const form = `${server.origin}/connect/lantern/questionnaire/${FORMS.mood.slug}`;
      const account = `${server.origin}/connect/lantern/account/profile`;
      await phone.opens(form);
      await until('everything is on the device', () => phone.hasAWorker(), 90_000);
      await phone.opens(form);
      await server.stop();
      await phone.begins();
      for (let number = 0; number < 9; number += 1) await phone.answers(FORMS.mood.never);
      for (const option of FORMS.mood.afterwards) await phone.answers(option);
      await phone.agrees();
      await phone.sees('Check your answers');
      await phone.signsAndSends();
      await phone.sees('Waiting to send');
      const code = /\b[0-9A-Z]{2}-[0-9A-Z]{4}\b/.exec(await phone.text())?.[0] ?? '';
      expect(code).not.toBe('');

      await server.start();
      await until(
        'the clinic has the form',
        async () => {
          await phone.isToldOfTheNetwork();
          return (await phone.headline()) === 'Lantern Mind has your answers';
        },
        90_000,
      );
      await phone.presses('Sign in with email');
      await signsIn(phone);
      await phone.reads('Saved to your account');

      await tablet.opens(account);
      await tablet.types('sign-in-email', EMAIL);
      await signsIn(tablet);
      await tablet.reads(code);
      await until('everything is on the device', () => tablet.hasAWorker(), 90_000);
      await phone.opens(account);
      await phone.reads(code);

      await server.stop();
      await isCalled(phone, 'Marguerite');
      await isCalled(tablet, 'Maggie');
      await server.start();
      await phone.isToldOfTheNetwork();
      await until(
        'the first change is sent',
        async () => {
          await phone.isToldOfTheNetwork();
          return !/Will be sent when|Sending…/.test(await phone.text());
        },
        60_000,
      );
      await until(
        'the second change is a choice',
        async () => {
          await tablet.isToldOfTheNetwork();
          return (await tablet.text()).includes('You changed this on two devices');
        },
        60_000,
      );
      await tablet.pressesTheOneNamedWith('this: Maggie Okonkwo');
      for (const patient of [tablet, phone])
        await until(
          'both show what was chosen',
          async () => {
            await patient.isToldOfTheNetwork();
            const text = await patient.text();
            return text.includes('Maggie Okonkwo') && !text.includes('You changed this on two devices');
          },
          60_000,
        );
    });
  },
);
