/** What the outbox learns of a person's records, through the whole client. */
import { afterEach, expect, test } from 'vitest';
import { weightOf } from '../../domain/health/resources.ts';
import { healthEdit, healthSubmission } from '../../protocol/operations/health-edit.ts';
import { intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import { caseViewSchema } from '../../protocol/records/case.ts';
import { createAccountStore } from '../account/account-store.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { AccountRow } from '../store/rows.ts';
import { type Clinic, createClinic, EPOCH_ONE } from '../testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, random, type Tab } from '../testing/phone.ts';
import { until } from '../testing/until.ts';
import { createRecordCrypto } from './record-crypto.ts';
import { createRecordPlaces } from './record-place.ts';

const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut(state?: AccountRow['state'], person = 'ana'): Promise<{ clinic: Clinic; tab: Tab }> {
  const clinic = await createClinic();
  const phone = createPhone({ clinic });
  phones.push(phone);
  const tab = await phone.opens();
  if (state !== undefined)
    await tab.store.write(['account'], (transaction) =>
      transaction.put('account', { id: 'account', state, mark: 'm', person }),
    );
  return { clinic, tab };
}
const rowOf = async (tab: Tab) =>
  (await tab.store.read(['outbox'], (transaction) => transaction.all('outbox')))[0];

test.each([
  ['signed-in', 'ana'],
  ['leaving', undefined],
  ['ended', undefined],
  [undefined, undefined],
] as const)('R25: an operation names who was signed in when it was queued - %s', async (state, person) => {
  const { tab } = await setOut(state);
  await handsIn(tab);
  expect((await rowOf(tab))?.person).toBe(person);
});

test('the answer to a push tells from which number on the records have it', async () => {
  const { clinic, tab } = await setOut('signed-in');
  clinic.state.outcome = () => 'held';
  clinic.state.weather = clinic.tamper((result) => ({ ...result, recordsSeq: 7 }));
  await handsIn(tab);
  await until(async () => (await rowOf(tab))?.state === 'held');
  expect(await rowOf(tab)).toMatchObject({ recordsSeq: 7, recordsEpoch: EPOCH_ONE, recordsHeld: true });
});

test('so does the feed of changes: the newest number counts, whichever comes last', async () => {
  const { clinic, tab } = await setOut('signed-in');
  clinic.state.weather = clinic.tamper((result) => ({ ...result, recordsSeq: 7 }));
  const { opId } = await handsIn(tab);
  await until(allReceived(tab));
  clinic.state.weather = undefined;
  const hears = async (seq: number, recordsSeq: number) => {
    clinic.changes.push({
      seq,
      type: 'operation',
      id: opId,
      outcome: 'applied',
      recordsSeq,
      reason: `${seq}`,
    });
    tab.signals.tell('focus');
    await until(async () => (await rowOf(tab))?.reason === `${seq}`);
    return (await rowOf(tab))?.recordsSeq;
  };
  expect(await hears(10, 9)).toBe(9);
  expect(await hears(11, 8)).toBe(9);
});

test('a form that is on its way shows as a case of its own', () => {
  const operation = { opId: 'op', code: 'K7-42QF', queuedAt: '2026-11-20T10:00:00.000+01:00' };
  const [overlay] = intakeSubmit.overlay?.(undefined, operation) ?? [];
  expect(overlay).toMatchObject({ kind: 'case', v: 1, id: 'op' });
  expect(caseViewSchema.parse(overlay?.body)).toMatchObject({ code: 'K7-42QF', status: 'sending' });
});

const PERSON = '0199c0de-0000-4000-8000-000000000001';
const BEN = '0199c0de-0000-4000-8000-000000000002';
const edit = healthSubmission({
  ...{ vendor: 'meadow', person: PERSON, statedAt: '2026-11-20T09:00:00Z' },
  change: { does: 'state', record: 'weight', basedOn: null, resource: weightOf(80, 'kg') },
});

test.each([
  ['own', PERSON],
  ['shared', undefined],
] as const)(
  'what is sent without a draft can be read on one’s own device alone - %s',
  async (owner, person) => {
    const { tab } = await setOut('signed-in', PERSON);
    const { opId } = await tab.client.deliveries.send(edit, owner);
    expect((await tab.client.deliveries.copy(healthEdit, opId))?.person).toBe(person);
  },
);

test.each([
  ['somebody else has signed in', 'signed-in', 'ben'],
  ['they have signed out', 'leaving', PERSON],
] as const)(
  'a change that was begun before is queued, and is nobody else’s to read - %s (R25, R29)',
  async (_, state, person) => {
    const { tab } = await setOut(state, person);
    const { opId } = await tab.client.deliveries.send(edit, 'own');
    expect(await rowOf(tab)).toMatchObject({ opId, kind: healthEdit.kind });
    expect((await rowOf(tab))?.person).toBeUndefined();
    expect(await tab.client.deliveries.copy(healthEdit, opId)).toBeUndefined();
    expect(await tab.store.read(['copies'], (transaction) => transaction.all('copies'))).toEqual([]);
  },
);

const copiesOf = (tab: Tab) => tab.store.read(['copies'], (transaction) => transaction.all('copies'));

/** A phone on which Ana is signed in, and who signs in and out there in another tab. */
async function setOutTogether() {
  const clinic = await createClinic();
  const shared = createMemoryStore('durable');
  let beforeQueueing: (() => Promise<void>) | undefined;
  const phone = createPhone({
    clinic,
    connect: () => ({
      ...shared,
      async write(tables, work) {
        const meanwhile = tables.includes('envelopes') ? beforeQueueing : undefined;
        beforeQueueing = tables.includes('envelopes') ? undefined : beforeQueueing;
        await meanwhile?.();
        return await shared.write(tables, work);
      },
      close: async () => undefined,
    }),
  });
  phones.push(phone);
  const [tab, other] = [await phone.opens(), await phone.opens()];
  const { store, clock } = other;
  const accounts = createAccountStore({ store, clock, random, places: createRecordPlaces(store) });
  const arrives = async (person: string) =>
    await accounts.arrive(
      {
        ...{ person, email: '', shared: false, hasPassword: false, idleSeconds: 900 },
        ...{ provedAt: '', endsAt: '', serverTime: '' },
      },
      await createRecordCrypto('meadow', globalThis.crypto).newKeys(),
    );
  await arrives(PERSON);
  return {
    ...{ tab, accounts, arrives },
    /** Once what is queued next is sealed, and before it is stored. */
    meanwhile(happens: () => Promise<void>) {
      beforeQueueing = happens;
    },
  };
}

test('R25, R29: an edit that is queued while they sign out in another tab is sent, and nothing of it can be read', async () => {
  const { tab, accounts, meanwhile } = await setOutTogether();
  meanwhile(() => accounts.leave());
  await tab.client.deliveries.send(edit, 'own');
  expect(
    (await tab.store.read(['account'], (transaction) => transaction.get('account', 'account')))?.state,
  ).toBe('leaving');
  expect((await rowOf(tab))?.person).toBeUndefined();
  expect(await copiesOf(tab)).toEqual([]);
  await until(allReceived(tab));
});

test('R25, R29: not either where somebody else has signed in there by then', async () => {
  const { tab, accounts, arrives, meanwhile } = await setOutTogether();
  meanwhile(async () => {
    await accounts.leave();
    await arrives(BEN);
  });
  await tab.client.deliveries.send(edit, 'own');
  expect((await rowOf(tab))?.person).toBeUndefined();
  expect(await copiesOf(tab)).toEqual([]);
});

test('R27: a form that is handed in meanwhile keeps its copy, which is the device’s', async () => {
  const { tab, accounts, meanwhile } = await setOutTogether();
  meanwhile(() => accounts.leave());
  const { opId } = await handsIn(tab);
  expect((await rowOf(tab))?.person).toBeUndefined();
  expect((await copiesOf(tab)).map((copy) => copy.opId)).toEqual([opId]);
});
