/** A patient shows who they are, offline; staff compare the photo and ask for another; the patient sends it, and reads that it was checked. */
import { expect, test } from 'playwright/test';
import sharp from 'sharp';
import { axe } from '../support/axe.ts';
import { ibm } from '../support/ibm.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady } from '../support/worker.ts';
import { Clinic } from './clinic.ts';
import { signsIn } from './signing-in.ts';

const EMAIL = 'ana.ruiz@example.org';

let server: TestServer;
let patient: Patient;
let clinic: Clinic | undefined;
test.beforeEach(async () => {
  server = await startServer();
  patient = await launchPatient();
});
test.afterEach(async () => {
  await clinic?.leaves();
  await patient?.close();
  await server?.close();
});

const photo = async (color: string) => ({
  name: 'license.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1600, height: 1000, channels: 3, background: color } })
    .jpeg()
    .toBuffer(),
});

async function sends(kind: string, color: string): Promise<void> {
  const { page } = patient;
  const section = page.getByRole('region', { name: 'Photo ID' });
  await section.getByRole('button', { name: /photo ID$/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: kind }).check({ force: true });
  const chooser = page.waitForEvent('filechooser');
  await sheet.getByRole('button', { name: 'Choose a photo' }).click();
  await (await chooser).setFiles(await photo(color));
  await expect(sheet.getByText('Photo 1')).toBeVisible();
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet).toHaveCount(0);
}

test('a document is sent offline, looked at by staff, asked for once more, and confirmed', async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/lantern/patient`);
  await signsIn(server, patient, EMAIL);
  const section = page.getByRole('region', { name: 'Photo ID' });
  await expect(section.getByText(/Only your care team can see the photos/)).toBeVisible();
  await workerIsReady(page);
  await patient.goOffline();
  await sends('Passport', '#777');
  await expect(
    section.getByText('Saved on this device. It will send automatically when you’re back online.'),
  ).toBeVisible();
  await page.reload();
  await expect(
    section.getByText('Saved on this device. It will send automatically when you’re back online.'),
  ).toBeVisible();
  await patient.goOnline();
  await expect(section.getByText(/Lantern Mind hasn’t checked it yet/)).toBeVisible({ timeout: 30_000 });

  clinic = await Clinic.signsIn(server.origin, 'lantern', server.output());
  const { page: desk } = clinic;
  await desk.goto(`${server.origin}/console/lantern/patients`);
  const list = desk.getByRole('region', { name: 'Photo IDs to check' });
  await list.getByRole('link', { name: EMAIL }).click();
  const part = desk.getByRole('region', { name: 'Photo ID' });
  await part.getByRole('button', { name: 'Show photo 1' }).click();
  const shown = part.getByRole('img', { name: 'Photo 1 of the patient’s document' });
  await expect
    .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(800);
  const faults = async () => [await axe(desk), await ibm(desk)];
  expect(await faults()).toEqual([[], []]);
  await part.getByRole('button', { name: 'Ask for another ID' }).click();
  expect(await faults()).toEqual([[], []]);
  await part.getByRole('radio', { name: 'Hard to read' }).check({ force: true });
  await part.getByRole('button', { name: 'Send request' }).click();
  await expect(part.getByText(/asked for another on/)).toBeVisible();

  await expect(section.getByText('Lantern Mind needs another photo')).toBeVisible();
  await expect(section.getByText(/It was hard to read/)).toBeVisible();
  await sends('Driver’s license or state ID', '#ddd');
  await expect(section.getByText(/Lantern Mind hasn’t checked it yet/)).toBeVisible({ timeout: 30_000 });
  await desk.reload();
  await part.getByRole('button', { name: 'Confirm identity' }).click();
  await expect(part.getByText(/^Confirmed by/)).toBeVisible();
  await expect(section.getByText(/^Confirmed by Lantern Mind/)).toBeVisible();
  await expect(section.getByText(/^Photos will be deleted on/)).toBeVisible();
});
