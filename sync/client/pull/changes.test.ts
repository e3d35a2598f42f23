import { afterEach, describe, expect, test } from 'vitest';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import type { OutboxRow } from '../store/rows.ts';
import { type Clinic, createClinic, EPOCH_ONE, EPOCH_TWO, lost } from '../testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, statesOf, type Tab } from '../testing/phone.ts';
import { sampleAlert } from '../testing/samples.ts';
import { turns } from '../testing/turns.ts';
import { eventually, until } from '../testing/until.ts';
import {
  POLL_BESIDE_STREAM_MS,
  POLL_MS,
  pollInterval,
  URGENT_POLL_BESIDE_STREAM_MS,
  URGENT_POLL_MS,
} from './changes.ts';

const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut() {
  const clinic = await createClinic();
  const phone = createPhone({ clinic });
  phones.push(phone);
  return { clinic, phone, tab: await phone.opens() };
}
const only = async (tab: Tab) => {
  const [delivery] = await tab.client.deliveries.list();
  if (delivery === undefined) throw new Error('Nothing was delivered.');
  return delivery;
};
const at = '2026-11-20T10:00:00.000Z';

/** Somebody at the clinic acts. */
function news(
  clinic: Clinic,
  id: string,
  change: { reviewedAt?: string; acknowledgedAt?: string; outcome?: 'applied' | 'held' },
) {
  clinic.state.seq += 1;
  clinic.changes.push({ seq: clinic.state.seq, type: 'operation', id, ...change });
}

describe('news from the clinic', () => {
  test('a review reaches the patient - when they come back to the page', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    news(clinic, opId, { reviewedAt: at });
    tab.signals.tell('focus');
    await until(async () => (await only(tab)).reviewedAt === at);
    expect((await only(tab)).state).toBe('received');
  });

  test('an acknowledgement of an alert reaches a patient who only waits', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await until(allReceived(tab));
    news(clinic, opId, { acknowledgedAt: at });
    await eventually(tab.clock, async () => (await only(tab)).acknowledgedAt !== undefined);
    expect(await only(tab)).toMatchObject({ state: 'received', acknowledgedAt: at });
  });

  test('a verdict that came after the receipt is shown', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'received';
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    news(clinic, opId, { outcome: 'held' });
    tab.signals.tell('visible');
    await until(async () => (await only(tab)).state === 'held');
    expect(await only(tab)).toMatchObject({ outcome: 'held', opId });
  });

  test('failure-44: the cursor moves with its rows, and what was read is not asked for again', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    news(clinic, opId, { outcome: 'applied' });
    clinic.forecast(lost);
    tab.signals.tell('focus');
    await eventually(tab.clock, async () =>
      clinic.requests.some((request) => request.url.endsWith(`${clinic.state.epoch}%3A2`)),
    );
    expect((await only(tab)).outcome).toBe('applied');
  });

  test('failure-49: takes nothing from the queue and deletes nothing - whatever the feed says', async () => {
    const { clinic, phone, tab } = await setOut();
    const first = await handsIn(tab, 1);
    await until(allReceived(tab));
    clinic.state.outcome = () => 'later';
    const second = await handsIn(tab, 2);
    await until(async () => (await tab.client.deliveries.list())[1]?.why === 'server-busy');
    for (const id of [first.opId, second.opId]) {
      clinic.state.seq += 1;
      clinic.changes.push({ seq: clinic.state.seq, type: 'tombstone', id });
    }
    news(clinic, second.opId, { outcome: 'applied' });
    const pulled = () => clinic.requests.filter((request) => request.url.includes('/changes')).length;
    const before = pulled();
    tab.signals.tell('focus');
    await until(() => pulled() > before);
    await until(async () =>
      (await phone.everything(tab.store)).meta.some((row) => JSON.stringify(row).includes(':4')),
    );
    expect(await statesOf(tab)).toEqual(['received', 'queued']);
    expect((await phone.everything(tab.store)).envelopes).toHaveLength(2);
  });
});

describe('reading everything again', () => {
  test('clears what a restored server has forgotten, shows what it knows, and asks for each page once', async () => {
    const { clinic, tab } = await setOut();
    const deliveries = [await handsIn(tab, 1), await handsIn(tab, 2), await handsIn(tab, 3)];
    await until(allReceived(tab));
    for (const { opId } of deliveries) news(clinic, opId, { reviewedAt: at });
    tab.signals.tell('focus');
    await until(async () => (await tab.client.deliveries.list()).every((each) => each.reviewedAt === at));
    const [kept] = deliveries;
    if (kept === undefined) throw new Error('Nothing was handed in.');
    clinic.changes.splice(0);
    clinic.state.epoch = EPOCH_TWO;
    clinic.state.seq = 10;
    clinic.state.page = 2;
    for (const outcome of ['applied', 'held', 'applied'] as const) news(clinic, kept.opId, { outcome });
    clinic.state.outcome = () => 'later';
    const before = clinic.requests.length;
    tab.signals.tell('focus');
    await until(async () =>
      (await tab.client.deliveries.list()).every((each) => each.reviewedAt === undefined),
    );
    const asked = clinic.requests.slice(before).filter((request) => request.url.includes('/changes'));
    expect(asked.map(({ url }) => decodeURIComponent(url.split('cursor=')[1] ?? ''))).toEqual([
      expect.stringMatching(/^1{8}-/),
      `${EPOCH_TWO}:12:all`,
    ]);
    clinic.state.outcome = () => 'applied';
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.size).toBe(3);
  });

  test('a deletion by the clinic is shown, with its reason', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await handsIn(tab);
    await until(allReceived(tab));
    clinic.state.seq += 1;
    clinic.changes.push({
      seq: clinic.state.seq,
      type: 'tombstone',
      id: opId,
      deletedAt: at,
      reason: 'asked for',
    });
    tab.signals.tell('focus');
    await until(async () => (await only(tab)).deletedAt === at);
    expect(await only(tab)).toMatchObject({ state: 'received', reason: 'asked for' });
  });
});

