/** The pages outside of the vendors' spaces, in three languages: the front page, the ways to find care, and the device's self-check. */
import { type Browser, chromium, expect, test } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { type Language, languages } from '../../sync/domain/languages.ts';
import { follow, navigatorTree } from '../../sync/domain/navigator/navigator.ts';
import { chromiumArguments } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { words } from '../support/words.ts';
import { type Visitor, WALK_MS } from './inspection.ts';
import { opensAt, openVisit, signsInAsStaff } from './visits.ts';

test.describe.configure({ mode: 'parallel', timeout: WALK_MS });

let server: TestServer;
let browser: Browser;
test.beforeAll(async () => {
  server = await startServer();
  browser = await chromium.launch({
    executablePath: findHeadlessChromium() ?? '/usr/bin/chromium',
    args: chromiumArguments(),
  });
});
test.afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** As the server wrote it, a page can't be answered yet. */
async function opens(visitor: Visitor, path: string): Promise<void> {
  await opensAt(visitor, server.origin + path);
  await expect(visitor.page.locator('main [inert]')).toHaveCount(0);
}

async function inspectsTheFront(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await opens(visitor, '/');
  await inspection.sees('front page');
  await walk.presses('platform', 'scan');
  await expect(walk.sheet).toBeVisible();
  await page.locator('#address').fill('https://elsewhere.example/');
  await walk.presses('platform', 'scan.open');
  await expect(walk.sheet.locator('#refused p')).toBeVisible();
  await inspection.sees('code of another site');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    localStorage.setItem('platform:last-vendor', 'willow');
    localStorage.setItem('platform:unfinished', JSON.stringify({ lantern: 2 }));
  });
  await opens(visitor, '/?back#clinics');
  await expect(walk.button('shell', 'platform.forget')).toBeVisible();
  await inspection.sees('front page of somebody who returns');
  await page.evaluate(() => localStorage.clear());
}

async function inspectsTheSearch(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await opens(visitor, '/discovery');
  await expect(walk.main.locator('a[href="/connect/willow/"]').first()).toBeVisible();
  await inspection.sees('search');
  await page.getByRole('searchbox').fill('finasteride');
  await expect(walk.main.locator('a[href="/connect/northgate/product/finasteride"]')).toBeVisible();
  await inspection.sees('what was found');
  await walk.main.locator('select').first().selectOption('GB-ENG');
  await expect(page.getByText(words(walk.language, 'search', 'none.filtered'))).toBeVisible();
  await inspection.sees('nothing found under filters');
  await page.getByRole('searchbox').fill('xylophone');
  await expect(walk.button('search', 'none.all')).toBeVisible();
  await inspection.sees('nothing found');
}

/** Choices of the navigator, by their ids. */
async function takes({ walk }: Visitor, ...ids: readonly string[]): Promise<void> {
  for (const [step, id] of ids.entries()) {
    const { node } = follow(navigatorTree, ids.slice(0, step));
    const choices = node.kind === 'question' ? node.choices : [];
    await walk.chooses(choices.findIndex((choice) => choice.id === id));
    await walk.leaves(() => walk.presses('navigator', 'next'));
  }
}

async function inspectsTheNavigator(visitor: Visitor): Promise<void> {
  const { walk, inspection } = visitor;
  await opens(visitor, '/discovery/chat');
  await inspection.sees('first question');
  await walk.presses('navigator', 'next');
  await walk.showsAnError();
  await inspection.sees('question with an error');
  await takes(visitor, 'none', 'adult', 'urine');
  await inspection.sees('later question');
  await opens(visitor, '/discovery/chat');
  await takes(visitor, 'none', 'adult', 'urine', 'none', 'woman');
  await expect(walk.main.locator('a[href="/connect/willow/questionnaire/uti-check"]')).toBeVisible();
  await inspection.sees('form that fits');
  await opens(visitor, '/discovery/chat');
  await takes(visitor, 'chest');
  await expect(walk.main.locator('a[href="tel:112"]')).toBeVisible();
  await inspection.sees('urgent care');
}

