/** What an account leaves on a device: nothing that can be read, whether it is shared or one's own, signed out of or only left (G2, G7). */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { scanProfile } from '../support/profile-scan.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { workerIsReady, workerOf } from '../support/worker.ts';
import { signsIn } from './signing-in.ts';

const EMAIL = 'thessaly.vandermolen@example.org';
const ALLERGY = 'Kingfisher feathers and tramway dust';
const TRACES = {
  shared: ['Thessaly', 'Vandermolen', EMAIL, ALLERGY],
  // One's own names the address to sign in with again, and the browser fills in names: `docs/guarantees.md` says so.
  own: [ALLERGY],
} as const;

let server: TestServer;
let patient: Patient;
test.beforeEach(async () => {
  server = await startServer();
  patient = await launchPatient({ worker: workerOf(test.info()) });
});
test.afterEach(async () => {
  await patient?.close();
  await server?.close();
});

const at = (path: string) => `${server.origin}/connect/lantern/${path}`;

/** Says their name and an allergy, and has read both back from the clinic. */
async function fillsTheAccount(): Promise<void> {
  const { page } = patient;
  await page.getByRole('button', { name: 'Add Name' }).click();
  await page.getByRole('textbox', { name: 'Legal first name' }).fill('Thessaly');
  await page.getByRole('textbox', { name: 'Legal last name' }).fill('Vandermolen');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'About you' }).getByText('Thessaly Vandermolen')).toBeVisible();
  await page.goto(at('patient'));
  const allergies = page.getByRole('region', { name: 'Allergies' });
  await allergies.getByRole('button', { name: 'Add' }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox').first().fill(ALLERGY);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(allergies.getByText(ALLERGY)).toBeVisible();
  await expect(allergies.getByText(/Not sent yet|Sending…/)).toHaveCount(0);
}

async function signsOut(): Promise<void> {
  const { page } = patient;
  await page.goto(at('account/profile'));
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

for (const device of ['shared', 'own'] as const)
  test(`an account leaves no word of itself in the browser’s files - ${device} device, after signing out`, {
    tag: device === 'own' ? ['@full', '@worker'] : '@worker',
  }, async () => {
    const { page } = patient;
    await page.goto(at('account/profile'));
    await signsIn(server, patient, EMAIL, device);
    await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
    await workerIsReady(page);
    await fillsTheAccount();
    await signsOut();
    for (const trace of TRACES.shared) await expect(page.getByText(trace)).toHaveCount(0);
    // Closed in order, a browser writes down more than when it is killed.
    await patient.close();
    expect(scanProfile(patient.profileDir, TRACES[device])).toEqual([]);
    // The control: this very database is read.
    expect(scanProfile(patient.profileDir, [device === 'own' ? EMAIL : 'v:lantern'])).not.toEqual([]);
  });

test('an account leaves no word of itself in the browser’s files - shared device, left without signing out', async () => {
  const { page } = patient;
  await page.goto(at('account/profile'));
  await signsIn(server, patient, EMAIL, 'shared');
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  await fillsTheAccount();
  await patient.killBrowser();
  expect(scanProfile(patient.profileDir, TRACES.shared)).toEqual([]);
});
