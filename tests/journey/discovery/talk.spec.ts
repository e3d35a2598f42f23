/** Help in words: short questions, and a question of one's own. What is chosen or asked stays in the page. */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workerIsReady, workerOf } from '../../support/worker.ts';

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
    told.push(
      `${request.method()} ${request.url()} ${request.postData() ?? ''} ${request.headers().referer ?? ''}`,
    ),
  );
});
test.afterEach(async () => {
  await patient?.close();
});

const open = (path: string): Promise<unknown> => patient.page.goto(server.origin + path);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The network has seen nothing of another origin, and neither it nor the device has anything of what was chosen or typed. */
async function expectUntold(secret: RegExp): Promise<void> {
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((line) => !line.includes(` ${server.origin}/`) && !/ (data|blob):/.test(line))).toEqual(
    [],
  );
  expect(told.filter((line) => secret.test(line))).toEqual([]);
  expect(await keptBy(patient.page)).not.toMatch(secret);
}

/** All that this page's origin keeps in the browser, but for the answers of the server. */
async function keptBy(page: Page): Promise<string> {
  // Something of the device is there, or the test looks in the wrong place.
  await page.evaluate(() => localStorage.setItem('test:kept', 'looked at'));
  const kept = await page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no reason')));
      });
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        rows.push(name, store, await settled(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    const addresses = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      ),
    );
    return JSON.stringify([
      ...[rows, addresses, localStorage, sessionStorage],
      ...[document.cookie, document.title, location.href, history.state],
    ]);
  });
  expect(kept).toContain('looked at');
  return kept;
}

async function choose(page: Page, question: string, answer: string): Promise<void> {
  await expect(heading(page, question)).toBeVisible();
  // A forced click would get lost in the page as the server wrote it, which can't be answered yet.
  await page.locator('label', { hasText: answer }).click();
  await expect(page.getByRole('radio', { name: answer })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
}
const NOW = 'Is any of this happening right now?';
const FOR = 'Who is it for?';
const WITH = 'What would you like help with?';
/** From a question about a body to a form about it. */
async function reachesBladder(page: Page): Promise<void> {
  await choose(page, NOW, 'None of these');
  await choose(page, FOR, 'An adult, 18 or older');
  await choose(page, WITH, 'Burning or urgency when you pee');
  await choose(page, 'Do any of these apply?', 'None of these');
  await choose(page, 'Who has the symptoms?', 'A woman aged 18 to 64');
  await expect(heading(page, 'Bladder infection')).toBeVisible();
}
async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.getByRole('button', { name: 'Ask' }).click();
}

test('choices lead to a form at a vendor, and are forgotten', async () => {
  const { page } = patient;
  await open('/discovery/chat');
  await reachesBladder(page);
  const form = page.getByRole('main').getByRole('link', { name: 'Bladder infection' });
  await expect(form).toHaveAttribute('href', '/connect/willow/questionnaire/uti-check');
  await expectUntold(/urin|bladder|when.{1,3}you.{1,3}pee|woman|adult|uti-check/i);
  await form.click();
  await expect(page).toHaveURL(/\/connect\/willow\/questionnaire\/uti-check$/);
  await page.goBack();
  await expect(heading(page, NOW)).toBeVisible();
});

test('choices that no clinic is right for lead to who else can help', async () => {
  const { page } = patient;
  await open('/discovery/chat');
  await choose(page, NOW, 'None of these');
  await choose(page, FOR, 'An adult, 18 or older');
  await choose(page, WITH, 'Something else');
  await expect(heading(page, 'We can’t help with this here')).toBeVisible();
  await expect(page.getByText(/Your own doctor, a local clinic, or a pharmacist/)).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(heading(page, NOW)).toBeVisible();
});

test('a red flag leads to urgent help at once', async () => {
  const { page } = patient;
  await open('/discovery/chat');
  await choose(page, NOW, 'Thoughts of suicide or hurting yourself');
  await page.getByRole('combobox', { name: 'Where you are now' }).selectOption('US-OH');
  await expect(page.getByRole('link', { name: /Call.*988/ })).toHaveAttribute('href', 'tel:988');
  await expectUntold(/suicide|crisis|US-OH/i);
});

test('a question is answered in a vendor’s words, with a link to where they are from', async () => {
  const { page } = patient;
  await open('/discovery/gpt');
  await expect(page.getByText('your question isn’t sent or kept', { exact: false })).toBeVisible();
  await ask(page, 'Why does Northgate want my blood pressure?');
  const found = page.getByRole('region', { name: 'What clinics say' });
  await expect(found.getByRole('link').first()).toHaveAttribute('href', /^\/connect\/northgate\//);
  await expect(found).toContainText(/blood pressure/i);
  await expectUntold(/Northgate.{1,3}want|blood|pressure/i);
  await found.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/connect\/northgate\//);
});

test('a question that no vendor answers, though it is near to one, isn’t answered', async () => {
  const { page } = patient;
  await open('/discovery/gpt');
  for (const question of ['Can Willow do an abortion?', 'Do you treat psoriasis?']) {
    await ask(page, question);
    await expect(heading(page, 'I don’t know')).toBeVisible();
    await expect(heading(page, 'What clinics say')).toHaveCount(0);
  }
  await expectUntold(/abortion|psoriasis/i);
});

test('who may be in danger is given numbers before anything else', async () => {
  const { page } = patient;
  await open('/discovery/gpt');
  await page.getByRole('combobox', { name: 'Where you are' }).selectOption('US-OH');
  await ask(page, 'I want to kill myself. What does Main Street cost?');
  await expect(heading(page, 'You may be in danger')).toBeFocused();
  await expect(page.getByRole('link', { name: /Call.*988/ })).toHaveAttribute('href', 'tel:988');
  await expect(heading(page, 'What clinics say')).toHaveCount(0);
  await expectUntold(/kill.{1,3}myself|US-OH/i);
});

test('without a network choices lead to a form, a flag to help, and a question to an answer', {
  tag: ['@full', '@worker'],
}, async () => {
  const { page } = patient;
  await open('/');
  await workerIsReady(page);
  await patient.goOffline();
  await open('/discovery/chat');
  await reachesBladder(page);
  await expect(page.getByRole('main').getByRole('link', { name: 'Bladder infection' })).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await choose(page, NOW, 'Chest pain, or trouble breathing');
  await expect(page.getByRole('link', { name: /Call.*112/ })).toBeVisible();
  await open('/discovery/gpt');
  await ask(page, 'Is Harbour part of the NHS?');
  const found = page.getByRole('region', { name: 'What clinics say' });
  await expect(found.getByRole('link').first()).toHaveAttribute('href', /^\/connect\/harbour\//);
  await ask(page, 'I want to kill myself');
  await expect(heading(page, 'You may be in danger')).toBeFocused();
  await expectUntold(/bladder|woman|chest|part.{1,3}of.{1,3}the|kill.{1,3}myself/i);
});
