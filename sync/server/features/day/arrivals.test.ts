import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Today, todaySchema } from '../../../protocol/api/day.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { intake, sealed } from '../../testing/test-device.ts';
import { enrolKiosk, type TestKiosk } from '../../testing/test-kiosk.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { queueNumberOf } from './arrivals.ts';

let server: TestServer;
let console: TestConsole;
let kiosk: TestKiosk;
let cookie: string;
beforeAll(async () => {
  server = await openTestServer();
  console = openConsole(server);
  cookie = await console.signIn();
  kiosk = await enrolKiosk(server);
  await importing('10:40,Ada,Example,1984-05-12,ADA-1040,sleep');
});
afterAll(() => server.close());

const HEAD = 'time,given name,family name,birth date,code,forms';
const importing = (...lines: string[]) =>
  console.call('POST', 'meadow/api/today/import', cookie, { csv: [HEAD, ...lines].join('\n') });
const today = async (): Promise<Today> =>
  todaySchema.parse(JSON.parse((await console.call('GET', 'meadow/api/today', cookie)).body));
const arrive = (over: object = {}, of = kiosk) =>
  of.ask('POST', 'arrivals', { id: randomUUID(), language: 'en', at: new Date().toISOString(), ...over });

describe('arrivals (promise 8)', () => {
  it('get a number of the day, the same for every retry and for the same appointment', async () => {
    const ada = (await today()).appointments.find(({ givenName }) => givenName === 'Ada');
    const id = randomUUID();
    const session = randomUUID();
    const first = await arrive({ id, appointment: ada?.id, session });
    expect(first.json).toEqual({ queueNumber: '1' });
    expect((await arrive({ id, appointment: ada?.id, session })).json).toEqual({ queueNumber: '1' });
    expect((await arrive()).json).toEqual({ queueNumber: '2' });
    expect((await arrive({ appointment: ada?.id })).json).toEqual({ queueNumber: '1' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => arrive()));
    expect(answers.map(({ json }) => JSON.stringify(json)).toSorted()).toEqual(
      ['3', '4', '5', '6', '7'].map((queueNumber) => JSON.stringify({ queueNumber })),
    );
    // The answers that go with it.
    await kiosk.device.push(server.send, 'meadow', [
      kiosk.link(sealed('intake.submit', intake(server.formHash, { session }))),
    ]);
    const { appointments, walkIns } = await today();
    expect(appointments.find(({ givenName }) => givenName === 'Ada')?.arrival).toMatchObject({
      queueNumber: '1',
      kiosk: 'Front door',
      language: 'en',
      caseId: expect.any(String),
    });
    expect(walkIns.map(({ queueNumber }) => queueNumber)).toEqual(['2', '3', '4', '5', '6', '7']);
  });

  it('are told once more when the answers are sent, and are one then, with their answers', async () => {
    const [id, session] = [randomUUID(), randomUUID()];
    const first = (await arrive({ id })).json;
    await kiosk.device.push(server.send, 'meadow', [
      kiosk.link(sealed('intake.submit', intake(server.formHash, { session }))),
    ]);
    expect((await arrive({ id, session })).json).toEqual(first);
    // A retry of the first call that comes late takes nothing away.
    expect((await arrive({ id })).json).toEqual(first);
    const found = (await today()).walkIns.filter((one) => one.id === id);
    expect(found).toMatchObject([{ caseId: expect.any(String) }]);
    // Another kiosk's word changes nothing of it.
    const other = await enrolKiosk(server, { name: 'Hall' });
    await arrive({ id, session: randomUUID() }, other);
    expect((await today()).walkIns.find((one) => one.id === id)?.caseId).toEqual(expect.any(String));
  });

  /** What the desk sees of somebody whose form is this. */
  const sends = (session: string, of = kiosk) =>
    of.device.push(server.send, 'meadow', [
      of.link(sealed('intake.submit', intake(server.formHash, { session }))),
    ]);
  const numberOf = (answer: { readonly json: unknown }) =>
    (answer.json as { readonly queueNumber: string }).queueNumber;
  const walkInsSince = async (before: Today) => {
    const known = new Set(before.walkIns.map(({ id }) => id));
    return (await today()).walkIns.filter(({ id }) => !known.has(id));
  };

  it('are one for who pauses and goes on at another kiosk, with the answers', async () => {
    const other = await enrolKiosk(server, { name: 'Hall' });
    const before = await today();
    const [first, second, session] = [randomUUID(), randomUUID(), randomUUID()];
    const checkedIn = await arrive({ id: first });
    await arrive({ id: first, session });
    expect((await arrive({ id: second, session }, other)).json).toEqual(checkedIn.json);
    await sends(session, other);
    expect(await walkInsSince(before)).toMatchObject([
      { ...(checkedIn.json as object), kiosk: 'Front door', caseId: expect.any(String) },
    ]);
  });

  it('become one where the kiosk of the pause was offline, under the number that was told last', async () => {
    const other = await enrolKiosk(server, { name: 'Yard' });
    const before = await today();
    const [first, second, session] = [randomUUID(), randomUUID(), randomUUID()];
    await arrive({ id: first });
    const last = await arrive({ id: second, session }, other);
    await sends(session, other);
    // What the first kiosk couldn't tell before.
    expect((await arrive({ id: first, session })).json).toEqual(last.json);
    expect((await arrive({ id: second, session }, other)).json).toEqual(last.json);
    expect(await walkInsSince(before)).toMatchObject([
      { ...(last.json as object), caseId: expect.any(String) },
    ]);
    // Nobody else is called by the number that is free now.
    expect(Number(numberOf(await arrive()))).toBe(Number(numberOf(last)) + 1);
  });

  it('become one where all of the first comes after the second', async () => {
    const other = await enrolKiosk(server, { name: 'Garden' });
    const before = await today();
    const session = randomUUID();
    const last = await arrive({ session }, other);
    const first = { id: randomUUID(), session };
    expect((await arrive(first)).json).toEqual(last.json);
    expect((await arrive(first)).json).toEqual(last.json);
    expect(await walkInsSince(before)).toHaveLength(1);
  });

  it('stay at the appointment that was confirmed before the pause', async () => {
    await importing('17:00,Gil,Person,1972-01-31,,');
    const gil = (await today()).appointments.find(({ givenName }) => givenName === 'Gil');
    const other = await enrolKiosk(server, { name: 'Gate' });
    const before = await today();
    const session = randomUUID();
    await arrive({ appointment: gil?.id, session });
    await arrive({ session }, other);
    await sends(session, other);
    expect(await walkInsSince(before)).toEqual([]);
    const after = (await today()).appointments.find(({ id }) => id === gil?.id);
    expect(after?.arrival?.caseId).toEqual(expect.any(String));
  });

  it('keep each form of somebody with two, and show the newest that has come in', async () => {
    const before = await today();
    const [id, sent, paused] = [randomUUID(), randomUUID(), randomUUID()];
    const { json } = await arrive({ id });
    await sends(sent);
    await arrive({ id, session: sent });
    await arrive({ id, session: paused });
    const [shown] = await walkInsSince(before);
    expect(shown?.caseId).toEqual(expect.any(String));
    expect((await arrive({ session: paused })).json).toEqual(json);
    server.pass(1_000);
    await sends(paused);
    const [one, ...others] = await walkInsSince(before);
    expect(others).toEqual([]);
    expect(one?.caseId).toEqual(expect.any(String));
    expect(one?.caseId).not.toBe(shown?.caseId);
  });

  it('start over for every clinic', async () => {
    const brook = await enrolKiosk(server, { vendor: 'brook' });
    expect((await arrive({}, brook)).json).toEqual({ queueNumber: '1' });
  });

  it('stay short, however many there are', () => {
    expect([1, 999, 1000, 1998, 1999, 40_000].map(queueNumberOf)).toEqual([
      '1',
      '999',
      'A1',
      'A999',
      'B1',
      'V40',
    ]);
  });
});
