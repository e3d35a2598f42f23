/** A form in the pages of others, whatever they do to it: strict policies, site builders, sandboxes, each with storage shared, partitioned or blocked. */
import { expect, type Page, test } from 'playwright/test';
import { Intake } from '../journey/intake.ts';
import { FIRST_QUESTION, SECOND_QUESTION } from '../journey/plain-form.ts';
import { launchPatient, type Patient, type PatientOptions } from '../support/patient.ts';
import { aroundForm, formIn, listen, toldTo } from './framed.ts';
import type { HostKind } from './hosts.ts';
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

type Storage = NonNullable<PatientOptions['framedStorage']>;

/** What the form says of its answers, once it has tried. */
const KEPT: Readonly<Record<Storage, string>> = {
  // No page of the clinic's own was ever opened in this browser.
  shared: 'saved in this browser, for this site only',
  partitioned: 'saved in this browser, for this site only',
  blocked: 'Your answers won’t be saved here',
};

async function open(host: HostKind, storage: Storage, id = ''): Promise<Page> {
  patient = await launchPatient({ framedStorage: storage });
  await listen(patient.page);
  await patient.page.goto(`${partner.allowed.origin}/?host=${host}&id=${id}`);
  return patient.page;
}

/** Each page and each storage once, the sandboxed page in Safari's engine (`tests/webkit/embed.test.ts`); all pairs in full. */
const DAILY: readonly (readonly [HostKind, Storage])[] = [
  ['strict', 'shared'],
  ['builder', 'partitioned'],
  ['no-forms', 'blocked'],
];
const ALL = (['strict', 'builder', 'sandboxed', 'no-forms'] as const).flatMap((host) =>
  (['shared', 'partitioned', 'blocked'] as const).map((storage) => [host, storage] as const),
);
const isDaily = (host: HostKind, storage: Storage) =>
  DAILY.some(([each, with_]) => each === host && with_ === storage);

for (const [host, storage] of ALL)
  test(`C57 a form is filled in and received, and says where its answers are - ${host} page, ${storage} storage`, {
    tag: isDaily(host, storage) ? [] : ['@full'],
  }, async () => {
    const id = `visit-${host}-${storage}`;
    const page = await open(host, storage, id);
    const form = await formIn(page);
    await expect(form.getByText(KEPT[storage])).toBeVisible();
    const intake = new Intake(form);
    // "Saved" is only said where something keeps it.
    const answer = async (text: string) => {
      if (storage !== 'blocked') return await intake.types(text);
      await form.getByRole('main').getByRole('textbox').first().fill(text);
      await intake.continues();
    };
    await intake.passesTheGate('California');
    await intake.isAsked(FIRST_QUESTION);
    await answer('A canary of the matrix');
    await intake.isAsked(SECOND_QUESTION);
    await answer('Nothing yet');
    await intake.reachesTheReview();
    await intake.signsAndSends();
    await expect(intake.question()).toHaveText('Lantern Mind has your answers', { timeout: 60_000 });
    const told = await toldTo(await aroundForm(page));
    expect(told.filter(({ type }) => type === 'submitted')).toMatchObject([{ externalId: id }]);
    expect(told.some(({ type, height }) => type === 'resize' && Number(height) > 100)).toBe(true);
    expect(JSON.stringify(told)).not.toMatch(/canary|Nothing yet|Marguerite/);
  });

test('a sandbox that lets no window open is told, and the address is there to copy: nothing is lost', async () => {
  const page = await open('no-forms', 'partitioned');
  const form = await formIn(page);
  const intake = new Intake(form);
  await intake.passesTheGate('California');
  await intake.isAsked(FIRST_QUESTION);
  await intake.types('Out of the sandbox');
  await intake.isAsked(SECOND_QUESTION);
  await form.getByRole('button', { name: 'Open in a full page' }).click();
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('Continue in a full page');
  expect((await toldTo(await aroundForm(page))).some(({ type }) => type === 'close')).toBe(false);
  const address = await form.locator('bdi').innerText();
  const full = (await patient?.context.newPage()) as Page;
  await full.goto(address);
  await full.getByRole('radio', { name: /^Mine/ }).check({ force: true });
  await full.getByRole('button', { name: 'Bring my answers here' }).click();
  await expect(full.getByRole('heading', { level: 1 })).toHaveText(SECOND_QUESTION);
  await form.getByRole('button', { name: 'Continue here instead' }).click();
  await intake.isAsked(SECOND_QUESTION);
});

test('C55 a page that is nobody’s, in a sandbox without `allow-same-origin`, shows no form and says why', async () => {
  const page = await open('opaque', 'partitioned');
  const around = page.frameLocator('iframe');
  await expect(around.getByText('This site isn’t allowed to show this form.')).toBeVisible();
  await expect(around.getByRole('link', { name: 'Open in a full page' })).toBeVisible();
  await expect(around.locator('carefront-form iframe')).toHaveCount(0);
  const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame());
  expect(frame && (await toldTo(frame))).toEqual([{ type: 'failed', code: 'EMBED_ORIGIN_BLOCKED' }]);
});

test('C55, C59 a form that is nobody’s, in a sandbox without `allow-same-origin`, says that it can’t run, and leads out', async () => {
  const page = await open('opaque-frame', 'partitioned');
  const form = await formIn(page);
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('This form can’t run inside this page');
  // Nothing of the app is there: what could be pressed would do nothing.
  await expect(form.getByRole('button')).toHaveCount(0);
  const address = `${partner.server.origin}/connect/lantern/questionnaire/${partner.form}`;
  await expect(form.getByText(address)).toBeVisible();
  const opening = page.context().waitForEvent('page');
  await form.getByRole('link', { name: 'Open in a full page' }).click();
  const full = await opening;
  expect(full.url()).toBe(address);
  await new Intake(full).passesTheGate('California');
});

test('C58 a page with the first release and its hash shows the form, though newer ones have come', async () => {
  const page = await open('pinned', 'partitioned', 'visit-pinned');
  expect(await page.locator('script[integrity]').getAttribute('src')).toContain('/embed/v1/1.0.0/loader.js');
  const form = await formIn(page);
  await expect(form.getByRole('button', { name: /^Start/ })).toBeVisible();
  await expect.poll(async () => (await toldTo(page)).map(({ type }) => type)).toContain('ready');
});
