/**
 * A photo's way: picked on a phone that ends the page behind its camera (failure case 20), kept with the draft, sent with the form; and,
 * where no network comes, carried to the clinic in a saved copy that only the clinic can open (G1, G2, G3).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import sharp from 'sharp';
import { nodeExecutable, projectRoot, temporaryFolder } from '../support/paths.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady } from '../support/worker.ts';
import { Clinic } from './clinic.ts';
import { vendorsWithImports } from './imported-vendors.ts';
import { codeOnScreen, Intake, PERSON } from './intake.ts';
import { FIRST_QUESTION, PHOTO_QUESTION, plainForm, SECOND_QUESTION } from './plain-form.ts';

const REASON = 'Kingfisher dreams of a lighthouse';
const PLACE = 'CANARY-51.5007N-0.1246W';

let server: TestServer;
let patient: Patient;
let clinic: Clinic | undefined;
test.beforeAll(async () => {
  const { vendorsDir, imports } = vendorsWithImports([plainForm({ photo: true })]);
  expect(imports.map(({ exitCode, output }) => (exitCode === 0 ? 'taken in' : output))).toEqual(['taken in']);
  server = await startServer({ vendorsDir });
  patient = await launchPatient();
});
test.afterAll(async () => {
  await clinic?.leaves();
  await patient?.close();
  await server?.close();
});

const landing = () => `${server.origin}/connect/lantern/questionnaire/plain-words`;

/** As a phone writes it: large, and with the place in its EXIF. */
async function photo(name: string, color: string) {
  const buffer = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: color } })
    .withExif({ IFD0: { ImageDescription: PLACE } })
    .jpeg()
    .toBuffer();
  // The control: it is there before.
  expect(buffer.includes(PLACE)).toBe(true);
  return { name, mimeType: 'image/jpeg', buffer };
}

async function asksForAPhoto(page: Page) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a|another) photo$/ }).click();
  return await chooser;
}

const picture = (page: Page) => page.getByRole('main').locator('li img').first();

async function comesBack(): Promise<Page> {
  const page = await patient.relaunch();
  await page.goto(landing());
  await expect(page.getByText('Pick up at question 2. Your answers are saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(new Intake(page).question()).toHaveText(PHOTO_QUESTION);
  return page;
}

test('a photo outlives a killed browser, and reaches the clinic once - first in a saved copy, then by itself', async () => {
  test.setTimeout(240_000);
  const intake = new Intake(patient.page);
  await intake.page.goto(landing());
  await workerIsReady(intake.page);
  await intake.page.reload();
  await intake.begins();
  await intake.isAsked(FIRST_QUESTION);
  await intake.page.getByRole('main').getByRole('textbox').first().fill(REASON);
  await intake.continues();
  await intake.isAsked(PHOTO_QUESTION);
  await server.stop();
  await patient.goOffline();

  // failure-20: the phone ends the page while its camera or picker is open.
  await asksForAPhoto(intake.page);
  await patient.killBrowser();
  let page = await comesBack();

  const chooser = await asksForAPhoto(page);
  await chooser.setFiles(await photo('IMG_2031.jpg', '#b0413e'));
  await expect(page.getByText('IMG_2031.jpg')).toBeVisible();
  await expect(picture(page)).toBeVisible();
  await new Intake(page).isSaved();
  await patient.killBrowser();

  page = await comesBack();
  const resumed = new Intake(page);
  await expect(page.getByText('IMG_2031.jpg')).toBeVisible();
  await expect(picture(page)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue(REASON);
  await resumed.continues();
  await resumed.isAsked(PHOTO_QUESTION);
  await resumed.continues();
  await resumed.isAsked(SECOND_QUESTION);
  await resumed.types('Nothing');
  await resumed.reachesTheReview();
  await expect(picture(page)).toBeVisible();
  await resumed.signsAndSends();
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
  const code = await codeOnScreen(page);

  await page.getByRole('main').getByRole('button', { name: 'Save a copy' }).click();
  const sheet = page.getByRole('dialog', { name: 'Save a copy' });
  await expect(sheet.getByText(/Only Lantern Mind can open it/)).toBeVisible();
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Download' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`lantern-${code}.intake`);
  const copy = join(temporaryFolder('copy'), saved.suggestedFilename());
  await saved.saveAs(copy);
  await sheet.getByRole('button', { name: 'Close' }).click();
  const content = readFileSync(copy, 'utf8');
  for (const trace of [REASON, PLACE, PERSON.familyName, PERSON.email, 'IMG_2031'])
    for (const spelling of [trace, Buffer.from(trace).toString('base64url').slice(0, -2)])
      expect(content).not.toContain(spelling);

  await server.start();
  const imported = spawnSync(
    nodeExecutable(),
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './sync/server/base/database/load-drizzle.mjs',
      'sync/server/commands/intake-command.ts',
      'import',
      copy,
      '--by',
      'Front desk',
    ],
    { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, ...server.env } },
  );
  expect(`${imported.stdout}${imported.stderr}`).toContain(code);
  expect(imported.status).toBe(0);

  const desk = await Clinic.signsIn(server.origin, 'lantern', server.output());
  clinic = desk;
  const codes = async () =>
    (await desk.inbox()).filter(({ kind }) => kind === 'case').map((item) => item.code);
  await expect.poll(codes, { timeout: 60_000 }).toEqual([code]);
  await desk.opens(code);
  const opened = desk.page.waitForResponse(/\/attachments\//);
  await desk.page.getByRole('button', { name: 'Show IMG_2031.jpg' }).first().click();
  const sent = await (await desk.page.request.get((await opened).url())).body();
  expect(sent.includes(PLACE)).toBe(false);
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 1365 });
  await expect(desk.page.getByRole('img', { name: /IMG_2031.jpg/ })).toBeVisible();

  // The phone finds a network after all: the same form, the same receipt, no second case.
  await patient.goOnline();
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' })).toBeVisible({
    timeout: 90_000,
  });
  expect(await codeOnScreen(page)).toBe(code);
  expect(await codes()).toEqual([code]);
  await page.getByText('Your answers', { exact: true }).first().click();
  await expect(page.getByRole('main').locator('img').first()).toBeVisible();
});
