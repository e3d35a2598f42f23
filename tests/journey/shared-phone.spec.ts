/**
 * Whose device? What a phone of one's own keeps, a shared one forgets; and what is kept is closed to everybody else: to anyone who opens the
 * profile's files, to the next person, to another vendor (G1, G2, G7).
 */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { scanProfile } from '../support/profile-scan.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady } from '../support/worker.ts';
import { vendorsWithImports } from './imported-vendors.ts';
import { choose, codeOnScreen, Intake, type Person } from './intake.ts';
import { FIRST_QUESTION, plainForm, SECOND_QUESTION } from './plain-form.ts';

const slug = 'plain-words';
let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  const { vendorsDir, imports } = vendorsWithImports([plainForm()]);
  expect(imports.map(({ exitCode, output }) => (exitCode === 0 ? 'taken in' : output))).toEqual(['taken in']);
  server = await startServer({ vendorsDir });
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: 'in full' });
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

const FIRST: Person = {
  givenName: 'Thessaly',
  familyName: 'Vandermolen',
  birthDate: '1971-05-23',
  email: 'thessaly.vandermolen@example.org',
};
const SECOND: Person = {
  givenName: 'Bartholomew',
  familyName: 'Quillfeather',
  birthDate: '1993-11-08',
  email: 'quillfeather@example.org',
};
const REASON = 'Kingfisher dreams of a lighthouse';
const TRIED = 'Marzipan and long tramway rides';
/** A person's own words, and everything else that says who they are. */
const traces = (person: Person) => [
  person.givenName,
  person.familyName,
  person.birthDate,
  person.email,
  REASON,
  TRIED,
];

const landing = () => `${server.origin}/connect/lantern/questionnaire/${slug}`;

async function showsNothingOf(page: Page, person: Person): Promise<void> {
  const seen = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    ].join('\n'),
  );
  for (const trace of traces(person)) expect(seen).not.toContain(trace);
}

/** Up to the second question, half answered; both answers are stored. */
async function beginsTheForm(page: Page, person: Person, device: 'own' | 'shared'): Promise<Intake> {
  const intake = new Intake(page);
  await intake.begins({ person, device });
  await intake.isAsked(FIRST_QUESTION);
  await intake.types(REASON);
  await intake.isAsked(SECOND_QUESTION);
  await page.getByRole('main').getByRole('textbox').first().fill(TRIED);
  await intake.isSaved();
  return intake;
}

async function finishes(intake: Intake, person: Person): Promise<string> {
  await intake.isAsked(SECOND_QUESTION);
  await intake.types(TRIED);
  await intake.reachesTheReview(person);
  await intake.signsAndSends(person);
  await expect(
    intake.page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' }),
  ).toBeVisible({ timeout: 60_000 });
  return codeOnScreen(intake.page);
}

async function entersBirthDate(page: Page, isoDate: string): Promise<void> {
  await new Intake(page).fillsDate(page.getByRole('group', { name: /Date of birth/ }).first(), isoDate);
  await page.getByRole('button', { name: 'Open my form' }).first().click();
}

