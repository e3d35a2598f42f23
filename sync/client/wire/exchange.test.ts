import { afterEach, describe, expect, test } from 'vitest';
import { captivePortal, createClinic, lost, status } from '../testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone, statesOf, type Tab } from '../testing/phone.ts';
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

describe('an answer that is none', () => {
  test('failure-37: the page of a captive portal changes nothing', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = captivePortal;
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'offline');
    expect(await statesOf(tab)).toEqual(['queued']);
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(['received']);
  });

  test.each([
    ["JSON of the right shape without the protocol's header", { 'x-sync-protocol': '' }],
    ['the right header on another media type', { 'content-type': 'application/json' }],
  ])('failure-37: %s is not believed', async (_what, headers) => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = async (_request, proceed) => {
      const genuine = await proceed();
      return { ...genuine, headers: { ...genuine.headers, ...headers } };
    };
    await handsIn(tab);
    await until(() => clinic.ledger.size === 1);
    await until(async () => (await why(tab))[0] !== undefined);
    expect(await statesOf(tab)).toEqual(['queued']);
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(['received']);
  });

  test.each([
    '{"results":[',
    '{}',
    '[]',
    'null',
    '{"epoch":"x","safeThrough":0,"serverTime":"y","results":[]}',
  ])('a body that the schema refuses changes nothing: %s', async (body) => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = async (_request, proceed) => ({ ...(await proceed()), body });
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'not-understood' || clinic.requests.length > 1);
    await until(async () => (await why(tab))[0] === 'not-understood');
    expect(await statesOf(tab)).toEqual(['queued']);
  });

  test('failure-34: 400, 403, 404, 409, 422 and 500 leave the operation queued', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    for (const code of [400, 403, 404, 409, 422, 500]) {
      clinic.state.weather = status(code);
      await handsIn(tab, code);
      await until(async () => (await why(tab)).at(-1) !== undefined);
      expect((await statesOf(tab)).at(-1)).toBe('queued');
      clinic.state.weather = undefined;
      await tab.client.deliveries.sendNow();
      expect((await statesOf(tab)).at(-1)).toBe('received');
    }
  });

  test('silence is called offline after four seconds, and given up after thirty', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab);
    await until(allReceived(tab));
    let asked = 0;
    clinic.state.weather = async (request, proceed) => {
      if (request.method === 'GET') return await proceed();
      asked += 1;
      return new Promise(() => undefined);
    };
    await handsIn(tab, 2);
    await until(() => asked > 0);
    expect(await statesOf(tab)).toContain('sending');
    expect(tab.client.connection().state).toBe('online');
    tab.clock.advance(4_000);
    expect(tab.client.connection().state).toBe('offline');
    expect(await statesOf(tab)).toContain('sending');
    tab.clock.advance(26_000);
    await until(async () => (await statesOf(tab)).includes('queued'));
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(['received', 'received']);
  });
});

describe('an answer to the whole request', () => {
  test('failure-31: a 401 with a new nonce is answered at once, and nobody is asked to sign in', async () => {
    const { clinic, tab } = await setOut();
    const reasons = new Set<string | undefined>();
    tab.client.deliveries.watch((deliveries) => {
      for (const { why: reason } of deliveries) reasons.add(reason);
    });
    await handsIn(tab);
    await until(allReceived(tab));
    expect(clinic.state.nonceRequests).toBe(1);
    clinic.state.nonce = 'nonce-2';
    await handsIn(tab, 2);
    await until(allReceived(tab));
    expect(clinic.state.nonceRequests).toBeGreaterThan(1);
    expect([...reasons]).toEqual([undefined]);
  });

  test('failure-32: a 401 that stays says `sign-in-needed` and keeps everything', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = status(401);
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'sign-in-needed');
    expect(await statesOf(tab)).toEqual(['queued']);
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(['received']);
  });

  test('426 says `update-needed` and keeps everything', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = status(426);
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'update-needed');
    expect(await statesOf(tab)).toEqual(['queued']);
  });

  test.each([429, 503])('%i waits as long as the server asks, and no longer', async (code) => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = status(code, { 'retry-after': '120' });
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === 'server-busy');
    const before = clinic.pushes().length;
    clinic.state.weather = undefined;
    tab.signals.tell('focus');
    await until(() => tab.clock.timers() > 0);
    tab.clock.advance(119_000);
    tab.signals.tell('online');
    await turns(100);
    expect(clinic.pushes()).toHaveLength(before);
    tab.clock.advance(1_000);
    await until(allReceived(tab));
  });

  test('failure-48: 413 halves the batch until it fits', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    for (let number = 1; number <= 8; number += 1) await handsIn(tab, number);
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    const before = clinic.pushes().length;
    clinic.state.weather = async (request, proceed) => {
      const count = JSON.parse(new TextDecoder().decode(request.body)).ops.length;
      return count > 2 ? await status(413)(request, proceed) : await proceed();
    };
    await tab.client.deliveries.sendNow();
    expect(await statesOf(tab)).toEqual(Array(8).fill('received'));
    const sizes = clinic
      .pushes()
      .slice(before)
      .map((push) => push.ops.length);
    expect(sizes.filter((size) => size > 2).length).toBeGreaterThanOrEqual(2);
    expect(clinic.ledger.size).toBe(8);
  });

  test('failure-41: one operation that breaks every request it is in holds up no other', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    const poison = await handsIn(tab, 1);
    for (let number = 2; number <= 6; number += 1) await handsIn(tab, number);
    await until(async () => (await why(tab)).every((each) => each === 'offline'));
    clinic.state.weather = async (request, proceed) => {
      const ops: { opId: string }[] = JSON.parse(new TextDecoder().decode(request.body)).ops;
      return ops.some((each) => each.opId === poison.opId)
        ? await status(500)(request, proceed)
        : await proceed();
    };
    await eventually(tab.clock, () => clinic.ledger.size === 5, 'the five good ones');
    expect((await tab.client.deliveries.list())[0]).toMatchObject({ opId: poison.opId, state: 'queued' });
  });
});
