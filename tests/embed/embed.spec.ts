/** Scenario 11: a form in a partner's page, on an allowed and on a blocked origin, with a repeated id, hostile messages, and storage shared, partitioned and blocked. */
import { expect, type Page, test } from 'playwright/test';
import { Intake, PERSON } from '../journey/intake.ts';
import { FIRST_QUESTION, SECOND_QUESTION } from '../journey/plain-form.ts';
import { launchPatient, type Patient, type PatientOptions } from '../support/patient.ts';
import { formIn, listen, toldTo } from './framed.ts';
import { openPartner, type Partner } from './partner.ts';

let partner: Partner;
let patient: Patient | undefined;
test.beforeAll(async () => {
  partner = await openPartner();
});
test.afterEach(async () => {
  await patient?.close();
  patient = undefined;
});
test.afterAll(() => partner?.close());

async function openPage(options: PatientOptions, search = ''): Promise<Page> {
  patient = await launchPatient(options);
  const { page } = patient;
  await listen(page);
  await page.goto(`${partner.allowed.origin}/${search}`);
  return page;
}

async function begin(page: Page): Promise<Intake> {
  const intake = new Intake(await formIn(page));
  await intake.passesTheGate('California');
  await intake.isAsked(FIRST_QUESTION);
  return intake;
}

async function sendAll(intake: Intake): Promise<void> {
  await intake.types('A canary of the embed');
  await intake.isAsked(SECOND_QUESTION);
  await intake.types('Nothing yet');
  await intake.reachesTheReview();
  await intake.signsAndSends();
  await expect(intake.question()).toHaveText('Lantern Mind has your answers', { timeout: 60_000 });
}

test('C54, C56, C60 a form is filled in and received in a partner’s page, which hears how far it is and nothing of an answer', async () => {
  const page = await openPage({}, '?id=visit-77');
  // Two loaders, one form.
  await page.addScriptTag({ url: `${partner.server.origin}/embed/v1/loader.js` });
  await page.getByLabel('Get the Riverbend newsletter').focus();
  const intake = await begin(page);
  await expect(page.locator('carefront-form iframe')).toHaveCount(1);
  await sendAll(intake);
  await expect(page.locator('#thanks')).toHaveText(/Thank you/);
  const told = await toldTo(page);
  expect(told.filter(({ type }) => type === 'submitted')).toEqual([
    { cf: 1, type: 'submitted', token: expect.stringMatching(/^[0-9a-f-]{36}$/), externalId: 'visit-77' },
  ]);
  expect(new Set(told.flatMap((each) => Object.keys(each)))).toEqual(
    new Set(['cf', 'type', 'height', 'index', 'total', 'token', 'externalId']),
  );
  expect(JSON.stringify(told)).not.toMatch(/canary|Nothing yet|Marguerite|California/);

  // The same id again, on another device: nothing to fill in a second time.
  await patient?.close();
  const again = await openPage({}, '?id=visit-77');
  const frame = await formIn(again);
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Lantern Mind already has this form');
  expect((await toldTo(again)).filter(({ type }) => type === 'refused')).toEqual([
    { cf: 1, type: 'refused', code: 'EXTERNAL_ID_TAKEN' },
  ]);
});

