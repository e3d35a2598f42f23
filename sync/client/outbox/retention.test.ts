import { afterEach, describe, expect, test } from 'vitest';
import { intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import { type Clinic, createClinic, EPOCH_TWO, lost } from '../testing/clinic.ts';
import { queuesAsTheFirstVersion } from '../testing/first-version.ts';
import {
  allReceived,
  createPhone,
  handsIn,
  type Phone,
  picks,
  statesOf,
  type Tab,
} from '../testing/phone.ts';
import { sampleAlert, sampleDraft } from '../testing/samples.ts';
import { eventually, until } from '../testing/until.ts';
import { SWEEP_MS } from './housekeeping.ts';
import { ENVELOPE_DAYS, SHARED_ROW_MS, sweep } from './retention.ts';

const DAY = 24 * 3_600_000;
const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut() {
  const clinic = await createClinic();
  const phone = createPhone({ clinic });
  phones.push(phone);
  const tab = await phone.opens();
  return { clinic, phone, tab };
}

/** @param days after the first form, by the server's clock. */
async function learnsSafeThrough(clinic: Clinic, tab: Tab, seq: number, days = 0): Promise<void> {
  clinic.state.safeThrough = seq;
  clinic.state.serverTime = () => new Date(later(days).now()).toISOString();
  tab.clock.setBy(days * DAY);
  await handsIn(tab, 9);
  await until(allReceived(tab));
}
const later = (days: number) => ({ now: () => Date.UTC(2026, 10, 20, 9) + days * DAY });
const opIds = async (phone: Phone, tab: Tab) =>
  (await phone.everything(tab.store)).envelopes.map((row) => row.opId);

describe('keep until safe (G2)', () => {
  test('an envelope stays - while no backup covers its receipt, however old it is', async () => {
    const { clinic, phone, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await learnsSafeThrough(clinic, tab, 0);
    await sweep({ store: tab.store, clock: later(1000) }, 30);
    expect(await opIds(phone, tab)).toContain(opId);
  });

  test('failure-42: an envelope stays - for the retention floor, though a backup covers it', async () => {
    const { clinic, phone, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await learnsSafeThrough(clinic, tab, 1);
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS - 1) }, 30);
    expect(await opIds(phone, tab)).toContain(opId);
  });

  test('an envelope goes, and its delivery stays to be seen - once covered and older than the floor', async () => {
    const { clinic, phone, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await learnsSafeThrough(clinic, tab, 1, ENVELOPE_DAYS + 1);
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS + 1) }, 30);
    expect(await opIds(phone, tab)).not.toContain(opId);
    expect(await statesOf(tab)).toEqual(['received', 'received']);
  });

  test('an envelope stays - the device was off for weeks, and does not know what was put back meanwhile', async () => {
    const { clinic, phone, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await learnsSafeThrough(clinic, tab, 1, 1);
    await sweep({ store: tab.store, clock: later(400) }, 30);
    expect(await opIds(phone, tab)).toContain(opId);
  });

  test('an envelope goes from an idle device - it shows its receipts, and the server still knows them', async () => {
    const { clinic, phone, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    clinic.state.safeThrough = 1;
    await learnsSafeThrough(clinic, tab, 1, 1);
    clinic.state.serverTime = () => new Date(later(ENVELOPE_DAYS + 1).now()).toISOString();
    const before = clinic.pushes().length;
    tab.clock.setBy(ENVELOPE_DAYS * DAY);
    const next = await phone.opens();
    next.clock.setBy((ENVELOPE_DAYS + 1) * DAY);
    next.clock.advance(SWEEP_MS);
    await until(async () => !(await opIds(phone, next)).includes(opId));
    const proof = clinic.pushes().slice(before).at(-1);
    expect(proof?.ops).toEqual([]);
    expect(proof?.witnesses.map((receipt) => receipt.opId)).toContain(opId);
  });

  test('an envelope stays - the server was restored, and has stored it again only now', async () => {
    const { clinic, phone, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    clinic.ledger.clear();
    clinic.state.epoch = EPOCH_TWO;
    await learnsSafeThrough(clinic, tab, 100, ENVELOPE_DAYS + 1);
    await eventually(tab.clock, async () => clinic.ledger.size === 2 && (await allReceived(tab)()));
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS + 2) }, 30);
    expect(await opIds(phone, tab)).toContain(opId);
  });

  test('nothing that has not arrived goes - however old', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.weather = lost;
    const { opId } = await handsIn(tab);
    await tab.client.drafts.save(sampleDraft(2));
    await sweep({ store: tab.store, clock: later(5000) }, 0);
    const left = await phone.everything(tab.store);
    expect(left.envelopes.map((row) => row.opId)).toEqual([opId]);
    expect(left.copies).toHaveLength(1);
    expect(left.drafts).toHaveLength(1);
  });
});

