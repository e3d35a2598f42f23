import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAnswerSchema, type Today, todaySchema } from '../../../protocol/api/day.ts';
import { type CheckInList, checkInListSchema } from '../../../protocol/api/kiosk.ts';
import { codeHash, importCheckInKey, personHashes } from '../../../seal/check-in-hash.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { createTestDevice } from '../../testing/test-device.ts';
import { enrolKiosk, openTestClinic, type TestKiosk } from '../../testing/test-kiosk.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let console: TestConsole;
let kiosk: TestKiosk;
let cookie: string;
beforeAll(async () => {
  ({ server, console, cookie, kiosk } = await openTestClinic());
});
afterAll(() => server.close());

const HEAD = 'time,given name,family name,birth date,code,forms';
const importing = (...lines: string[]) =>
  console.call('POST', 'meadow/api/today/import', cookie, { csv: [HEAD, ...lines].join('\n') });
const today = async (): Promise<Today> =>
  todaySchema.parse(JSON.parse((await console.call('GET', 'meadow/api/today', cookie)).body));
const checkInList = async (of = kiosk): Promise<CheckInList> =>
  checkInListSchema.parse((await of.ask('GET', 'check-in-list')).json);
const arrive = (over: object = {}, of = kiosk) =>
  of.ask('POST', 'arrivals', { id: randomUUID(), language: 'en', at: new Date().toISOString(), ...over });

describe('the day (promises 5, 7 and 8)', () => {
  it('is imported once, however often its file is', async () => {
    const lines = ['10:40,Ada,Example,1984-05-12,ADA-1040,sleep', '11:00,Bo,Sample,1990-03-31,,'];
    const first = importAnswerSchema.parse(JSON.parse((await importing(...lines)).body));
    expect([first.added, first.known]).toEqual([2, 0]);
    const again = importAnswerSchema.parse(
      JSON.parse((await importing(...lines, '12:00,Cy,Person,1970-01-31,,')).body),
    );
    expect([again.added, again.known]).toEqual([1, 2]);
    expect((await today()).appointments.map(({ time, givenName }) => `${time} ${givenName}`)).toEqual([
      '10:40 Ada',
      '11:00 Bo',
      '12:00 Cy',
    ]);
  });

  it('takes nothing of a file with a fault in it, and names the line', async () => {
    const answer = await importing('13:00,Di,Person,1970-01-31,,', '14:00,Ed,Person,01/02/1970,,');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).errors).toEqual([
      { pointer: '/lines/3/birthDate', detail: 'ambiguous-date' },
    ]);
    expect((await today()).appointments).toHaveLength(3);
  });

  it('takes somebody by hand, and lets them go', async () => {
    const body = {
      time: '15:00',
      givenName: ' Eve ',
      familyName: 'Person',
      birthDate: '1980-02-29',
      due: [],
    };
    const added = await console.call('POST', 'meadow/api/today/appointments', cookie, body);
    const { appointments } = todaySchema.parse(JSON.parse(added.body));
    const eve = appointments.find(({ givenName }) => givenName === 'Eve');
    expect(eve).toMatchObject({ time: '15:00', source: 'hand', code: null, arrival: null });
    const gone = await console.call('DELETE', `meadow/api/today/appointments/${eve?.id}`, cookie);
    expect(gone.body).not.toContain('Eve');
    for (const wrong of [
      { birthDate: '2999-01-01' },
      { birthDate: '1980-02-30' },
      { due: ['dance'] },
      { time: '7' },
    ])
      expect(
        (await console.call('POST', 'meadow/api/today/appointments', cookie, { ...body, ...wrong })).code,
      ).toBe('INVALID_REQUEST');
  });

  it('lies in the database without a name, a birth date or a code that could be read', async () => {
    const rows = JSON.stringify(await server.database.sql`select * from appointments`);
    for (const text of ['Ada', 'Example', '1984-05-12', 'ADA-1040']) expect(rows).not.toContain(text);
    expect(await today().then(({ appointments }) => appointments[0]?.familyName)).toBe('Example');
  });

  it('is for those who may decide', async () => {
    const auditor = await console.signIn('meadow', 'auditor');
    const asked = [
      await console.call('POST', 'meadow/api/today/import', auditor, { csv: HEAD }),
      await console.call('DELETE', `meadow/api/today/appointments/${randomUUID()}`, auditor),
      await console.call('POST', `meadow/api/paused/${randomUUID()}/release`, auditor, {}),
    ];
    expect(asked.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'ROLE_NOT_ALLOWED'));
    const brook = await console.signIn('brook');
    expect((await console.call('GET', 'brook/api/today', brook)).body).not.toContain('Ada');
  });
});

