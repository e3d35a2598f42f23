import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIRTH_DATE, NUMBER, openTestPhones, type TestPhones } from './testing/test-phones.ts';

const OTHER = '+12025550177';
const MINUTE = 60_000;

let phones: TestPhones;
beforeEach(async () => {
  phones = await openTestPhones();
});
afterEach(() => phones.server.close());

describe('a phone number', () => {
  it('is the patient’s once a code from there was entered, and every contact is told', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana, NUMBER, '(202) 555-0143');
    expect(await phones.phoneOf(ana)).toEqual({
      phone: { shown: '+1 202 555 0143', stopped: false, undeliverable: false, signsIn: true },
      ...{ canSignIn: true, sender: null },
    });
    expect(phones.changesFor('ana@example.org')).toEqual(['phone-added']);
    expect((await phones.trail()).at(-1)?.action).toBe('account-phone-added');
  });

  it('is proven and removed by a fresh proof alone', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana);
    phones.server.pass(6 * MINUTE);
    const body = { phone: OTHER, language: 'en' };
    expect(await ana.call('POST', 'phone/proof', body)).toMatchObject({ status: 403, code: 'PROOF_TOO_OLD' });
    expect(await ana.call('DELETE', 'phone')).toMatchObject({ status: 403, code: 'PROOF_TOO_OLD' });
    expect(phones.textsTo(OTHER)).toBe(0);
    await ana.enter('ana@example.org');
    expect((await ana.call('DELETE', 'phone')).status).toBe(204);
    expect((await phones.phoneOf(ana)).phone).toBeNull();
    expect(phones.changesFor('ana@example.org').at(-1)).toBe('phone-removed');
    await phones.ask(await phones.browser());
    expect(phones.textsTo(NUMBER)).toBe(1);
  });

  it('is a mobile’s in a country that the vendor serves (A1)', async () => {
    const ana = await phones.patient('ana@example.org');
    for (const [phone, detail] of [
      ['+447911123456', 'country_not_served'],
      ['+882161234567', 'not_a_mobile_number'],
      ['1234', 'not_a_mobile_number'],
      ['+1202555014x', 'not_a_mobile_number'],
      ['+1 202 555 0143 ext. 5', 'not_a_mobile_number'],
    ] as const) {
      const answer = await ana.call<{ errors?: { detail: string }[] }>('POST', 'phone/proof', {
        phone,
        language: 'en',
      });
      expect(answer.status, phone).toBe(400);
      expect(answer.json.errors?.[0]?.detail, phone).toBe(detail);
    }
    expect(phones.letters.filter(({ to }) => to.startsWith('+'))).toEqual([]);
  });

  it('that is given to somebody else goes to who proves it last, and who had it is told (A34)', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana);
    const ben = await phones.patient('ben@example.org', '1970-01-01');
    await phones.prove(ben);
    expect((await phones.phoneOf(ana)).phone).toBeNull();
    expect((await phones.phoneOf(ben)).phone?.shown).toBe('+1 202 555 0143');
    expect(phones.changesFor('ana@example.org')).toEqual(['phone-added', 'phone-removed']);
  });

  it('is nothing at a vendor that sends no texts', async () => {
    const ana = await phones.browser();
    await ana.enter('ana@example.org', { vendor: 'brook' });
    const brook = { vendor: 'brook' };
    expect((await ana.call('GET', 'phone', undefined, brook)).status).toBe(404);
    for (const path of ['phone/codes', 'phone/proof'])
      expect((await ana.call('POST', path, { phone: NUMBER, language: 'en' }, brook)).status).toBe(404);
  });

  it('is one vendor’s matter: another one’s patients neither see it nor sign in by it', async () => {
    await phones.prove(await phones.patient('ana@example.org'));
    const rows = await phones.server.database.sql`select vendor from identities where kind = 'phone'`;
    expect(rows).toEqual([{ vendor: 'meadow' }]);
  });
});

