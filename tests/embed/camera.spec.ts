/** A photo is asked for in a frame that was given no camera. */
import { expect, test } from 'playwright/test';
import sharp from 'sharp';
import { Intake } from '../journey/intake.ts';
import { FIRST_QUESTION, PHOTO_QUESTION, SECOND_QUESTION } from '../journey/plain-form.ts';
import { launchPatient } from '../support/patient.ts';
import { formIn } from './framed.ts';
import { openPartner } from './partner.ts';

test('C61 a frame without `allow="camera"` has no camera, and a photo is uploaded all the same', async () => {
  const partner = await openPartner({ photo: true });
  const patient = await launchPatient({ framedStorage: 'partitioned' });
  try {
    const { page } = patient;
    await page.goto(`${partner.allowed.origin}/?host=no-camera`);
    const form = await formIn(page);
    const intake = new Intake(form);
    await intake.passesTheGate('California');
    await intake.isAsked(FIRST_QUESTION);
    // The control: the power that is missing is really missing. A headless shell has no camera to be refused.
    const allowsCamera = await form.evaluate(() =>
      (
        document as unknown as { readonly featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature('camera'),
    );
    expect(allowsCamera).toBe(false);
    await intake.types('There is something to see');
    await intake.isAsked(PHOTO_QUESTION);
    const chooser = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: /^Choose a photo$/ }).click();
    const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await (await chooser).setFiles({ name: 'rash.jpg', mimeType: 'image/jpeg', buffer });
    await expect(form.getByRole('main').locator('li img').first()).toBeVisible();
    await intake.isSaved();
    await intake.continues();
    await intake.isAsked(SECOND_QUESTION);
  } finally {
    await patient.close();
    await partner.close();
  }
});
