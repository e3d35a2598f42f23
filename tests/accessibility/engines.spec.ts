/** That the two engines can fail: what one of them doesn't see, the other does, whatever the page's policy is. */
import { type Browser, chromium, expect, type Page, test } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { axe } from '../support/axe.ts';
import { ibm } from '../support/ibm.ts';
import { chromiumArguments } from '../support/patient.ts';

let browser: Browser;
let page: Page;
test.beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findHeadlessChromium() ?? '/usr/bin/chromium',
    args: chromiumArguments(),
  });
});
test.afterAll(async () => await browser?.close());

/** A page under a policy that lets it run no script of any kind. */
async function opens(content: string): Promise<void> {
  const context = await browser.newContext();
  page = await context.newPage();
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
      body: `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${content}</main></html>`,
    }),
  );
  await page.goto('https://page.example/');
}
test.afterEach(async () => await page?.context().close());

test('neither finds anything in a page without faults', async () => {
  await opens('<p>Some words.</p>');
  expect(await axe(page)).toEqual([]);
  expect(await ibm(page)).toEqual([]);
});

test("IBM's engine finds a landmark without a name - axe doesn't", async () => {
  await opens('</main><aside><p>Beside it.</p></aside>');
  expect(await axe(page)).toEqual([]);
  expect(await ibm(page)).toMatchObject([{ rule: 'aria_complementary_labelled', element: '<aside>' }]);
});

test("IBM's engine finds letters that nobody can set further apart", async () => {
  await opens('<p style="letter-spacing: 0.01em !important">Some words that stand close.</p>');
  expect(await ibm(page)).toMatchObject([{ rule: 'text_spacing_valid' }]);
});

test('axe finds a list with something else in it', async () => {
  await opens('<ul><div>One</div></ul>');
  expect(await axe(page)).toMatchObject([{ rule: 'list' }]);
});

test('an exception holds for what it was made for, and not for the rest of its rule', async () => {
  const field = (purpose: string) => `<label>E-mail <input type="email" autocomplete="${purpose}"></label>`;
  await opens(field('username'));
  expect(await ibm(page)).toEqual([]);
  await page.context().close();
  await opens(field('bday'));
  expect(await ibm(page)).toMatchObject([{ rule: 'input_autocomplete_valid' }]);
});
