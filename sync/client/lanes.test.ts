import { afterEach, describe, expect, test } from 'vitest';
import { positionName } from '../protocol/lane-position.ts';
import { alertSubmission } from '../protocol/operations/safety-alert.ts';
import type { Operation } from '../protocol/wire.ts';
import { ENVELOPE_DAYS, sweep } from './outbox/retention.ts';
import { type Clinic, createClinic, EPOCH_TWO, lost } from './testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, statesOf, type Tab } from './testing/phone.ts';
import { sampleAlert } from './testing/samples.ts';
import { eventually, until } from './testing/until.ts';

const DAY = 24 * 3_600_000;
const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

/** As the server does: a lane is a device's, and an operation follows what is stored of it, or is offered again with it. */
function keepsLanes(clinic: Clinic): void {
  const senders = new Map<string, string>();
  clinic.state.awaits = ({ opId, lane, laneNo }, device) => {
    senders.set(opId, device);
    const stored = [...clinic.ledger.values()].map(({ operation }) => operation);
    const own = stored.filter((each) => senders.get(each.opId) === device);
    const again = (clinic.pushes().at(-1)?.ops ?? []).filter((each) => clinic.ledger.has(each.opId));
    const before = { lane, laneNo: laneNo - 1 };
    const taken = [...own, ...again].map((each: Operation) => positionName(each));
    return laneNo === 1 || taken.includes(positionName(before)) ? [] : [positionName(before)];
  };
}

async function setOut() {
  const clinic = await createClinic();
  keepsLanes(clinic);
  const phone = createPhone({ clinic });
  phones.push(phone);
  const tab = await phone.opens();
  return { clinic, phone, tab };
}

async function alerts(tab: Tab, rule: string): Promise<string> {
  tab.clock.advance(1);
  return (await tab.client.deliveries.send(alertSubmission(sampleAlert(1, rule)), 'own')).opId;
}

/** A backup covers everything, and weeks later the device lets go of it. */
async function letsGo(clinic: Clinic, tab: Tab): Promise<void> {
  const at = Date.UTC(2026, 10, 20, 9) + (ENVELOPE_DAYS + 1) * DAY;
  clinic.state.safeThrough = clinic.state.seq;
  clinic.state.serverTime = () => new Date(at).toISOString();
  tab.clock.setBy((ENVELOPE_DAYS + 1) * DAY);
  await handsIn(tab, 9);
  await until(allReceived(tab));
  await sweep({ store: tab.store, clock: { now: () => at } }, 30);
}

/** The machine's next process, with a key of its own: the one before was lost. */
async function startsWithAnotherKey(phone: Phone, tab: Tab): Promise<Tab> {
  await tab.client.stop();
  await tab.store.write(['keys'], (transaction) => transaction.delete('keys', 'device'));
  return phone.opens();
}

/** In the order in which they arrived, with their numbers. */
const arrived = (clinic: Clinic) =>
  [...clinic.ledger.values()]
    .filter(({ operation }) => operation.kind === 'safety.alert')
    .map(({ operation: { opId, laneNo } }) => [opId, laneNo]);

