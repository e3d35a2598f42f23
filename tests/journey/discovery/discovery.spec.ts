/** Finding care: the front page, the search, where one is, and what it costs. Nothing of it leaves the device. */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workerIsReady, workerOf } from '../../support/worker.ts';
import { Intake } from '../intake.ts';

let server: TestServer;
let patient: Patient;
let told: string[];
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(async () => {
  patient = await launchPatient({ worker: workerOf(test.info()) });
  told = [];
  patient.context.on('request', (request) =>
    told.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  );
});
test.afterEach(async () => {
  await patient?.close();
});

/** What the network has seen: nothing of another origin, and nothing that somebody typed or where they are. */
function expectUntold(...secrets: readonly RegExp[]): void {
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((line) => !line.includes(` ${server.origin}/`) && !/ (data|blob):/.test(line))).toEqual(
    [],
  );
  for (const secret of secrets) expect(told.filter((line) => secret.test(line))).toEqual([]);
}
const open = (path: string): Promise<unknown> => patient.page.goto(server.origin + path);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test('without scripts every page says what it is, and the clinics can be opened', async () => {
  const { page } = patient;
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/', '/discovery', '/discovery/geofence', '/discovery/rates']) {
    await open(path);
    await expect(page.locator('h1')).toBeVisible();
  }
  await open('/discovery');
  await expect(page.getByRole('link', { name: 'Hair loss' })).toBeVisible();
  await page.getByRole('link', { name: 'Lantern Mind' }).click();
  await expect(page).toHaveURL(/\/connect\/lantern\/$/);
});

test('what was begun is on the front page, as a number, and is gone on request', async () => {
  const { page } = patient;
  await open('/connect/mainstreet/questionnaire/stop-smoking');
  await new Intake(page).begins({ place: 'Ohio' });
  await page.waitForFunction(() => localStorage.getItem('platform:unfinished')?.includes('mainstreet'));
  await open('/#clinics');
  await expect(heading(page, 'Pick up where you left off')).toBeVisible();
  await expect(page.getByText('1 unfinished form on this device')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/smoking/i);
  await page.getByRole('button', { name: 'Don’t show on this device' }).click();
  await expect(heading(page, 'Choose your clinic')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Pick up where you left off')).toHaveCount(0);
});

test('a code of another site isn’t followed, and one of a clinic is', async () => {
  const { page } = patient;
  await open('/');
  await page.getByRole('button', { name: 'Scan a QR code' }).click();
  const address = page.getByRole('textbox', { name: 'Address below the code' });
  await address.fill('https://elsewhere.example/connect/willow/');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText(/leads to elsewhere\.example/)).toBeVisible();
  await address.fill(`${server.origin}/connect/willow/`);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/connect\/willow\/$/);
});

test('the search forgives, filters and widens, and works without a network after the first visit', {
  tag: '@worker',
}, async () => {
  const { page } = patient;
  await open('/discovery');
  const question = page.getByRole('searchbox');
  await question.fill('blader infecton');
  await expect(heading(page, 'Bladder infection')).toBeVisible();
  await page.getByRole('combobox', { name: 'Where you are' }).selectOption('US-OH');
  await expect(heading(page, 'Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Search in every place' }).click();
  await expect(heading(page, 'Bladder infection')).toBeVisible();
  await workerIsReady(page);
  await patient.goOffline();
  await page.reload();
  await question.fill('حُرقة البول');
  await expect(heading(page, 'Bladder infection')).toBeVisible();
  await question.fill('kidney stone');
  await expect(page.getByText('This may need a different kind of care')).toBeVisible();
  await question.fill('calvicie');
  const found = page.getByRole('region', { name: 'Hair loss' });
  await expect(found.getByText('$30 visit', { exact: false })).toBeVisible();
  await expect(found.getByRole('link', { name: 'Hair loss' })).toHaveAttribute('href', /hair-loss$/);
  expectUntold(/blader|infecton|calvicie|%D8/i);
});

test('a word that nobody offers is said to be nobody’s, and everything is shown again', async () => {
  const { page } = patient;
  await open('/discovery');
  await page.getByRole('searchbox').fill('xylophone');
  await expect(heading(page, 'Nothing found for “xylophone”')).toBeVisible();
  await page.getByRole('button', { name: 'See everything' }).click();
  await expect(page.getByRole('link', { name: 'Hair loss' })).toBeVisible();
  expectUntold(/xylophone/i);
});

