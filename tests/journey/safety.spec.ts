/**
 * Answers that can't wait: help at once, on the device; the clinic told ahead of the form and without it; nothing claimed before a
 * person has seen it (G1, G3, G4).
 */
import { expect, type Page, test } from 'playwright/test';
import { caseDetailSchema } from '../../sync/protocol/api/cases.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { around, formOf, headlinesOf } from '../support/words.ts';
import { workerIsReady } from '../support/worker.ts';
import { Clinic } from './clinic.ts';
import { FORMS, vendorsWithImports } from './imported-vendors.ts';
import { codeOnScreen, Intake, PERSON, type Person } from './intake.ts';

const { mood } = FORMS;

let server: TestServer;
let patient: Patient;
let clinic: Clinic | undefined;
test.beforeAll(async () => {
  const { vendorsDir, imports } = vendorsWithImports([mood]);
  expect(imports.map(({ exitCode }) => exitCode)).toEqual([0]);
  server = await startServer({ vendorsDir });
});
test.beforeEach(async () => {
  patient = await launchPatient();
});
test.afterEach(async () => {
  await clinic?.leaves();
  clinic = undefined;
  await patient?.close();
});
test.afterAll(() => server?.close());

const HEADLINES = headlinesOf(mood.rules, mood.rule);
const NOT_SEEN = {
  en: 'Lantern Mind hasn’t seen this yet.',
  es: 'Lantern Mind todavía no lo ha visto.',
  ar: 'لم ترَ Lantern Mind هذا بعد.',
} as const;
const BACK = {
  en: 'Back to my answers',
  es: 'Volver a mis respuestas',
  ar: 'العودة إلى إجاباتي',
} as const;
type Language = keyof typeof NOT_SEEN;

const headline = (page: Page, language: Language = 'en') =>
  page.getByRole('heading', { level: 1, name: HEADLINES[language] });

const form = () => `${server.origin}/connect/lantern/questionnaire/${mood.slug}`;

/** Offline from before the first question on; eight questions are passed over, and the ninth is about self-harm. */
async function speaksOfSelfHarm(person: Person, place: string): Promise<Intake> {
  const page = patient.page;
  await page.goto(form());
  await workerIsReady(page);
  await page.reload();
  await patient.goOffline();
  const intake = new Intake(page);
  await intake.begins({ person, place });
  for (let number = 0; number < 8; number += 1) await intake.skips();
  await intake.isAsked(mood.selfHarm);
  await intake.answers(mood.sometimes);
  return intake;
}

/** The page as it comes back in another language: nothing is lost by it, and it needs no network. */
async function reopensIn(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore needs a secure context, and this is how the app keeps it
    document.cookie = `cf-lang=${chosen}; path=/`;
  }, language);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
}

interface Line {
  readonly href: string;
  readonly says: RegExp;
}

/** The panel in one language: what it says, whom it names, in order; and that nobody has seen the answer yet. */
async function showsHelp(page: Page, language: Language, lines: readonly Line[]): Promise<void> {
  await expect(headline(page, language)).toBeVisible();
  const links = page.getByRole('main').locator('a[href^="tel:"], a[href^="sms:"]');
  await expect(links).toHaveCount(lines.length);
  for (const [index, { href, says }] of lines.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', href);
    await expect(page.getByRole('main').getByRole('listitem').nth(index)).toHaveText(says);
  }
  await expect(page.getByRole('main')).toContainText(NOT_SEEN[language]);
  await expect(page.getByRole('button', { name: BACK[language] })).toBeVisible();
}

const CALIFORNIA: Readonly<Record<Language, readonly Line[]>> = {
  en: [
    { href: 'tel:988', says: /^Call \u2066?988\u2069?/ },
    { href: 'sms:988', says: /^Text \u2066?988\u2069?/ },
    { href: 'tel:911', says: /^Call \u2066?911\u2069?/ },
    { href: 'sms:911', says: /^Text \u2066?911\u2069?/ },
  ],
  es: [
    { href: 'tel:988', says: /988.*luego presione 2/ },
    { href: 'sms:988?body=AYUDA', says: /AYUDA.*988/ },
    { href: 'tel:911', says: /911/ },
    { href: 'sms:911', says: /911/ },
  ],
  ar: [
    { href: 'tel:988', says: /988/ },
    { href: 'sms:988', says: /988/ },
    { href: 'tel:911', says: /911/ },
    { href: 'sms:911', says: /911/ },
  ],
};
const UNITED_KINGDOM: Readonly<Record<Language, readonly Line[]>> = {
  en: [
    { href: 'tel:116123', says: /116 123.*Samaritans/ },
    { href: 'sms:85258?body=SHOUT', says: /SHOUT.*85258/ },
    { href: 'tel:999', says: /999/ },
  ],
  es: [
    { href: 'tel:116123', says: /116 123/ },
    { href: 'sms:85258?body=SHOUT', says: /SHOUT.*85258/ },
    { href: 'tel:999', says: /999/ },
  ],
  ar: [
    { href: 'tel:116123', says: /116 123/ },
    { href: 'sms:85258?body=SHOUT', says: /SHOUT.*85258/ },
    { href: 'tel:999', says: /999/ },
  ],
};