describe('the check-in list (promise 4)', () => {
  it('finds who comes by birth date and name, or code, and says nothing to anybody else', async () => {
    const list = await checkInList();
    const key = await importCheckInKey(new Uint8Array(Buffer.from(list.secret, 'base64url')));
    const wanted = await personHashes(key, 'meadow', '1984-05-12', 'EXAMPLE, ada');
    const found = list.entries.filter(({ person }) => person.some((hash) => wanted.includes(hash)));
    expect(found).toMatchObject([{ time: '10:40', due: ['sleep'] }]);
    expect(found[0]?.code).toBe(await codeHash(key, 'meadow', 'ada 1O4O'));
    const text = JSON.stringify(list);
    // Whole ones: a hash may have a few of their letters by chance.
    for (const name of ['"Ada', 'Example', '1984-05-12', 'ADA-1040']) expect(text).not.toContain(name);
  });

  it('has a secret of its own for each kiosk and day, and the same for one that asks again', async () => {
    const other = await enrolKiosk(server, { name: 'Hall' });
    const lists = [await checkInList(), await checkInList(), await checkInList(other)];
    const secrets = lists.map(({ secret }) => secret);
    expect(secrets[0]).toBe(secrets[1]);
    expect(new Set(secrets).size).toBe(2);
    expect(secrets.map((secret) => Buffer.from(secret, 'base64url').length)).toEqual([32, 32, 32]);
    expect(JSON.stringify(await server.database.sql`select * from day_keys`)).not.toContain(secrets[0]);
  });

  it('has another version as soon as it changes, which the health answer tells', async () => {
    const before = await checkInList();
    expect((await kiosk.health()).json).toMatchObject({ checkInVersion: before.version });
    await importing('16:00,Fay,Person,1971-01-31,,');
    const after = await checkInList();
    expect(after.version).not.toBe(before.version);
    expect((await kiosk.health()).json).toMatchObject({ checkInVersion: after.version });
  });
});

describe('a new day (promise 6)', () => {
  it('brings demo appointments to demo vendors, once, and takes what is over with its key', async () => {
    await server.turns.turn();
    await server.turns.turn();
    const first = await today();
    const demo = first.appointments.filter(({ source }) => source === 'demo');
    expect(demo).toHaveLength(8);
    expect(demo.find(({ familyName }) => familyName === 'Example')).toMatchObject({
      givenName: 'Ada',
      birthDate: '1984-05-12',
      time: '10:40',
      code: 'ADA-1040',
      due: ['sleep'],
    });
    const days = async () =>
      (
        await server.database.sql<{ day: string }[]>`
          select distinct day from appointments where vendor = 'meadow'
          union select day from day_keys where vendor = 'meadow' union select day from arrivals where vendor = 'meadow'
          order by day`
      ).map(({ day }) => day);
    const session = randomUUID();
    await arrive({ session });
    server.pass(86_400_000);
    await server.turns.turn();
    expect(await days()).toHaveLength(2);
    // Who goes on with a form of yesterday has come again.
    expect((await arrive({ session })).json).toEqual({ queueNumber: '1' });
    server.pass(86_400_000);
    await server.turns.turn();
    expect(await days()).not.toContain(first.day);
    cookie = await console.signIn();
    const later = await today();
    expect(later.day).not.toBe(first.day);
    expect(later.appointments.map(({ source }) => source)).toEqual(Array.from({ length: 8 }, () => 'demo'));
  });
});

describe('help (promise 9)', () => {
  const calls = async () =>
    JSON.parse((await console.call('GET', 'meadow/api/help-calls', cookie)).body).calls;
  const call = (id: string, reason: string) =>
    kiosk.ask('POST', 'help', { id, reason, at: new Date().toISOString() });

  it('is called for, shown and answered, and the patient is told no more than that', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await call(first, 'help')).json).toEqual({ state: 'waiting' });
    expect((await call(second, 'crisis')).json).toEqual({ state: 'waiting' });
    expect((await calls()).map(({ id, reason, kiosk: name }: never) => [id, reason, name])).toEqual([
      [second, 'crisis', 'Front door'],
      [first, 'help', 'Front door'],
    ]);
    expect((await call(first, 'help')).json).toEqual({ state: 'waiting' });
    await console.call('POST', 'meadow/api/help-calls/seen', cookie, { ids: [first, second] });
    expect((await call(first, 'help')).json).toEqual({ state: 'shown' });
    await console.call('POST', `meadow/api/help-calls/${second}/answer`, cookie, {});
    expect((await call(second, 'crisis')).json).toEqual({ state: 'answered' });
    expect(await calls()).toHaveLength(1);
    // It turns into a crisis: it is one from then on.
    await call(first, 'crisis');
    expect(await calls()).toMatchObject([{ id: first, reason: 'crisis' }]);
    await console.call('POST', `meadow/api/help-calls/${first}/answer`, cookie, {});
    expect(await calls()).toEqual([]);
  });

  it("reaches the staff's screens at once", async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/console/meadow/api/events',
      headers: { host: 'care.example', cookie },
      payloadAsStream: true,
    });
    expect(answer.headers['content-type']).toBe('text/event-stream');
    const stream = answer.stream();
    const heard = new Promise<void>((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: wake')) resolve();
      });
    });
    await call(randomUUID(), 'help');
    await heard;
    stream.destroy();
  });

  it("is nobody's but the vendor's", async () => {
    const brook = await console.signIn('brook');
    const id = randomUUID();
    await call(id, 'help');
    expect((await console.call('GET', 'brook/api/help-calls', brook)).body).not.toContain(id);
    expect((await console.call('POST', `brook/api/help-calls/${id}/answer`, brook, {})).status).toBe(404);
  });
});