describe('signing in by a text', () => {
  it('asks for the date of birth, too, on any device (A34)', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana);
    const { person } = (await ana.session()).json;
    const other = await phones.browser({ from: '203.0.113.9' });
    expect((await phones.ask(other)).status).toBe(204);
    const wrong = await phones.enter(other, { birthDate: '1991-05-04' });
    expect(wrong).toMatchObject({ status: 403, code: 'SIGN_IN_FAILED' });
    // A slip of the finger spends no code.
    const right = await phones.enter(other);
    expect(right).toMatchObject({ status: 200, json: { person } });
    expect(phones.changesFor('ana@example.org').at(-1)).toBe('signed-in');
    expect((await other.session()).status).toBe(200);
  });

  it('says the same of a wrong date, of none on file, of a wrong code and of a number that nobody has (A34)', async () => {
    await phones.prove(await phones.patient('ana@example.org'));
    await phones.prove(await phones.patient('ben@example.org', null), OTHER);
    const answers: unknown[] = [];
    for (const [phone, code, birthDate] of [
      [NUMBER, undefined, '1991-05-04'],
      [NUMBER, '000000', BIRTH_DATE],
      [OTHER, undefined, BIRTH_DATE],
      ['+12025550199', '000000', BIRTH_DATE],
    ] as const) {
      const stranger = await phones.browser({ from: `203.0.113.${answers.length * 8 + 1}` });
      const asked = await phones.ask(stranger, phone);
      const entered = await phones.enter(stranger, { phone, code: code ?? phones.codeFor(phone), birthDate });
      answers.push([asked.status, asked.body, entered.status, entered.body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('takes five wrong dates a day of who has the number, and none of who hasn’t (A34)', async () => {
    await phones.prove(await phones.patient('ana@example.org'));
    const guess = async (from: string, code?: string) => {
      const other = await phones.browser({ from });
      await phones.ask(other);
      const given = { code: code ?? phones.codeFor(NUMBER) };
      for (const year of [1950, 1951, 1952])
        await phones.enter(other, { ...given, birthDate: `${year}-01-01` });
      return phones.enter(other, given);
    };
    for (const net of [1, 2]) await guess(`203.0.${net}.1`, '000000');
    expect((await guess('203.0.3.1')).status).toBe(200);
    // A fourth and a fifth: from then on the right one opens nothing either, and nobody is told why.
    expect(await guess('203.0.4.1')).toMatchObject({ status: 403, code: 'SIGN_IN_FAILED' });
    phones.server.pass(25 * 60 * MINUTE);
    const patient = await phones.browser({ from: '203.0.5.1' });
    await phones.ask(patient);
    expect((await phones.enter(patient)).status).toBe(200);
  });

  it('asks the database as much for a number that nobody has proven (A1)', async () => {
    await phones.prove(await phones.patient('ana@example.org'));
    const { sql } = phones.server.database;
    const asked = async (phone: string, from: string) => {
      const stranger = await phones.browser({ from });
      await sql`delete from rate_limits`;
      await phones.ask(stranger, phone);
      return (await sql`select id from rate_limits`).length;
    };
    expect(await asked(OTHER, '203.0.113.1')).toBe(await asked(NUMBER, '203.0.114.1'));
  });

  it('sends nothing to a number that nobody has proven, after the same work (A1)', async () => {
    const { server } = phones;
    const stranger = await phones.browser();
    expect((await phones.ask(stranger, OTHER)).status).toBe(204);
    expect(phones.textsTo(OTHER)).toBe(0);
    expect(await server.database.sql`select email from one_time_codes where email = ${OTHER}`).toHaveLength(
      1,
    );
    expect(await server.database.sql`select 1 from text_days where sent > 0`).toEqual([]);
  });

  it('isn’t done by a code that proves a number, nor by another device’s', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana);
    await ana.call('POST', 'phone/proof', { phone: NUMBER, language: 'en' });
    expect(await phones.enter(ana)).toMatchObject({ status: 403 });
    const [one, two] = [await phones.browser(), await phones.browser({ from: '203.0.113.9' })];
    await phones.ask(one);
    expect(await phones.enter(two)).toMatchObject({ status: 403 });
    expect(await phones.enter(one)).toMatchObject({ status: 200 });
    // Once.
    expect(await phones.enter(one)).toMatchObject({ status: 403 });
  });

  it('ends with a new password: neither its codes nor a number about to be proven are left (A6, A8)', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana);
    const thief = await phones.browser({ from: '203.0.113.9' });
    await phones.ask(thief);
    const forThief = phones.codeFor(NUMBER);
    await ana.call('POST', 'phone/proof', { phone: OTHER, language: 'en' });
    expect((await ana.call('PUT', 'password', { password: 'violet harbor quietly sings' })).status).toBe(204);
    expect(await phones.enter(thief, { code: forThief })).toMatchObject({ status: 403 });
    const body = { phone: OTHER, language: 'en', code: phones.codeFor(OTHER), signsIn: true };
    expect(await ana.call('PUT', 'phone', body)).toMatchObject({ status: 403 });
  });

  it('isn’t done by a number that is for contact alone, which says the same as one that nobody has', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana, NUMBER, NUMBER, false);
    expect((await phones.phoneOf(ana)).phone?.signsIn).toBe(false);
    expect(phones.changesFor('ana@example.org')).toEqual(['phone-contact']);
    const other = await phones.browser({ from: '203.0.113.9' });
    expect((await phones.ask(other)).status).toBe(204);
    // The one that proved it.
    expect(phones.textsTo(NUMBER)).toBe(1);
    expect(await phones.enter(other)).toMatchObject({ status: 403, code: 'SIGN_IN_FAILED' });
    const use = (signsIn: boolean) => ana.call('PUT', 'phone/use', { signsIn });
    for (const signsIn of [true, true]) expect((await use(signsIn)).status).toBe(204);
    await phones.ask(other);
    const forOther = phones.codeFor(NUMBER);
    await use(false);
    expect(await phones.enter(other, { code: forOther })).toMatchObject({ status: 403 });
    await use(true);
    expect((await phones.enter(other, { code: forOther })).status).toBe(200);
    expect(phones.changesFor('ana@example.org').slice(1, 4)).toEqual([
      ...['phone-added', 'phone-contact', 'phone-added'],
    ]);
    phones.server.pass(6 * MINUTE);
    expect(await use(false)).toMatchObject({ status: 403, code: 'PROOF_TOO_OLD' });
  });

  it('is for no kiosk and no closed account', async () => {
    const ana = await phones.patient('ana@example.org');
    await phones.prove(ana);
    await phones.server.database.sql`update persons set closed_at = now()`;
    const other = await phones.browser({ from: '203.0.113.9' });
    await phones.ask(other);
    expect(phones.textsTo(NUMBER)).toBe(1);
    expect(await phones.enter(other, { code: '000000' })).toMatchObject({ status: 403 });
  });
});
