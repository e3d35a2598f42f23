import { afterEach, describe, expect, test } from 'vitest';
import { ALERT_POLL_BESIDE_STREAM_MS, ALERT_POLL_MS, POLL_BESIDE_STREAM_MS, POLL_MS } from './changes.ts';
import { STEADY_MS } from './events.ts';
import { type Clinic, createClinic, lost } from './testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, type Tab } from './testing/phone.ts';
import { sampleAlert } from './testing/samples.ts';
import { eventually, until } from './testing/until.ts';

const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut() {
  const clinic = await createClinic();
  clinic.state.streams = true;
  const phone = createPhone({ clinic });
  phones.push(phone);
  return { clinic, phone, tab: await phone.opens() };
}
const at = '2026-11-20T10:00:00.000Z';
const pulls = (clinic: Clinic) => clinic.requests.filter(({ url }) => url.includes('/changes')).length;
const opened = (clinic: Clinic) => clinic.requests.filter(({ url }) => url.endsWith('/events')).length;
function acknowledges(clinic: Clinic, id: string) {
  clinic.state.seq += 1;
  clinic.changes.push({ seq: clinic.state.seq, type: 'operation', id, acknowledgedAt: at, reviewedAt: at });
}
const isSeen = (tab: Tab) => async () =>
  (await tab.client.deliveries.list()).every((delivery) => delivery.acknowledgedAt === at);
/** The feed has been read and the device waits for the stream alone. */
async function isQuiet(clinic: Clinic, tab: Tab): Promise<void> {
  await until(() => clinic.streams.size === 1 && tab.clock.timers() > 0);
  const before = pulls(clinic);
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  if (pulls(clinic) !== before) await isQuiet(clinic, tab);
}

describe('the stream of events', () => {
  test('brings an acknowledgement without any time passing', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await tab.client.deliveries.alert(sampleAlert(), 'own');
    await until(allReceived(tab));
    await isQuiet(clinic, tab);
    acknowledges(clinic, opId);
    clinic.wake();
    await until(isSeen(tab));
  });

  test('makes the poll rare, and its end makes it frequent again', async () => {
    const { clinic, tab } = await setOut();
    await tab.client.deliveries.alert(sampleAlert(), 'own');
    await until(allReceived(tab));
    await isQuiet(clinic, tab);
    const before = pulls(clinic);
    tab.clock.advance(ALERT_POLL_BESIDE_STREAM_MS - 1);
    await isQuiet(clinic, tab);
    expect(pulls(clinic)).toBe(before);
    clinic.state.streams = false;
    clinic.cutStreams();
    await until(() => clinic.streams.size === 0);
    await eventually({ advance: () => tab.clock.advance(ALERT_POLL_MS) }, () => pulls(clinic) > before);
    expect(ALERT_POLL_MS).toBeLessThan(POLL_MS);
    expect(POLL_MS).toBeLessThan(POLL_BESIDE_STREAM_MS);
  });

  test('is there only while something is open at the clinic and the page is to be seen', async () => {
    const { clinic, tab } = await setOut();
    tab.signals.tell('online');
    await until(() => pulls(clinic) > 0);
    expect(opened(clinic)).toBe(0);
    const { opId } = await handsIn(tab);
    await until(() => clinic.streams.size === 1);
    tab.signals.tell('hidden');
    await until(() => clinic.streams.size === 0);
    tab.signals.tell('visible');
    await until(() => clinic.streams.size === 1);
    acknowledges(clinic, opId);
    clinic.wake();
    await until(() => clinic.streams.size === 0);
  });

  test('is one per device - with two tabs open', async () => {
    const { clinic, phone, tab } = await setOut();
    const other = await phone.opens();
    await handsIn(tab);
    await until(allReceived(tab));
    other.signals.tell('focus');
    const both = {
      advance: (milliseconds: number) => {
        tab.clock.advance(milliseconds);
        other.clock.advance(milliseconds);
      },
    };
    await eventually(both, () => clinic.streams.size > 0);
    both.advance(STEADY_MS);
    for (const each of [tab, other]) await isQuiet(clinic, each);
    expect(clinic.streams.size).toBe(1);
    await tab.client.stop();
    await eventually(other.clock, () => clinic.streams.size === 1);
  });

  test('is opened again after it broke, with what was missed asked for', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await tab.client.deliveries.alert(sampleAlert(), 'own');
    await until(allReceived(tab));
    await isQuiet(clinic, tab);
    clinic.cutStreams();
    await until(() => clinic.streams.size === 0);
    acknowledges(clinic, opId);
    await eventually({ advance: () => tab.clock.advance(1_000) }, isSeen(tab));
  });

  test('is not asked for without a pause - where something cuts each one off', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    await isQuiet(clinic, tab);
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const before = opened(clinic);
      clinic.cutStreams();
      await until(() => clinic.streams.size === 0);
      let waited = 0;
      await eventually(
        {
          advance: () => {
            tab.clock.advance(500);
            waited += 500;
          },
        },
        () => opened(clinic) > before && clinic.streams.size === 1,
      );
      pauses.push(waited);
    }
    expect(pauses.at(-1)).toBeGreaterThan(4 * (pauses[0] ?? 0));
    expect(pauses.at(-1)).toBeLessThanOrEqual(STEADY_MS * 2);
  });

  test('brings a new nonce with it - the server has changed its own meanwhile', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    await isQuiet(clinic, tab);
    clinic.state.nonce = 'nonce-2';
    clinic.cutStreams();
    await until(() => clinic.streams.size === 0);
    await eventually({ advance: () => tab.clock.advance(1_000) }, () => clinic.streams.size === 1);
  });

  test('is opened anew - where the poll found news that it did not tell of', async () => {
    const { clinic, tab } = await setOut();
    const first = await tab.client.deliveries.alert(sampleAlert(1, 'one'), 'own');
    await tab.client.deliveries.alert(sampleAlert(1, 'two'), 'own');
    await until(allReceived(tab));
    await isQuiet(clinic, tab);
    const [deaf] = clinic.streams;
    acknowledges(clinic, first.opId);
    await eventually(
      { advance: () => tab.clock.advance(2_000) },
      () => clinic.streams.size === 1 && [...clinic.streams][0] !== deaf,
    );
    const deliveries = await tab.client.deliveries.list();
    expect(deliveries.find(({ opId }) => opId === first.opId)?.acknowledgedAt).toBe(at);
  });

  test('missing altogether, the feed is polled as ever', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.streams = false;
    const { opId } = await tab.client.deliveries.alert(sampleAlert(), 'own');
    await until(allReceived(tab));
    acknowledges(clinic, opId);
    await eventually({ advance: () => tab.clock.advance(ALERT_POLL_MS) }, isSeen(tab));
    clinic.state.weather = lost;
  });
});