test('a list that can’t be had is said to be missing, and asked for again', async () => {
  const { page, context } = patient;
  for (const [path, fault, found] of [
    ['/discovery', 'We couldn’t load the list of clinics', 'Conditions'],
    [
      '/discovery/geofence?place=US-OH',
      'We can’t load the list of clinics',
      '2 clinics can treat you in Ohio',
    ],
    ['/discovery/rates#for=finasteride&in=US-OH', 'We can’t load the prices', 'The first charge is between'],
  ] as const) {
    await context.route('**/discovery/files/*', (route) => route.abort());
    await open(path);
    await expect(page.getByText(fault)).toBeVisible();
    await context.unroute('**/discovery/files/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(found).first()).toBeVisible();
    await expect(page.getByText(fault)).toHaveCount(0);
  }
});

test('without a network the front page has its clinics, a place its own, and a treatment its prices', {
  tag: ['@full', '@worker'],
}, async () => {
  const { page } = patient;
  await open('/');
  await workerIsReady(page);
  await patient.goOffline();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Lantern Mind' })).toBeVisible();
  await open('/discovery/geofence');
  await page.getByRole('textbox', { name: /State, ZIP/ }).fill('43215');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(heading(page, '2 clinics can treat you in Ohio')).toBeVisible();
  await open('/discovery/rates#for=finasteride&in=US-OH');
  const rates = page.getByRole('list', { name: 'Finasteride in Ohio' });
  await expect(rates.getByRole('listitem').first()).toContainText('$53.00');
});

test('the place is found on the device, and asked for where it is in doubt', async () => {
  const { page, context } = patient;
  await open('/discovery/geofence');
  await context.grantPermissions(['geolocation'], { origin: server.origin });
  await context.setGeolocation({ latitude: 39.961234, longitude: -82.998765, accuracy: 40 });
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(heading(page, '2 clinics can treat you in Ohio')).toBeVisible();
  // Kansas City, on State Line Road.
  await context.setGeolocation({ latitude: 39.051234, longitude: -94.608765, accuracy: 40 });
  await page.reload();
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(heading(page, 'You’re close to a border. Where are you?')).toBeVisible();
  await page.getByRole('button', { name: 'Missouri' }).click();
  await expect(heading(page, 'None of our clinics can treat you in Missouri')).toBeVisible();
  await page.getByRole('textbox', { name: /State, ZIP/ }).fill('BT1 5GS');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(heading(page, '2 clinics can treat you in Northern Ireland')).toBeVisible();
  await expect(heading(page, 'After a video or in-person visit')).toBeVisible();
  expectUntold(/39\.9|82\.99|39\.05|94\.6/);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, document.cookie, location.href]));
  expect(kept).not.toMatch(/39\.|82\.9|94\.6/);
});

test('outside all places, and with no leave to look, a place can be typed', async () => {
  const { page, context } = patient;
  await open('/discovery/geofence');
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('We can’t use your location')).toBeVisible();
  await context.grantPermissions(['geolocation'], { origin: server.origin });
  // Toronto.
  await context.setGeolocation({ latitude: 43.901234, longitude: -79.408765, accuracy: 40 });
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('We couldn’t find clinics where you seem to be')).toBeVisible();
  await page.getByRole('textbox', { name: /State, ZIP/ }).fill('Ohio');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(heading(page, '2 clinics can treat you in Ohio')).toBeVisible();
  await expect(page.getByText('We don’t know any clinics')).toHaveCount(0);
  expectUntold(/43\.9|79\.4/);
});

test('prices are all in, shared by an address that no server is told of, and printed as an estimate', async () => {
  const { page } = patient;
  await open('/discovery/rates#for=finasteride&in=US-OH');
  const row = page.getByRole('list', { name: 'Finasteride in Ohio' }).getByRole('listitem').first();
  await expect(row).toContainText('First charge$53.00');
  await expect(row).toContainText('Each renewal$23.00 every 30 days');
  await row.getByRole('link', { name: 'Printable estimate' }).click();
  await expect(heading(page, 'Price estimate')).toBeVisible();
  await expect(page.getByText(/\$400 or more/)).toBeVisible();
  expectUntold(/finasteride|US-OH/i);
});

test('no price for a place is said, and no medicine is priced in Britain', async () => {
  const { page } = patient;
  await open('/discovery/rates#for=finasteride&in=US-OH');
  await expect(page.getByRole('list', { name: 'Finasteride in Ohio' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Where you are' }).selectOption('GB-ENG');
  // Decision 23: nobody in Britain is told of a prescription medicine.
  await expect(heading(page, 'No prices for Finasteride in England')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('£');
  await page.getByRole('combobox', { name: 'Treatment' }).selectOption('weight');
  await expect(page.getByText('£29.00').first()).toBeVisible();
  expectUntold(/finasteride|US-OH/i);
});
