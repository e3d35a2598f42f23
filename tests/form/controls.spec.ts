/** Every control in every state, as people see and reach it. */
import { type Browser, chromium, expect, type Page, test } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { sidewaysOverflow, view } from '../accessibility/inspection.ts';
import { axe } from '../support/axe.ts';
import { ibm } from '../support/ibm.ts';
import { everyCombination } from '../support/pairs.ts';
import { chromiumArguments } from '../support/patient.ts';
import { type ServedPage, servePage } from './build-page.ts';
import { ControlsKeyboard } from './controls-keyboard.ts';

let served: ServedPage;
let browser: Browser;
test.beforeAll(async () => {
  served = await servePage('controls');
  browser = await chromium.launch({
    executablePath: findHeadlessChromium() ?? '/usr/bin/chromium',
    args: chromiumArguments(),
  });
});
test.afterAll(async () => {
  await browser?.close();
  await served?.close();
});

async function open(query: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A list closes while the page glides to its field.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(`${served.url}?${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** Targets under 44 px in a direction; of those that share one (a hidden input in its row), the one that is pressed. */
async function smallTargets(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const pressed = (element: Element) => {
      const isChoice = element.matches('input[type=radio], input[type=checkbox]');
      return isChoice ? (element.closest('label')?.parentElement ?? element) : element;
    };
    const targets = document.querySelectorAll(
      'main :is(a[href], button, select, textarea, input, [role=textbox]):not([tabindex="-1"], [aria-hidden=true])',
    );
    return [...new Set([...targets].map(pressed))].flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      // What takes no room is not there to be pressed.
      if (width === 0 || height === 0 || (width >= 44 && height >= 44)) return [];
      return [`${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`];
    });
  });
}

/** Daily each value once, the narrowest with the largest text; `npm run test:full` takes all combinations. */
const views =
  process.env.FULL === '1'
    ? everyCombination({
        language: ['en', 'ar'],
        contrast: [undefined, 'more'],
        text: [undefined, 200],
        width: [1280, 320],
      } as const)
    : ([
        { language: 'en', contrast: undefined, text: undefined, width: 1280 },
        { language: 'ar', contrast: 'more', text: 200, width: 320 },
      ] as const);

for (const { language, contrast, text, width } of views) {
  const direction = language === 'ar' ? 'right to left' : 'left to right';
  const seen = [direction, contrast ? 'high contrast' : 'light', `${text ?? 100} %`, `${width} px`];
  test(`no violations, nothing to scroll sideways, no target under 44 px - ${seen.join(', ')}`, async () => {
    const page = await open(`language=${language}`);
    await view(page, { width, scheme: 'light', contrast, text });
    expect.soft(await axe(page)).toEqual([]);
    expect.soft(await ibm(page)).toEqual([]);
    expect.soft(await sidewaysOverflow(page)).toEqual([]);
    expect.soft(await smallTargets(page)).toEqual([]);
    await page.context().close();
  });
}

test('every control is filled with the keyboard alone', async () => {
  const page = await open('state=empty');
  const keyboard = new ControlsKeyboard(page);
  await keyboard.fillsEverything();
  expect(await page.evaluate(() => globalThis.readAnswers())).toEqual(keyboard.expected);
  await keyboard.signs('Ada Lovelace');
  await expect(page.getByText(/^Signed on /)).toBeVisible();
  await page.context().close();
});
