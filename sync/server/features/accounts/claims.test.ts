import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_CONNECTIONS } from '../../testing/test-database.ts';
import { intake, sealed } from '../../testing/test-device.ts';
import { enrolKiosk } from '../../testing/test-kiosk.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from './testing/test-accounts.ts';

const MINUTE = 60_000;
const BORN = '1990-05-04';

let clinic: TestAccounts;
let passed = 0;
const pass = (milliseconds: number) => {
  passed += milliseconds;
  clinic.server.pass(milliseconds);
};
let opened = 0;
const now = (before = 0) => new Date(opened + passed - before);
beforeAll(async () => {
  clinic = await openTestAccounts();
  const probe = await clinic.browser();
  opened = Date.parse((await probe.enter('probe@mail.example')).serverTime);
});
afterAll(() => clinic.server.close());
beforeEach(async () => {
  await clinic.server.database.sql`delete from rate_limits`;
  pass(1_000);
});

let people = 0;
const newAddress = () => `claimer-${people++}@mail.example`;
const { sent, published } = {
  sent: (device: TestBrowser, over: Parameters<TestAccounts['sent']>[0] | object = {}) =>
    clinic.sent({ device: device.device.deviceId, receivedAt: now(10 * MINUTE), ...over }),
  published: (person: string) =>
    clinic.published.filter((one) => one.person === person).flatMap(({ opIds }) => opIds),
};
const birthDateOf = async (person: string) =>
  (await clinic.server.database.sql`select birth_date from persons where id = ${person}`)[0]?.birth_date;

