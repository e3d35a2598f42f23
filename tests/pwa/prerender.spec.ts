import { expect, type Page, type Route, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { DEMO_VENDORS, servedPack } from '../support/vendors.ts';
import { workerIsReady, workerOf } from '../support/worker.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(async () => {
  patient = await launchPatient({ worker: workerOf(test.info()) });
});
test.afterEach(() => patient?.close());

/** Of the vendor's first form. */
const LANDING = 'questionnaire/…';
/** The vendor's first one; the home where it has none. */
const PRODUCT = 'product/…';

/** How far the page moved, and what the browser refused. */
const watch = () => {
  Object.assign(window, { shift: 0, refused: [] as string[] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
    Reflect.get(window, 'refused').push(violatedDirective),
  );
};

const PAGES = [
  ['', 'en'],
  ['', 'ar'],
  ['privacy', 'es'],
  [LANDING, 'en'],
  [LANDING, 'ar'],
  [PRODUCT, 'en'],
] as const;
/** Daily each page once, the first with all that comes behind it. */
const inFull = (vendor: number, page: number) => ({
  tag: vendor !== page % DEMO_VENDORS.length ? ['@full', '@worker'] : page === 0 ? ['@worker'] : [],
});

/** Nothing comes any more that could move or refuse something. */
async function isSettled(page: Page): Promise<void> {
  if (test.info().tags.includes('@worker')) return workerIsReady(page);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await page.waitForLoadState('networkidle');
}

for (const [index, vendor] of DEMO_VENDORS.entries())
  for (const [number, [path, language]] of PAGES.entries())
    test(
      `the page is whole before its scripts, and is taken over as it is - ${vendor}/${path} in ${language}`,
      inFull(index, number),
      async () => {
        const { page, context } = patient;
        await context.addCookies([{ name: 'cf-lang', value: language, url: server.origin }]);
        await page.addInitScript(watch);
        const errors: string[] = [];
        page.on('pageerror', ({ message }) => errors.push(message));
        const { questionnaires, products = [] } = await servedPack(server.origin, vendor);
        const within = path
          .replace(LANDING, `questionnaire/${questionnaires[0]?.slug}`)
          .replace(PRODUCT, products[0] ? `product/${products[0].slug}` : '');
        const address = `${server.origin}/connect/${vendor}/${within}`;

        const scripts = '**/assets/*.js';
        await page.route(scripts, (route) => route.abort());
        await page.goto(address);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('footer')).toBeVisible();
        const before = await page.locator('main').textContent();
        // Nobody hears yet what is chosen or pressed there.
        const asking = page.locator('main section[inert]');
        await expect(asking).toHaveCount(path === LANDING ? 1 : 0);

        await page.unroute(scripts);
        await page.goto(address, { waitUntil: 'commit' });
        const first = await page.waitForFunction(() => document.querySelector('h1'));
        await isSettled(page);
        const now = await page.evaluate((heading) => {
          const main = document.querySelector('main');
          return {
            isSame: heading === document.querySelector('h1'),
            isAlive: main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps')),
            shift: Math.round(Reflect.get(window, 'shift') * 100),
            refused: Reflect.get(window, 'refused'),
          };
        }, first);
        expect({ ...now, errors }).toEqual({
          isSame: true,
          isAlive: true,
          shift: 0,
          refused: [],
          errors: [],
        });
        await expect(asking).toHaveCount(0);
        // What the device alone knows comes after it: how to install the app.
        expect((await page.locator('main').textContent())?.startsWith(before ?? '-')).toBe(true);
      },
    );

test('pictures come before scripts, which a touch asks for at once, and so does a worker that has them', {
  tag: '@worker',
}, async () => {
  const { page } = patient;
  const asked: string[] = [];
  const held: Route[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) asked.push(pathname);
  });
  const pictures = '**/files/images/**';
  await page.route(pictures, (route) => void held.push(route));
  const opens = async () => {
    asked.length = 0;
    await page.goto(`${server.origin}/connect/willow/`, { waitUntil: 'commit' });
    await expect(page.locator('footer')).toBeVisible();
    await expect.poll(() => held.length).toBeGreaterThan(0);
  };

  await opens();
  expect(asked).toEqual([]);
  // The browser's one offer to install is kept for them meanwhile.
  const isLeftToBrowser = () => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }));
  await expect.poll(() => page.evaluate(isLeftToBrowser)).toBe(false);
  await page.locator('h1').click();
  await expect.poll(() => asked.length).toBeGreaterThan(3);

  held.length = 0;
  await opens();
  expect(asked).toEqual([]);
  for (const route of held) await route.continue();
  await page.unroute(pictures);
  await expect.poll(() => asked.length).toBeGreaterThan(3);

  await workerIsReady(page);
  await page.route(pictures, () => undefined);
  asked.length = 0;
  await page.goto(`${server.origin}/connect/willow/`, { waitUntil: 'commit' });
  await expect.poll(() => asked.length).toBeGreaterThan(3);
});

test('no script is asked for before the page is painted', async () => {
  const { page } = patient;
  await page.goto(`${server.origin}/connect/willow/`);
  await isSettled(page);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(asked.length).toBeGreaterThan(3);
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted);
});

test('the page that opens every address without a network has no screen of another in it', {
  tag: '@worker',
}, async () => {
  const page = patient.page;
  const home = `${server.origin}/connect/willow/`;
  await page.goto(home);
  await workerIsReady(page);
  const stored = await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('v:willow:shell:'));
    return (await (await caches.open(name ?? '')).match('/connect/willow/'))?.text();
  });
  expect(stored).toContain('<div id="app"></div>');
});
