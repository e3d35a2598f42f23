import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import { answerLost, captivePortal, createClinic, EPOCH_TWO, lost, status } from '../testing/clinic.ts';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import {
  allReceived,
  createPhone,
  handsIn,
  noLocks,
  type Phone,
  statesOf,
  type Tab,
} from '../testing/phone.ts';
import { sampleAlert } from '../testing/samples.ts';
import { turns } from '../testing/turns.ts';
import { eventually, until } from '../testing/until.ts';

const phones: Phone[] = [];
function keep(phone: Phone): Phone {
  phones.push(phone);
  return phone;
}
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut() {
  const clinic = await createClinic();
  const phone = keep(createPhone({ clinic }));
  return { clinic, phone, tab: await phone.opens() };
}
const why = async (tab: Tab) => (await tab.client.deliveries.list()).map((delivery) => delivery.why);

describe('delivery', () => {
  test('arrives at once, under the code that was shown before - on a good line', async () => {
    const { clinic, tab } = await setOut();
    const queued = await handsIn(tab);
    await until(allReceived(tab), 'the receipt');
    const [delivery] = await tab.client.deliveries.list();
    expect(delivery).toMatchObject({
      opId: queued.opId,
      code: queued.code,
      state: 'received',
      outcome: 'applied',
    });
    expect(delivery?.receipt?.code).toBe(queued.code);
    expect(clinic.ledger.size).toBe(1);
    expect(tab.client.connection()).toEqual({ state: 'online', clockSkewMs: 1 });
  });

  test('waits, and goes by itself when the network is back', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'offline');
    expect(await statesOf(tab)).toEqual(['queued']);
    expect(tab.client.connection().state).toBe('offline');
    clinic.state.weather = undefined;
    tab.signals.tell('online');
    await until(allReceived(tab));
  });

  test('goes after a while without any sign from the browser - by its own timer', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'offline');
    clinic.state.weather = undefined;
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.size).toBe(1);
  });

  test('goes at once - when the server answers anything else, before its own timer has run out', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'offline');
    clinic.state.weather = undefined;
    await tab.client.parts.exchange.call({ method: 'GET', path: '/sync/v1/changes' }, z.unknown());
    // No time passes for the device.
    await until(allReceived(tab));
  });

  test('goes when the app is opened again - after it was killed with the form in the outbox', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'offline');
    await phone.switchesOff();
    clinic.state.weather = undefined;
    const again = await phone.opens();
    await until(allReceived(again));
    expect(clinic.ledger.size).toBe(1);
  });

  test('failure-38: makes one case with one receipt - when the answer is lost five times', async () => {
    const { clinic, tab } = await setOut();
    clinic.forecast(
      status(401, { 'dpop-nonce': 'nonce-1' }),
      answerLost,
      answerLost,
      answerLost,
      answerLost,
      answerLost,
    );
    const { opId } = await handsIn(tab);
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.size).toBe(1);
    expect(clinic.pushes().length).toBeGreaterThanOrEqual(7);
    const [delivery] = await tab.client.deliveries.list();
    expect(delivery?.receipt).toEqual(clinic.ledger.get(opId)?.receipt);
  });

  test.each([
    ['with Web Locks', undefined],
    ['failure-30: without Web Locks', noLocks],
  ])('failure-29: makes one case - with four tabs open at once, %s', async (_how, locks) => {
    const clinic = await createClinic();
    const { connect } = createProfile();
    const phone = keep(createPhone({ clinic, connect, ...(locks === undefined ? {} : { locks }) }));
    const tabs = [await phone.opens(), await phone.opens(), await phone.opens(), await phone.opens()];
    const [first] = tabs;
    if (first === undefined) throw new Error('No tab.');
    clinic.state.weather = lost;
    await handsIn(first);
    await until(async () => (await why(first))[0] === 'offline');
    clinic.state.weather = undefined;
    for (const tab of tabs) tab.signals.tell('online');
    for (const tab of tabs) await until(allReceived(tab));
    expect(clinic.ledger.size).toBe(1);
    expect(clinic.state.seq).toBe(1);
  });

  test('is sent by another tab - when the one that queued it is closed before it could', async () => {
    const { clinic, phone, tab } = await setOut();
    const other = await phone.opens();
    clinic.state.weather = lost;
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'offline');
    await tab.client.stop();
    clinic.state.weather = undefined;
    await eventually(other.clock, allReceived(other));
    expect(clinic.ledger.size).toBe(1);
  });

  test('tells every tab of each change', async () => {
    const { phone, tab } = await setOut();
    const other = await phone.opens();
    const seen: string[] = [];
    const stop = other.client.deliveries.watch((deliveries) =>
      seen.push(deliveries.map((each) => each.state).join()),
    );
    await handsIn(tab);
    await until(() => seen.at(-1) === 'received');
    expect(seen[0]).toBe('');
    stop();
  });
});