async function inspectsTheAssistant(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await opens(visitor, '/discovery/gpt');
  await inspection.sees('assistant');
  await walk.presses('assistant', 'ask');
  await walk.showsAnError();
  const field = page.locator('#assistant-question');
  await field.fill('Why does Northgate want my blood pressure?');
  await walk.presses('assistant', 'ask');
  await expect(walk.main.locator('a[href^="/connect/northgate/"]').first()).toBeVisible();
  await inspection.sees('answer');
  await field.fill('Do you treat psoriasis?');
  await walk.presses('assistant', 'ask');
  await expect(
    page.getByRole('heading', { name: words(walk.language, 'assistant', 'unknown'), exact: true }),
  ).toBeVisible();
  await inspection.sees('no answer');
  await field.fill('I want to kill myself');
  await walk.presses('assistant', 'ask');
  await expect(page.locator('#urgent-title')).toBeVisible();
  await inspection.sees('panel of the assistant');
  await field.fill('Nana keeps falling off her chair and is talking rubbish');
  await walk.presses('assistant', 'ask');
  await expect(
    page.getByRole('button', { name: words(walk.language, 'assistant', 'urgent.goOn') }),
  ).toBeVisible();
  await inspection.sees('careful panel of the assistant');
}

async function inspectsThePlaces(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await opens(visitor, '/discovery/geofence');
  await inspection.sees('places');
  // Nobody has allowed it.
  await walk.presses('places', 'locate');
  await expect(page.getByText(words(walk.language, 'places', 'denied'), { exact: true })).toBeVisible();
  await inspection.sees('location refused');
  await page.locator('#typed').fill('Nowhere at all');
  await walk.presses('places', 'find');
  await expect(page.locator('#typed-answer p')).toBeVisible();
  await inspection.sees('unknown place');
  await page.locator('#typed').fill('94103');
  await walk.presses('places', 'find');
  await expect(walk.main.locator('a[href="/connect/willow/"]')).toBeVisible();
  await inspection.sees('clinics of a place');
  await walk.main.locator('button[aria-expanded]').click();
  await expect(walk.main.locator('figure path').first()).toBeVisible();
  await inspection.sees('map');
}

async function inspectsTheRates(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await opens(visitor, '/discovery/rates');
  await inspection.sees('prices');
  await opens(visitor, '/discovery/rates?some#for=finasteride&in=US-OH');
  await expect(walk.main.locator('a[href*="estimate="]').first()).toBeVisible();
  await inspection.sees('prices of a treatment');
  await walk.main.locator('a[href*="estimate="]').first().click();
  await expect(walk.button('rates', 'estimate.print')).toBeVisible();
  await inspection.sees('estimate');
  await opens(visitor, '/discovery/rates?none#for=finasteride&in=GB-ENG');
  await expect(
    page.getByRole('link', { name: words(walk.language, 'rates', 'none.search'), exact: true }),
  ).toBeVisible();
  await inspection.sees('no prices');
}

async function inspectsTheSelfCheck(visitor: Visitor): Promise<void> {
  const { inspection, page, walk } = visitor;
  await opens(visitor, '/test');
  await expect(page.locator('#report')).toBeVisible();
  await page.locator('#staff-clinic').fill('willow');
  await walk.presses('self-check', 'staff.show');
  await expect(page.getByText(words(walk.language, 'self-check', 'staff.refused'))).toBeVisible();
  await inspection.sees('self-check');
  await signsInAsStaff(visitor, server, 'willow');
  await opens(visitor, '/test');
  await expect(page.locator('#report')).toBeVisible();
  await page.locator('#staff-clinic').fill('willow');
  await walk.presses('self-check', 'staff.show');
  await expect(page.locator('#staff')).toBeFocused();
  await walk.presses('self-check', 'staff.clear');
  await expect(
    page.getByText(words(walk.language, 'self-check', 'figure.freeMegabytes')).first(),
  ).toBeVisible();
  await inspection.sees('self-check of staff');
}

const PARTS = [
  { name: 'the front page and the search', daily: 'es', parts: [inspectsTheFront, inspectsTheSearch] },
  // Their component tests look by axe each day.
  { name: 'help in words', daily: undefined, parts: [inspectsTheNavigator, inspectsTheAssistant] },
  {
    name: 'places, prices and the self-check',
    daily: 'en',
    parts: [inspectsThePlaces, inspectsTheRates, inspectsTheSelfCheck],
  },
] as const satisfies readonly {
  readonly name: string;
  /** The language in which it is seen each day; `npm run test:full` sees all in all. */
  readonly daily: Language | undefined;
  readonly parts: readonly ((visitor: Visitor) => Promise<void>)[];
}[];

for (const [offset, { name, daily, parts }] of PARTS.entries())
  for (const [index, language] of languages.entries())
    test(`${name}: no violations, and nothing to scroll sideways - in ${language}`, {
      tag: language === daily ? [] : ['@full'],
    }, async () => {
      const visitor = await openVisit(browser, server.origin, language, offset * 3 + index * 2);
      for (const inspects of parts) await inspects(visitor);
      await visitor.page.context().close();
    });
