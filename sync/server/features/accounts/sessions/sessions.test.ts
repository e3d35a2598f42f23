import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withCookie } from '../../../testing/test-patients.ts';
import { findSpokesman } from '../spokesman.ts';
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts';
import { MAX_SESSIONS } from './open-session.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());
beforeEach(async () => {
  await clinic.server.database.sql`delete from rate_limits`;
  clinic.server.pass(1_000);
});

let people = 0;
const newAddress = () => `person-${people++}@mail.example`;

describe('the cookie of a session', () => {
  it('is read by no script, on all paths, of one vendor, and says neither which nor whose', async () => {
    const phone = await clinic.browser();
    await phone.askForCode('ada@mail.example');
    const { setCookie = '' } = await phone.signIn('ada@mail.example', {
      code: clinic.codeFor('ada@mail.example'),
    });
    expect(setCookie).toMatch(/^p-[0-9a-f]{16}=[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Expires='])
      expect(setCookie).toContain(attribute);
    expect(setCookie).not.toMatch(/meadow|ada@|Secure|Domain/i);
    const shared = await clinic.browser();
    await shared.askForCode('ada@mail.example');
    const answer = await shared.signIn('ada@mail.example', {
      code: clinic.codeFor('ada@mail.example'),
      shared: true,
    });
    expect(answer.setCookie).not.toContain('Expires=');
  });

  it('has a name by HTTPS that no neighboring host can set (A29)', async () => {
    const secure = await openTestAccounts({ publicUrl: new URL('https://care.example') });
    try {
      const phone = await secure.browser();
      await phone.askForCode('ada@mail.example');
      const { setCookie = '' } = await phone.signIn('ada@mail.example', {
        code: secure.codeFor('ada@mail.example'),
      });
      expect(setCookie).toMatch(/^__Host-p-[0-9a-f]{16}=/);
      expect(setCookie).toContain('; Secure');
      expect(setCookie).toContain('Path=/;');
    } finally {
      await secure.server.close();
    }
  });

  it('counts as none where its name was sent twice (A29)', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    const own = phone.cookie();
    const name = own.split('=')[0] ?? '';
    expect((await phone.session({ cookie: own })).status).toBe(200);
    for (const cookie of [`${own}; ${name}=planted`, `${name}=planted; ${own}`, `${own}; ${own}`])
      expect(await phone.session({ cookie })).toMatchObject({ status: 401, code: 'SESSION_ENDED' });
    expect((await phone.session({ cookie: `other=1; ${own}; ${name}x=2` })).status).toBe(200);
  });

  it('is one for each vendor: signing in or out at one leaves the other (A28)', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    const here = await phone.enter(email);
    const there = await phone.enter(email, { vendor: 'brook' });
    expect(here.person).not.toBe(there.person);
    expect((await phone.session()).json.person).toBe(here.person);
    expect((await phone.session({ vendor: 'brook' })).json.person).toBe(there.person);
    const [first = '', second = ''] = phone.cookie().split('; ');
    // The value of one under the name of the other opens nothing.
    const swapped = `${first.split('=')[0]}=${second.split('=')[1]}`;
    expect((await phone.session({ cookie: swapped })).status).toBe(401);
    expect((await phone.call('DELETE', 'session', undefined, { vendor: 'brook' })).status).toBe(204);
    expect((await phone.session({ vendor: 'brook' })).status).toBe(401);
    expect((await phone.session()).status).toBe(200);
  });

  it('is worth nothing with the proof of another device', async () => {
    const [phone, thief] = [await clinic.browser(), await clinic.browser()];
    await phone.enter(newAddress());
    expect(await thief.session({ cookie: phone.cookie() })).toMatchObject({
      status: 401,
      code: 'SESSION_ENDED',
    });
    await thief.enter(newAddress());
    expect((await thief.session({ cookie: phone.cookie() })).status).toBe(401);
    expect((await phone.session()).status).toBe(200);
  });

  it('is in the database as its SHA-256 alone', async () => {
    const phone = await clinic.browser();
    const { person } = await phone.enter(newAddress());
    const rows = await clinic.server.database.sql`select * from patient_sessions where person = ${person}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(phone.cookie().split('=')[1]);
  });
});

describe('a session', () => {
  it('lasts for thirty days on the patient’s own device, however idle', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    clinic.server.pass(29 * DAY);
    expect((await phone.session()).status).toBe(200);
    clinic.server.pass(DAY);
    expect(await phone.session()).toMatchObject({ status: 401, code: 'SESSION_ENDED' });
  });

  it('ends on a shared device after fifteen minutes without a request, and after twelve hours', async () => {
    const desk = await clinic.browser();
    await desk.enter(newAddress(), { shared: true });
    for (let minutes = 0; minutes < 42; minutes += 14) {
      clinic.server.pass(14 * MINUTE);
      expect((await desk.session()).status).toBe(200);
    }
    clinic.server.pass(15 * MINUTE + 1_000);
    expect((await desk.session()).status).toBe(401);
    await desk.enter(newAddress(), { shared: true });
    for (let minutes = 0; minutes < 12 * 60 - 14; minutes += 14) {
      clinic.server.pass(14 * MINUTE);
      expect((await desk.session()).status).toBe(200);
    }
    clinic.server.pass(14 * MINUTE);
    expect((await desk.session()).status).toBe(401);
  });

  it('isn’t kept alive on a shared device by pages that pull records by themselves', async () => {
    const desk = await clinic.browser();
    await desk.enter(newAddress(), { shared: true });
    const pull = async () => {
      const send = withCookie(clinic.server.send, desk.cookie());
      return (await desk.device.request(send, 'GET', '/connect/meadow/sync/v1/records')).status;
    };
    clinic.server.pass(8 * MINUTE);
    expect(await pull()).toBe(200);
    clinic.server.pass(7 * MINUTE + 1_000);
    expect(await pull()).toBe(401);
    expect((await desk.session()).status).toBe(401);
  });

  it('changes its token daily, and all who ask at that moment learn the same one (A27)', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    const old = phone.cookie();
    clinic.server.pass(DAY + 1_000);
    // The nonce is of yesterday, too; this fetches one and leaves the session as it is.
    await phone.askForCode(newAddress());
    const answers = await Promise.all(Array.from({ length: 6 }, () => phone.session({ cookie: old })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const values = answers.map(({ setCookie }) => setCookie?.split(';')[0]);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).not.toBe(old);
    const proved = answers[0]?.json.provedAt;
    expect((await phone.session()).json.provedAt).toBe(proved);
    clinic.server.pass(59_000);
    expect((await phone.session({ cookie: old })).setCookie?.split(';')[0]).toBe(values[0]);
    // Who comes too late is refused, and clears nothing.
    clinic.server.pass(2_000);
    const late = await phone.session({ cookie: old });
    expect([late.status, late.setCookie]).toEqual([401, undefined]);
    phone.setCookie(values[0] ?? '');
    expect((await phone.session()).status).toBe(200);
  });

  it('gets a new token and time of proof by a new proof, and by nothing else', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    const first = await phone.enter(email);
    const [{ id } = { id: '' }] = (await phone.sessions()).json.sessions;
    const old = phone.cookie();
    clinic.server.pass(6 * MINUTE);
    expect((await phone.session()).json.provedAt).toBe(first.provedAt);
    const second = await phone.enter(email);
    expect(Date.parse(second.provedAt) - Date.parse(first.provedAt)).toBe(6 * MINUTE);
    expect(phone.cookie()).not.toBe(old);
    expect((await phone.sessions()).json.sessions.map((one) => one.id)).toEqual([id]);
    expect((await phone.session({ cookie: old })).status).toBe(200);
    clinic.server.pass(MINUTE);
    expect((await phone.session({ cookie: old })).status).toBe(401);
  });

  it('of another person on the same device ends before the new one begins', async () => {
    const desk = await clinic.browser();
    await desk.enter('first@mail.example');
    const first = desk.cookie();
    const { person } = await desk.enter('second@mail.example');
    expect((await desk.session({ cookie: first })).status).toBe(401);
    expect((await desk.session()).json.person).toBe(person);
    const bound = await clinic.server.database.sql`
      select person from device_persons where device = ${desk.device.deviceId} and until is null`;
    expect(bound).toEqual([{ person }]);
  });

  it('ends by signing out, together with the device’s binding', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    const cookie = phone.cookie();
    const answer = await phone.call('DELETE', 'session');
    expect(answer.status).toBe(204);
    expect(phone.cookie()).toBe('');
    expect((await phone.session({ cookie })).status).toBe(401);
    expect(
      await clinic.server.database.sql`
        select 1 from device_persons where device = ${phone.device.deviceId} and until is null`,
    ).toEqual([]);
  });

  it('is listed with its browser, and each can be ended, but no one else’s', async () => {
    const email = newAddress();
    const [phone, tablet, other] = await Promise.all([clinic.browser(), clinic.browser(), clinic.browser()]);
    await phone.enter(email);
    await tablet.enter(email, { shared: true });
    const stranger = await other.enter(newAddress());
    const { sessions } = (await phone.sessions()).json;
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => current)).toMatchObject({
      shared: false,
      browser: 'Chrome on Android',
    });
    const ofTablet = sessions.find(({ current }) => !current)?.id ?? '';
    const ofStranger = (await other.sessions()).json.sessions[0]?.id ?? '';
    expect(ofStranger).not.toBe('');
    for (const id of [ofStranger, randomUUID(), 'no-id'])
      expect(await phone.call('DELETE', `sessions/${id}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await other.call('DELETE', `sessions/${ofTablet}`)).status).toBe(404);
    expect((await other.session()).json.person).toBe(stranger.person);
    await other.enter(email, { vendor: 'brook' });
    expect((await other.call('DELETE', `sessions/${ofTablet}`, undefined, { vendor: 'brook' })).status).toBe(
      404,
    );
    expect((await tablet.session()).status).toBe(200);
    expect(clinic.changesFor(email)).toEqual(['signed-in']);
    expect((await phone.call('DELETE', `sessions/${ofTablet}`)).status).toBe(204);
    expect((await tablet.session()).status).toBe(401);
    // Whoever did it: a thief signs out the owner's devices one by one, too.
    expect(clinic.changesFor(email)).toEqual(['signed-in', 'session-ended']);
    expect((await clinic.trail()).at(-1)?.action).toBe('account-sessions-ended');
    const own = (await phone.sessions()).json.sessions[0]?.id ?? '';
    expect((await phone.call('DELETE', `sessions/${own}`)).status).toBe(204);
    expect(clinic.changesFor(email)).toHaveLength(2);
  });

  it.each(['one', 'all', 'password'] as const)(
    'that was ended from another device leaves a stranger: told of at the next sign-in (%s)',
    async (way) => {
      const email = newAddress();
      const [phone, thief, away] = await Promise.all([clinic.browser(), clinic.browser(), clinic.browser()]);
      const { person } = await phone.enter(email);
      await thief.enter(email);
      await away.enter(email);
      await away.call('DELETE', 'session');
      const known = async () =>
        (
          await clinic.server.database.sql<{ device: string }[]>`
            select distinct device from device_persons where person = ${person} and disowned_at is null`
        ).map(({ device }) => device);
      expect(await known()).toHaveLength(3);
      const other = (await phone.sessions()).json.sessions.find(({ current }) => !current)?.id ?? '';
      if (way === 'one') await phone.call('DELETE', `sessions/${other}`);
      else if (way === 'all') await phone.call('DELETE', 'sessions');
      else await phone.call('PUT', 'password', { password: 'seven blue herons at dusk' });
      expect(await known()).not.toContain(thief.device.deviceId);
      expect(await known()).toContain(phone.device.deviceId);
      // One that signed out by itself is put out with all others only.
      expect((await known()).includes(away.device.deviceId)).toBe(way === 'one');
      // What it has queued is still known to be this person's: held for them, and not refused.
      const speaker = { vendor: 'meadow', person, device: thief.device.deviceId };
      expect(
        await clinic.server.database.sql.begin((sql) => findSpokesman(sql, speaker, new Date())),
      ).toMatchObject({ person, device: 'signed-out' });
      const before = clinic.changesFor(email).length;
      await thief.enter(email);
      expect(clinic.changesFor(email).slice(before)).toEqual(['signed-in']);
    },
  );

  it('can end all others at once, of this person alone', async () => {
    const email = newAddress();
    const [phone, tablet, other] = await Promise.all([clinic.browser(), clinic.browser(), clinic.browser()]);
    await phone.enter(email);
    await tablet.enter(email);
    await other.enter(newAddress());
    expect((await phone.call('DELETE', 'sessions')).status).toBe(204);
    expect([
      (await phone.session()).status,
      (await tablet.session()).status,
      (await other.session()).status,
    ]).toEqual([200, 401, 200]);
    expect(clinic.changesFor(email)).toEqual(['signed-in', 'sessions-ended']);
  });

  it(`is one of at most ${MAX_SESSIONS}: the oldest ends`, async () => {
    const email = newAddress();
    const devices = [];
    for (let index = 0; index <= MAX_SESSIONS; index++) {
      const device = await clinic.browser({ from: `198.51.100.${10 + index}` });
      await clinic.server.database.sql`delete from rate_limits`;
      clinic.server.pass(2_000);
      await device.enter(email);
      devices.push(device);
    }
    expect((await devices[0]?.session())?.status).toBe(401);
    expect((await devices[1]?.session())?.status).toBe(200);
    expect((await devices[1]?.sessions())?.json.sessions).toHaveLength(MAX_SESSIONS);
  });

  it('that has ended is cleared away with the codes that nobody used, and unbinds its device', async () => {
    const [desk, phone] = [await clinic.browser(), await clinic.browser()];
    const { person } = await desk.enter(newAddress(), { shared: true });
    const stays = await phone.enter(newAddress());
    await desk.askForCode(newAddress());
    clinic.server.pass(16 * MINUTE);
    await clinic.server.turns.turn();
    const { sql } = clinic.server.database;
    expect(await sql`select 1 from one_time_codes where device = ${desk.device.deviceId}`).toEqual([]);
    expect(await sql`select 1 from patient_sessions where person = ${person}`).toEqual([]);
    expect(await sql`select 1 from device_persons where person = ${person} and until is null`).toEqual([]);
    expect(await sql`select 1 from patient_sessions where person = ${stays.person}`).toHaveLength(1);
    expect(
      await sql`select 1 from device_persons where person = ${stays.person} and until is null`,
    ).toHaveLength(1);
  });
});