describe('what follows in a lane (G4, G5)', () => {
  test('an alert arrives though what it follows was let go of, and the device has another key since', async () => {
    const { clinic, phone, tab } = await setOut();
    const first = await alerts(tab, 'one');
    await until(allReceived(tab));
    await letsGo(clinic, tab);
    const next = await startsWithAnotherKey(phone, tab);
    const second = await alerts(next, 'two');
    await eventually(next.clock, allReceived(next), 'the second alert');
    expect(arrived(clinic)).toEqual([
      [first, 1],
      [second, 1],
    ]);
    // The lane goes on from there.
    const third = await alerts(next, 'three');
    await eventually(next.clock, allReceived(next), 'the third alert');
    expect(arrived(clinic).at(-1)).toEqual([third, 2]);
  });

  test('alerts arrive, in their order, though the clinic has lost what they follow with a backup older than any device', async () => {
    const { clinic, tab } = await setOut();
    const first = await alerts(tab, 'one');
    await until(allReceived(tab));
    await letsGo(clinic, tab);
    clinic.ledger.delete(first);
    clinic.state.epoch = EPOCH_TWO;
    clinic.state.weather = lost;
    const second = await alerts(tab, 'two');
    const third = await alerts(tab, 'three');
    clinic.state.weather = undefined;
    await eventually(tab.clock, allReceived(tab), 'both alerts');
    expect(arrived(clinic)).toEqual([
      [second, 1],
      [third, 2],
    ]);
  });

  test('an alert arrives though the envelope of the one before was lost from the disk, which stays to be seen', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    const first = await alerts(tab, 'one');
    const second = await alerts(tab, 'two');
    await tab.store.write(['envelopes'], (transaction) => transaction.delete('envelopes', first));
    clinic.state.weather = undefined;
    await eventually(tab.clock, async () => (await statesOf(tab)).join() === 'attention,received');
    expect(arrived(clinic)).toEqual([[second, 1]]);
  });

  test('nothing overtakes what is still on its way', async () => {
    const { clinic, tab } = await setOut();
    let ready = false;
    clinic.state.weather = lost;
    const one = await alerts(tab, 'one');
    const two = await alerts(tab, 'two');
    clinic.state.outcome = ({ opId }) => (opId === one && !ready ? 'later' : 'applied');
    clinic.state.weather = undefined;
    const pushes = clinic.pushes().length;
    await eventually(tab.clock, () => clinic.pushes().length > pushes + 3, 'some tries');
    expect(arrived(clinic)).toEqual([]);
    ready = true;
    await eventually(tab.clock, allReceived(tab), 'both alerts');
    expect(arrived(clinic)).toEqual([
      [one, 1],
      [two, 2],
    ]);
  });

  test('what is still here is offered again under the new key, and an alert after it arrives within seconds', async () => {
    const { clinic, phone, tab } = await setOut();
    const first = await alerts(tab, 'one');
    await until(allReceived(tab));
    const next = await startsWithAnotherKey(phone, tab);
    const before = clinic.pushes().length;
    const second = await alerts(next, 'two');
    let seconds = 0;
    const passes = () => {
      next.clock.advance(1_000);
      seconds += 1;
    };
    await eventually({ advance: passes }, allReceived(next), 'the second alert');
    expect(seconds).toBeLessThan(5);
    const offered = clinic
      .pushes()
      .slice(before)
      .map(({ ops }) => ops.map(({ opId }) => opId).join());
    // The first request of a process is asked for the nonce, and made again.
    expect(offered.filter((each, index) => each !== offered[index - 1])).toEqual([
      second,
      first,
      // Its place is still awaited: it begins its lane, and what was before it goes first once more, should the clinic have lost it meanwhile.
      second,
      first,
      second,
    ]);
    // The lane of another key is another.
    expect(arrived(clinic)).toEqual([
      [first, 1],
      [second, 1],
    ]);
  });

  test('what was offered again and lost by the clinic once more comes again, too', async () => {
    const { clinic, phone, tab } = await setOut();
    const first = await alerts(tab, 'one');
    await until(allReceived(tab));
    const next = await startsWithAnotherKey(phone, tab);
    const second = await alerts(next, 'two');
    await until(() => clinic.pushes().at(-1)?.ops[0]?.opId === first);
    // A backup is put back without a word, between its receipt and the next try of what follows it.
    await until(async () => (await statesOf(next)).filter((state) => state === 'received').length === 1);
    clinic.ledger.delete(first);
    await eventually({ advance: () => next.clock.advance(1_000) }, () => clinic.ledger.size === 2);
    expect(new Set(clinic.ledger.keys())).toEqual(new Set([first, second]));
    await eventually(next.clock, allReceived(next));
  });
});
