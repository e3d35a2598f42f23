import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PatientSession } from '../../../protocol/api/accounts.ts';
import {
  MAX_PASSKEYS,
  type PasskeyCreation,
  type PasskeyList,
  type PasskeyRequest,
  passkeyProblemCodes,
} from '../../../protocol/api/passkeys.ts';
import { createLimits } from '../../http/limits/limits.ts';
import { enrolKiosk } from '../../testing/test-kiosk.ts';
import {
  type CallOptions,
  openTestAccounts,
  type TestAccounts,
  type TestBrowser,
} from '../accounts/testing/test-accounts.ts';
import { createPasskeyLimits } from './passkey-limits.ts';
import {
  type CeremonyOptions,
  createTestAuthenticator,
  type TestAuthenticator,
} from './testing/test-authenticator.ts';

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
const newAddress = () => `key-holder-${people++}@mail.example`;

const list = (browser: TestBrowser, options?: CallOptions) =>
  browser.call<PasskeyList>('GET', 'passkeys', undefined, options);
const begin = (browser: TestBrowser, options?: CallOptions) =>
  browser.call<PasskeyCreation>('POST', 'passkeys/creation', undefined, options);
const ask = (browser: TestBrowser, options?: CallOptions) =>
  browser.call<PasskeyRequest>('POST', 'passkeys/request', undefined, options);

async function register(
  browser: TestBrowser,
  key: TestAuthenticator,
  { ceremony, ...options }: CallOptions & { readonly ceremony?: CeremonyOptions } = {},
) {
  const { json } = await begin(browser, options);
  return browser.call<PasskeyList>('POST', 'passkeys', { attestation: key.create(json, ceremony) }, options);
}

type SignOptions = CallOptions & {
  readonly ceremony?: CeremonyOptions & { readonly userHandle?: string };
  readonly shared?: boolean;
  readonly person?: string;
};
async function signIn(
  browser: TestBrowser,
  key: TestAuthenticator,
  { ceremony, shared = false, person, ...options }: SignOptions = {},
) {
  const { json } = await ask(browser, options);
  return browser.call<PatientSession>(
    'POST',
    'passkeys/session',
    {
      ...{ assertion: key.sign(json, ceremony), language: 'en', shared },
      ...(person === undefined ? {} : { person }),
    },
    options,
  );
}

/** Somebody who has just signed in by a code, and made a passkey. */
async function holder(options: CallOptions = {}) {
  const email = newAddress();
  const phone = await clinic.browser();
  const { person } = await phone.enter(email, options);
  const key = createTestAuthenticator();
  const added = await register(phone, key, options);
  if (added.status !== 200) throw new Error(`The passkey was answered ${added.status}: ${added.body}`);
  return { email, phone, person, key, passkey: added.json.passkeys[0]?.id ?? '' };
}

