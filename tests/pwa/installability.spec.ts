import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { DEMO_VENDORS } from '../support/vendors.ts';
import { workerIsReady } from '../support/worker.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
  patient = await launchPatient({ wholeBrowser: true });
});
test.afterAll(async () => {
  await patient?.close();
  await server?.close();
});

async function installation(vendor: string) {
  const page = await patient.context.newPage();
  await page.goto(`${server.origin}/connect/${vendor}/`);
  await workerIsReady(page);
  const devtools = await patient.context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { appId } = await devtools.send('Page.getAppId');
  const { errors } = await devtools.send('Page.getAppManifest');
  await page.close();
  return { installabilityErrors, appId, errors };
}

/** Daily two, in full each: a worker that copies a vendor's app to the device takes longer than what is asked here. */
const VENDORS = process.env.FULL === '1' ? DEMO_VENDORS : DEMO_VENDORS.slice(0, 2);

test('P1: the browser finds nothing in the way of installing - each demo vendor', async () => {
  for (const vendor of VENDORS) {
    const found = await installation(vendor);
    expect({ vendor, installabilityErrors: found.installabilityErrors, errors: found.errors }).toEqual({
      vendor,
      installabilityErrors: [],
      errors: [],
    });
  }
});

test('each vendor is an app of its own - two are installed from one origin', async () => {
  const ids = new Set<string | undefined>();
  for (const vendor of VENDORS) ids.add((await installation(vendor)).appId);
  expect(ids).toEqual(new Set(VENDORS.map((vendor) => `${server.origin}/connect/${vendor}/`)));
});
