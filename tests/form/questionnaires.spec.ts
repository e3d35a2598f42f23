/** Every real questionnaire at hand, in Chromium and with nothing but the page's own origin to ask. */

import { type Browser, chromium } from 'playwright';
import { expect, type Page, test } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { compileQuestionnaire, coreSetsFor, validateResponse } from '../../sync/questionnaire/index.ts';
import { loadTools } from '../../sync/questionnaire/load-tools.ts';
import {
  formsAtHand,
  ownForms,
  sharedFiles,
  sharedJson,
} from '../../sync/questionnaire/testing/shared-data.ts';
import { axe } from '../support/axe.ts';
import { ibm } from '../support/ibm.ts';
import { type ServedPage, servePage } from './build-page.ts';
import { answerEverything, fieldsWithoutName, listsWithoutOptions } from './in-page.ts';

let served: ServedPage;
let browser: Browser;
let page: Page;
/** What the page asked of others, and what it complained of. */
let asked: string[] = [];
let complaints: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  served = await servePage();
  const executablePath = findHeadlessChromium();
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  await page.route(
    (url) => !url.href.startsWith(served.url) && url.protocol !== 'data:',
    (route) => {
      asked.push(route.request().url());
      return route.abort();
    },
  );
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(served.url);
});
test.afterAll(async () => {
  await browser?.close();
  await served?.close();
});
test.beforeEach(() => {
  asked = [];
  complaints = [];
});

const open = async (questionnaire: unknown): Promise<void> => {
  await page.evaluate((form) => window.formPage.open(form), questionnaire);
  await expect(page.locator('h1')).toBeVisible({ timeout: 60_000 });
};

/** The tests' own forms, and the published ones where they lie beside the checkout. */
const forms = formsAtHand();
const PUBLISHED_LARGEST = 'questionnaires/large/health-check-808-items.json';
const largest = () =>
  sharedFiles('questionnaires').includes(PUBLISHED_LARGEST)
    ? sharedJson(PUBLISHED_LARGEST)
    : ownForms().find(([name]) => name === 'a form of 808 items')?.[1];

/** Looked at by axe and IBM's engine: every fifth, and all of them in `npm run test:full`. */
const isLookedAt = (index: number) => process.env.FULL === '1' || index % 5 === 0;
/** Daily the tests' own and every fifth of the published ones: each of these is compiled and read by unit tests, too. */
const isDaily = (index: number) => index < ownForms().length || index % 5 === 0;

for (const [index, [file, questionnaire]] of forms.entries()) {
  const when = { tag: isDaily(index) ? [] : ['@full'] };
  test(`${file} - is shown with usable options, or refused with its reasons`, when, async () => {
    const compiled = compileQuestionnaire(questionnaire, await coreSetsFor(questionnaire));
    await open(questionnaire);
    if (compiled.ok) {
      await expect(page.locator('form')).toBeVisible();
      expect(await page.evaluate(listsWithoutOptions)).toEqual([]);
      expect(await page.evaluate(fieldsWithoutName)).toEqual([]);
      await expect(page.getByText('We can’t show this question')).toHaveCount(0);
    } else {
      const panel = page.getByRole('alert');
      for (const { message, remedy } of compiled.faults
        .filter(({ severity }) => severity === 'error')
        .slice(0, 20)) {
        await expect(panel).toContainText(message);
        await expect(panel).toContainText(remedy);
      }
    }
    expect(complaints).toEqual([]);
    expect(asked).toEqual([]);
    if (!isLookedAt(index)) return;
    // What is far off the screen isn't laid out until it comes near: axe would find it lying over what follows.
    const everything = await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
    expect(await axe(page)).toEqual([]);
    expect(await ibm(page)).toEqual([]);
    await everything.evaluate((element) => element.parentNode?.removeChild(element));
  });
}

test('the form of 808 items is answered from end to end, and judged alike on the device and in Node', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  const questionnaire = largest();
  await open(questionnaire);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Reflect.set(window, 'longTasks', tasks);
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  const tabs = page.getByRole('tab');
  await expect(tabs.first()).toBeVisible({ timeout: 60_000 });
  let answered = 0;
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await expect(page.locator('[role="tabpanel"]:not([aria-busy])')).toBeVisible();
    answered += await page.evaluate(answerEverything);
  }
  const longTasks: number[] = await page.evaluate(() => Reflect.get(window, 'longTasks'));
  // Reported and not asserted: other work on the machine makes tasks longer.
  console.info(
    `answered ${answered} fields; tasks over 50 ms while answering: ${longTasks.length}, longest ${Math.round(Math.max(0, ...longTasks))} ms`,
  );
  expect(answered).toBeGreaterThan(150);
  // What is calculated follows what was answered: the last change is the one that none follows.
  let changes = 0;
  await expect
    .poll(
      async () => {
        const before = changes;
        changes = await page.evaluate(() => window.formPage.changes.length);
        return changes > 0 && changes === before;
      },
      { intervals: [250] },
    )
    .toBe(true);
  const response = await page.evaluate(() => window.formPage.changes.at(-1));
  const onDevice = await page.evaluate(([form, given]) => window.formPage.judge(form, given), [
    questionnaire,
    response,
  ] as const);
  const compiled = compileQuestionnaire(questionnaire, await coreSetsFor(questionnaire));
  if (!compiled.ok) throw new Error('the form of 808 items was refused');
  const now = '2026-11-20T12:00:00Z';
  const inNode = validateResponse(compiled.plan, response, 'final', {
    ...(await loadTools(compiled.plan)),
    now,
  });
  expect(onDevice).toEqual(JSON.parse(JSON.stringify(inNode.outcome)));
  expect(complaints).toEqual([]);
});
