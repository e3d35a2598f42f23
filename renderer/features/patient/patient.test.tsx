import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HealthRecord } from '../../../sync/domain/health/health-record.ts';
import {
  allergyTo,
  type HealthResource,
  heightOf,
  medicineOf,
  NOT_PREGNANT,
  PREGNANT,
  pregnancyOf,
  RXNORM,
  weightOf,
} from '../../../sync/domain/health/resources.ts';
import type { Language } from '../../../sync/domain/languages.ts';
import { healthEdit } from '../../../sync/protocol/operations/health-edit.ts';
import type { Submission } from '../../../sync/protocol/operations/operation.ts';
import type { HealthChange, HealthEdit } from '../../../sync/protocol/operations/payloads/health-edit.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';
import { createTestPlatform } from '../../device/testing/platform.ts';
import type { AccountState, RecordView } from '../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';
import { itemOf } from './profile/changes.ts';

afterEach(() => vi.useRealTimers());

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const uuid = (last: number) => `0199c0de-0000-4000-8000-0000000000${String(last).padStart(2, '0')}`;

function said(id: string, resource: HealthResource, part: Partial<HealthRecord> = {}): RecordView {
  const body = { version: uuid(1), author: 'patient' as const, statedAt: ago(3), resource, ...part };
  return { kind: 'health', v: 1, id, seq: 1, body };
}
const height = said('height', heightOf(71, '[in_i]'), { version: uuid(2) });
const weight = said('weight', weightOf(176, '[lb_av]'), { version: uuid(3) });
const PEANUTS = `allergy:${uuid(4)}`;
const peanuts = said(PEANUTS, allergyTo({ text: 'Peanuts' }, 'Hives'), { version: uuid(5) });
const conflict = (record: string, resource: HealthResource, why: string): RecordView => ({
  ...{ kind: 'health-conflict', v: 1, id: uuid(9), seq: 9 },
  body: { about: uuid(9), record, resource, statedAt: ago(1), why },
});

interface Given {
  readonly records?: readonly RecordView[];
  readonly state?: AccountState;
  readonly platform?: Parameters<typeof createTestPlatform>[0];
  readonly language?: Language;
  /** In the place of a device that keeps what it is given. */
  readonly send?: () => Promise<never>;
}

