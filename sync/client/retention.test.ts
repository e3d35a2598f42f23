import { afterEach, describe, expect, test } from 'vitest';
import { ENVELOPE_DAYS, SHARED_ROW_MS, sweep } from './retention.ts';
import { type Clinic, createClinic, lost } from './testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, statesOf, type Tab } from './testing/phone.ts';
import { sampleAlert, sampleDraft } from './testing/samples.ts';
import { until } from './testing/until.ts';

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

async function learnsSafeThrough(clinic: Clinic, tab: Tab, seq: number): Promise<void> {
  clinic.state.safeThrough = seq;
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
    await learnsSafeThrough(clinic, tab, 1);
    await sweep({ store: tab.store, clock: later(ENVELOPE_DAYS + 1) }, 30);
    expect(await opIds(phone, tab)).not.toContain(opId);
    expect(await statesOf(tab)).toEqual(['received', 'received']);
    await expect(tab.client.deliveries.bundle(opId)).rejects.toMatchObject({ code: 'absent' });
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
    expect(await tab.client.deliveries.copy(opId)).toBeDefined();
    await sweep({ store: tab.store, clock: later(31) }, 30);
    expect(await tab.client.deliveries.copy(opId)).toBeUndefined();
  });

  test("failure-45: does not go early - when the device's clock was years ahead all the time", async () => {
    const { tab } = await setOut();
    tab.clock.setBy(4 * 365 * DAY);
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(4 * 365 + 29) }, 30);
    expect(await tab.client.deliveries.copy(opId)).toBeDefined();
  });
});

describe('a shared device', () => {
  test('forgets after a day that anything was sent', async () => {
    const { tab } = await setOut();
    await handsIn(tab, 1, 'shared');
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(0.9) }, 30);
    expect(await statesOf(tab)).toEqual(['received']);
    await sweep({ store: tab.store, clock: later(1.1 * (SHARED_ROW_MS / DAY)) }, 30);
    expect(await statesOf(tab)).toEqual([]);
  });

  test('remembers an alert while its form is open, so that it is not sent twice', async () => {
    const { clinic, tab } = await setOut();
    await tab.client.drafts.save(sampleDraft(1, { owner: 'shared' }));
    const { opId } = await tab.client.deliveries.alert(sampleAlert(), 'shared');
    await until(allReceived(tab));
    await sweep({ store: tab.store, clock: later(3) }, 30);
    expect((await tab.client.deliveries.alert(sampleAlert(), 'shared')).opId).toBe(opId);
    expect(clinic.ledger.size).toBe(1);
  });
});