test('C60 the frame never takes the focus of somebody who writes in the page, and is as tall as the form', async () => {
  const page = await openPage({});
  await page.getByLabel('Get the Riverbend newsletter').focus();
  const frame = await formIn(page);
  await expect(frame.getByRole('button', { name: /^Start/ })).toBeVisible();
  await frame.evaluate(() => document.querySelector<HTMLElement>('main')?.focus());
  await page.keyboard.type('Old Mill');
  await expect(page.getByLabel('Get the Riverbend newsletter')).toHaveValue('Old Mill');
  // C53: it settles, and the frame has no scroll bar of its own.
  const heights = async () => (await toldTo(page)).filter(({ type }) => type === 'resize').length;
  await expect
    .poll(() => frame.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeLessThanOrEqual(2);
  const settled = await heights();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.setViewportSize({ width: 390, height: 844 });
  await frame.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect((await heights()) - settled).toBeLessThanOrEqual(1);
});

test('EMBED_ORIGIN_BLOCKED a site that the vendor hasn’t named shows no form, and says why', async () => {
  patient = await launchPatient();
  const { page } = patient;
  await listen(page);
  await page.goto(partner.stranger.origin);
  await expect(page.getByText('This site isn’t allowed to show this form.')).toBeVisible();
  await expect(page.locator('carefront-form iframe')).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Open in a full page' });
  expect(await link.getAttribute('href')).toBe(
    `${partner.server.origin}/connect/lantern/questionnaire/${partner.form}`,
  );
  expect(await toldTo(page)).toEqual([{ type: 'failed', code: 'EMBED_ORIGIN_BLOCKED' }]);
  // Without the loader it is the browser that refuses.
  await page.goto(`${partner.stranger.origin}/?plain`);
  const frame = await formIn(page);
  await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
});

test('C54, C55 neither hostile messages of the page nor those of a frame are obeyed', async () => {
  const page = await openPage({}, '?id=visit-80');
  const frame = await formIn(page);
  await expect(frame.getByRole('button', { name: /^Start/ })).toBeVisible();
  await expect.poll(async () => (await toldTo(page)).some(({ type }) => type === 'ready')).toBe(true);
  const height = () => page.locator('carefront-form iframe').evaluate(({ clientHeight }) => clientHeight);
  // Another frame, of no origin, speaks as if it were the form; the page itself says whatever it likes.
  const heard = await page.evaluate(async () => {
    const other = document.createElement('iframe');
    other.sandbox.add('allow-scripts');
    other.srcdoc = `<script>parent.postMessage({cf:1,type:'resize',height:4321},'*');parent.postMessage({cf:1,type:'submitted',token:'x'},'*')</script>`;
    document.body.append(other);
    const form = document.querySelector('carefront-form')?.shadowRoot?.querySelector('iframe')?.contentWindow;
    const answers: unknown[] = [];
    for (const data of [
      { cf: 1, type: 'hello', externalId: 'other' },
      { cf: 9 },
      null,
      'x',
      { cf: 1, type: 'close' },
    ]) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => answers.push(event.data);
      form?.postMessage(data, '*', [port2]);
    }
    await new Promise((resolve) => other.addEventListener('load', () => setTimeout(resolve, 300)));
    return answers;
  });
  // One channel, opened once.
  expect(heard).toEqual([]);
  expect(await height()).not.toBe(4321);
  expect((await toldTo(page)).filter(({ type }) => type === 'submitted')).toEqual([]);
  await expect(frame.getByRole('button', { name: /^Start/ })).toBeVisible();
});

test('partitioned storage keeps the answers for that site, and says so', async () => {
  const page = await openPage({ framedStorage: 'partitioned' });
  const intake = await begin(page);
  await expect(intake.page.getByText('saved in this browser, for this site only')).toBeVisible();
  await intake.types('Kept beside the partner');
  await page.reload();
  const frame = await formIn(page);
  await frame.getByRole('button', { name: /^(Resume|Continue)/ }).click();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(SECOND_QUESTION);
});

test('C59 with its storage blocked the form works in memory, says it, and goes on in a full page with nothing lost', async () => {
  const page = await openPage({ framedStorage: 'blocked' });
  const frame = await formIn(page);
  await expect(frame.getByText('Your answers won’t be saved here')).toBeVisible();
  const intake = new Intake(frame);
  await intake.passesTheGate('California');
  await intake.isAsked(FIRST_QUESTION);
  await frame.getByRole('main').getByRole('textbox').first().fill('Only in this window');
  await intake.continues();
  await intake.isAsked(SECOND_QUESTION);
  const opening = page.context().waitForEvent('page');
  await frame.getByRole('button', { name: 'Open in a full page' }).click();
  const full = await opening;
  await full.getByRole('radio', { name: /^Mine/ }).check({ force: true });
  await full.getByRole('button', { name: 'Bring my answers here' }).click();
  await expect(full.getByRole('heading', { level: 1 })).toHaveText(SECOND_QUESTION);
  expect(full.url()).not.toContain('#');
  await full.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(full.getByRole('main').getByRole('textbox').first()).toHaveValue('Only in this window');
  // It is still here, too.
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('You’re continuing in a full page');
  await frame.getByRole('button', { name: 'Continue here instead' }).click();
  await intake.isAsked(SECOND_QUESTION);
});

test('offline within a loaded frame the form waits, and is sent when the network is back', async () => {
  const page = await openPage({}, '?id=visit-81');
  const intake = await begin(page);
  await intake.types('Written where there is no network');
  await patient?.goOffline();
  await intake.types('Nothing yet');
  await intake.reachesTheReview();
  await intake.signsAndSends(PERSON);
  await expect(intake.question()).toHaveText('Waiting to send');
  await patient?.goOnline();
  await expect(intake.question()).toHaveText('Lantern Mind has your answers', { timeout: 60_000 });
});