describe('servers that do not agree on their epoch', () => {
  test('are asked a few times, and then on the next occasion', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    const pulls = () => clinic.requests.filter(({ url }) => url.includes('/changes'));
    await until(() => pulls().length > 0);
    for (let number = 0; number < 6; number += 1) news(clinic, 'nobody', {});
    clinic.state.page = 1;
    clinic.state.outcome = () => 'later';
    clinic.state.weather = async (request, proceed) => {
      if (request.url.includes('/changes'))
        clinic.state.epoch = clinic.state.epoch === EPOCH_ONE ? EPOCH_TWO : EPOCH_ONE;
      return await proceed();
    };
    const before = pulls().length;
    tab.signals.tell('focus');
    await until(() => pulls().length > before + 2);
    await turns(2_000);
    expect(pulls().length).toBeLessThan(before + 12);
  });
});

describe('failure-42: a server restored from a backup', () => {
  test('gets every operation again that it may have lost - learnt from a push', async () => {
    const { clinic, tab } = await setOut();
    for (let number = 1; number <= 3; number += 1) await handsIn(tab, number);
    await until(allReceived(tab));
    const kept = [...clinic.ledger.keys()][0];
    for (const opId of clinic.ledger.keys()) if (opId !== kept) clinic.ledger.delete(opId);
    clinic.state.epoch = EPOCH_TWO;
    clinic.state.seq = 1;
    await handsIn(tab, 4);
    await eventually(tab.clock, async () => clinic.ledger.size === 4 && (await allReceived(tab)()));
    expect(await statesOf(tab)).toEqual(Array(4).fill('received'));
  });

  test('gets them again - learnt from the feed', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    clinic.ledger.clear();
    clinic.state.epoch = EPOCH_TWO;
    clinic.state.seq = 0;
    tab.signals.tell('focus');
    await eventually(tab.clock, async () => clinic.ledger.size === 1 && (await allReceived(tab)()));
    expect((await only(tab)).receipt?.epoch).toBe(EPOCH_TWO);
  });

  test('is offered nothing twice over - where the ledger still has it', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    clinic.state.epoch = EPOCH_TWO;
    const before = clinic.pushes().length;
    tab.signals.tell('focus');
    await eventually(tab.clock, async () => clinic.pushes().length > before && (await allReceived(tab)()));
    const after = clinic.pushes().length;
    tab.signals.tell('focus');
    await tab.client.deliveries.sendNow();
    expect(clinic.pushes().length).toBe(after);
  });
});

describe('how often the feed is asked', () => {
  const row = (changes: Partial<OutboxRow>): OutboxRow => ({
    opId: 'o',
    lane: 'intake:s',
    laneNo: 1,
    kind: 'intake.submit',
    v: 1,
    subjectId: 's',
    session: 's',
    about: { questionnaireSlug: 'sleep' },
    owner: 'own',
    capturedAt: { wall: at, tz: 'UTC', mono: 0, boot: 'b' },
    sha256: '',
    size: 0,
    blobs: [],
    code: '',
    queuedAt: at,
    state: 'receipt',
    attempts: 0,
    nextAt: 0,
    kept: true,
    settledAt: 0,
    ...changes,
  });

  test.each([
    ['never - while nothing has arrived', row({ state: 'queued' }), undefined],
    ['seldom - until a form is reviewed', row({}), POLL_MS],
    ['never - after the review', row({ reviewedAt: at }), undefined],
    ['often - until an alert is acknowledged', row({ kind: 'safety.alert' }), URGENT_POLL_MS],
    ['never - after the acknowledgement', row({ kind: 'safety.alert', acknowledgedAt: at }), undefined],
    ['never by the clock - after two weeks', row({ settledAt: -15 * 24 * 3_600_000 }), undefined],
  ])('%s', (_what, delivery, interval) => {
    expect(pollInterval([delivery], 0)).toBe(interval);
  });

  test('seldom by the clock - beside a stream of events', () => {
    expect(pollInterval([row({})], 0, true)).toBe(POLL_BESIDE_STREAM_MS);
    expect(pollInterval([row({}), row({ kind: 'safety.alert' })], 0, true)).toBe(
      URGENT_POLL_BESIDE_STREAM_MS,
    );
    expect(pollInterval([row({ reviewedAt: at })], 0, true)).toBeUndefined();
  });

  test('never - after the clinic has deleted it', () => {
    expect(
      pollInterval([row({ deletedAt: at }), row({ kind: 'safety.alert', deletedAt: at })], 0),
    ).toBeUndefined();
  });

  test('not at all while the page is hidden', async () => {
    const { clinic, tab } = await setOut();
    tab.signals.tell('hidden');
    await handsIn(tab);
    await until(allReceived(tab));
    const pulls = () => clinic.requests.filter((request) => request.url.includes('/changes')).length;
    await until(() => pulls() === 1);
    tab.clock.advance(10 * POLL_MS);
    await turns(100);
    expect(pulls()).toBe(1);
  });
});
