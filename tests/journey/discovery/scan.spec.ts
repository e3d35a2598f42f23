/** A clinic's code in front of the camera. Chromium on Linux reads no codes by itself, as iPhones and Firefox don't: what reads it is the app's own. */
import { expect, type Page, test } from 'playwright/test';
import { clipOf } from '../../support/camera-clip.ts';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let patient: Patient | undefined;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.afterEach(async () => {
  await patient?.close();
  patient = undefined;
});

async function scans(camera: string, isAllowed: boolean): Promise<Page> {
  patient = await launchPatient({ worker: 'in full', camera, locale: 'en-US' });
  if (isAllowed) await patient.context.grantPermissions(['camera'], { origin: server.origin });
  const { page } = patient;
  await page.goto(server.origin);
  await page.getByRole('button', { name: 'Scan a QR code' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  return page;
}

test('opens the clinic whose code is held up to the camera', async () => {
  const page = await scans(clipOf(`${server.origin}/connect/lantern/?from=poster`), true);
  await expect(page).toHaveURL(`${server.origin}/connect/lantern/?from=poster`, { timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('refuses the code of another site in words, and goes on looking', { tag: '@full' }, async () => {
  const page = await scans(clipOf('https://elsewhere.example/connect/lantern/'), true);
  await expect(page.getByText(/leads to elsewhere\.example/)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('dialog video')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Nobody looks on once it is closed.
  await expect
    .poll(() =>
      page.evaluate(
        () => [...document.querySelectorAll('video')].filter(({ srcObject }) => srcObject !== null).length,
      ),
    )
    .toBe(0);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('asks for the address where the camera isn’t allowed', { tag: '@full' }, async () => {
  const page = await scans(clipOf(`${server.origin}/connect/lantern/`), false);
  await expect(page.getByText('We can’t use the camera')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('textbox', { name: 'Address below the code' }).fill('willow');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/connect\/willow\/$/);
});