async function isReceived(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern Mind has your answers' })).toBeVisible({
    timeout: 60_000,
  });
  return codeOnScreen(page);
}

test('help opens in three languages with the numbers of the United Kingdom - offline in Scotland, and the changed answer reaches the clinic as withdrawn', {
  tag: '@full',
}, async () => {
  const person: Person = { ...PERSON, givenName: 'Aurelia', familyName: 'Penhaligon' };
  const intake = await speaksOfSelfHarm(person, 'Scotland');
  const { page } = intake;
  await showsHelp(page, 'en', UNITED_KINGDOM.en);
  for (const language of ['es', 'ar'] as const) {
    await reopensIn(page, language);
    await showsHelp(page, language, UNITED_KINGDOM[language]);
  }
  await reopensIn(page, 'en');
  await page.getByRole('button', { name: BACK.en }).click();
  for (const option of mood.afterwards) await intake.answers(option);
  await intake.reachesTheReview();

  await page.getByRole('button', { name: /^Change: Did you think of harming yourself/ }).click();
  await intake.isAsked(mood.selfHarm);
  await intake.changesTo(mood.never);
  await intake.reachesTheReview();
  await expect(page.getByText('You changed an answer that matters for safety')).toBeVisible();
  await intake.signsAndSends(person);
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
  await patient.goOnline();
  const code = await isReceived(page);
  await expect(page.getByRole('main')).toContainText(NOT_SEEN.en);

  clinic = await Clinic.signsIn(server.origin, 'lantern', server.output());
  const theirs = (await clinic.inboxWith(code)).filter(({ patientName }) =>
    patientName?.includes('Penhaligon'),
  );
  // Alert and form are one row, under the code that the patient sees.
  expect(theirs).toMatchObject([{ code, kind: 'case', openAlerts: 1 }]);
  const [sent] = theirs;
  const detail = await clinic.page.request.get(`${server.origin}/console/lantern/api/cases/${sent?.id}`);
  const [alert] = caseDetailSchema.parse(await detail.json()).alerts;
  // Both waited for the network: the alert went ahead.
  expect(Date.parse(alert?.receivedAt ?? '')).toBeLessThanOrEqual(Date.parse(sent?.receivedAt ?? ''));
  expect(sent?.reasons).toContainEqual(expect.objectContaining({ rule: mood.rule, withdrawn: true }));
  await clinic.opens(code);
  await expect(clinic.page.getByRole('main')).toContainText(/the patient changed the answer/);
});