describe('a claim', () => {
  it('takes the one receipt that the account was begun from, and its birth date', async () => {
    const phone = await clinic.browser();
    const opId = sent(phone);
    const { person } = await phone.enter(newAddress());
    expect((await phone.claim([opId])).json).toEqual({ claimed: [opId] });
    expect(await birthDateOf(person)).toBe(BORN);
    expect(published(person)).toEqual([opId]);
  });

  it('without a birth date takes neither several, nor what is older than an hour, nor what came after the code was asked for', async () => {
    const phone = await clinic.browser();
    const [first, second, old] = [sent(phone), sent(phone), sent(phone, { receivedAt: now(61 * MINUTE) })];
    const { person } = await phone.enter(newAddress());
    const later = sent(phone, { receivedAt: now(-1) });
    const unreadable = sent(phone, { birthDate: null });
    for (const operations of [[first, second], [old], [later], [unreadable], [randomUUID()]])
      expect((await phone.claim(operations)).json).toEqual({ claimed: [] });
    expect(await birthDateOf(person)).toBeNull();
    expect((await phone.claim([first])).json).toEqual({ claimed: [first] });
  });

  it('without a birth date is of the session that a code opened, on the device that asked for it', async () => {
    const email = newAddress();
    const [phone, tablet] = [await clinic.browser(), await clinic.browser()];
    await tablet.enter(email);
    await tablet.call('PUT', 'password', { password: 'seven blue herons at dusk' });
    const opId = sent(phone);
    await phone.signIn(email, { password: 'seven blue herons at dusk' });
    expect((await phone.claim([opId])).json).toEqual({ claimed: [] });
    expect((await tablet.claim([opId])).json).toEqual({ claimed: [] });
  });

  it('takes what this very device has sent of that birth date, and nothing else', async () => {
    const [phone, other] = [await clinic.browser(), await clinic.browser()];
    const own = [sent(phone), sent(phone, { receivedAt: now(90 * 24 * 60 * MINUTE) })].toSorted();
    const others = [
      sent(other),
      sent(phone, { birthDate: '2015-01-01' }),
      sent(phone, { birthDate: null }),
      sent(phone, { vendor: 'brook' }),
      randomUUID(),
    ];
    const { person } = await phone.enter(newAddress());
    const { json } = await phone.claim([...own, ...others], BORN);
    expect(json).toEqual({ claimed: own });
    expect(await birthDateOf(person)).toBe(BORN);
    expect(published(person).toSorted()).toEqual(own);
    // The person's is known now: another's stays where it is.
    expect((await phone.claim(others.slice(1, 2), '2015-01-01')).json).toEqual({ claimed: [] });
    expect(await birthDateOf(person)).toBe(BORN);
  });

  it('may be repeated, also at the same time, and moves each once (A31)', async () => {
    const phone = await clinic.browser();
    const operations = [sent(phone), sent(phone), sent(phone)].toSorted();
    const { person } = await phone.enter(newAddress());
    const answers = await Promise.all([1, 2, 3].map(() => phone.claim(operations, BORN)));
    for (const { json } of answers) expect(json).toEqual({ claimed: operations });
    expect((await phone.claim(operations, BORN)).json).toEqual({ claimed: operations });
    expect(published(person).toSorted()).toEqual(operations);
  });

  it('says what of this very device is not judged yet, so that it is asked for again', async () => {
    const slow = await openTestAccounts({ judgeWithinMs: 0 });
    try {
      const { server } = slow;
      await server.judging.stop();
      const [phone, other] = [await slow.browser(), await slow.browser()];
      const push = async ({ device }: TestBrowser) => {
        const operation = sealed('intake.submit', intake(server.formHash));
        await device.push(server.send, 'meadow', [operation]);
        return operation.opId;
      };
      const [own, others] = [await push(phone), await push(other)];
      await phone.enter(newAddress());
      expect((await phone.claim([own, others, randomUUID()])).json).toEqual({ claimed: [], waiting: [own] });
    } finally {
      await slow.server.close();
    }
  });

  it('never moves what is another person’s already', async () => {
    const desk = await clinic.browser();
    const opId = sent(desk);
    const first = await desk.enter(newAddress());
    await desk.claim([opId], BORN);
    const second = await desk.enter(newAddress());
    expect((await desk.claim([opId], BORN)).json).toEqual({ claimed: [] });
    expect(
      await clinic.server.database.sql`select person from person_operations where op_id = ${opId}`,
    ).toEqual([{ person: first.person }]);
    expect(published(second.person)).toEqual([]);
    expect(await birthDateOf(second.person)).toBeNull();
  });

  it('is all or nothing: where publishing fails nothing has moved (A31)', async () => {
    const phone = await clinic.browser();
    const operations = [sent(phone), sent(phone)].toSorted();
    const { person } = await phone.enter(newAddress());
    clinic.patients.addClaimable({
      find: async (_transaction, _vendor, opIds) =>
        clinic.items.filter((item) => item.opId === operations[0] && opIds.includes(item.opId)),
      publish: async () => {
        if (isBroken) throw new Error('It can’t be published.');
      },
    });
    let isBroken = true;
    expect((await phone.claim(operations, BORN)).status).toBe(500);
    expect(
      await clinic.server.database.sql`select 1 from person_operations where person = ${person}`,
    ).toEqual([]);
    expect(await birthDateOf(person)).toBeNull();
    isBroken = false;
    expect((await phone.claim(operations, BORN)).json).toEqual({ claimed: operations });
  });

  it('is never a kiosk’s: nobody signs in there, and a session that it had claims nothing (A26)', async () => {
    const kiosk = await enrolKiosk(clinic.server);
    const post = async (path: string, body: object) =>
      (
        await kiosk.device.request(
          clinic.server.send,
          'POST',
          `/connect/meadow/account/v1/${path}`,
          JSON.stringify(body),
        )
      ).status;
    expect(await post('codes', { email: 'ada@mail.example', language: 'en' })).toBe(404);
    expect(
      await post('session', { email: 'ada@mail.example', language: 'en', shared: true, code: '000000' }),
    ).toBe(404);
    const phone = await clinic.browser();
    const [begun, opId] = [sent(phone), sent(phone)];
    await phone.enter(newAddress());
    expect((await phone.claim([begun], BORN)).json).toEqual({ claimed: [begun] });
    await clinic.server.database
      .sql`update kiosks set device = ${phone.device.deviceId} where id = ${kiosk.id}`;
    expect((await phone.claim([opId], BORN)).status).toBe(404);
    const { sql } = clinic.server.database;
    const { deviceId: device } = phone.device;
    const taken = await sql.begin((transaction) =>
      clinic.patients.take(transaction, [{ vendor: 'meadow', opId, device, birthDate: BORN }]),
    );
    expect(taken.size).toBe(0);
  });

  it('may be made ten times an hour by a device', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++) statuses.push((await phone.claim([randomUUID()], BORN)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('operations of a device that is signed in', () => {
  const take = (sentNow: Parameters<TestAccounts['patients']['take']>[1]) =>
    clinic.server.database.sql.begin((transaction) => clinic.patients.take(transaction, sentNow));

  it('become the person’s where the birth dates agree', async () => {
    const [phone, other] = [await clinic.browser(), await clinic.browser()];
    const begun = sent(phone);
    const { person } = await phone.enter(newAddress());
    await phone.claim([begun]);
    await other.enter(newAddress());
    const { deviceId: device } = phone.device;
    const [own, child, unread, elsewhere, unborn] = [1, 2, 3, 4, 5].map(() => randomUUID());
    const operations = [
      { vendor: 'meadow', opId: own ?? '', device, birthDate: BORN },
      { vendor: 'meadow', opId: child ?? '', device, birthDate: '2015-01-01' },
      { vendor: 'meadow', opId: unread ?? '', device, birthDate: null },
      { vendor: 'brook', opId: elsewhere ?? '', device, birthDate: BORN },
      // Of a person whose birth date nobody knows yet.
      { vendor: 'meadow', opId: unborn ?? '', device: other.device.deviceId, birthDate: BORN },
    ];
    expect([...(await take(operations))]).toEqual([[own, person]]);
    // Judged again, it is still theirs.
    expect([...(await take(operations))]).toEqual([[own, person]]);
    const persons = await clinic.server.database.sql.begin((transaction) =>
      clinic.patients.personsOf(transaction, 'meadow', [begun, own ?? '', child ?? '']),
    );
    expect(Object.fromEntries(persons)).toEqual({ [begun]: person, [own ?? '']: person });
    await phone.call('DELETE', 'session');
    const afterwards = randomUUID();
    expect((await take([{ vendor: 'meadow', opId: afterwards, device, birthDate: BORN }])).size).toBe(0);
  });

  it('wait for no second connection: as many transactions as there are connections come to an end', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    await phone.claim([sent(phone)]);
    const { deviceId: device } = phone.device;
    const { sql } = clinic.server.database;
    const held = Promise.withResolvers<void>();
    let open = 0;
    const judged = Array.from({ length: TEST_CONNECTIONS }, () =>
      sql.begin(async (transaction) => {
        await transaction`select 1`;
        open += 1;
        if (open === TEST_CONNECTIONS) held.resolve();
        await held.promise;
        return clinic.patients.take(transaction, [
          { vendor: 'meadow', opId: randomUUID(), device, birthDate: BORN },
        ]);
      }),
    );
    expect((await Promise.all(judged)).map(({ size }) => size)).toEqual(judged.map(() => 1));
  });

  it('stay nobody’s once a shared device was left', async () => {
    const desk = await clinic.browser();
    const begun = sent(desk);
    await desk.enter(newAddress(), { shared: true });
    await desk.claim([begun]);
    pass(16 * MINUTE);
    const { deviceId: device } = desk.device;
    expect((await take([{ vendor: 'meadow', opId: randomUUID(), device, birthDate: BORN }])).size).toBe(0);
  });
});