describe('the connection', () => {
  test("is judged by the answer to a question, not by the browser's word - when the network changes", async () => {
    const { clinic, tab } = await setOut();
    expect(tab.client.connection().state).toBe('unknown');
    clinic.state.weather = lost;
    tab.signals.tell('offline');
    await until(() => tab.client.connection().state === 'offline');
    clinic.state.weather = undefined;
    tab.signals.tell('offline');
    await until(() => tab.client.connection().state === 'online');
    clinic.state.weather = captivePortal;
    tab.signals.tell('online');
    await until(() => tab.client.connection().state === 'offline');
  });

  test('is told to every tab', async () => {
    const { clinic, phone, tab } = await setOut();
    const other = await phone.opens();
    clinic.state.weather = lost;
    tab.signals.tell('offline');
    await until(() => other.client.connection().state !== 'unknown');
    expect(other.client.connection().state).toBe('offline');
  });
});

describe('an answer to one operation', () => {
  test('failure-40: only what was answered for leaves the queue', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    for (let number = 1; number <= 4; number += 1) await handsIn(tab, number);
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    const [first] = await tab.client.deliveries.list();
    clinic.state.weather = clinic.tamper((result) =>
      result.opId === first?.opId ? result : { ...result, opId: '00000000-0000-4000-8000-00000000dead' },
    );
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(['received', 'queued', 'queued', 'queued']);
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(Array(4).fill('received'));
    expect(clinic.ledger.size).toBe(4);
  });

  test('`later` waits and is tried again', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'later';
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'server-busy');
    clinic.state.outcome = () => 'applied';
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.size).toBe(1);
  });

  test('failure-45: an operation is not postponed for years - when the clock was far ahead and is set back', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'later';
    tab.clock.setBy(3 * 365 * 24 * 3_600_000);
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'server-busy');
    tab.clock.setBy(-3 * 365 * 24 * 3_600_000);
    clinic.state.outcome = () => 'applied';
    tab.signals.tell('focus');
    await until(allReceived(tab));
    expect(clinic.ledger.size).toBe(1);
  });

  test('failure-45: a wrong clock is measured, and delays nothing', async () => {
    const { tab } = await setOut();
    tab.clock.setBy(2 * 24 * 3_600_000);
    await handsIn(tab);
    await until(allReceived(tab));
    expect(tab.client.connection()).toEqual({ state: 'online', clockSkewMs: 2 * 24 * 3_600_000 + 1 });
  });
});

