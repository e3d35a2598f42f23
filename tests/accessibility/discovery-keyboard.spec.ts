/** Finding care, the self-check and a form in a partner's page without a mouse: the focus is seen at each stop, and is never lost. */
import { expect, type Locator, test } from 'playwright/test';
import { follow, navigatorTree } from '../../sync/domain/navigator/navigator.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Keyboard } from './keyboard.ts';

let server: TestServer;
let patient: Patient;
let keyboard: Keyboard;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient({ locale: 'en-US' });
  keyboard = new Keyboard(patient.page);
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

/** As the server wrote it, a page takes no keys yet. */
async function isReady(): Promise<void> {
  await expect(keyboard.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(keyboard.page.locator('main [inert]')).toHaveCount(0);
}
async function opens(path: string): Promise<void> {
  await keyboard.page.goto(server.origin + path);
  await isReady();
}
async function enters(target: Locator): Promise<void> {
  await keyboard.tabsTo(target);
  await keyboard.presses('Enter');
}
/** Of a list of the browser's own: letters choose. */
async function picks(name: string, letters: string, value: string): Promise<void> {
  const list = keyboard.page.getByRole('combobox', { name, exact: true });
  await keyboard.tabsTo(list);
  await keyboard.types(letters);
  await expect(list).toHaveValue(value);
}
/** What was pressed is gone: what took its place has the focus. */
async function hasMovedTo(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await keyboard.seesTheFocus();
}
const link = (name: string | RegExp) => keyboard.page.getByRole('main').getByRole('link', { name }).first();

// Daily the one that is answered late: there the focus may go at any moment. The others in full.
test('from the front page through the search to what was found', { tag: '@full' }, async () => {
  const { page } = keyboard;
  await opens('/');
  await page.evaluate(() => localStorage.setItem('platform:last-vendor', 'willow'));
  await opens('/?back');
  await keyboard.activates('Don’t show on this device');
  await keyboard.arrives();
  await enters(link('Find care'));
  await page.waitForURL('**/discovery');
  await isReady();
  const results = page.locator('#search-results');
  const question = page.getByRole('searchbox');
  await keyboard.writes(question, 'xylophone');
  await keyboard.activates('See everything');
  await hasMovedTo(results);
  await enters(link('Hair loss'));
  await expect(question).toHaveValue('Hair loss');
  await hasMovedTo(results);
  await opens('/discovery');
  await keyboard.writes(question, 'hair loss');
  await picks('Where you are', 'England', 'GB-ENG');
  await keyboard.activates('Search in every place');
  await hasMovedTo(results);
  await opens('/discovery');
  await keyboard.writes(question, 'finasteride');
  await picks('Where you are', 'Ohio', 'US-OH');
  await keyboard.activates('Clear filters');
  await hasMovedTo(page.locator('#search-filters'));
  await enters(link('Finasteride'));
  await page.waitForURL('**/connect/northgate/product/finasteride');
});

test('step by step to the form that fits, and back', { tag: '@full' }, async () => {
  const { page } = keyboard;
  const walk = ['none', 'adult', 'urine', 'none', 'woman'];
  await opens('/discovery/chat');
  for (const [step, id] of walk.entries()) {
    const { node } = follow(navigatorTree, walk.slice(0, step));
    if (node.kind !== 'question') throw new Error('The walk has ended');
    await keyboard.chooses(node.choices.findIndex((choice) => choice.id === id));
    await keyboard.activates('Continue');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(node.text.en);
    await keyboard.arrives();
  }
  await keyboard.arrivesAt('Bladder infection');
  await picks('Where you are', 'England', 'GB-ENG');
  await keyboard.activates('Show it for every place');
  await keyboard.arrivesAt('Bladder infection');
  await keyboard.activates('Back');
  await keyboard.arrivesAt('Who has the symptoms?');
  await keyboard.activates('Continue');
  await keyboard.arrivesAt('Bladder infection');
  await enters(link('Bladder infection check'));
  await page.waitForURL('**/connect/willow/questionnaire/uti-check');
});

test('a place is found, chosen where it isn’t sure, and forgotten', { tag: '@full' }, async () => {
  const { page } = keyboard;
  await opens('/discovery/geofence');
  await keyboard.activates('Use my location');
  await expect(page.getByText('We can’t use your location')).toBeVisible();
  await hasMovedTo(page.getByRole('button', { name: 'Use my location' }));
  await keyboard.writes(page.getByRole('textbox'), '94103');
  await keyboard.presses('Enter');
  await expect(page.getByRole('heading', { name: '3 clinics can treat you in California' })).toBeVisible();
  await keyboard.seesTheFocus();
  await keyboard.tabsTo(link('Willow Women'));
  await keyboard.activates('Show a map of the United States');
  await hasMovedTo(page.getByRole('button', { name: 'Hide the map' }));
  await keyboard.presses('Shift+Tab');
  await hasMovedTo(page.getByRole('button', { name: 'Forget this place' }));
  await keyboard.presses('Enter');
  await hasMovedTo(page.getByRole('button', { name: 'Use my location' }));
  // Texarkana: a street of two states.
  await patient.context.grantPermissions(['geolocation'], { origin: server.origin });
  await patient.context.setGeolocation({ latitude: 33.4251, longitude: -94.0431, accuracy: 20 });
  await keyboard.presses('Enter');
  await enters(page.getByRole('button', { name: 'Arkansas', exact: true }));
  await expect(page.getByRole('heading', { name: /can treat you in Arkansas/ })).toBeVisible();
  await hasMovedTo(page.locator('#places-answer'));
});

test('a question is asked, its asking is stopped, and a source is opened', { tag: '@full' }, async () => {
  const { page } = keyboard;
  await opens('/discovery/gpt');
  const field = page.getByRole('textbox', { name: 'Your question' });
  await keyboard.activates('Ask');
  await hasMovedTo(field);
  let answers = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answers = resolve;
  });
  await page.route(/passages/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await keyboard.types('Why does Northgate want my blood pressure?');
  await keyboard.presses('Enter');
  await keyboard.activates('Stop');
  await hasMovedTo(field);
  // The answer comes while the focus is on what would stop it.
  await keyboard.presses('Enter');
  await keyboard.tabsTo(page.getByRole('button', { name: 'Stop' }));
  answers();
  await expect(page.getByRole('heading', { name: 'What clinics say' })).toBeVisible();
  await hasMovedTo(field);
  const source = link('Why do you ask about my heart?');
  const address = (await source.getAttribute('href')) ?? '';
  await enters(source);
  await page.waitForURL(`**${address}`);
});