describe('a hand-off (promise 12)', () => {
  const put = (id: string, of = kiosk, sealedText = 'c2VhbGVk') =>
    of.ask('PUT', `hand-offs/${id}`, { iv: 'aXY', sealed: sealedText });
  const claim = async (id: string, vendor = 'meadow') => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/connect/${vendor}/hand-offs/${id}/claim`,
      headers: { host: 'care.example' },
    });
    return { status: answer.statusCode, body: answer.body };
  };

  it('is fetched once: of many phones at a time, one has it', async () => {
    const id = randomUUID();
    expect((await put(id)).status).toBe(204);
    expect((await claim(id, 'brook')).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 404, 404, 404, 404, 404,
    ]);
    const found = answers.find(({ status }) => status === 200);
    expect(JSON.parse(found?.body ?? '')).toEqual({ iv: 'aXY', sealed: 'c2VhbGVk' });
  });

  it('is over after five minutes', async () => {
    const id = randomUUID();
    await put(id);
    server.pass(5 * 60_000 + 1);
    expect((await claim(id)).status).toBe(404);
    await server.turns.turn();
    expect(await server.database.sql`select 1 from hand_offs`).toHaveLength(0);
  });

  it('can be put again by its own kiosk, and by no other', async () => {
    const id = randomUUID();
    const other = await enrolKiosk(server, { name: 'Hall' });
    await put(id);
    expect((await put(id, other, 'b3RoZXI')).status).toBe(404);
    expect((await put(id, kiosk, 'YWdhaW4')).status).toBe(204);
    expect((await claim(id)).body).toContain('YWdhaW4');
  });

  it('may be as large as a draft is, and no larger', async () => {
    const id = randomUUID();
    expect((await put(id, kiosk, 'A'.repeat(2_000_000))).status).toBe(204);
    expect((await put(id, kiosk, 'A'.repeat(2_000_001))).status).toBe(400);
    expect((await put(id, kiosk, 'A'.repeat(2_200_000))).status).toBe(413);
  });

  it('is not found by trying', async () => {
    const statuses = [];
    for (let tries = 0; tries < 40; tries++) statuses.push((await claim(randomUUID())).status);
    expect(statuses).toContain(429);
    server.pass(60_000);
  });
});

describe('bad input (promise 13)', () => {
  it.each([
    ['health', '{"version":1}', 'INVALID_REQUEST'],
    ['arrivals', '{"id":"x"}', 'INVALID_REQUEST'],
    ['help', '[]', 'INVALID_REQUEST'],
    ['resume', '{"code":"K7-42QF","birthDate":"yesterday"}', 'INVALID_REQUEST'],
    ['enrol', '{"code":1}', 'INVALID_REQUEST'],
    ['health', '<html>', 'MALFORMED_JSON'],
    ['arrivals', '', 'MALFORMED_JSON'],
  ])('%s gets a problem document for %s', async (path, text, code) => {
    const answer = await kiosk.device.request(server.send, 'POST', `/connect/meadow/kiosk/v1/${path}`, text);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-sync-protocol')).toBe('1');
    expect(JSON.parse(answer.text).code).toBe(code);
  });

  it('repeats nothing of what was typed, and logs nothing of it', async () => {
    cookie = await console.signIn();
    const answer = await importing('noon,Zebedee,Quillfeather,01/02/1970,,');
    expect(answer.body).not.toMatch(/Zebedee|Quillfeather|1970/);
    expect(server.log()).not.toMatch(/Zebedee|Quillfeather|1970/);
    const stranger = await createTestDevice();
    expect((await stranger.request(server.send, 'POST', '/connect/nobody/kiosk/v1/help', '{}')).status).toBe(
      404,
    );
    expect(createHash('sha256').update(server.log()).digest('hex')).toBe(
      createHash('sha256').update('').digest('hex'),
    );
  });
});
