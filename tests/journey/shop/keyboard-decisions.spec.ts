/** A clinician decides ten cases with both hands on the keyboard: no pointer is moved or pressed once they are signed in. */
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { consultationDetailSchema } from '../../../sync/protocol/api/consultations.ts';
import { readPacks } from '../../../sync/server/packs/read-packs.ts';
import { sendTo } from '../../../sync/server/testing/server-process.ts';
import { createTestDevice, intake, sealed } from '../../../sync/server/testing/test-device.ts';
import { projectRoot } from '../../support/paths.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { Clinic } from '../clinic.ts';

const VENDOR = 'northgate';
const FORM = 'hair-loss';
const CASES = 10;
/** Until a decision can't be undone any more. */
const DECIDED_MS = 30_000;

/** Forms of ten devices: what they answer isn't whole, and so each is held for a person to look at. */
async function send(origin: string): Promise<void> {
  const packs = await readPacks(join(projectRoot, 'dist', 'vendors'));
  const pack = packs.find(({ pack: { slug } }) => slug === VENDOR)?.pack;
  const form = pack?.questionnaires.find(({ slug }) => slug === FORM);
  if (!form) throw new Error('The build has no such form.');
  for (let index = 0; index < CASES; index += 1) {
    const device = await createTestDevice(origin);
    const written = intake(form.formHash, { vendor: VENDOR });
    const patient = { ...written.patient, familyName: `Reader ${index}` };
    await device.push(sendTo(origin), VENDOR, [sealed('intake.submit', { ...written, patient })]);
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const caseId = (page: Page) => page.url().split('/').at(-1) ?? '';
/** What stands in the panel once it is chosen: it can be undone for ten seconds. */
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const isPending = (page: Page) => expect(undo(page)).toBeVisible();

const acts = {
  async declined(page: Page) {
    await page.keyboard.press('d');
    await expect(page.getByRole('combobox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('o');
    await page.keyboard.press('Control+Enter');
  },
  async needs_info(page: Page) {
    await page.keyboard.press('q');
    await expect(page.getByRole('form').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('How long has it been so?');
    await page.keyboard.press('Control+Enter');
  },
  async referred(page: Page) {
    await page.keyboard.press('r');
    await expect(page.getByRole('form').getByRole('textbox').first()).toBeFocused();
    await page.keyboard.type('Skin clinic');
    await page.keyboard.press('Tab');
    await page.keyboard.type('They can look at it closely.');
    await page.keyboard.press('Control+Enter');
  },
  async live_visit(page: Page) {
    await page.keyboard.press('v');
  },
};
const order = [
  ...(['declined', 'needs_info', 'referred', 'live_visit', 'declined'] as const),
  ...(['needs_info', 'referred', 'declined', 'needs_info', 'declined'] as const),
];

let server: TestServer;
let clinic: Clinic;
test.beforeEach(async () => {
  server = await startServer();
  await send(server.origin);
  clinic = await Clinic.signsIn(server.origin, VENDOR, server.output());
});
test.afterEach(async () => {
  await clinic?.leaves();
  await server?.close();
});

test('ten cases are decided by keyboard alone, one of them twice', { tag: '@full' }, async () => {
  const { page } = clinic;
  await expect.poll(async () => (await clinic.inbox()).length).toBe(CASES);
  await expect(page.getByRole('listitem').filter({ hasText: 'Reader' })).toHaveCount(CASES);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const decided = new Map<string, string>();
  for (const [index, state] of order.entries()) {
    await expect(heading(page, 'New')).toBeVisible();
    await expect.poll(() => decided.has(caseId(page))).toBe(false);
    if (index === 0) {
      await acts.live_visit(page);
      await isPending(page);
      await page.keyboard.press('u');
      await expect(undo(page)).toBeHidden();
      await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible();
    }
    await page.keyboard.press('a');
    await expect(page.getByText('Assigned to you')).toBeVisible();
    await acts[state](page);
    await isPending(page);
    decided.set(caseId(page), state);
    await page.keyboard.press('j');
  }
  expect(decided.size).toBe(CASES);
  const stateOf = async (id: string) => {
    const path = `${server.origin}/console/${VENDOR}/api/cases/${id}/consultation`;
    return consultationDetailSchema.parse(await (await page.request.get(path)).json()).state;
  };
  for (const [id, state] of decided)
    await expect.poll(() => stateOf(id), { timeout: DECIDED_MS }).toBe(state);
});