describe('the readable copy', () => {
  test('stays for the days that the vendor sets, and then goes', async () => {
    const { tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(29) }, 30);
    expect(await tab.client.deliveries.copy(intakeSubmit, opId)).toBeDefined();
    await sweep({ store: tab.store, clock: later(31) }, 30);
    expect(await tab.client.deliveries.copy(intakeSubmit, opId)).toBeUndefined();
  });

  test("failure-45: does not go early - when the device's clock was years ahead all the time", async () => {
    const { tab } = await setOut();
    tab.clock.setBy(4 * 365 * DAY);
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(4 * 365 + 29) }, 30);
    expect(await tab.client.deliveries.copy(intakeSubmit, opId)).toBeDefined();
  });
});

describe('the readable copy of what a signed-in person changed', () => {
  test('R1: stays, however old, until the records hold what became of it', async () => {
    const { tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    const person = 'ana';
    await tab.store.write(['account', 'outbox'], async (transaction) => {
      await transaction.put('account', { id: 'account', state: 'signed-in', mark: 'm', person });
      const row = await transaction.get('outbox', opId);
      if (row === undefined) throw new Error('no row');
      await transaction.put('outbox', { ...row, person, recordsSeq: 4, recordsEpoch: 'a' });
    });
    const reads = (seq: number) =>
      tab.store.write(['recordState'], (transaction) =>
        transaction.put('recordState', {
          person,
          base: {
            epoch: 'a',
            generation: 0,
            seq,
            cursor: '',
            pulledAt: new Date(later(0).now()).toISOString(),
          },
        }),
      );
    const isThere = async () => (await tab.client.deliveries.copy(intakeSubmit, opId)) !== undefined;
    await sweep({ store: tab.store, clock: later(31) }, 30);
    expect(await isThere()).toBe(true);
    await reads(3);
    await sweep({ store: tab.store, clock: later(31) }, 30);
    expect(await isThere()).toBe(true);
    await reads(4);
    await sweep({ store: tab.store, clock: later(31) }, 30);
    expect(await isThere()).toBe(false);
  });
});

describe('a shared device', () => {
  test('forgets that anything was sent - once the envelope is safe, and not before', async () => {
    const { clinic, phone, tab } = await setOut();
    await handsIn(tab, 1, 'shared');
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(400) }, 30);
    expect((await phone.everything(tab.store)).envelopes).toHaveLength(1);
    expect(await statesOf(tab)).toEqual(['received']);
    const [first] = await opIds(phone, tab);
    await learnsSafeThrough(clinic, tab, 1, ENVELOPE_DAYS - 1);
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS - 1) }, 30);
    expect(await opIds(phone, tab)).toContain(first);
    tab.clock.setBy(2 * DAY);
    clinic.state.serverTime = () => new Date(later(ENVELOPE_DAYS + 1).now()).toISOString();
    await handsIn(tab, 10);
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS + 1) }, 30);
    const { outbox, envelopes, meta } = await phone.everything(tab.store);
    expect(outbox.map((row) => row.opId)).not.toContain(first);
    expect(envelopes.map((row) => row.opId)).not.toContain(first);
    expect(meta.filter((row) => row.key.startsWith('lane:'))).toHaveLength(2);
  });

  test('forgets after a day what the first version had sent - its envelope went with the receipt', async () => {
    const { tab } = await setOut();
    await queuesAsTheFirstVersion(tab.store, 'shared');
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(0.9) }, 30);
    expect(await statesOf(tab)).toEqual(['received']);
    await sweep({ store: tab.store, clock: later(1.1 * (SHARED_ROW_MS / DAY)) }, 30);
    expect(await statesOf(tab)).toEqual([]);
  });

  test('remembers an alert while its form is open, so that it is not sent twice', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.safeThrough = 100;
    await tab.client.drafts.save(sampleDraft(1, { owner: 'shared' }));
    const { opId } = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'shared');
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS + 3) }, 30);
    expect((await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'shared')).opId).toBe(opId);
    expect(clinic.ledger.size).toBe(1);
  });

  test('failure-42: offers again what it had sent - when the server was restored', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab, 1, 'shared', 1);
    await until(allReceived(tab));
    const [photo = ''] = clinic.shelf.names();
    clinic.ledger.clear();
    clinic.shelf.lose(photo);
    clinic.state.epoch = EPOCH_TWO;
    clinic.state.seq = 0;
    tab.signals.tell('focus');
    await eventually(tab.clock, async () => clinic.ledger.size === 1 && (await allReceived(tab)()));
    expect(clinic.shelf.has(photo)).toBe(true);
  });
});