describe('a new passkey', () => {
  it('is asked for as one that is found without a name, and told to every contact', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    await phone.enter(email);
    const { json } = await begin(phone);
    expect(json.rp).toEqual({ id: 'localhost', name: 'Meadow' });
    expect(json.user.name).toBe(`${email} · Meadow`);
    expect(Buffer.from(json.user.id, 'base64url')).toHaveLength(64);
    const key = createTestAuthenticator();
    const added = await phone.call<PasskeyList>('POST', 'passkeys', { attestation: key.create(json) });
    expect(added).toMatchObject({
      status: 200,
      json: {
        offer: false,
        user: json.user.id,
        passkeys: [{ name: 'Chrome on Android', synced: true, lastUsedAt: null, credential: key.credential }],
      },
    });
    expect(clinic.changesFor(email)).toEqual(['passkey-added']);
    expect((await begin(phone)).json.exclude).toEqual([key.credential]);
  });

  it('has another user id for the same address at another vendor (A24)', async () => {
    const email = newAddress();
    const phone = await clinic.browser();
    const ids: string[] = [];
    for (const vendor of ['meadow', 'brook']) {
      await phone.enter(email, { vendor });
      ids.push((await begin(phone, { vendor })).json.user.id, (await begin(phone, { vendor })).json.user.id);
    }
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it('needs a proof under five minutes old, to begin and to finish, and to be removed', async () => {
    const { phone, passkey, email } = await holder();
    const { json } = await begin(phone);
    const attestation = createTestAuthenticator().create(json);
    clinic.server.pass(5 * 60_000 + 1_000);
    for (const answer of [
      await begin(phone),
      await phone.call('POST', 'passkeys', { attestation }),
      await phone.call('DELETE', `passkeys/${passkey}`),
    ])
      expect(answer).toMatchObject({ status: 403, code: 'PROOF_TOO_OLD' });
    expect((await list(phone)).json.passkeys).toHaveLength(1);
    await phone.enter(email);
    expect((await phone.call('DELETE', `passkeys/${passkey}`)).status).toBe(204);
  });

  it.each([
    ['made for another site', { origin: 'https://evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['made without looking who is there', { userVerified: false }],
    ['made for another challenge', { challenge: 'AAAA' }],
  ] as const)('is refused - %s', async (_, ceremony) => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    const refused = await register(phone, createTestAuthenticator(), { ceremony });
    expect(refused).toMatchObject({ status: 400, code: 'PASSKEY_REFUSED' });
    expect(passkeyProblemCodes).toContain(refused.code);
    expect((await list(phone)).json.passkeys).toEqual([]);
  });

  it('takes a challenge of this device alone, once, and not one for signing in', async () => {
    const [phone, tablet] = [await clinic.browser(), await clinic.browser()];
    const email = newAddress();
    for (const browser of [phone, tablet]) await browser.enter(email);
    const ofTablet = createTestAuthenticator().create((await begin(tablet)).json);
    const creation = (await begin(phone)).json;
    const forSignIn = { ...creation, challenge: (await ask(phone)).json.challenge };
    const refused = [ofTablet, createTestAuthenticator().create(forSignIn)];
    for (const attestation of refused)
      expect((await phone.call('POST', 'passkeys', { attestation })).code).toBe('PASSKEY_REFUSED');
    const attestation = createTestAuthenticator().create(creation);
    expect((await phone.call('POST', 'passkeys', { attestation })).status).toBe(200);
    expect((await phone.call('POST', 'passkeys', { attestation })).code).toBe('PASSKEY_REFUSED');
  });

  it('with a text that no database can hold is a request that isn’t right, and nothing worse', async () => {
    const { phone, passkey, key } = await holder();
    const attestation = createTestAuthenticator().create((await begin(phone)).json);
    const response = { ...attestation.response, transports: ['in\u0000ternal'] };
    const answers = [
      await phone.call('POST', 'passkeys', { attestation: { ...attestation, response } }),
      await phone.call('PUT', `passkeys/${passkey}`, { name: 'My\u0000 phone' }),
      await signIn(phone, key, { ceremony: { challenge: 'a\u0000b' } }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [403, 'SIGN_IN_FAILED'],
    ]);
  });

  it('is not taken twice, and an eleventh not at all', async () => {
    const { phone, key } = await holder();
    expect(await register(phone, key)).toMatchObject({ status: 409, code: 'PASSKEY_KNOWN' });
    for (let count = 1; count < MAX_PASSKEYS; count++)
      expect((await register(phone, createTestAuthenticator())).status).toBe(200);
    expect(await begin(phone)).toMatchObject({ status: 409, code: 'PASSKEY_LIMIT' });
  });
});

describe('signing in by a passkey', () => {
  it('opens the session of its person, bound to the device that signed, and is told where that is new', async () => {
    const { email, person, key } = await holder();
    const tablet = await clinic.browser();
    const answer = await signIn(tablet, key);
    expect(answer).toMatchObject({ status: 200, json: { person, email, shared: false } });
    expect((await tablet.session()).json.person).toBe(person);
    const thief = await clinic.browser();
    expect(await thief.session({ cookie: tablet.cookie() })).toMatchObject({ code: 'SESSION_ENDED' });
    expect(clinic.changesFor(email)).toEqual(['passkey-added', 'signed-in']);
    expect((await list(tablet)).json.passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it('is a fresh proof, and only of the person who is asked', async () => {
    const { phone, person, key, email } = await holder();
    const other = await holder();
    clinic.server.pass(5 * 60_000 + 1_000);
    expect((await begin(phone)).code).toBe('PROOF_TOO_OLD');
    expect(await signIn(phone, other.key, { person })).toMatchObject({ status: 403, code: 'SIGN_IN_FAILED' });
    expect((await phone.session()).json.person).toBe(person);
    expect((await signIn(phone, key, { person })).status).toBe(200);
    expect((await begin(phone)).status).toBe(200);
    expect(clinic.changesFor(email)).toEqual(['passkey-added']);
  });

  it('keeps a shared device as short as a code does', async () => {
    const { key } = await holder();
    const desk = await clinic.browser();
    expect((await signIn(desk, key, { shared: true })).json.shared).toBe(true);
    clinic.server.pass(15 * 60_000);
    expect((await desk.session()).code).toBe('SESSION_ENDED');
  });

  it('answers alike whatever isn’t right, by 403', async () => {
    const { key, phone, passkey } = await holder();
    const removed = await holder();
    await removed.phone.call('DELETE', `passkeys/${removed.passkey}`);
    const stranger = await clinic.browser();
    const once = (await ask(stranger)).json;
    const spent = { assertion: key.sign(once), language: 'en', shared: false };
    await stranger.call('POST', 'passkeys/session', spent);
    await stranger.call('DELETE', 'session');
    const ofPhone = key.sign((await ask(phone)).json);
    const late = key.sign((await ask(stranger)).json);
    clinic.server.pass(10 * 60_000);
    const answers = [
      await signIn(stranger, createTestAuthenticator()),
      await signIn(stranger, removed.key),
      await signIn(stranger, key, { ceremony: { origin: 'https://evil.example' } }),
      await signIn(stranger, key, { ceremony: { rpId: 'evil.example' } }),
      await signIn(stranger, key, { ceremony: { userVerified: false } }),
      await signIn(stranger, key, { ceremony: { userHandle: 'AAAA' } }),
      await stranger.call('POST', 'passkeys/session', spent),
      await stranger.call('POST', 'passkeys/session', { ...spent, assertion: ofPhone }),
      await stranger.call('POST', 'passkeys/session', { ...spent, assertion: late }),
    ];
    expect(new Set(answers.map(({ status, body, setCookie }) => `${status} ${body} ${setCookie}`)).size).toBe(
      1,
    );
    expect(answers[0]).toMatchObject({ status: 403, code: 'SIGN_IN_FAILED' });
    expect(passkey).not.toBe('');
    expect((await signIn(stranger, key)).status).toBe(200);
  });

  it('says of another vendor’s that it is one, and only to who holds it', async () => {
    const { key } = await holder({ vendor: 'brook' });
    const phone = await clinic.browser();
    expect(await signIn(phone, key)).toMatchObject({ status: 403, code: 'PASSKEY_ELSEWHERE' });
    const { json } = await ask(phone);
    const real = key.sign(json);
    const forged = createTestAuthenticator().sign(json);
    const assertion = { ...forged, id: real.id, rawId: real.rawId };
    const answer = await phone.call('POST', 'passkeys/session', { assertion, language: 'en', shared: false });
    expect(answer.code).toBe('SIGN_IN_FAILED');
    expect((await signIn(phone, key, { vendor: 'brook' })).status).toBe(200);
  });

  it('takes a passkey that is synced today and wasn’t yesterday, and notes it (A23)', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    const key = createTestAuthenticator();
    await register(phone, key, { ceremony: { backupEligible: false, backedUp: false } });
    expect((await list(phone)).json.passkeys[0]?.synced).toBe(false);
    expect((await signIn(phone, key, { ceremony: { backupEligible: true, backedUp: true } })).status).toBe(
      200,
    );
    expect((await list(phone)).json.passkeys[0]?.synced).toBe(true);
    expect((await signIn(phone, key, { ceremony: { backupEligible: false, backedUp: false } })).status).toBe(
      200,
    );
  });

  it('is open to a device that was signed in before - a stranger has used up the network', async () => {
    const { phone, key } = await holder();
    // Ahead of the server's clock, which the tests above have moved.
    const now = () => new Date(Date.now() + 24 * 60 * 60_000);
    const limits = createPasskeyLimits(createLimits(clinic.server.database, { now }));
    const everybody = async () => {
      const stranger = { vendor: 'meadow', from: '198.51.100.1', isKnown: false };
      for (;;) await limits.ask('begin', { ...stranger, device: randomUUID() });
    };
    await expect(everybody()).rejects.toThrow('RATE_LIMITED');
    expect(await ask(await clinic.browser())).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect((await signIn(phone, key)).status).toBe(200);
  });

  it('is not possible for an account that was closed, and nothing of the passkey stays', async () => {
    const { person, key, phone } = await holder();
    expect((await phone.call('POST', 'closing')).status).toBe(204);
    expect((await signIn(await clinic.browser(), key)).code).toBe('SIGN_IN_FAILED');
    for (const table of ['passkeys', 'passkey_users']) {
      const { sql } = clinic.server.database;
      const left = await sql`select 1 from ${sql(table)} where person = ${person}`;
      expect(left).toHaveLength(0);
    }
  });

  it('is not there on a kiosk (A26)', async () => {
    const kiosk = await enrolKiosk(clinic.server);
    for (const path of ['request', 'session']) {
      const address = `/connect/meadow/account/v1/passkeys/${path}`;
      const { status } = await kiosk.device.request(clinic.server.send, 'POST', address, '{}');
      expect(status).toBe(404);
    }
  });
});

describe('the passkeys of a person', () => {
  it('are nobody else’s to rename or remove', async () => {
    const { phone, passkey, email, person } = await holder();
    const { phone: other } = await holder();
    for (const id of [passkey, randomUUID(), 'x']) {
      expect((await other.call('PUT', `passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await other.call('DELETE', `passkeys/${id}`)).status).toBe(404);
    }
    expect((await phone.call('PUT', `passkeys/${passkey}`, { name: '  My phone ' })).status).toBe(204);
    expect((await list(phone)).json.passkeys[0]?.name).toBe('My phone');
    expect((await phone.call('PUT', `passkeys/${passkey}`, { name: ' ' })).status).toBe(400);
    expect((await phone.call('DELETE', `passkeys/${passkey}`)).status).toBe(204);
    expect(clinic.changesFor(email)).toEqual(['passkey-added', 'passkey-removed']);
    const events = (await clinic.trail()).filter(({ subject }) => subject === person);
    expect(events.map(({ action }) => action)).toEqual([
      'account-opened',
      'account-passkey-added',
      'account-passkey-removed',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/@/);
  });

  it('are offered once: to who has none, and hasn’t answered', async () => {
    const phone = await clinic.browser();
    await phone.enter(newAddress());
    expect((await list(phone)).json).toMatchObject({ offer: true, passkeys: [] });
    expect((await phone.call('PUT', 'passkeys/offer')).status).toBe(204);
    expect((await list(phone)).json.offer).toBe(false);
    const { phone: owner, passkey } = await holder();
    await owner.call('DELETE', `passkeys/${passkey}`);
    expect((await list(owner)).json.offer).toBe(false);
  });

  it('leave nothing of a ceremony behind', async () => {
    const phone = await clinic.browser();
    for (let time = 0; time < 7; time++) await ask(phone);
    const count = async () =>
      (
        await clinic.server.database
          .sql`select 1 from passkey_challenges where device = ${phone.device.deviceId}`
      ).length;
    expect(await count()).toBe(5);
    clinic.server.pass(10 * 60_000);
    await clinic.server.turns.turn();
    expect(await count()).toBe(0);
  });
});
