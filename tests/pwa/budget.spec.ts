import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { gzippedBytes } from '../build/manifest.ts';
import { Intake } from '../journey/intake.ts';
import { currentBuild } from '../support/builds.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { servedPack } from '../support/vendors.ts';

/**
 * Where it stands, so that it never grows unseen. The aim is 265 kB: React DOM (58 kB), the engine (40 kB), Dexie (31 kB), the router (21 kB), what
 * sends and seals (20 kB), XState (14 kB) and zod (9 kB) are most of it.
 */
const FORM_BYTES = 298_000;
let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
  patient = await launchPatient();
});
test.afterAll(async () => {
  await patient?.close();
  await server?.close();
});

test('a question without FHIRPath costs at most 298 kB of scripts, gzipped, help included - the form is opened again at it', async () => {
  const { questionnaires } = await servedPack(server.origin, 'willow');
  const page = patient.page;
  await page.goto(`${server.origin}/connect/willow/questionnaire/${questionnaires[0]?.slug}`);
  const intake = new Intake(page);
  await intake.begins();
  await expect(page).toHaveURL(/\/consultation$/);
  await expect(intake.question()).toBeVisible();
  await page.reload();
  await expect(intake.question()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/') && path.endsWith('.js')),
  );
  const loaded = new Set(scripts.map((path) => path.slice(1)));
  expect(loaded.size).toBeGreaterThan(3);
  // Its choices and buttons are the browser's own: React Aria is for lists that open.
  const withReactAria = [...loaded].filter((file) =>
    readFileSync(join(currentBuild, file), 'utf8').includes('react-aria-'),
  );
  expect(withReactAria).toEqual([]);
  const sizes = [...loaded]
    .map((file) => [file, gzippedBytes([file])] as const)
    .toSorted(([, one], [, other]) => other - one);
  expect(
    gzippedBytes(loaded),
    JSON.stringify(Object.fromEntries(sizes.slice(0, 20)), null, 2),
  ).toBeLessThanOrEqual(FORM_BYTES);
});
