/** What patients say of themselves, on their account page. */
import axe from 'axe-core';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  allergyTo,
  type HealthResource,
  heightOf,
  weightOf,
} from '../../../../sync/domain/health/resources.ts';
import { consentId } from '../../../../sync/domain/profile/consents.ts';
import type { PersonValue } from '../../../../sync/domain/profile/person-record.ts';
import type { PersonEdit } from '../../../../sync/protocol/operations/payloads/person-edit.ts';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../device/testing/platform.ts';
import type {
  Account,
  AccountChanges,
  AccountState,
  RecordView,
} from '../../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../../platform/contract/account-testing.ts';
import { testDelivery } from '../../../platform/contract/testing.ts';

const uuid = (n: number) => `0199c0de-0000-4000-8000-00000000000${n}`;
const STATED_AT = '2026-11-20T09:00:00.000Z';
const WORDING = { wording: '2026-11', language: 'en' } as const;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = page.getByRole('dialog');

const record = (
  id: string,
  value: PersonValue,
  more: { readonly pending?: RecordView['pending']; readonly proven?: true } = {},
): RecordView => ({
  ...{ kind: 'person', v: 1, id, seq: 1 },
  body: {
    ...{ version: uuid(1), value, author: 'patient', statedAt: STATED_AT },
    ...(more.proven && { proven: true }),
  },
  ...(more.pending && { pending: more.pending }),
});
const name = record('name', { given: 'Ana', family: 'Ruiz' });
const home = {
  ...{ lines: ['12 Elm Street'], city: 'Oakland', region: 'US-CA', postcode: '94607', country: 'US' },
};