test('the clinic is told ahead of the form and without it, and says so only when a person has seen it - offline in California', async () => {
  const person: Person = { ...PERSON, givenName: 'Philomena', familyName: 'Drinkwater' };
  const intake = await speaksOfSelfHarm(person, 'California');
  const { page } = intake;
  await showsHelp(page, 'en', CALIFORNIA.en);
  await expect(page.getByRole('main')).toContainText('It will send automatically, ahead of the form');
  for (const language of ['es', 'ar'] as const) {
    await reopensIn(page, language);
    await showsHelp(page, language, CALIFORNIA[language]);
  }
  await reopensIn(page, 'en');

  await patient.goOnline();
  await expect(page.getByRole('main')).toContainText('It’s in their inbox.', {
    timeout: 60_000,
  });
  await expect(page.getByRole('main')).toContainText(NOT_SEEN.en);
  clinic = await Clinic.signsIn(server.origin, 'lantern', server.output());
  const theirs = (item: { readonly patientName: string | null }) => item.patientName?.includes('Drinkwater');
  const before = await clinic.inbox();
  expect(before.filter(theirs)).toMatchObject([{ kind: 'alert', triage: 'red', caseId: null }]);
  expect(
    before
      .slice(0, before.findIndex(theirs))
      .filter(({ kind, openAlerts }) => kind === 'case' && openAlerts === 0),
  ).toEqual([]);

  await clinic.opens('Drinkwater');
  const desk = clinic.page;
  await expect(desk.getByText('The form hasn’t arrived yet')).toBeVisible();
  await desk.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(desk.getByText('Enter what you did')).toBeVisible();
  await desk.reload();
  await expect(desk.getByRole('textbox', { name: 'What did you do?' })).toBeVisible();
  expect((await clinic.inbox('alerts')).filter(theirs)).toHaveLength(1);
  await expect(page.getByRole('main')).toContainText(NOT_SEEN.en);
  // Back at the form the patient still sees how things stand.
  await page.getByRole('button', { name: BACK.en }).click();
  for (const option of mood.afterwards) await intake.answers(option);
  await intake.reachesTheReview();
  await expect(page.getByRole('main')).toContainText(NOT_SEEN.en);
  await page.goto(form());
  await expect(page.getByRole('heading', { name: 'Ready to review. Your answers are saved.' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(NOT_SEEN.en);

  await desk.getByRole('textbox', { name: 'What did you do?' }).fill('Called at once; is with her sister.');
  await desk.getByRole('button', { name: 'Acknowledge' }).click();
  // For ten seconds it can be undone, and the patient isn't told.
  await expect(desk.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(NOT_SEEN.en);
  await expect(desk.getByText(/^Acknowledged by/).first()).toBeVisible({ timeout: 30_000 });
  expect((await clinic.inbox('alerts')).filter(theirs)).toEqual([]);
  await expect(page.getByRole('main')).toContainText(/A person at Lantern Mind has seen this/, {
    timeout: 60_000,
  });
  await expect(page.getByRole('main')).not.toContainText(NOT_SEEN.en);
  await intake.continues();
  await intake.reachesTheReview();
  await intake.signsAndSends(person);
  const code = await isReceived(page);
  const cases = (await clinic.inboxWith(code)).filter(theirs).filter(({ kind }) => kind === 'case');
  expect(cases).toMatchObject([{ kind: 'case', code, triage: 'red', openAlerts: 0 }]);
  await clinic.opens(code);
  await expect(desk.getByText('Called at once; is with her sister.').first()).toBeVisible();
});

test('a hard stop shows what else there is and lets a mistake be mended in sight of the clinic - migraine with aura and a method with estrogen', {
  tag: '@full',
}, async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/willow/questionnaire/contraception-check`);
  const intake = new Intake(page);
  const { item } = formOf('willow', 'contraception-check', 'en');
  const isAsked = (linkId: string) => intake.isAsked(around(item(linkId).text));
  await intake.begins();
  await isAsked('wanted');
  await intake.answers(item('wanted').options[0] ?? '');
  await isAsked('using-now');
  await intake.skips();
  await isAsked('last-period');
  await intake.skips();
  await isAsked('pregnant');
  await intake.answers('No');
  await isAsked('birth');
  await intake.answers('No');
  await isAsked('migraine');
  await intake.answers('Yes');
  await isAsked('migraine.aura');
  await intake.answers('Yes');
  await expect(
    page.getByRole('heading', { level: 1, name: /Because you get migraine with aura/ }),
  ).toBeVisible();
  const alternatives = page.getByRole('main').getByRole('listitem');
  await expect(alternatives.filter({ hasText: 'The copper IUD, which has no hormones.' })).toBeVisible();
  await expect(alternatives.filter({ hasText: 'Condoms, which need no prescription.' })).toBeVisible();
  await expect(page.getByText('Nothing has been sent.')).toBeVisible();

  await page.getByRole('button', { name: 'I made a mistake' }).click();
  await isAsked('migraine.aura');
  await expect(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
  await intake.changesTo('No');
  for (const question of ['clots', 'heart-stroke']) {
    await isAsked(question);
    await intake.answers('No');
  }
  await isAsked('breast-cancer');
  await intake.answers('No');
  await isAsked('conditions');
  await intake.ticks('None of these');
  await isAsked('smoke');
  await intake.answers('I don’t smoke');
  for (const question of ['symptoms-now', 'pressure.known']) {
    await isAsked(question);
    await intake.answers('No');
  }
  for (const question of ['height', 'weight']) {
    await isAsked(question);
    await intake.skips();
  }
  for (const question of ['medicines.any', 'allergies.any']) {
    await isAsked(question);
    await intake.answers('No');
  }
  await isAsked('anything-else');
  await intake.skips();
  await intake.reachesTheReview();
  await expect(page.getByText('You changed an answer that matters for safety')).toBeVisible();
  await intake.signsAndSends();
  await expect(page.getByRole('heading', { level: 1, name: /has your answers$/ })).toBeVisible({
    timeout: 60_000,
  });
  const code = await codeOnScreen(page);

  clinic = await Clinic.signsIn(server.origin, 'willow', server.output());
  const [sent] = (await clinic.inboxWith(code)).filter((item) => item.code === code);
  expect(sent).toMatchObject({ held: null });
  expect(sent?.reasons).toContainEqual(
    expect.objectContaining({ rule: 'migraine-aura-combined', withdrawn: true }),
  );
  await clinic.opens(code);
  await expect(clinic.page.getByRole('main')).toContainText(/the patient changed the answer/);
});