describe('safety', () => {
  test('an alert goes first and in a request of its own - after the network has come back', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab, 1);
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    await tab.client.deliveries.sendNow();
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    const before = clinic.pushes().length;
    clinic.state.weather = undefined;
    tab.signals.tell('online');
    await until(allReceived(tab));
    const kinds = clinic
      .pushes()
      .slice(before)
      .map((push) => push.ops.map((operation) => operation.kind).join());
    expect(kinds.filter((kind) => kind === 'safety.alert').length).toBeGreaterThan(0);
    expect(kinds[0]).toBe('safety.alert');
    for (const kind of kinds) expect(['safety.alert', 'intake.submit']).toContain(kind);
    expect(clinic.ledger.get(alert.opId)?.receipt.seq).toBe(1);
  });

  test('a form does not overtake an alert - the line comes back between their tries', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab, 1);
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    let tries = 0;
    clinic.state.weather = async (request, proceed) => {
      const isAlert = new TextDecoder().decode(request.body).includes('"safety.alert"');
      if (isAlert) tries += 1;
      return isAlert && tries === 1 ? await lost(request, proceed) : await proceed();
    };
    tab.signals.tell('online');
    await eventually(tab.clock, allReceived(tab));
    expect(tries).toBeGreaterThan(1);
    expect(clinic.ledger.get(alert.opId)?.receipt.seq).toBe(1);
  });

  test('a form does not overtake an alert - the next try begins in the moment in which one fails', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab, 1);
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    const lines = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sent: string[] = [];
    clinic.state.weather = async (request, proceed) => {
      const isAlert = new TextDecoder().decode(request.body).includes('"safety.alert"');
      if (!request.url.endsWith('/sync/v1/push')) return await proceed();
      sent.push(isAlert ? 'alert' : 'form');
      if (!isAlert) return await proceed();
      const tries = sent.filter((each) => each === 'alert').length;
      await lines[tries - 1]?.promise;
      return tries === 1 ? await lost(request, proceed) : await proceed();
    };
    tab.signals.tell('online');
    await until(() => sent.length === 1);
    // Asked for while the first is on the line: it goes as soon as that one has failed.
    tab.signals.tell('online');
    lines[0]?.resolve();
    await until(() => sent.length >= 2);
    await turns(300, () => false);
    expect(sent).toEqual(['alert', 'alert']);
    lines[1]?.resolve();
    await until(allReceived(tab));
    expect(sent.indexOf('form')).toBeGreaterThan(sent.lastIndexOf('alert'));
    expect(clinic.ledger.get(alert.opId)?.receipt.seq).toBe(1);
  });

  /** Both tabs are told of the network at once, and the alert of the first that sends it stays on the line. */
  async function alertOnTheLine() {
    const { clinic, phone, tab } = await setOut();
    const other = await phone.opens();
    clinic.state.weather = lost;
    await handsIn(tab, 1);
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    const sent: string[] = [];
    let arrives = () => {};
    const line = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    clinic.state.weather = async (request, proceed) => {
      const { ops = [] }: { ops?: { kind: string }[] } =
        request.body === undefined ? {} : JSON.parse(new TextDecoder().decode(request.body));
      for (const { kind } of ops) sent.push(kind);
      if (ops.some(({ kind }) => kind === 'safety.alert')) await line;
      return await proceed();
    };
    for (const each of [tab, other]) each.signals.tell('online');
    await until(() => sent.length > 0);
    return { clinic, tab, other, alert, sent, arrives };
  }

  test('a form does not overtake an alert - another tab has the alert on the line', async () => {
    const { clinic, tab, other, alert, sent, arrives } = await alertOnTheLine();
    for (let seconds = 0; seconds < 25; seconds += 5) {
      other.clock.advance(5_000);
      await turns(100);
    }
    expect(sent).toEqual(['safety.alert']);
    arrives();
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.get(alert.opId)?.receipt.seq).toBe(1);
  });

  test('a form goes - the tab with the alert on the line is frozen for longer than a request takes', async () => {
    const { clinic, other, sent } = await alertOnTheLine();
    await eventually(other.clock, () => clinic.ledger.size > 0);
    expect(sent).toContain('intake.submit');
  });

  test('an alert does not wait for a form whose request hangs (G4)', async () => {
    const { clinic, tab } = await setOut();
    let hanging = 0;
    clinic.state.weather = async (request, proceed) => {
      const ops: { kind: string }[] = JSON.parse(new TextDecoder().decode(request.body)).ops;
      if (ops.every((each) => each.kind === 'safety.alert')) return await proceed();
      hanging += 1;
      return await new Promise(() => undefined);
    };
    const form = await handsIn(tab, 1);
    await until(() => hanging > 0);
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    await until(async () =>
      (await tab.client.deliveries.list()).some(
        (each) => each.opId === alert.opId && each.state === 'received',
      ),
    );
    expect((await tab.client.deliveries.list()).find((each) => each.opId === form.opId)?.state).toBe(
      'sending',
    );
  });

  test('two rules of one session arrive in their order', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await tab.client.deliveries.send(alertSubmission(sampleAlert(1, 'first')), 'own');
    await tab.client.deliveries.send(alertSubmission(sampleAlert(1, 'second')), 'own');
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    const sent = clinic.pushes().flatMap((push) => push.ops.map((operation) => operation.laneNo));
    expect(sent.slice(-2)).toEqual([1, 2]);
  });
});

