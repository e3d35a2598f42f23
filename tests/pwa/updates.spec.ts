import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { Intake } from '../journey/intake.ts';
import { nextBuild, selfDestroyingBuild } from '../support/builds.ts';
import { projectRoot } from '../support/paths.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { servedPack } from '../support/vendors.ts';
import { until } from '../support/wait.ts';
import { cacheNames, newWorkerWaits, scopes, workerIsReady } from '../support/worker.ts';

/** What patients see: first the build of now, then, after a release, another one at the same address. */
let server: TestServer;
let releases: { readonly next: TestServer; readonly selfDestroying: TestServer };
let patient: Patient;
test.beforeAll(async () => {
  const [now, next, selfDestroying] = await Promise.all([
    startServer(),
    startServer({ webDir: nextBuild() }),
    selfDestroyingBuild().then((webDir) => startServer({ webDir })),
  ]);
  server = now;
  releases = { next, selfDestroying };
});
test.afterAll(async () => {
  await Promise.all([server, releases?.next, releases?.selfDestroying].map((started) => started?.close()));
});
test.beforeEach(async () => {
  server.network.connect(server.port());
  patient = await launchPatient();
});
test.afterEach(() => patient?.close());

const texts = JSON.parse(readFileSync(join(projectRoot, 'renderer/shell/messages/en.json'), 'utf8')) as {
  readonly 'update.now': string;
};
const address = (vendor: string, path = '') => `${server.origin}/connect/${vendor}/${path}`;

async function open(vendor: string, path = ''): Promise<Page> {
  const page = await patient.context.newPage();
  await page.goto(address(vendor, path));
  await workerIsReady(page);
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  // A reload would take this with it.
  await page.evaluate(() => Reflect.set(window, 'stillHere', true));
  return page;
}
const stillHere = (page: Page) => page.evaluate(() => Reflect.get(window, 'stillHere') === true);
const scriptsOf = (page: Page) =>
  page.evaluate(() => Array.from(document.scripts, ({ src }) => src).filter(Boolean));

const release = (name: keyof typeof releases) => server.network.connect(releases[name].port());

/** What the button for the update does. */
const takeOver = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    await changed;
  });

test('P4: failure-21: the tab in which somebody writes keeps what is written and can go on - another tab applied the update', async () => {
  const { questionnaires } = await servedPack(server.origin, 'willow');
  const slug = questionnaires[0]?.slug ?? '';
  const asking = await open('willow');
  const writing = await open('willow', `questionnaire/${slug}`);
  await new Intake(writing).begins();
  const answer = writing.getByRole('radio').first();
  await answer.check({ force: true });
  const [script] = await scriptsOf(writing);

  release('next');
  await newWorkerWaits(asking);
  await asking.getByRole('button', { name: texts['update.now'] }).click();
  await until('the tab that asked has the new version', async () => {
    const scripts = await scriptsOf(asking).catch(() => [script]);
    return scripts.length > 0 && script !== undefined && !scripts.includes(script);
  });
  await expect(asking.locator('h1')).toBeVisible();

  expect(await stillHere(writing)).toBe(true);
  await expect(answer).toBeChecked();
  // The server no longer has the files of the build before; the worker does.
  const old = await writing.evaluate((url) => fetch(url).then(({ status }) => status), script ?? '');
  expect(old).toBe(200);
  expect((await fetch(script ?? '')).status).toBe(404);
});

test('P5: every cache and database carries the name of its vendor; and nothing changes until somebody asks - a new version waits, and pages are opened and reloaded', async () => {
  const page = await open('willow');
  await namesAreItsOwn(page);
  const before = await scriptsOf(page);
  release('next');
  await newWorkerWaits(page);
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  expect(await scriptsOf(page)).toEqual(before);
  server.network.disconnect();
  await page.goto(address('willow', 'an-address-that-leads-nowhere'));
  await expect(page.locator('h1')).toBeVisible();
  expect(await scriptsOf(page)).toEqual(before);
});

test("P4: one vendor's update does not touch the other's worker, pages or files - both are open", {
  tag: '@full',
}, async () => {
  const willow = await open('willow');
  const lantern = await open('lantern');
  const lanternScripts = await scriptsOf(lantern);
  const lanternCaches = (await cacheNames(lantern)).filter((name) => name.startsWith('v:lantern:'));
  expect(lanternCaches.length).toBeGreaterThan(0);
  release('next');
  await newWorkerWaits(willow);
  await takeOver(willow);
  expect(await stillHere(lantern)).toBe(true);
  // It may have looked for the new version itself, which then waits there.
  expect(await cacheNames(lantern)).toEqual(expect.arrayContaining(lanternCaches));
  const untouched = await lantern.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (
      navigator.serviceWorker.controller === registration?.active &&
      registration?.active?.state === 'activated'
    );
  });
  expect(untouched).toBe(true);
  expect(await scriptsOf(lantern)).toEqual(lanternScripts);
  await lantern.reload();
  expect(await scriptsOf(lantern)).toEqual(lanternScripts);
});

test('a vendor that is wiped from the device leaves the other as it was - both were visited, and the server is gone', {
  tag: '@full',
}, async () => {
  const willow = await open('willow');
  const lantern = await open('lantern');
  expect(await scopes(lantern)).toEqual(['/connect/lantern/', '/connect/willow/']);
  await willow.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('v:willow:')) await caches.delete(name);
    await (await navigator.serviceWorker.getRegistration())?.unregister();
  });
  await willow.close();
  server.network.disconnect();
  await lantern.goto(address('lantern', 'an-address-that-leads-nowhere'));
  await expect(lantern.locator('h1')).toBeVisible();
  expect(await scopes(lantern)).toEqual(['/connect/lantern/']);
});

/** Of a page of willow's: nothing of another vendor's was opened (P5). */
async function namesAreItsOwn(page: Page): Promise<void> {
  const names = await page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    settings: Object.keys(localStorage),
  }));
  expect(names.caches.length).toBeGreaterThan(0);
  const foreign = (list: readonly string[]) => list.filter((name) => !name.startsWith('v:willow:'));
  expect(foreign([...names.caches, ...names.databases])).toEqual([]);
  // Which clinics this browser has seen belongs to the platform, and says nothing about a person.
  expect(foreign(names.settings).filter((name) => !name.startsWith('platform:'))).toEqual([]);
}

test('P6: the kill switch removes the worker and its files, and leaves the page, its data and what is named for another vendor alone', async () => {
  const willow = await open('willow');
  // Another vendor's worker would look for the new version by itself: a cache of its name tells who deletes what.
  await willow.evaluate(() => caches.open('v:lantern:build:probe'));
  await willow.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('v:willow:probe', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('rows').put('kept', 1);
        request.onsuccess = () => {
          request.result.close();
          resolve(undefined);
        };
      }),
  );
  release('selfDestroying');
  await until('the worker is gone', async () => {
    // A check that falls together with the app's own may find nothing: browsers look again, and so does this.
    await willow.evaluate(async () =>
      (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined),
    );
    return !(await scopes(willow)).includes('/connect/willow/');
  });
  expect((await cacheNames(willow)).filter((name) => /^v:willow:(build|shell|pack|kept)/.test(name))).toEqual(
    [],
  );
  expect(await stillHere(willow)).toBe(true);
  expect(await willow.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain(
    'v:willow:probe',
  );
  expect(await cacheNames(willow)).toContain('v:lantern:build:probe');
});