test('prices are compared, sorted and put on paper', { tag: '@full' }, async () => {
  const { page } = keyboard;
  await page.setViewportSize({ width: 1280, height: 800 });
  await opens('/discovery/rates');
  await picks('Where you are', 'Ohio', 'US-OH');
  await enters(link('Finasteride'));
  const results = page.locator('#rates-results');
  await expect(page.getByRole('table')).toBeVisible();
  await hasMovedTo(results);
  await keyboard.activates('Medicine per month');
  await expect(page.getByRole('columnheader', { name: 'Medicine per month' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await hasMovedTo(page.getByRole('button', { name: 'Medicine per month' }));
  await enters(link('Printable estimate'));
  await expect(page.getByRole('heading', { name: 'Price estimate' })).toBeVisible();
  await hasMovedTo(results);
  await enters(link('Back to prices'));
  await expect(page.getByRole('table')).toBeVisible();
  await hasMovedTo(results);
});

test('a device is checked, and the report is copied', { tag: '@full' }, async () => {
  const { page } = keyboard;
  await patient.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  await opens('/test');
  // A notice stays while it is pointed at, and covers what is below it: the pointer begins where it appears.
  await page.mouse.move(195, 700);
  await expect(page.getByText('All checks are done.')).toBeVisible();
  await keyboard.activates('Copy report');
  await expect(page.getByText('Report copied. It contains no personal data.')).toBeVisible();
  await hasMovedTo(page.getByRole('button', { name: 'Copy report' }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^carefront self-check 1\n/);
  await keyboard.writes(page.getByRole('textbox'), 'willow');
  await keyboard.activates('Show measurements');
  await expect(page.getByText('You’re not signed in at this clinic.', { exact: false })).toBeVisible();
  await hasMovedTo(page.getByRole('button', { name: 'Show measurements' }));
});
