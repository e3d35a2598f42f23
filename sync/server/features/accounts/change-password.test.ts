import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isWeakPassword } from './password-rules.ts';
import { openTestAccounts, type TestAccounts } from './testing/test-accounts.ts';

const MINUTE = 60_000;
const PASSWORD = 'seven blue herons at dusk';

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
const newAddress = () => `owner-${people++}@mail.example`;

describe('a password', () => {
  it('is set, changed and removed with a proof younger than five minutes, by code or password', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    await phone.enter(email);
    clinic.server.pass(5 * MINUTE + 1);
    for (const password of [PASSWORD, null])
      expect(await phone.call('PUT', 'password', { password })).toMatchObject({
        status: 403,
        code: 'PROOF_TOO_OLD',
      });
    await phone.enter(email);
    clinic.server.pass(5 * MINUTE - 1);
    expect((await phone.call('PUT', 'password', { password: PASSWORD })).status).toBe(204);
    clinic.server.pass(MINUTE);
    expect((await phone.call('PUT', 'password', { password: null })).status).toBe(403);
    expect((await phone.signIn(email, { password: PASSWORD })).status).toBe(200);
    expect((await phone.call('PUT', 'password', { password: null })).status).toBe(204);
    expect((await phone.session()).json.hasPassword).toBe(false);
    expect(clinic.changesFor(email)).toEqual(['password-set', 'password-removed']);
    // There is nothing to tell of what changes nothing.
    expect((await phone.call('PUT', 'password', { password: null })).status).toBe(204);
    expect(clinic.changesFor(email)).toHaveLength(2);
  });

  it('ends other sessions and codes when it changes (A6), and no one else’s', async () => {
    const email = newAddress();
    const [phone, thief, other] = await Promise.all([clinic.browser(), clinic.browser(), clinic.browser()]);
    await thief.enter(email);
    await thief.askForCode(email);
    const prepared = clinic.codeFor(email);
    await other.enter(newAddress());
    await phone.enter(email);
    expect((await phone.call('PUT', 'password', { password: PASSWORD })).status).toBe(204);
    expect([
      (await phone.session()).status,
      (await thief.session()).status,
      (await other.session()).status,
    ]).toEqual([200, 401, 200]);
    expect((await thief.signIn(email, { code: prepared })).status).toBe(403);
  });

  it('that was forgotten is replaced after a code, and whoever knew it is out (A6)', async () => {
    const email = newAddress();
    const [phone, thief, tablet] = await Promise.all([
      clinic.browser(),
      clinic.browser({ from: '203.0.113.9' }),
      clinic.browser(),
    ]);
    await phone.enter(email);
    await phone.call('PUT', 'password', { password: PASSWORD });
    expect((await thief.signIn(email, { password: PASSWORD })).status).toBe(200);
    // The answer is the same where nobody has the address.
    const [known, unknown] = [await tablet.askForCode(email), await tablet.askForCode(newAddress())];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await tablet.signIn(email, { code: clinic.codeFor(email) });
    expect((await thief.session()).status).toBe(200);
    const renewed = 'nine gray otters at dawn';
    expect((await tablet.call('PUT', 'password', { password: renewed })).status).toBe(204);
    expect([(await tablet.session()).status, (await thief.session()).status]).toEqual([200, 401]);
    expect((await thief.signIn(email, { password: PASSWORD })).code).toBe('SIGN_IN_FAILED');
    expect((await phone.signIn(email, { password: renewed })).status).toBe(200);
    expect(clinic.changesFor(email).filter((what) => what === 'password-set')).toHaveLength(2);
  });

  it('has 15 to 128 characters, however many bytes, in any form of accents', async () => {
    const phone = await clinic.browser();
    const email = newAddress();
    await phone.enter(email);
    const mixed = 'q7Zé!x'.repeat(30);
    const put = async (password: string) => (await phone.call('PUT', 'password', { password })).status;
    const emoji = Array.from({ length: 128 }, (_, index) =>
      String.fromCodePoint(0x1f400 + ((index * 37) % 60)),
    ).join('');
    expect(await put('blue herons 14')).toBe(400);
    expect(await put('blue herons 15x')).toBe(204);
    expect(await put(emoji)).toBe(204);
    expect(await put(`${emoji}x`)).toBe(400);
    expect(mixed.length).toBeGreaterThan(128);
    const accents = 'é ñ ü at the lake by night'.normalize('NFD');
    expect(await put(accents)).toBe(204);
    expect((await phone.signIn(email, { password: accents.normalize('NFC') })).status).toBe(200);
    // 15 units, of which the accents make 14 characters.
    expect(await put('blué herons 14'.normalize('NFD'))).toBe(400);
  });

  it('changes ten times an hour: each is work for the server and a letter', async () => {
    const email = newAddress();
    const [phone, other] = await Promise.all([clinic.browser(), clinic.browser()]);
    await phone.enter(email);
    const answers = [];
    for (let index = 0; index < 11; index++)
      answers.push(await phone.call('PUT', 'password', { password: `${PASSWORD} ${index}` }));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
    expect(answers.at(-1)?.retryAfter).toBeGreaterThan(0);
    expect(clinic.changesFor(email)).toHaveLength(10);
    // One that is refused at once counts for nothing, and nobody else is held up.
    await other.enter(newAddress());
    for (let index = 0; index < 11; index++)
      expect((await other.call('PUT', 'password', { password: 'aaaaaaaaaaaaaaaaaaaa' })).status).toBe(400);
    expect((await other.call('PUT', 'password', { password: PASSWORD })).status).toBe(204);
  });

  it('is refused where anybody would guess it: the address, the clinic, patterns', async () => {
    const phone = await clinic.browser();
    await phone.enter('margaret.hamilton@mail.example');
    for (const password of [
      'margaret.hamilton@mail.example',
      'Margaret.Hamilton1969!',
      'meadow clinic 2026!!',
      'aaaaaaaaaaaaaaaaaaaa',
      'abcabcabcabcabcabc',
    ])
      expect([password, await phone.call('PUT', 'password', { password })]).toMatchObject([
        password,
        { status: 400, code: 'PASSWORD_WEAK' },
      ]);
  });

  it('opens nothing after a hundred wrong ones in a row but by a code, and strangers don’t hear of it', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    const { person } = await phone.enter(email);
    await phone.call('PUT', 'password', { password: PASSWORD });
    const { sql } = clinic.server.database;
    const stranger = await clinic.browser({ from: '203.0.113.5' });
    await sql`update passwords set failures = 99 where person = ${person}`;
    expect((await stranger.signIn(email, { password: 'wrong' })).code).toBe('SIGN_IN_FAILED');
    expect(await sql`select failures from passwords where person = ${person}`).toEqual([{ failures: 100 }]);
    for (const password of [PASSWORD, 'wrong']) {
      expect(await stranger.signIn(email, { password })).toMatchObject({
        status: 403,
        code: 'SIGN_IN_FAILED',
      });
      expect(await phone.signIn(email, { password })).toMatchObject({ status: 403, code: 'CODE_NEEDED' });
    }
    await phone.enter(email);
    expect((await phone.signIn(email, { password: PASSWORD })).status).toBe(200);
    await sql`update passwords set failures = 99 where person = ${person}`;
    expect((await phone.signIn(email, { password: PASSWORD })).status).toBe(200);
    expect(await sql`select failures from passwords where person = ${person}`).toEqual([{ failures: 0 }]);
  });
});

describe('weak passwords', () => {
  const context = ['ada@mail.example', 'ada', 'mail.example', 'meadow', 'Meadow Clinic'];
  it.each([
    'passwordpassword',
    'Password1234567!',
    '123456789012345',
    'abcdefghijklmnop',
    'zyxwvutsrqponmlk',
    'qwertyuiopasdfghjkl',
    '1qaz2wsx3edc4rfv',
    'iloveyou iloveyou',
    'MeadowClinic2026!',
    'ada@mail.example',
    'hahahahahahahahaha',
    'correcthorsebatterystaple',
  ])('%s is one', (password) => {
    expect(isWeakPassword(password, context)).toBe(true);
  });
  it.each([
    'seven blue herons at dusk',
    'my password is a long walk home',
    'x8#kQ2v!mP0z@Lr5',
    'أزهار الحديقة في المساء',
    'Canada geese over Meadow Lane',
  ])('%s is none', (password) => {
    expect(isWeakPassword(password, context)).toBe(false);
  });
});