test('a shared phone shows a draft only to someone who knows the date of birth, and holds nothing once the form is received', async () => {
  await patient.page.goto(landing());
  await beginsTheForm(patient.page, FIRST, 'shared');
  await patient.killBrowser();
  expect(scanProfile(patient.profileDir, traces(FIRST))).toEqual([]);

  const page = await patient.relaunch();
  await page.goto(landing());
  await expect(page.getByRole('heading', { name: 'Is this your form?' })).toBeVisible();
  await showsNothingOf(page, FIRST);
  await expect(page.getByText(/^Question \d/)).toBeHidden();
  await page.goto(`${landing()}/consultation`);
  await expect(page.getByText('The form is locked. Enter your date of birth to open it.')).toBeVisible();
  await showsNothingOf(page, FIRST);
  await entersBirthDate(page, SECOND.birthDate);
  await expect(page.getByText(/That date doesn’t match/)).toBeVisible();
  await showsNothingOf(page, FIRST);
  await entersBirthDate(page, FIRST.birthDate);
  await expect(
    page.getByRole('heading', { name: 'Pick up at question 2. Your answers are saved.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  const code = await finishes(new Intake(page), FIRST);
  await expect(page.getByText('Your answers were deleted here')).toBeVisible();
  await page.goto(landing());
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await showsNothingOf(page, FIRST);
  await patient.close();
  // The control: the scan does read this very database, in which the code stays for the way to the desk.
  expect(scanProfile(patient.profileDir, [code])).not.toEqual([]);
  expect(scanProfile(patient.profileDir, traces(FIRST))).toEqual([]);
});

for (const device of ['shared', 'own'] as const)
  test(`a finished form that is still unsent is sealed: no file of the browser holds a word of it - ${device} device, as a kiosk is set up`, {
    tag: device === 'own' ? '@full' : [],
  }, async () => {
    await patient.close();
    patient = await launchPatient({ kiosk: true });
    await patient.page.goto(landing());
    await workerIsReady(patient.page);
    await patient.page.reload();
    const intake = await beginsTheForm(patient.page, FIRST, device);
    await patient.goOffline();
    await intake.types(TRIED);
    await intake.reachesTheReview(FIRST);
    await intake.signsAndSends(FIRST);
    await expect(patient.page.getByRole('heading', { level: 1, name: /Waiting to send/ })).toBeVisible();
    const code = await codeOnScreen(patient.page);
    await patient.killBrowser();
    // The control: the queue itself is in these files.
    expect(scanProfile(patient.profileDir, [code])).not.toEqual([]);
    expect(scanProfile(patient.profileDir, traces(FIRST))).toEqual([]);

    const page = await patient.relaunch();
    await patient.goOnline();
    await page.goto(`${server.origin}/connect/lantern/`);
    await expect(page.getByText(code).first()).toBeVisible();
    await expect(page.getByText(/Received/).first()).toBeVisible({ timeout: 60_000 });
    await patient.close();
    expect(scanProfile(patient.profileDir, traces(FIRST))).toEqual([]);
  });

test("one's own phone keeps draft and copy to be read on the screen, and nothing that can be read in its files", async () => {
  await patient.page.goto(landing());
  await beginsTheForm(patient.page, FIRST, 'own');
  // Closed in order, a browser writes down more than when it is killed: what stood in the fields, for one.
  await patient.close();
  expect(scanProfile(patient.profileDir, traces(FIRST))).toEqual([]);

  const page = await patient.relaunch();
  await page.goto(landing());
  await expect(
    page.getByRole('heading', { name: 'Pick up at question 2. Your answers are saved.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const intake = new Intake(page);
  await intake.isAsked(SECOND_QUESTION);
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue(TRIED);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue(REASON);
  await intake.continues();
  const code = await finishes(intake, FIRST);
  await page.reload();
  await page.getByText('Your answers', { exact: true }).click();
  for (const answer of [REASON, TRIED]) await expect(page.getByText(answer).first()).toBeVisible();
  await patient.close();
  expect(scanProfile(patient.profileDir, [code])).not.toEqual([]);
  expect(scanProfile(patient.profileDir, traces(FIRST))).toEqual([]);
});

test('a form that asks last is locked with a date of birth - it is left on a phone that is said to be shared', {
  tag: '@full',
}, async () => {
  const { page } = patient;
  await page.goto(landing());
  const intake = new Intake(page);
  await intake.begins();
  await intake.isAsked(FIRST_QUESTION);
  await intake.types(REASON);
  await intake.isAsked(SECOND_QUESTION);
  await page.getByRole('button', { name: 'Save and exit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save and exit' });
  const leaves = () => dialog.getByRole('button', { name: 'Save and exit' }).click();
  await leaves();
  await expect(dialog.getByText('Choose whose device this is.')).toBeVisible();
  await choose(page, /^Shared/);
  await leaves();
  await expect(dialog.getByText('Enter the full date of birth.')).toBeVisible();
  await intake.fillsDate(dialog.getByRole('group', { name: /Date of birth/ }), FIRST.birthDate);
  await leaves();
  await expect(page.getByRole('heading', { name: 'Is this your form?' })).toBeVisible();
  await showsNothingOf(page, FIRST);
  await entersBirthDate(page, SECOND.birthDate);
  await expect(page.getByText(/That date doesn’t match/)).toBeVisible();
  await entersBirthDate(page, FIRST.birthDate);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await finishes(intake, FIRST);
  await expect(page.getByText('Your answers were deleted here')).toBeVisible();
});

test('another person and another vendor see nothing of a draft - a second form is begun on the same shared phone', async () => {
  const { page } = patient;
  await page.goto(landing());
  await beginsTheForm(page, FIRST, 'shared');
  await page.getByRole('button', { name: 'Save and exit' }).click();
  await expect(page.getByRole('heading', { name: 'Is this your form?' })).toBeVisible();
  await showsNothingOf(page, FIRST);

  const second = new Intake(page);
  await second.passesTheGate('California', 'shared');
  await expect(page.getByRole('heading', { level: 1, name: 'So we can reply' })).toBeVisible();
  for (const field of await page.getByRole('main').getByRole('textbox').all())
    await expect(field).toHaveValue('');
  await expect(page.getByRole('textbox', { name: /Email address/ })).toHaveCount(0);
  await second.saysWhoTheyAre(SECOND);
  await second.isAsked(FIRST_QUESTION);
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('');
  await showsNothingOf(page, FIRST);
  await page.getByRole('button', { name: 'Save and exit' }).click();

  await expect(page.getByRole('heading', { name: 'Is this your form?' })).toHaveCount(2);
  // The newest stands first: it is the second person's, and the first one's date doesn't open it.
  await entersBirthDate(page, FIRST.birthDate);
  await expect(page.getByText(/That date doesn’t match/)).toBeVisible();
  await entersBirthDate(page, SECOND.birthDate);
  await expect(
    page.getByRole('heading', { name: 'Pick up at question 1. Your answers are saved.' }),
  ).toBeVisible();
  await showsNothingOf(page, FIRST);

  for (const path of ['/', '/connect/willow/', '/connect/willow/questionnaire/contraception-check']) {
    await page.goto(`${server.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const person of [FIRST, SECOND]) await showsNothingOf(page, person);
    await expect(page.getByText('Is this your form?')).toBeHidden();
    await expect(page.getByText('In your own words')).toBeHidden();
  }
});
