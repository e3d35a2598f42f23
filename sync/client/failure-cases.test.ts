/** Failure cases of `sync/FAILURES.md` that take the whole client, over IndexedDB and over files. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { intakeSubmission, intakeSubmit } from '../protocol/operations/intake-submit.ts';
import { alertSubmission } from '../protocol/operations/safety-alert.ts';
import type { DeviceCrypto } from './base/crypto-ports.ts';
import type { Store } from './store/store.ts';
import { createClinic, lost } from './testing/clinic.ts';
import { createFaultyDisk } from './testing/faulty-disk.ts';
import { createProfile } from './testing/faulty-indexeddb.ts';
import { createAuthenticator } from './testing/passkeys.ts';
import { allReceived, createPhone, handsIn, type Phone, picks, type Tab } from './testing/phone.ts';
import { CANARY, sampleAlert, sampleDraft, sampleSubmission } from './testing/samples.ts';
import { fileStoreOn } from './testing/store-places.ts';
import { createTestKeyCodec, createWrappableCrypto } from './testing/test-key-codec.ts';
import { eventually } from './testing/until.ts';

const phones: Phone[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

interface Place {
  readonly connect: () => Store;
  readonly crypto?: DeviceCrypto;
}
const places: readonly [string, () => Promise<Place>][] = [
  ['IndexedDB', async () => ({ connect: createProfile().connect })],
  [
    'files',
    async () => {
      const disk = createFaultyDisk();
      const codec = await createTestKeyCodec();
      return { connect: () => fileStoreOn(disk, codec), crypto: createWrappableCrypto() };
    },
  ],
];

const payloads = (clinic: Awaited<ReturnType<typeof createClinic>>) =>
  [...clinic.ledger.values()].map(({ content }) => content);
const restarts = async (tab: Tab, phone: Phone): Promise<Tab> => {
  await tab.client.stop();
  return await phone.opens();
};

describe.each(places)('over %s', (_name, open) => {
  async function setOut() {
    const clinic = await createClinic();
    const phone = createPhone({ clinic, ...(await open()) });
    phones.push(phone);
    return { clinic, phone, tab: await phone.opens() };
  }

  // enketo-express#1010: two records of one title, and the second could not be saved.
  test('failure-19: nothing but its id tells two drafts apart - the same person begins the same form twice', async () => {
    const { clinic, tab } = await setOut();
    const first = sampleDraft(1);
    const second = { ...sampleDraft(2), subjectId: first.subjectId };
    await tab.client.drafts.save(first);
    await tab.client.drafts.save(second);
    expect(await tab.client.drafts.list()).toHaveLength(2);
    for (const draft of [first, second]) {
      tab.clock.advance(1);
      await tab.client.deliveries.submit(draft.draftId, intakeSubmission(sampleSubmission(1, draft)));
    }
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.size).toBe(2);
  });

  // enketo-express#1463, #1464: encrypted submissions were sent without what had been attached to their drafts.
  test('failure-27: photos go with the form - saved, killed and saved again in between', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.weather = lost;
    const draft = sampleDraft(1);
    await tab.client.drafts.save(draft);
    const names = [await picks(tab, draft, 0), await picks(tab, draft, 1, 300_000)];
    await tab.client.drafts.save({ ...draft, answers: 'more' });
    const later = await restarts(tab, phone);
    const reading = await later.client.drafts.open(draft.draftId);
    expect(reading).toMatchObject({ status: 'open', content: { answers: 'more' } });
    await later.client.drafts.save({ ...draft, answers: 'most' });
    later.clock.advance(1);
    await later.client.deliveries.submit(
      draft.draftId,
      intakeSubmission(sampleSubmission(1, draft, CANARY, names)),
    );
    const last = await restarts(later, phone);
    clinic.state.weather = undefined;
    await eventually(last.clock, allReceived(last));
    const [entry] = clinic.ledger.values();
    expect(entry?.operation.blobs).toEqual(names);
    for (const name of names) expect(clinic.shelf.has(name)).toBe(true);
    expect(entry?.content).toMatchObject({ attachments: names.map((sha256) => ({ sha256 })) });
  });

  // Eventra#2478, appsync-android#101: a queue was replayed under the next person who signed in.
  test('failure-33: what somebody has queued is sent as theirs - another person uses the phone before there is a network', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.weather = lost;
    const first = await handsIn(tab, 1, 'shared');
    const later = await restarts(tab, phone);
    const second = await handsIn(later, 2, 'shared');
    clinic.state.weather = undefined;
    await eventually(later.clock, allReceived(later));
    const patientOf = (opId: string) => {
      const content = clinic.ledger.get(opId)?.content;
      return content && Reflect.get(Object(content), 'patient');
    };
    expect(patientOf(first.opId)).toMatchObject({ id: sampleDraft(1).subjectId, givenName: 'Canary1' });
    expect(patientOf(second.opId)).toMatchObject({ id: sampleDraft(2).subjectId, givenName: 'Canary2' });
    expect(payloads(clinic)).toHaveLength(2);
  });

  // bcgov chefs#1916: finished in time and synced late, and a time that the client claims was believed.
  test('failure-46: what was finished days ago arrives with the time that the phone claims, and is neither refused nor reordered for it', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    tab.clock.setBy(-400 * 86_400_000);
    const first = await handsIn(tab, 1);
    tab.clock.setBy(800 * 86_400_000);
    const second = await handsIn(tab, 2);
    clinic.state.weather = undefined;
    await eventually(tab.clock, allReceived(tab));
    expect([...clinic.ledger.keys()].toSorted()).toEqual([first.opId, second.opId].toSorted());
    const claimed = [first, second].map(
      ({ opId }) => clinic.ledger.get(opId)?.operation.capturedAt.wall ?? '',
    );
    expect(claimed[0]?.slice(0, 4)).toBe('2025');
    expect(claimed[1]?.slice(0, 4)).toBe('2027');
  });

  test('a safety alert leaves while the lock is closed, once, and forms that are sealed leave too', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab, 1);
    await tab.client.lock.enable(createAuthenticator());
    const locked = await restarts(tab, phone);
    expect(await locked.client.lock.state()).toBe('locked');
    const alert = await locked.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    expect((await locked.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own')).opId).toBe(
      alert.opId,
    );
    clinic.state.weather = undefined;
    await eventually(locked.clock, allReceived(locked));
    expect(clinic.ledger.size).toBe(2);
  });

  test('a form is handed in after unlocking - what the page holds was not lost by the lock', async () => {
    const { clinic, tab } = await setOut();
    const passkey = createAuthenticator();
    const draft = sampleDraft(1);
    await tab.client.drafts.save(draft);
    await tab.client.lock.enable(passkey);
    tab.client.lock.lock();
    const submit = () =>
      tab.client.deliveries.submit(draft.draftId, intakeSubmission(sampleSubmission(1, draft)));
    await expect(submit()).rejects.toMatchObject({ code: 'locked' });
    expect(await tab.client.drafts.list()).toHaveLength(1);
    await tab.client.lock.unlock(passkey);
    const { opId } = await submit();
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.has(opId)).toBe(true);
    expect(await tab.client.deliveries.copy(intakeSubmit, opId)).toMatchObject({ session: draft.session });
    tab.client.lock.lock();
    await expect(tab.client.deliveries.copy(intakeSubmit, opId)).rejects.toMatchObject({ code: 'locked' });
  });
});

// Signal-Desktop#7005, #6970: the system's key store changed, and the whole database could not be read any more.
test('failure-50: what was finished is delivered all the same, and what was begun is kept - what protects the keys is gone', async () => {
  const clinic = await createClinic();
  const disk = createFaultyDisk();
  const codec = await createTestKeyCodec();
  const phone = createPhone({
    clinic,
    connect: () => fileStoreOn(disk, codec),
    crypto: createWrappableCrypto(),
  });
  phones.push(phone);
  const tab = await phone.opens();
  clinic.state.weather = lost;
  const { opId } = await handsIn(tab, 1, 'own', 1);
  await tab.client.drafts.save(sampleDraft(2));
  await tab.client.stop();
  codec.loseSecret();
  clinic.state.weather = undefined;
  const after = await phone.opens();
  expect((await after.client.drafts.open(sampleDraft(2).draftId)).status).toBe('unreadable');
  await eventually(after.clock, () => clinic.ledger.has(opId));
  expect(clinic.ledger.get(opId)?.operation.blobs).toHaveLength(1);
  expect(await after.client.drafts.list()).toHaveLength(1);
});