describe('photos of a restored server', () => {
  test('failure-47: are offered again though it has their form - its folder of photos was older', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab, 1, 'own', 2);
    await until(allReceived(tab));
    const [photo = ''] = clinic.shelf.names();
    clinic.shelf.lose(photo);
    clinic.state.epoch = EPOCH_TWO;
    tab.signals.tell('focus');
    await eventually(tab.clock, async () => clinic.shelf.has(photo) && (await allReceived(tab)()));
    expect(clinic.ledger.size).toBe(1);
  });
});

describe('photos', () => {
  test('go with the envelope of their operation, and not before', async () => {
    const { clinic, phone, tab } = await setOut();
    await handsIn(tab, 1, 'own', 2);
    await until(allReceived(tab));
    await learnsSafeThrough(clinic, tab, 1, ENVELOPE_DAYS - 1);
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS - 1) }, 30);
    expect((await phone.everything(tab.store)).blobBodies).toHaveLength(2);
    tab.clock.setBy(2 * DAY);
    clinic.state.serverTime = () => new Date(later(ENVELOPE_DAYS + 1).now()).toISOString();
    await handsIn(tab, 10);
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS + 1) }, 30);
    const { blobs, blobBodies, uploads } = await phone.everything(tab.store);
    expect({ blobs, blobBodies, uploads }).toEqual({ blobs: [], blobBodies: [], uploads: [] });
  });

  test('go with the draft that is discarded, and those of other drafts stay', async () => {
    const { phone, tab } = await setOut();
    const [one, other] = [sampleDraft(1), sampleDraft(2)];
    await tab.client.drafts.save(one);
    await tab.client.drafts.save(other);
    await picks(tab, one);
    const stays = await picks(tab, other);
    await tab.client.drafts.discard(one.draftId);
    const { blobs, blobBodies } = await phone.everything(tab.store);
    expect([...blobs, ...blobBodies].map((row) => row.sha256)).toEqual([stays, stays]);
  });

  test('failure-27: stay while a draft or a queued operation has them, however old', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab, 1, 'own', 1);
    await tab.client.drafts.save(sampleDraft(2));
    await picks(tab, sampleDraft(2));
    await sweep({ store: tab.store, clock: later(5000) }, 0);
    expect((await phone.everything(tab.store)).blobBodies).toHaveLength(2);
  });

  test('go after a day - where they belong to no draft and no operation', async () => {
    const { phone, tab } = await setOut();
    await picks(tab, sampleDraft(3));
    await sweep({ store: tab.store, clock: later(0.9) }, 30);
    expect((await phone.everything(tab.store)).blobBodies).toHaveLength(1);
    await sweep({ store: tab.store, clock: later(1.1) }, 30);
    expect((await phone.everything(tab.store)).blobBodies).toEqual([]);
  });

  test('failure-45: go a day after the clock was set right - where it had been years ahead', async () => {
    const { phone, tab } = await setOut();
    tab.clock.setBy(3 * 365 * DAY);
    await picks(tab, sampleDraft(3));
    await sweep({ store: tab.store, clock: later(0) }, 30);
    expect((await phone.everything(tab.store)).blobBodies).toHaveLength(1);
    await sweep({ store: tab.store, clock: later(1.1) }, 30);
    expect((await phone.everything(tab.store)).blobBodies).toEqual([]);
  });
});