interface Given {
  readonly records?: readonly RecordView[];
  readonly state?: AccountState;
  readonly fails?: boolean;
  readonly answers?: Partial<Account & AccountChanges>;
}
async function openProfile({ records = [], state = testSession, fails = false, answers = {} }: Given = {}) {
  const account = createTestAccount(state, answers);
  account.show(records);
  const platform = createTestPlatform({ account });
  const sent: (readonly [PersonEdit, string])[] = [];
  open('/connect/meadow/account/profile', {
    platform: {
      ...platform,
      deliveries: {
        ...platform.deliveries,
        async send(submission, owner) {
          if (fails) throw new Error('storage');
          sent.push([submission.payload([]) as PersonEdit, owner]);
          return testDelivery();
        },
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  return { account, platform, changes: () => sent.map(([{ change }]) => change), sent };
}
const violations = async () =>
  (await axe.run(document, { rules: { 'document-title': { enabled: false } } })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

const ordered = (n: number, placedAt: string, payment: 'none' | 'authorized'): RecordView => ({
  ...{ kind: 'order', v: 1, id: uuid(n), seq: n },
  body: {
    ...{ id: uuid(n), code: `K7-42Q${n}`, placedAt, currency: 'USD', lines: [], problems: [], history: [] },
    totals: { subtotal: 4900, discount: 0, shipping: 0, tax: 0, total: 4900 },
    delivery: { way: 'mail', rate: 'standard', address: home },
    contact: { name: 'Ana Ruiz' },
    statuses: { order: 'placed', clinical: 'none', payment, fulfillment: 'unfulfilled' },
    money: { held: 0, charged: 0, refunded: 0, refunding: 0 },
  },
});

describe('orders', () => {
  test('lead to their pages, the newest first, with what became of each', async () => {
    await openProfile({
      records: [ordered(7, STATED_AT, 'authorized'), ordered(8, '2026-11-21T09:00:00.000Z', 'none')],
    });
    const orders = page.getByRole('region', { name: 'Your orders' });
    await expect
      .element(orders.getByRole('link', { name: 'Meadow has your order. It isn’t paid yet' }))
      .toHaveAttribute('href', `/connect/meadow/checkout/success/${uuid(8)}`);
    const rows = orders.getByRole('listitem').elements();
    expect(rows.map(({ textContent }) => textContent.replaceAll(/[\u2068\u2069\u2066]/g, ''))).toEqual([
      expect.stringMatching(/Order K7-42Q8 · Nov.21,.2026\$49/),
      expect.stringMatching(/^Meadow has your orderOrder K7-42Q7/),
    ]);
    expect(await violations()).toEqual([]);
  });

  test('are no part of the page where there are none', async () => {
    await openProfile();
    await expect.element(page.getByRole('heading', { name: 'Your forms' })).toBeVisible();
    expect(page.getByRole('heading', { name: 'Your orders' }).elements()).toEqual([]);
  });
});

describe('about you', () => {
  test('a name is added, by whom it is about, and based on nothing', async () => {
    const { changes, sent } = await openProfile();
    await userEvent.click(button('Add Name'));
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Legal first name' }), ' Ana ');
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Legal last name' }), 'Ruiz');
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Save'));
    await expect.element(sheet).not.toBeInTheDocument();
    expect(changes()).toEqual([
      { does: 'state', record: 'name', basedOn: null, value: { given: 'Ana', family: 'Ruiz' } },
    ]);
    expect(sent[0]).toMatchObject([{ vendor: 'meadow', person: testSession.person }, 'own']);
  });

  test('a change names what was on the screen, and says what is wrong at the field', async () => {
    const { changes } = await openProfile({ records: [name] });
    await userEvent.click(button('Change Name'));
    const family = sheet.getByRole('textbox', { name: 'Legal last name' });
    await userEvent.fill(family, '');
    await userEvent.click(button('Save'));
    await expect.element(family).toHaveFocus();
    await expect.element(family).toHaveAccessibleDescription(/Enter your last name/);
    expect(changes()).toEqual([]);
    await userEvent.fill(family, 'Gómez');
    await userEvent.fill(sheet.getByRole('textbox', { name: /Preferred name/ }), 'Annie');
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(changes()).toMatchObject([
      { basedOn: uuid(1), value: { given: 'Ana', family: 'Gómez', preferred: 'Annie' } },
    ]);
  });

  test('what was typed stays in the sheet where the device can’t keep it', async () => {
    await openProfile({ records: [name], fails: true });
    await userEvent.click(button('Change Name'));
    await userEvent.click(button('Save'));
    await expect.element(sheet.getByRole('alert').getByText(/couldn’t save your change/)).toBeVisible();
    await expect.element(sheet.getByRole('textbox', { name: 'Legal first name' })).toHaveValue('Ana');
  });

  test('a change that was made offline says when it will be sent', async () => {
    const pending = { opId: uuid(2), state: 'sending' } as const;
    const { platform } = await openProfile({
      records: [record('name', { given: 'Ana', family: 'Ruiz' }, { pending })],
    });
    await expect.element(page.getByText('Sending…')).toBeVisible();
    platform.setConnection({ state: 'offline' });
    await expect.element(page.getByText('Will be sent when you’re back online')).toBeVisible();
  });

  test('a date of birth that was proven can’t be changed here, and says who corrects it', async () => {
    await openProfile({ records: [record('birth-date', { birthDate: '1990-05-04' }, { proven: true })] });
    await expect.element(page.getByText('May 4, 1990')).toBeVisible();
    await expect.element(page.getByText(/ask Meadow to correct it/)).toBeVisible();
    expect(button('Change Date of birth').elements()).toEqual([]);
  });

  test('two values that disagree are both shown, and one is chosen', async () => {
    const value = { given: 'Anna', family: 'Ruiz' };
    const conflict = { about: uuid(3), record: 'name', value, statedAt: STATED_AT, why: 'changed' };
    const { changes } = await openProfile({
      records: [name, { kind: 'person-conflict', v: 1, id: uuid(3), seq: 2, body: conflict }],
    });
    await expect.element(page.getByText('You changed this on two devices: Name')).toBeVisible();
    await expect.element(page.getByText('Anna Ruiz')).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Use this: Anna Ruiz'));
    await userEvent.click(button('Keep this: Ana Ruiz'));
    await vi.waitFor(() =>
      expect(changes()).toEqual([
        { does: 'state', record: 'name', basedOn: uuid(1), value, settles: uuid(3) },
        { does: 'keep', settles: uuid(3) },
      ]),
    );
  });

  test('nothing is kept on a shared device', async () => {
    const { sent } = await openProfile({ state: { ...testSession, shared: true } });
    await userEvent.click(button('Add Language'));
    await userEvent.click(button('Save'));
    await vi.waitFor(() => expect(sent.map(([, owner]) => owner)).toEqual(['shared']));
  });
});

describe('the address book', () => {
  test('asks for what the country’s addresses have, and says at each field what is wrong', async () => {
    const { changes } = await openProfile();
    await userEvent.click(button('Add address'));
    await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Country' }), 'United States');
    await userEvent.click(button('Save'));
    await expect.element(sheet.getByRole('textbox', { name: 'Street address' })).toHaveFocus();
    await expect.element(sheet.getByText('Choose your state.')).toBeVisible();
    await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Country' }), 'United Kingdom');
    expect(sheet.getByRole('combobox', { name: 'State' }).elements()).toEqual([]);
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Street address' }), '1 High Street');
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Town or city' }), 'Leeds');
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Postcode' }), 'nowhere');
    await userEvent.click(button('Save'));
    await expect.element(sheet.getByRole('textbox', { name: 'Postcode' })).toHaveFocus();
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Postcode' }), 'ls14dy');
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Save'));
    await expect.element(sheet).not.toBeInTheDocument();
    expect(changes()).toEqual([
      {
        ...{ does: 'state', record: expect.stringMatching(/^address:/), basedOn: null },
        value: { lines: ['1 High Street'], city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' },
      },
    ]);
  });

  test('has one default, which another one may take the place of; one that was removed stays, as removed', async () => {
    const { changes } = await openProfile({
      records: [
        record(`address:${uuid(4)}`, home),
        record(`address:${uuid(5)}`, { ...home, lines: ['9 Oak Road'] }),
        record(`address:${uuid(6)}`, { ...home, lines: ['1 Old Lane'], removed: true }),
        record('default-address', { defaultAddress: uuid(5) }),
      ],
    });
    const rows = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem');
    expect(rows.elements().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Default address9 Oak RoadOakland, CA 94607/),
      expect.stringMatching(/^12 Elm Street/),
    ]);
    await userEvent.click(page.getByRole('button', { name: /Change .12 Elm Street/ }));
    await userEvent.click(sheet.getByRole('checkbox', { name: /default address/ }), { force: true });
    await userEvent.click(button('Save'));
    await vi.waitFor(() => expect(changes()[1]).toMatchObject({ value: { defaultAddress: uuid(4) } }));
    await userEvent.click(page.getByRole('button', { name: /Change .9 Oak Road/ }));
    await userEvent.click(button('Remove address'));
    await vi.waitFor(() =>
      expect(changes()[2]).toMatchObject({ record: `address:${uuid(5)}`, value: { removed: true } }),
    );
  });

  test('says of an address that the clinic gives no care there', async () => {
    await openProfile({ records: [record(`address:${uuid(4)}`, { ...home, region: 'US-AK' })] });
    await expect.element(page.getByText('Meadow doesn’t provide care at this address')).toBeVisible();
  });
});

describe('what is sent to the patient', () => {
  test('is turned on and off by one touch each, with the wording that was read', async () => {
    const { changes } = await openProfile({
      records: [record(consentId('sms', 'care'), { consent: 'given', ...WORDING })],
    });
    const care = page.getByRole('group', { name: 'Care updates' });
    await expect.element(care.getByRole('checkbox', { name: 'Text' })).toBeChecked();
    await userEvent.click(care.getByRole('checkbox', { name: 'Email' }), { force: true });
    await userEvent.click(care.getByRole('checkbox', { name: 'Text' }), { force: true });
    await vi.waitFor(() =>
      expect(changes()).toEqual([
        {
          ...{ does: 'state', record: 'consent:email:care', basedOn: null },
          value: { consent: 'given', ...WORDING },
        },
        {
          ...{ does: 'state', record: 'consent:sms:care', basedOn: uuid(1) },
          value: { consent: 'withdrawn', ...WORDING },
        },
      ]),
    );
    expect(await violations()).toEqual([]);
  });

  test('is never a push message while messages are kept private', async () => {
    await openProfile({
      records: [
        record('discretion', { keepPrivate: true }),
        record(consentId('push', 'care'), { consent: 'given', ...WORDING }),
      ],
    });
    const push = page.getByRole('group', { name: 'Care updates' }).getByRole('checkbox', { name: 'Push' });
    await expect.element(push).toBeDisabled();
    await expect.element(push).not.toBeChecked();
    await expect.element(page.getByText(/off because you keep messages private/)).toBeVisible();
  });

  test('has each decision that was made, the newest first', async () => {
    const decision = (n: number, consent: 'given' | 'withdrawn', decidedAt: string): RecordView => ({
      ...{ kind: 'consent', v: 1, id: uuid(n), seq: n },
      body: { consent, ...WORDING, channel: 'email', purpose: 'marketing', decidedAt },
    });
    await openProfile({
      records: [decision(1, 'given', STATED_AT), decision(2, 'withdrawn', '2026-11-21T09:00:00.000Z')],
    });
    await userEvent.click(page.getByText('All your choices'));
    await expect.element(page.getByText('Turned off: News and offers, Email')).toBeVisible();
    const all = document.body.textContent ?? '';
    expect(all.indexOf('Turned off: News')).toBeLessThan(all.indexOf('Turned on: News'));
    expect(all).toContain('Wording \u20662026-11');
  });
});

describe('closing the account', () => {
  test('says what the clinic keeps and why, asks for a proof, and ends here, too', async () => {
    let isFresh = false;
    const { account } = await openProfile({
      answers: {
        async close() {
          if (!isFresh) return { status: 'proof-too-old' };
          account.set({ status: 'ended', why: 'closed', email: '' });
          return { status: 'done' };
        },
      },
    });
    await userEvent.click(button('Close your account'));
    await expect.element(sheet.getByText('What Meadow must keep')).toBeVisible();
    await expect.element(sheet.getByText(/law requires clinics to keep medical records/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Close account'));
    await expect.element(sheet.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    isFresh = true;
    await userEvent.click(button('Email me a code'));
    await userEvent.fill(page.getByRole('textbox', { name: '6-digit code' }), '123456');
    await expect.element(page.getByText('This account was closed')).toBeVisible();
  });

  test('changes nothing offline, and says so', async () => {
    await openProfile({ answers: { close: async () => ({ status: 'offline' }) } });
    await userEvent.click(button('Close your account'));
    await userEvent.click(button('Close account'));
    await expect
      .element(sheet.getByRole('alert').getByText(/You’re offline. Nothing has changed/))
      .toBeVisible();
  });
});

describe('a copy of everything', () => {
  test('has measures as people say them, in the order of the health profile', async () => {
    const health = (id: string, resource: HealthResource): RecordView => ({
      ...{ kind: 'health', v: 1, id, seq: 3 },
      body: { version: uuid(6), author: 'patient', statedAt: STATED_AT, resource },
    });
    await openProfile({
      records: [
        health(`allergy:${uuid(5)}`, allergyTo({ text: 'Peanuts' }, 'Hives')),
        health('weight', weightOf(154, '[lb_av]')),
        health('height', heightOf(66, '[in_i]')),
      ],
    });
    await userEvent.click(button('Get a copy of your data'));
    const said = () => [...document.querySelectorAll('[aria-labelledby=data-health] bdi')];
    await expect
      .poll(() => said().map(({ textContent }) => textContent))
      .toEqual(['5 ft 6 in', '154 lb', 'Peanuts · Hives']);
  });

  test('is shown in words, and goes along as a table and as FHIR, offline', async () => {
    const files: Blob[] = [];
    const names: string[] = [];
    const { platform } = await openProfile({
      records: [
        record('name', { given: '=cmd()', family: 'Ruiz' }),
        record(`address:${uuid(4)}`, home),
        {
          ...{ kind: 'identity-document', v: 1, id: 'current', seq: 4 },
          body: { document: 'passport', status: 'confirmed', statedAt: STATED_AT, decidedAt: STATED_AT },
        },
        {
          ...{ kind: 'consultation', v: 1, id: uuid(9), seq: 5 },
          body: {
            ...{ state: 'declined', changedAt: STATED_AT, clinician: 'Dr. Lin' },
            decision: { text: 'Not with your lungs.', alternatives: ['Sleep diary'] },
          },
        },
        {
          ...{ kind: 'health', v: 1, id: `allergy:${uuid(5)}`, seq: 3 },
          body: {
            ...{ version: uuid(6), author: 'patient', statedAt: STATED_AT },
            resource: allergyTo({ text: 'Peanuts' }, 'Hives'),
          },
        },
      ],
    });
    platform.setConnection({ state: 'offline' });
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:test';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    await userEvent.click(button('Get a copy of your data'));
    await expect.element(page.getByText('Passport · confirmed')).toBeVisible();
    await expect.element(page.getByText('Peanuts · Hives')).toBeVisible();
    await expect
      .element(page.getByText('Dr. Lin didn’t approve this · Not with your lungs. · Sleep diary'))
      .toBeVisible();
    await expect.element(page.getByText(/Oakland, CA 94607/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.click(button('Download a spreadsheet'));
    await userEvent.click(button('Download for another clinic (FHIR)'));
    await expect.element(page.getByText(/Saved in your downloads/)).toBeVisible();
    const [table = '', bundle = ''] = await Promise.all(files.map((file) => file.text()));
    expect(table).toContain(`"About you","Name","'=cmd() Ruiz","${STATED_AT}"`);
    expect(JSON.parse(bundle)).toMatchObject({
      ...{ resourceType: 'Bundle', type: 'collection' },
      entry: expect.arrayContaining([
        expect.objectContaining({ resource: expect.objectContaining({ code: { text: 'Peanuts' } }) }),
      ]),
    });
    expect(names).toEqual([
      expect.stringMatching(/^meadow-\d{4}-\d\d-\d\d\.csv$/),
      expect.stringMatching(/^meadow-.*\.fhir\.json$/),
    ]);
    vi.restoreAllMocks();
    await userEvent.click(button('Back to your account'));
    await expect.element(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  });
});

describe('email addresses', () => {
  const contact = (email: string, canRemove: boolean) => ({
    ...{ email, canRemove, undeliverable: false },
    verifiedAt: STATED_AT,
  });

  test('one is added by a fresh proof, then by the code that was sent there (A10)', async () => {
    let isFresh = false;
    const asked: string[] = [];
    await openProfile({
      answers: {
        async requestContactCode(email) {
          asked.push(email);
          return { status: isFresh ? 'done' : 'proof-too-old' };
        },
      },
    });
    await userEvent.click(button('Add email'));
    const field = sheet.getByRole('textbox', { name: 'New email' });
    await userEvent.fill(field, 'nowhere');
    await userEvent.click(sheet.getByRole('button', { name: 'Email me a code' }));
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(/Enter an email address/);
    await userEvent.fill(field, 'ana@work.example');
    expect(await violations()).toEqual([]);
    await userEvent.click(sheet.getByRole('button', { name: 'Email me a code' }));
    await expect
      .element(sheet.getByText('Confirm that it’s you first. What you typed is kept.'))
      .toBeVisible();
    isFresh = true;
    await userEvent.click(sheet.getByRole('button', { name: 'Email me a code' }));
    await userEvent.fill(sheet.getByRole('textbox', { name: '6-digit code' }), '123456');
    const code = sheet.getByRole('textbox', { name: '6-digit code' });
    await expect.element(code).toHaveAccessibleDescription(/Sent to .ana@work.example/);
    await userEvent.fill(code, '000000');
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet.getByText(/That code isn’t right, or has expired/)).toBeVisible();
    await userEvent.fill(code, '123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Email added. We told your other emails.')).toBeVisible();
    expect(asked).toEqual(['ana@work.example', 'ana@work.example']);
  });

  test('one that mail came back from is said to be checked', async () => {
    const both = [
      contact('ana@example.org', false),
      { ...contact('ana@wrok.example', true), undeliverable: true },
    ];
    await openProfile({ answers: { contacts: async () => ({ status: 'ok', contacts: both }) } });
    await expect.element(page.getByText(/^Our last email to this address bounced/)).toBeVisible();
  });

  test('one that was added lately can be removed, and the one before stays', async () => {
    const removed: string[] = [];
    const both = [contact('ana@example.org', false), contact('ana@work.example', true)];
    await openProfile({
      answers: {
        contacts: async () => ({ status: 'ok', contacts: both }),
        async removeContact(email) {
          removed.push(email);
          return { status: 'done' };
        },
      },
    });
    await expect.element(page.getByText(/earlier emails stay for 7 days/)).toBeVisible();
    expect(page.getByRole('button', { name: /Remove .ana@example.org/ }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: /Remove .ana@work.example/ }));
    await userEvent.click(sheet.getByRole('button', { name: 'Remove', exact: true }));
    await expect.element(page.getByText('Email removed. We told all your emails.')).toBeVisible();
    expect(removed).toEqual(['ana@work.example']);
  });

  test('they are changed online alone', async () => {
    const { platform } = await openProfile();
    await expect.element(button('Add email')).toBeVisible();
    platform.setConnection({ state: 'offline' });
    await expect.element(page.getByText(/You can change your email when you’re back online/)).toBeVisible();
    expect(button('Add email').elements()).toEqual([]);
  });
});
