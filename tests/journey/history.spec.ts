/** Back, Forward and reload in a real browser: each page of a form is one entry of the history, and nothing written is lost. */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Intake, PERSON } from './intake.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: 'in full', wholeBrowser: true });
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

async function atHeading(intake: Intake): Promise<string> {
  await expect(intake.question()).toBeVisible();
  return intake.question().innerText();
}

test('the browser’s Back is the page before, Forward the next, and a reload stays', async () => {
  const { page } = patient;
  const intake = new Intake(page);
  await page.goto(`${server.origin}/connect/lantern/`);
  await page.goto(`${server.origin}/connect/lantern/questionnaire/mood-check-in`);
  const landing = await atHeading(intake);
  await intake.begins();
  const asked = [await atHeading(intake)];
  for (let number = 0; number < 3; number += 1) {
    await intake.answersTheNext();
    asked.push(await atHeading(intake));
  }
  const [first = '', second = '', third = '', fourth = ''] = asked;

  await page.goBack();
  await intake.isAsked(third);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await intake.isAsked(second);
  await page.goForward();
  await intake.isAsked(third);
  await page.goForward();
  await intake.isAsked(fourth);

  await page.goBack();
  await intake.isAsked(third);
  await page.reload();
  await intake.isAsked(third);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await page.goBack();
  await intake.isAsked(second);
  await page.goBack();
  await intake.isAsked(first);

  // An answer of this form can raise an alert: who somebody is comes first. Before that is the form's own page.
  await page.goBack();
  await intake.isAsked('So we can reply');
  await expect(page.getByRole('textbox', { name: /First name/ })).toHaveValue(PERSON.givenName);
  await page.goBack();
  await intake.isAsked(landing);
  await page.goBack();
  await expect(page).toHaveURL(`${server.origin}/connect/lantern/`);
});

test('from the review a change leads back to it, and a form that was sent is not gone back to', async () => {
  const { page } = patient;
  const intake = new Intake(page);
  await page.goto(`${server.origin}/connect/lantern/questionnaire/mood-check-in`);
  const landing = await atHeading(intake);
  await intake.begins();
  await intake.answersWhateverComes();
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await expect(intake.question()).not.toHaveText('Check your answers');
  await page.goBack();
  await intake.reachesTheReview();
  await page.getByRole('textbox', { name: /Your full name/ }).fill('Marguerite');
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save change' }).click();
  await intake.reachesTheReview();
  await expect(page.getByRole('textbox', { name: /Your full name/ })).toHaveValue('Marguerite');
  await intake.signsAndSends();
  await expect(page).toHaveURL(/\/success$/);
  await page.goBack();
  await intake.isAsked(landing);
});

/** What has the focus under a bar, through the whole page with Tab, and back with Shift+Tab. */
async function coveredStops(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press(key);
      const found = await page.evaluate(async () => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || !focused.closest('main')) return undefined;
        const isHidden = (part: number) => {
          const { left, top, width, height } = focused.getBoundingClientRect();
          const above = document.elementFromPoint(left + width / 2, top + height * part);
          return !above || !(focused.contains(above) || above.contains(focused));
        };
        // What is scrolled with the next frames isn't hidden from anybody.
        for (let frame = 0; frame < 20; frame += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (![0.1, 0.5, 0.9].some(isHidden)) return null;
        }
        return `${focused.tagName} ${focused.innerText}`;
      });
      if (typeof found === 'string') covered.push(`${key}: ${found}`);
    }
  }
  return covered;
}

test('on the review no bar covers what has the focus - a phone, a small one with large text, on its side, with its keyboard open', {
  tag: '@full',
}, async () => {
  const { page } = patient;
  const intake = new Intake(page);
  await page.goto(`${server.origin}/connect/lantern/questionnaire/mood-check-in`);
  await intake.begins();
  await intake.answersWhateverComes();
  for (const [name, viewport, textSize] of [
    ['a phone', { width: 390, height: 844 }, '100%'],
    ['a small phone with text twice as large', { width: 360, height: 640 }, '200%'],
    ['a phone on its side', { width: 844, height: 390 }, '100%'],
    ['a phone whose keyboard is open', { width: 390, height: 420 }, '100%'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
      // From the top again.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      window.scrollTo(0, 0);
    }, textSize);
    expect.soft(await coveredStops(page), name).toEqual([]);
  }
});
