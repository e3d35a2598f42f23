import { afterEach, describe, expect, test } from 'vitest';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import { type Clinic, createClinic, lost } from '../testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, type Tab } from '../testing/phone.ts';
import { sampleAlert } from '../testing/samples.ts';
import { turns } from '../testing/turns.ts';
import { eventually, until } from '../testing/until.ts';
import { LIE_FI_MS } from '../wire/exchange.ts';
import { POLL_BESIDE_STREAM_MS, POLL_MS, URGENT_POLL_BESIDE_STREAM_MS, URGENT_POLL_MS } from './changes.ts';

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
const BESIDE: readonly number[] = [URGENT_POLL_BESIDE_STREAM_MS, POLL_BESIDE_STREAM_MS];
/** No request is under way, and the next poll is that of a device with a stream. */
const isListening = (clinic: Clinic, tab: Tab) => () => {
  const waits = tab.clock.waits();
  return (
    clinic.streams.size === 1 && !waits.includes(LIE_FI_MS) && waits.some((wait) => BESIDE.includes(wait))
  );
};
const isPolling = (tab: Tab, interval: number) => () => {
  const waits = tab.clock.waits();
  return !waits.includes(LIE_FI_MS) && waits.includes(interval);
};

describe('the stream of events', () => {
  test('brings an acknowledgement without any time passing', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await until(allReceived(tab));
    await until(isListening(clinic, tab));
    acknowledges(clinic, opId);
    clinic.wake();
    await until(isSeen(tab));
  });

  test('makes the poll rare, and its end makes it frequent again', async () => {
    const { clinic, tab } = await setOut();
    await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await until(allReceived(tab));
    await until(isListening(clinic, tab));
    expect(tab.clock.waits()).toContain(URGENT_POLL_BESIDE_STREAM_MS);
    expect(tab.clock.waits()).not.toContain(URGENT_POLL_MS);
    clinic.state.streams = false;
    clinic.cutStreams();
    await until(isPolling(tab, URGENT_POLL_MS));
    expect(URGENT_POLL_MS).toBeLessThan(URGENT_POLL_BESIDE_STREAM_MS);
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
    await until(() => tab.clock.timers() > 0 && other.clock.timers() > 0);
    let most = 0;
    const passes = () => {
      for (const each of [tab, other]) each.clock.advance(1_000);
      most = Math.max(most, clinic.streams.size);
    };
    const asked = opened(clinic);
    await eventually({ advance: passes }, () => clinic.streams.size > 0);
    for (let second = 0; second < 40; second += 1) {
      passes();
      await turns(150, () => clinic.streams.size > 1);
    }
    most = Math.max(most, clinic.streams.size);
    expect(most).toBe(1);
    expect(opened(clinic) - asked).toBeLessThanOrEqual(2);
    await tab.client.stop();
    await eventually(other.clock, () => clinic.streams.size === 1);
  });

  test('is opened again after it broke, with what was missed asked for', async () => {
    const { clinic, tab } = await setOut();
    const { opId } = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await until(allReceived(tab));
    await until(isListening(clinic, tab));
    clinic.cutStreams();
    await until(() => clinic.streams.size === 0);
    acknowledges(clinic, opId);
    await eventually({ advance: () => tab.clock.advance(1_000) }, isSeen(tab));
  });

  test('is not asked for without a pause - where something cuts each one off', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    await until(isListening(clinic, tab));
    const before = opened(clinic);
    for (let second = 0; second < 120; second += 1) {
      clinic.cutStreams();
      tab.clock.advance(1_000);
      await turns(200, () => clinic.streams.size > 0);
    }
    await eventually({ advance: () => tab.clock.advance(1_000) }, () => clinic.streams.size === 1);
    expect(opened(clinic) - before).toBeGreaterThan(1);
    expect(opened(clinic) - before).toBeLessThan(15);
  });

  test('brings a new nonce with it - the server has changed its own meanwhile', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    await until(isListening(clinic, tab));
    clinic.state.nonce = 'nonce-2';
    clinic.cutStreams();
    await until(() => clinic.streams.size === 0);
    let waited = 0;
    const passes = () => {
      tab.clock.advance(1_000);
      waited += 1_000;
    };
    await eventually({ advance: passes }, () => clinic.streams.size === 1);
    expect(waited).toBeLessThan(POLL_MS);
  });

  test('is reopened - where the poll found news that it did not tell of', async () => {
    const { clinic, tab } = await setOut();
    const first = await tab.client.deliveries.send(alertSubmission(sampleAlert(1, 'one')), 'own');
    await tab.client.deliveries.send(alertSubmission(sampleAlert(1, 'two')), 'own');
    await until(allReceived(tab));
    await until(isListening(clinic, tab));
    acknowledges(clinic, first.opId);
    tab.clock.advance(URGENT_POLL_BESIDE_STREAM_MS);
    await until(() => clinic.streams.size === 0);
    const deliveries = await tab.client.deliveries.list();
    expect(deliveries.find(({ opId }) => opId === first.opId)?.acknowledgedAt).toBe(at);
    await eventually({ advance: () => tab.clock.advance(1_000) }, () => clinic.streams.size === 1);
  });

  test('missing altogether, the feed is polled as ever', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.streams = false;
    const { opId } = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await until(allReceived(tab));
    acknowledges(clinic, opId);
    await eventually({ advance: () => tab.clock.advance(URGENT_POLL_MS) }, isSeen(tab));
    clinic.state.weather = lost;
  });
});