/** A device on which what is sent shows at once, as it does by the operation's own overlay. */
function openProfile({
  records = [],
  state = testSession,
  platform = {},
  send,
  language = 'en',
}: Given = {}) {
  const account = createTestAccount(state);
  const sent: HealthEdit[] = [];
  let shown = [...records];
  account.show(shown);
  const device = createTestPlatform({ account, ...platform });
  const keep = async (submission: Submission) => {
    const edit = submission.payload([]) as HealthEdit;
    sent.push(edit);
    const opId = crypto.randomUUID();
    const overlay = healthEdit.overlay?.(edit, { opId, code: 'K7-42QF', queuedAt: edit.statedAt }) ?? [];
    for (const { kind, v, id, body } of overlay) {
      const before = shown.find((record) => record.kind === kind && record.id === id);
      shown = shown.filter((record) => record !== before);
      if (body) shown.push({ kind, v, id, seq: before?.seq ?? 0, body, pending: { opId, state: 'sending' } });
    }
    account.show(shown);
    return testDelivery({ opId, kind: healthEdit.kind });
  };
  open('/connect/meadow/patient', {
    language,
    platform: { ...device, deliveries: { ...device.deliveries, send: send ?? keep } },
  });
  return {
    ...{ account, device },
    changes: (): readonly HealthChange[] => sent.map(({ change }) => change),
    /** As the next pull brings them: settled, in one step with the records. */
    pulls(settled: readonly RecordView[]) {
      shown = [...settled];
      account.show(shown);
    },
    shown: () => shown,
  };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const field = (name: string | RegExp) => page.getByLabelText(name, { exact: true });
const save = () => userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
const violations = async () =>
  (await axe.run(document, { rules: { 'document-title': { enabled: false } } })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

describe('the health profile', () => {
  test('has the sign-in on it, and says what it is for - nobody is signed in', async () => {
    openProfile({ state: { status: 'signed-out' } });
    await expect.element(page.getByText(/allergies, medicines, and conditions in one place/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });

  test('opens by signing in - locked after 30 days without contact (R31)', async () => {
    openProfile({ state: { status: 'locked', email: 'ana@example.org' }, records: [peanuts] });
    await expect.element(page.getByText(/so we locked your records/)).toBeVisible();
    expect(page.getByText('Peanuts').elements()).toEqual([]);
  });

  test('shows nothing before the patient’s lock is open', async () => {
    openProfile({ records: [peanuts], platform: { lock: 'locked' } });
    await expect.element(page.getByText('Unlock this device to see your health profile.')).toBeVisible();
    expect(page.getByText('Peanuts').elements()).toEqual([]);
    await userEvent.click(button('Unlock'));
    await expect.element(page.getByText('Peanuts')).toBeVisible();
  });

  test('is gone from a shared device once it is signed out there (R29)', async () => {
    const { account } = openProfile({ records: [peanuts] });
    await expect.element(page.getByText('Peanuts')).toBeVisible();
    account.set({ status: 'ended', why: 'session', email: 'ana@example.org' });
    await expect.element(page.getByText('Please sign in again')).toBeVisible();
    expect(page.getByText('Peanuts').elements()).toEqual([]);
  });

  test('says what is still to be added, and each part what it is for - nothing was said yet', async () => {
    openProfile();
    await expect
      .element(
        page.getByText(
          'Still to add: Height and weight, Allergies, Medicines, Health conditions, and Emergency contact.',
        ),
      )
      .toBeVisible();
    await expect.element(button('Add an allergy')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('shows measures in the country’s units first, and works out the BMI', async () => {
    openProfile({ records: [height, weight] });
    const body = region('Height and weight');
    await expect.element(body.getByText('5 ft 11 in')).toBeVisible();
    await expect.element(body.getByText('180 cm')).toBeVisible();
    await expect.element(body.getByText('176 lb')).toBeVisible();
    await expect.element(body.getByText('79.8 kg')).toBeVisible();
    await expect.element(body.getByText('24.5')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test.each([
    [PREGNANT, 0],
    [NOT_PREGNANT, 1],
  ] as const)('shows a BMI only where it says something: not in pregnancy - %s', async (answer, count) => {
    openProfile({ records: [height, weight, said('pregnancy', pregnancyOf(answer))] });
    await expect.element(page.getByText('176 lb')).toBeVisible();
    expect(page.getByText('Body mass index').elements()).toHaveLength(count);
  });

  test('a measure is kept in the unit that it was typed in, and what wasn’t touched isn’t sent', async () => {
    const { changes } = openProfile({ records: [height, weight] });
    await userEvent.click(button('Change Height and weight'));
    await userEvent.click(page.getByText('cm, kg'), { force: true });
    await expect.element(field('Weight')).toHaveValue('79.8');
    await userEvent.fill(field('Weight'), '82,5');
    await expect.element(page.getByRole('dialog').getByText(/That’s .181.9 lb|That’s .182 lb/)).toBeVisible();
    await save();
    await vi.waitFor(() =>
      expect(changes()).toEqual([
        { does: 'state', record: 'weight', basedOn: uuid(3), resource: weightOf(82.5, 'kg') },
      ]),
    );
    await expect.element(region('Height and weight').getByText('Sending…')).toBeVisible();
  });

  test('an unusual value is asked about, and saved if it is right', async () => {
    const { changes } = openProfile();
    await userEvent.click(button('Add height and weight'));
    await userEvent.fill(field('Weight'), '880');
    await save();
    await expect.element(page.getByText(/880 lb is unusual/)).toBeVisible();
    expect(changes()).toEqual([]);
    await userEvent.click(button('Yes, save it'));
    await vi.waitFor(() =>
      expect(changes()).toMatchObject([{ record: 'weight', resource: weightOf(880, '[lb_av]') }]),
    );
  });

  test('a height that isn’t a number is kept where it was typed, and said to be none', async () => {
    const { changes } = openProfile();
    await userEvent.click(button('Add height and weight'));
    await userEvent.fill(field('Height, feet'), 'tall');
    await save();
    await expect.element(page.getByText('Enter a number.')).toBeVisible();
    await expect.element(field('Height, feet')).toHaveValue('tall');
    await expect.element(field('Height, feet')).toHaveFocus();
    expect(changes()).toEqual([]);
  });

  test('an allergy from the list has its code, and one’s own words have none', async () => {
    const { changes } = openProfile();
    const name = page.getByRole('combobox', { name: 'What are you allergic to?' });
    await userEvent.click(button('Add an allergy'));
    await userEvent.fill(name, 'tylen');
    await expect.element(page.getByRole('option', { name: 'Tylenol (acetaminophen)' })).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(name).toHaveValue('Tylenol (acetaminophen)');
    await userEvent.fill(field('What happens? (optional)'), 'Hives');
    await save();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(button('Add an allergy'));
    await userEvent.fill(name, ' grandma’s soap ');
    await save();
    const coding = [{ system: RXNORM, code: '161' }] as const;
    await vi.waitFor(() =>
      expect(changes()).toMatchObject([
        {
          basedOn: null,
          resource: allergyTo({ text: 'Tylenol (acetaminophen)', coding: [...coding] }, 'Hives'),
        },
        { basedOn: null, resource: allergyTo({ text: 'grandma’s soap' }, '') },
      ]),
    );
    expect(changes()[0]).toMatchObject({ record: expect.stringMatching(/^allergy:/) });
  });

  test('says who the list is from, and that it is a short one', async () => {
    openProfile();
    await userEvent.click(button('Add a medicine'));
    await expect
      .element(page.getByText(/Courtesy of the U.S. National Library of Medicine.*short list for this demo/))
      .toBeVisible();
  });

  test('a change of a medicine is based on what was on the screen; what ends is past, and can be added back', async () => {
    const id = `medicine:${uuid(6)}`;
    const metformin = medicineOf({ text: 'metformin' }, '500 mg');
    const { changes } = openProfile({ records: [said(id, metformin, { version: uuid(7) })] });
    await userEvent.click(button('Change metformin'));
    await userEvent.click(button('I no longer take this'));
    await expect.element(page.getByText('Past (1)')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Medicines' })).toHaveFocus();
    await userEvent.click(page.getByText('Past (1)'));
    await userEvent.click(button('Add back metformin'));
    await expect.element(button('Change metformin')).toBeVisible();
    expect(changes()).toMatchObject([
      { record: id, basedOn: uuid(7), resource: { ...metformin, status: 'completed' } },
      { record: id, resource: metformin },
    ]);
  });

  test('“none known” is an answer, and not the same as nothing said', async () => {
    const { changes } = openProfile();
    await userEvent.click(region('Allergies').getByRole('button', { name: 'I have none' }));
    await expect.element(region('Allergies').getByText('No known allergies')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Allergies' })).toHaveFocus();
    expect(changes()).toMatchObject([{ record: 'no-allergies', basedOn: null }]);
  });

  test('asks again after 180 days, and keeps “still correct” with what was on the screen', async () => {
    const old = { statedAt: ago(181) };
    const { changes } = openProfile({
      records: [said('height', heightOf(71, '[in_i]'), { version: uuid(2), ...old }), weight],
    });
    await expect.element(page.getByText('Please check: Height and weight.')).toBeVisible();
    await userEvent.click(button('Still correct: Height and weight'));
    await expect.element(page.getByText('Is this still correct?')).not.toBeInTheDocument();
    expect(changes()).toEqual([{ does: 'confirm', group: 'body', versions: [uuid(2), uuid(3)] }]);
  });

  test('a doctor isn’t written to unless the patient has said so', async () => {
    const { changes } = openProfile();
    await userEvent.click(button('Add your doctor'));
    await userEvent.fill(field('Doctor or practice'), 'Dr. Okafor');
    await save();
    await expect.element(page.getByText('Meadow doesn’t share your care with them')).toBeVisible();
    expect(changes()).toMatchObject([{ record: 'doctor', share: false }]);
    await userEvent.click(button('Change Your doctor'));
    await userEvent.click(page.getByText(/Meadow may share information/), { force: true });
    await save();
    await expect.element(page.getByText('Meadow may share your care with them')).toBeVisible();
  });

  test('keeps the sheet and what was typed - the device can’t save', async () => {
    openProfile({ send: () => Promise.reject(new Error('quota')) });
    await userEvent.click(button('Add a contact'));
    await userEvent.fill(field('Name'), 'Ben');
    await userEvent.fill(field('Phone'), '415 555 0132');
    await save();
    await expect.element(page.getByText(/What you typed is still here/)).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Ben');
  });

  test('a slip of a finger closes no sheet that something was typed in; Cancel does', async () => {
    const { changes } = openProfile();
    await userEvent.click(button('Add a contact'));
    await userEvent.fill(field('Name'), 'Ben');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText(/You haven’t saved this yet/)).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Ben');
    await userEvent.click(button('Cancel'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(button('Add a contact'));
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(changes()).toEqual([]);
  });

  test('is kept on the device and can be changed - offline', async () => {
    const { device } = openProfile({ records: [peanuts] });
    device.setConnection({ state: 'offline' });
    await expect.element(page.getByText(/You’re offline. This is from Nov 20, 2026/)).toBeVisible();
    await userEvent.click(region('Medicines').getByRole('button', { name: 'I take none' }));
    await expect.element(page.getByText('Saved here. Not sent yet.')).toBeVisible();
  });

  test('says that the clinic has everything only once nothing of it waits on this device', async () => {
    const contact: HealthResource = {
      resourceType: 'RelatedPerson',
      name: [{ text: 'Ben Ruiz' }],
      telecom: [{ system: 'phone', value: '(415) 555-0199' }],
    };
    const { device } = openProfile({
      records: [
        ...[height, weight, peanuts],
        ...(['medicines', 'conditions'] as const).map((group) =>
          said(`no-${group}`, itemOf(group, { text: 'None' }, '')),
        ),
        said('contact', contact),
      ],
    });
    const everything = page.getByText('Everything Meadow needs is here.');
    await expect.element(everything).toBeVisible();
    const edit = testDelivery({ kind: healthEdit.kind, subjectId: testSession.person, owner: 'own' });
    device.setDeliveries([edit]);
    await expect.element(everything).not.toBeInTheDocument();
  });

  test('counts what it can’t show - on a shared device nothing of it can be read once it is queued', async () => {
    const delivery = testDelivery({ kind: healthEdit.kind, subjectId: testSession.person, owner: 'shared' });
    openProfile({ state: { ...testSession, shared: true }, platform: { deliveries: [delivery] } });
    await expect.element(page.getByText(/1 change is waiting to send. On a shared device/)).toBeVisible();
  });
});

describe('a change that was made in two places', () => {
  test('shows both values, and the patient keeps what is there', async () => {
    const { changes } = openProfile({
      records: [weight, conflict('weight', weightOf(180, '[lb_av]'), 'changed')],
    });
    await expect.element(page.getByText('Please choose which is right: Height and weight.')).toBeVisible();
    await expect.element(button('Use this: 180 lb, 81.6 kg')).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Keep this: 176 lb, 79.8 kg'));
    await expect.element(page.getByText('You changed this in two places')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Height and weight' })).toHaveFocus();
    expect(changes()).toEqual([{ does: 'keep', settles: uuid(9) }]);
  });

  test('takes the other value in the place of what is there now', async () => {
    const { changes } = openProfile({
      records: [weight, conflict('weight', weightOf(180, '[lb_av]'), 'changed')],
    });
    await userEvent.click(button(/^Use this/));
    await expect.element(page.getByText('180 lb', { exact: true })).toBeVisible();
    const chosen = { resource: weightOf(180, '[lb_av]'), settles: uuid(9) };
    expect(changes()).toEqual([{ does: 'state', record: 'weight', basedOn: uuid(3), ...chosen }]);
  });

  test('asks whether it is theirs - it came from a device that was signed out (R27)', async () => {
    openProfile({ records: [conflict('weight', weightOf(180, '[lb_av]'), 'signed-out')] });
    await expect.element(page.getByText('Is this change yours?')).toBeVisible();
    await expect.element(button('Keep this: Nothing yet')).toBeVisible();
  });

  test('“none” ends what is on the list before it is said - it is the right one', async () => {
    const none = allergyTo({ text: 'No known allergies' }, '');
    const { changes } = openProfile({ records: [peanuts, conflict('no-allergies', none, 'not-none')] });
    await userEvent.click(button('Use this: No known allergies'));
    await expect.element(page.getByText('Your list isn’t empty')).not.toBeInTheDocument();
    expect(changes()).toMatchObject([
      { record: PEANUTS, basedOn: uuid(5), resource: { clinicalStatus: { coding: [{ code: 'resolved' }] } } },
      { record: 'no-allergies', basedOn: null, settles: uuid(9) },
    ]);
  });
});

/** The way to the main part is the document's, which the server writes: a test's page has none. */
const ibmViolations = async () => (await ibm()).filter(({ rule }) => rule !== 'skip_main_exists');

test.each(languagesInTurn(2))(
  'all that it may say is right by axe and by IBM’s engine, each sheet too - %s',
  async (language) => {
    const past = allergyTo({ text: 'Latex' }, '', 'resolved');
    openProfile({
      language,
      records: [
        ...[height, weight, peanuts, said(`allergy:${uuid(8)}`, past)],
        said('no-medicines', medicineOf({ text: 'None' }, ''), { statedAt: ago(200) }),
        said('pregnancy', pregnancyOf(NOT_PREGNANT), { author: 'clinic' }),
        conflict('weight', weightOf(180, '[lb_av]'), 'changed'),
      ],
    });
    const edits = () => [...document.querySelectorAll<HTMLElement>('section > div > h2 ~ button')];
    await expect.poll(() => edits().length).toBe(8);
    expect([await violations(), await ibmViolations()]).toEqual([[], []]);
    for (const edit of edits()) {
      edit.click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
      expect([await violations(), await ibmViolations()]).toEqual([[], []]);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    }
  },
);

describe('while a change settles', () => {
  /** Every text that a part of the page had meanwhile. */
  function watches(section: Element) {
    const seen = new Set<string>();
    const look = () => seen.add(section.textContent ?? '');
    const observer = new MutationObserver(look);
    observer.observe(section, { subtree: true, childList: true, characterData: true });
    return { seen, stop: () => observer.disconnect() };
  }

  test('the row neither disappears nor shows twice, from the press to the pull (R1, R2)', async () => {
    const { pulls, shown } = openProfile({ records: [peanuts] });
    await userEvent.click(button('Add an allergy'));
    await userEvent.fill(page.getByRole('combobox', { name: 'What are you allergic to?' }), 'Latex gloves');
    await save();
    const section = region('Allergies');
    await expect.element(section.getByText('Latex gloves')).toBeVisible();
    const row = section.getByText('Latex gloves').element();
    const watched = watches(section.element());
    pulls(shown().map(({ kind, v, id, body }) => ({ kind, v, id, body, seq: 2 })));
    await expect.element(section.getByText('Sending…')).not.toBeInTheDocument();
    watched.stop();
    expect(section.getByText('Latex gloves').element()).toBe(row);
    expect([...watched.seen].filter((text) => text.split('Latex gloves').length !== 2)).toEqual([]);
  });
});

describe('a photo ID', () => {
  const section = page.getByRole('region', { name: 'Photo ID' });
  const sent = (body: object): RecordView => ({
    ...{ kind: 'identity-document', v: 1, id: 'current', seq: 4 },
    body: { document: 'passport', status: 'sent', statedAt: ago(1), ...body },
  });

  test('says what is missing before anything is sent, and has no violations', async () => {
    const { changes } = openProfile();
    await userEvent.click(section.getByRole('button', { name: 'Add photo ID' }));
    const sheet = page.getByRole('dialog');
    await userEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await expect.element(sheet.getByText('Choose one.')).toBeVisible();
    await expect.element(sheet.getByText('Add a photo.')).toBeVisible();
    expect(changes()).toEqual([]);
    expect((await axe.run(document.body)).violations).toEqual([]);
    expect(await ibm()).toEqual([]);
  });

  test('isn’t asked for on a shared device, which would keep it until it is sent', async () => {
    openProfile({ state: { ...testSession, shared: true } });
    await expect.element(section.getByText('Add it on your own phone. This device is shared.')).toBeVisible();
    expect(section.getByRole('button').elements()).toEqual([]);
  });

  test.each([
    ['unreadable', /It was hard to read/],
    ['expired', /It has expired/],
    ['another-person', /doesn’t match your account/],
    ['not-accepted', /can’t accept this kind/],
  ])('that was refused says what to do - %s', async (reason, words) => {
    openProfile({ records: [sent({ status: 'refused', reason, decidedAt: ago(0) })] });
    await expect.element(section.getByText(words)).toBeVisible();
    await expect.element(section.getByRole('button', { name: 'Change photo ID' })).toBeVisible();
  });

  test.each([
    ['2099-01-31', 'Expires Jan 31, 2099'],
    ['2020-01-31', 'This ID has expired. Send one that’s still valid.'],
  ])('says how long it is good - until %s', async (expiresOn, words) => {
    openProfile({ records: [sent({ status: 'confirmed', decidedAt: ago(0), expiresOn })] });
    await expect.element(section.getByText(words)).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
    expect(await ibm()).toEqual([]);
  });

  test('is taken back, which it says once it can’t be kept', async () => {
    openProfile({ records: [sent({})], send: () => Promise.reject(new Error('full')) });
    await userEvent.click(section.getByRole('button', { name: 'Remove' }));
    await expect.element(section.getByRole('alert')).not.toBeEmptyDOMElement();
  });
});