describe('photos', () => {
  test('arrive before their form, and the form says how far they are', async () => {
    const { clinic, tab } = await setOut();
    const seen: string[] = [];
    const stop = tab.client.deliveries.watch((deliveries) => {
      for (const { state, why: reason, upload } of deliveries)
        seen.push(`${state} ${reason} ${upload && upload.done < upload.total}`);
    });
    const { opId } = await handsIn(tab, 1, 'own', 3);
    await until(allReceived(tab));
    expect(seen).toContain('queued photos true');
    expect(clinic.ledger.get(opId)?.content).toMatchObject({ attachments: [{}, {}, {}] });
    expect(clinic.pushes().flatMap((push) => push.ops)).toHaveLength(1);
    expect((await tab.client.deliveries.list())[0]).not.toHaveProperty('upload');
    stop();
  });

  test('keep neither an alert nor another form waiting - their upload hangs', async () => {
    const { clinic, tab } = await setOut();
    let hanging = 0;
    clinic.state.weather = async (request, proceed) => {
      if (request.method !== 'PATCH') return await proceed();
      hanging += 1;
      return await new Promise(() => undefined);
    };
    const slow = await handsIn(tab, 1, 'own', 1);
    await until(() => hanging > 0);
    const quick = [
      await handsIn(tab, 2),
      await tab.client.deliveries.send(alertSubmission(sampleAlert(3)), 'own'),
    ];
    await until(() => quick.every(({ opId }) => clinic.ledger.has(opId)));
    expect(clinic.ledger.has(slow.opId)).toBe(false);
    const deliveries = await tab.client.deliveries.list();
    expect(deliveries.find(({ opId }) => opId === slow.opId)).toMatchObject({
      state: 'queued',
      why: 'photos',
    });
  });

  test('are not the reason that is told - where nobody answers at all', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    await handsIn(tab, 1, 'own', 1);
    await until(async () => (await why(tab))[0] === 'offline');
    clinic.state.weather = undefined;
    await eventually(tab.clock, allReceived(tab));
  });

  test('that another tab has uploaded before it was closed let the form go', async () => {
    const { clinic, phone, tab } = await setOut();
    const other = await phone.opens();
    clinic.state.weather = async (request, proceed) =>
      request.url.endsWith('/push') ? await lost(request, proceed) : await proceed();
    await handsIn(tab, 1, 'own', 1);
    await until(() => clinic.shelf.names().length === 1);
    await tab.client.stop();
    clinic.state.weather = undefined;
    await eventually(other.clock, allReceived(other));
    expect(clinic.ledger.size).toBe(1);
  });
});

describe('an operation that comes after others', () => {
  test('waits for them, whatever their lane, and says so to the server', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'later';
    const first = await handsIn(tab, 1);
    await until(async () => (await why(tab))[0] === 'server-busy');
    clinic.state.weather = lost;
    const second = await handsIn(tab, 2);
    await tab.store.write(['outbox'], async (transaction) => {
      const row = await transaction.get('outbox', second.opId);
      if (row !== undefined) await transaction.put('outbox', { ...row, after: [first.opId] });
    });
    clinic.state.weather = undefined;
    const before = clinic.pushes().length;
    await tab.client.deliveries.sendNow();
    const sent = clinic
      .pushes()
      .slice(before)
      .flatMap((push) => push.ops);
    expect(new Set(sent.map((operation) => operation.opId))).toEqual(new Set([first.opId]));
    clinic.state.outcome = () => 'applied';
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(['received', 'received']);
    expect(clinic.ledger.get(second.opId)?.operation.after).toEqual([first.opId]);
    expect(clinic.ledger.get(first.opId)?.receipt.seq).toBe(1);
  });
});

describe('witnesses of a restore', () => {
  test('are the eight newest receipts of the epoch - of a device that has forty', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    for (let number = 1; number <= 40; number += 1) await handsIn(tab, number);
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    await handsIn(tab, 41);
    await until(allReceived(tab));
    const witnesses = clinic.pushes().at(-1)?.witnesses ?? [];
    expect(witnesses.map((receipt) => receipt.seq)).toEqual([40, 39, 38, 37, 36, 35, 34, 33]);
    for (const receipt of witnesses) expect(clinic.ledger.get(receipt.opId)?.receipt).toEqual(receipt);
  });

  test('are none before the first receipt, and none of an earlier epoch', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab, 1);
    await until(allReceived(tab));
    for (const push of clinic.pushes()) expect(push.witnesses).toEqual([]);
    clinic.state.epoch = EPOCH_TWO;
    const before = clinic.pushes().length;
    tab.signals.tell('focus');
    await eventually(tab.clock, async () => clinic.pushes().length > before && (await allReceived(tab)()));
    for (const push of clinic.pushes()) for (const each of push.witnesses) expect(each.epoch).toBe(EPOCH_TWO);
  });
});

describe('no key to seal to', () => {
  test('an alert waits for one, says so, and then goes first', async () => {
    const clinic = await createClinic();
    const { newest } = clinic.manifests;
    clinic.manifests.current = undefined;
    clinic.manifests.newest = undefined;
    const phone = keep(createPhone({ clinic }));
    const tab = await phone.opens();
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
    await until(async () => (await why(tab))[0] === 'no-key');
    expect(clinic.ledger.size).toBe(0);
    clinic.manifests.newest = newest;
    await handsIn(tab, 1);
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.ledger.get(alert.opId)).toMatchObject({ receipt: { seq: 1 }, content: sampleAlert(2) });
    expect((await tab.client.deliveries.list())[0]).not.toHaveProperty('why');
  });
});
