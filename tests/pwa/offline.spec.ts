import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { servedPack } from '../support/vendors.ts';
import { until } from '../support/wait.ts';
import { cacheNames, workerIsReady } from '../support/worker.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(async () => {
  patient = await launchPatient();
});
test.afterEach(async () => {
  await patient?.close();
  server.network.captivePortal(undefined);
  server.network.reconnect();
});

const home = () => `${server.origin}/connect/willow/`;

/** Opens the vendor's home twice, as somebody who comes back, then takes the network away. */
async function visitThenGoOffline(): Promise<Page> {
  const page = patient.page;
  await page.goto(home());
  await workerIsReady(page);
  await page.reload();
  server.network.disconnect();
  await patient.goOffline();
  return page;
}

async function showsScreen(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  expect(await page.evaluate(() => document.getElementById('carefront-bootstrap') !== null)).toBe(true);
}

test('every address of the vendor opens, deep links included, in its theme, with its pictures, in any language - the server is gone', async () => {
  const { questionnaires } = await servedPack(server.origin, 'willow');
  const page = await visitThenGoOffline();
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    // What the page before was still fetching ends with it.
    const wasLeft = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!wasLeft && /\/(assets|files)\//.test(request.url())) failed.push(request.url());
  });
  const slug = questionnaires[0]?.slug ?? '';
  for (const path of [
    `questionnaire/${slug}`,
    `questionnaire/${slug}/welcome`,
    'an-address-that-leads-nowhere',
    '',
  ]) {
    await page.goto(home() + path);
    await showsScreen(page);
  }
  expect(
    await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()),
  ).not.toBe('');
  const broken = await page.evaluate(
    () => Array.from(document.images).filter((image) => image.complete && image.naturalWidth === 0).length,
  );
  expect({ failed, broken }).toEqual({ failed: [], broken: 0 });

  await patient.context.addCookies([{ name: 'cf-lang', value: 'ar', url: server.origin }]);
  await page.goto(home());
  await showsScreen(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('it opens in a new process - the browser was killed and the server is gone', async () => {
  await visitThenGoOffline();
  await patient.killBrowser();
  const page = await patient.relaunch();
  await page.goto(home());
  await showsScreen(page);
});

test('the whole pack is on the device, and nothing else of the vendor - the first visit is over', async () => {
  const page = patient.page;
  await page.goto(home());
  await workerIsReady(page);
  const before = await cacheNames(page);
  const { packHash, files } = await servedPack(server.origin, 'willow');
  expect(before).toContain(`v:willow:pack:${packHash}`);
  const stored = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  }, `v:willow:pack:${packHash}`);
  expect(new Set(stored)).toEqual(new Set([...files, '/connect/willow/pack.json']));
});

test('nothing that sync or the console answered is stored', async () => {
  const page = patient.page;
  await page.goto(home());
  await workerIsReady(page);
  await page.evaluate(() =>
    fetch('/connect/willow/sync/v1/changes?cursor=').then((response) => response.status),
  );
  const urls = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    }
    return found;
  });
  expect(urls.filter((url) => /\/(sync|api)\//.test(url))).toEqual([]);
});

test('a page that a hotel puts in between is never taken for ours - it comes while a pack is refreshed', async () => {
  const page = patient.page;
  await page.goto(home());
  await workerIsReady(page);
  server.network.captivePortal('<!doctype html><title>Hotel</title><h1>Sign in to the hotel</h1>');
  const result = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = (event) => resolve(event.data);
        navigator.serviceWorker.controller?.postMessage({ type: 'refresh-pack' }, [port2]);
      }),
  );
  expect(result).toEqual({ status: 'unreachable' });
  await page.reload();
  await showsScreen(page);
  await expect(page.locator('h1')).not.toHaveText('Sign in to the hotel');
  await until('the portal saw the request', () => server.network.requests().length > 0);
});
