import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountProblemCodes } from '../../../protocol/api/accounts.ts';
import { openTestAccounts, type TestAccounts } from './testing/test-accounts.ts';

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());
beforeEach(async () => {
  await clinic.server.database.sql`delete from rate_limits`;
  // What a process believes of a refusal lasts a second.
  clinic.server.pass(1_000);
});

let people = 0;
const newAddress = () => `patient-${people++}@mail.example`;
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const PASSWORD = 'seven blue herons at dusk';

describe('a code by mail', () => {
  it('makes the account at its first right use, and nothing exists before (A5)', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    const rows = async () =>
      clinic.server.database
        .sql`select 1 from identities where subject = ${email} union all select 1 from persons where id in (
        select person from identities where subject = ${email})`;
    expect(await phone.askForCode(email)).toMatchObject({ status: 204, body: '' });
    expect((await phone.signIn(email, { code: wrongOf(clinic.codeFor(email)) })).status).toBe(403);
    expect(await rows()).toEqual([]);
    const first = await phone.signIn(email, { code: clinic.codeFor(email) });
    expect(first).toMatchObject({
      status: 200,
      json: { email, hasPassword: false, shared: false, idleSeconds: 900 },
    });
    expect((await rows()).length).toBe(2);
    const tablet = await clinic.browser();
    expect((await tablet.enter(email)).person).toBe(first.json.person);
  });

  it('shows the address as it was typed, and sends to its one form', async () => {
    const phone = await clinic.browser();
    expect((await phone.askForCode(' Ada.Lovelace@Bücher.EXAMPLE ')).status).toBe(204);
    const code = clinic.codeFor('ada.lovelace@xn--bcher-kva.example');
    const answer = await phone.signIn('ADA.lovelace@xn--bcher-kva.example', { code });
    expect(answer.json.email).toBe('ADA.lovelace@xn--bcher-kva.example');
    expect(await phone.askForCode('"a b"@mail.example')).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
    });
  });

  it('works once, for ten minutes, on the device that asked alone, at its vendor alone', async () => {
    const email = newAddress();
    const [phone, thief] = [await clinic.browser(), await clinic.browser()];
    await phone.askForCode(email);
    const code = clinic.codeFor(email);
    expect((await thief.signIn(email, { code })).status).toBe(403);
    expect((await phone.signIn(email, { code, vendor: 'brook' })).status).toBe(403);
    expect((await phone.signIn(email, { code })).status).toBe(200);
    expect((await phone.signIn(email, { code })).status).toBe(403);
    await phone.askForCode(email);
    clinic.server.pass(10 * 60_000);
    expect((await phone.signIn(email, { code: clinic.codeFor(email) })).status).toBe(403);
  });

  it('is replaced by a new one of the same device, and no other’s', async () => {
    const email = newAddress();
    const [phone, tablet] = [await clinic.browser(), await clinic.browser()];
    await tablet.askForCode(email);
    const ofTablet = clinic.codeFor(email);
    await phone.askForCode(email);
    const first = clinic.codeFor(email);
    await phone.askForCode(email);
    const second = clinic.codeFor(email);
    const former = first === second ? wrongOf(first) : first;
    expect((await phone.signIn(email, { code: former })).status).toBe(403);
    expect((await phone.signIn(email, { code: second })).status).toBe(200);
    expect((await tablet.signIn(email, { code: ofTablet })).status).toBe(200);
  });

  it('has five tries, which no new session gives back (A4)', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    await phone.askForCode(email);
    const code = clinic.codeFor(email);
    for (let time = 0; time < 5; time++)
      expect((await phone.signIn(email, { code: wrongOf(code), cookie: `p-${time}=x` })).status).toBe(403);
    await clinic.server.database.sql`delete from rate_limits`;
    clinic.server.pass(1_000);
    expect((await phone.signIn(email, { code, from: '203.0.113.9' })).status).toBe(403);
  });

  it('lets exactly one of several posts at the same time win', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    await phone.askForCode(email);
    const code = clinic.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => phone.signIn(email, { code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
  });

  it('makes one person where two devices prove a new address at the same time', async () => {
    const email = newAddress();
    const devices = await Promise.all([clinic.browser(), clinic.browser()]);
    const codes: string[] = [];
    for (const device of devices) {
      await device.askForCode(email);
      codes.push(clinic.codeFor(email));
    }
    const { sql } = clinic.server.database;
    const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    // Both have found nobody before either can write.
    const locking = sql.begin(async (transaction) => {
      await transaction`lock table identities in share row exclusive mode`;
      lock();
      await isOver;
    });
    await isLocked;
    const entering = Promise.all(
      devices.map((device, index) => device.signIn(email, { code: codes[index] ?? '' })),
    );
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and l.relation = 'identities'::regclass and not l.granted`
          ).length,
      )
      .toBe(2);
    release();
    await locking;
    const entered = await entering;
    expect(entered.map(({ status }) => status)).toEqual([200, 200]);
    const sessions = await Promise.all(devices.map((device) => device.session()));
    expect(new Set(sessions.map(({ json }) => json.person)).size).toBe(1);
    expect(await clinic.server.database.sql`select 1 from identities where subject = ${email}`).toHaveLength(
      1,
    );
  });

  it('is in the database as a keyed hash alone', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    await phone.askForCode(email);
    const rows = await clinic.server.database.sql`select hash from one_time_codes where email = ${email}`;
    expect(JSON.stringify(rows)).not.toContain(clinic.codeFor(email));
    expect(rows[0]?.hash).toMatch(/^[\w-]{43}$/);
  });
});

describe('signing in', () => {
  it('answers alike for a wrong code, a wrong password and an unknown address, by 403', async () => {
    const email = newAddress();
    const owner = await clinic.browser();
    await owner.enter(email);
    expect((await owner.call('PUT', 'password', { password: PASSWORD })).status).toBe(204);
    const stranger = await clinic.browser({ from: '203.0.113.20' });
    const answers = [
      await stranger.signIn(email, { code: '000000' }),
      await stranger.signIn(email, { password: 'wrong' }),
      await stranger.signIn(newAddress(), { code: '000000' }),
      await stranger.signIn(newAddress(), { password: PASSWORD }),
      await stranger.signIn(email, { password: PASSWORD, vendor: 'brook' }),
    ];
    expect(new Set(answers.map(({ status, body, setCookie }) => `${status} ${body} ${setCookie}`)).size).toBe(
      1,
    );
    expect(answers[0]).toMatchObject({ status: 403, code: 'SIGN_IN_FAILED' });
  });

  it('does the same work for known and unknown: both check a hash, and nobody waits for the trail', async () => {
    const email = newAddress();
    const owner = await clinic.browser();
    await owner.enter(email);
    await owner.call('PUT', 'password', { password: PASSWORD });
    const stranger = await clinic.browser({ from: '203.0.113.21' });
    const checksFor = async (address: string) => {
      const before = clinic.checks();
      await stranger.signIn(address, { password: 'wrong wrong wrong' });
      return clinic.checks() - before;
    };
    const withoutPassword = newAddress();
    await (await clinic.browser()).enter(withoutPassword);
    expect([await checksFor(email), await checksFor(newAddress()), await checksFor(withoutPassword)]).toEqual(
      [1, 1, 1],
    );
    // Even where the trail is locked by somebody.
    const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const locking = clinic.server.database.sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtextextended('audit:meadow', 0))`;
      lock();
      await isOver;
    });
    await isLocked;
    const other = await clinic.browser({ from: '203.0.113.22' });
    const answers = [
      await other.signIn(email, { password: 'wrong wrong wrong' }),
      await other.signIn(newAddress(), { password: 'wrong wrong wrong' }),
    ];
    release();
    await locking;
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('takes exactly one of code and password', async () => {
    const phone = await clinic.browser();
    for (const by of [{}, { code: '000000', password: 'both' }])
      expect(await phone.signIn(newAddress(), by)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });

  it('by a password works where it is set, and not where it was removed', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    const { person } = await phone.enter(email);
    await phone.call('PUT', 'password', { password: PASSWORD });
    const tablet = await clinic.browser();
    expect(await tablet.signIn(email, { password: PASSWORD })).toMatchObject({
      status: 200,
      json: { person, hasPassword: true },
    });
    expect((await phone.call('PUT', 'password', { password: null })).status).toBe(204);
    const laptop = await clinic.browser();
    expect((await laptop.signIn(email, { password: PASSWORD })).status).toBe(403);
  });

  it('tells each contact of a device that never signed in before, in the owner’s language, and not of the first', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    await phone.enter(email, { language: 'es' });
    await phone.enter(email, { language: 'es' });
    expect(clinic.changesFor(email)).toEqual([]);
    const tablet = await clinic.browser();
    await tablet.enter(email, { language: 'ar' });
    expect(clinic.changesFor(email)).toEqual(['signed-in']);
    expect(clinic.letters.at(-1)).toMatchObject({ to: email, language: 'es' });
  });

  it('is not possible for an account that was closed or merged, and ends its sessions', async () => {
    for (const [change, code] of [
      ['closed_at = now()', 'PERSON_CLOSED'],
      ['merged_into = gen_random_uuid()', 'PERSON_MERGED'],
    ] as const) {
      const email = newAddress();
      const phone = await clinic.browser();
      const { person } = await phone.enter(email);
      await clinic.server.database.tables.execute(`update persons set ${change} where id = '${person}'`);
      expect(await phone.session()).toMatchObject({ status: 410, code });
      expect(accountProblemCodes).toContain(code);
      await phone.askForCode(email);
      expect((await phone.signIn(email, { code: clinic.codeFor(email) })).status).toBe(403);
    }
  });

  it('is in the trail by id, without address or secret', async () => {
    const email = newAddress();
    const phone = await clinic.browser({ from: '203.0.113.40' });
    const { person } = await phone.enter(email);
    await phone.call('PUT', 'password', { password: PASSWORD });
    const stranger = await clinic.browser({ from: '203.0.113.41' });
    await stranger.signIn(email, { password: 'hunter2 hunter2' });
    await stranger.signIn('nobody@mail.example', { password: 'hunter2 hunter2' });
    await expect
      .poll(async () => (await clinic.trail()).filter(({ event }) => event.includes('203.0.113.41')).length)
      .toBe(2);
    const events = await clinic.trail();
    const own = events.filter(({ subject }) => subject === person).map(({ action }) => action);
    expect(own).toEqual(['account-opened', 'account-password-set', 'account-sign-in-failed']);
    expect(JSON.stringify(events)).not.toMatch(/@|hunter2|heron/);
  });
});
