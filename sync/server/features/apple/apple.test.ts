import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PatientSession } from '../../../protocol/api/accounts.ts';
import {
  type AppleLink,
  type AppleReturn,
  type AppleStarted,
  appleProblemCodes,
} from '../../../protocol/api/apple.ts';
import { createLogger } from '../../base/process/log.ts';
import { createApple } from '../../providers/apple/apple.ts';
import {
  openTestApple,
  type TestApple,
  type TestAppleAccount,
} from '../../providers/apple/testing/test-apple.ts';
import { enrolKiosk } from '../../testing/test-kiosk.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../accounts/testing/test-accounts.ts';
import { createRevocations } from './revocations.ts';
import type { AppleSeal } from './seal.ts';

const ORIGIN = 'https://care.example';
const CALLBACK = '/auth/apple/callback';

let theirs: TestApple;
let clinic: TestAccounts;
beforeAll(async () => {
  theirs = await openTestApple(ORIGIN + CALLBACK);
  clinic = await openTestAccounts({
    publicUrl: new URL(ORIGIN),
    apple: createApple({
      ...{ keys: theirs.keys, issuer: theirs.issuer, fetch: theirs.fetch },
      now: () => new Date(),
    }),
  });
});
afterAll(async () => {
  await clinic.server.close();
  await theirs.close();
});
beforeEach(async () => {
  await clinic.server.database.sql`delete from rate_limits`;
  // What a process believes of a refusal lasts a second.
  clinic.server.pass(1_000);
});

let people = 0;
function somebody(over: Partial<TestAppleAccount> = {}): TestAppleAccount {
  people += 1;
  return { sub: `001.${people}`, email: `apple-${people}@icloud.example`, email_verified: 'true', ...over };
}

interface StartOptions {
  readonly vendor?: string;
  readonly shared?: boolean;
  readonly returnTo?: string;
  readonly links?: boolean;
}
const start = (browser: TestBrowser, { vendor = 'meadow', shared = false, ...more }: StartOptions = {}) =>
  browser.call<AppleStarted>('POST', 'apple', { language: 'es', shared, ...more }, { vendor });

interface Posted {
  readonly location: string;
  readonly result: string;
  readonly clears: boolean;
}
async function post(form: URLSearchParams, cookie: string): Promise<Posted> {
  const answer = await clinic.server.app.inject({
    ...{ method: 'POST', url: CALLBACK, payload: String(form) },
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, origin: theirs.issuer.href },
  });
  expect(answer.statusCode).toBe(303);
  const url = new URL(String(answer.headers.location), ORIGIN);
  return {
    location: url.pathname,
    result: url.searchParams.get('result') ?? '',
    clears: answer.cookies.some(({ name, value }) => name === '__Host-apple' && value === ''),
  };
}

/** As the page asks that Apple leads back to. */
const outcomeOf = (browser: TestBrowser, result: string, vendor = 'meadow') =>
  browser.call<AppleReturn>('POST', 'apple/outcome', { result }, { vendor });
const nothing = { links: false, returnTo: null, isRelay: false, name: null };

const finish = (browser: TestBrowser, result: string, vendor = 'meadow') =>
  browser.call<PatientSession>('POST', 'apple/session', { result }, { vendor });

/** As far as the page that Apple leads back to. */
async function comesBack(
  browser: TestBrowser,
  account: TestAppleAccount,
  options: StartOptions = {},
  user?: string,
) {
  theirs.account = account;
  const { json } = await start(browser, options);
  const form = await theirs.signIn(new URL(json.url));
  if (user !== undefined) form.set('user', user);
  return post(form, browser.cookie());
}

async function signIn(browser: TestBrowser, account: TestAppleAccount, options: StartOptions = {}) {
  const { result } = await comesBack(browser, account, options);
  return finish(browser, result, options.vendor);
}

describe('signing in with Apple', () => {
  it('makes an account of an address that Apple has verified, and finds it again by issuer and subject alone', async () => {
    const account = somebody();
    const phone = await clinic.browser();
    const first = await signIn(phone, account);
    expect(first).toMatchObject({
      status: 200,
      json: { email: account.email, hasPassword: false, shared: false },
    });
    expect((await phone.session()).json.person).toBe(first.json.person);
    const tablet = await clinic.browser();
    const again = await signIn(tablet, {
      sub: account.sub,
      email: 'other@icloud.example',
      email_verified: true,
    });
    expect(again.json).toMatchObject({ person: first.json.person, email: account.email });
    expect(clinic.changesFor(account.email ?? '')).toEqual(['signed-in']);
    expect(clinic.letters.at(-1)).toMatchObject({ language: 'es' });
  });

  it('keeps the session’s own cookie away from other sites: only that of the way back comes along (A11, A12)', async () => {
    const phone = await clinic.browser();
    const started = await start(phone);
    expect(started.setCookie).toMatch(/__Host-apple=.*Max-Age=600.*HttpOnly.*Secure.*SameSite=None/);
    theirs.account = somebody();
    const { result, clears } = await post(await theirs.signIn(new URL(started.json.url)), phone.cookie());
    expect(clears).toBe(true);
    const session = await finish(phone, result);
    expect(session.setCookie).toMatch(/__Host-p-[0-9a-f]+=.*SameSite=Lax/);
  });

  it('keeps the name of the first time before anything can fail, and believes nothing else of the form (A13)', async () => {
    const phone = await clinic.browser();
    const account = somebody();
    const user = JSON.stringify({
      name: { firstName: 'Ana', lastName: 'Ruiz' },
      email: 'victim@mail.example',
    });
    theirs.account = account;
    const failing = new URL((await start(phone)).json.url);
    failing.searchParams.set('nonce', 'another');
    const form = await theirs.signIn(failing);
    form.set('user', user);
    const failed = await post(form, phone.cookie());
    expect((await outcomeOf(phone, failed.result)).json.outcome).toBe('failed');
    const back = await comesBack(phone, account);
    const ana = { given: 'Ana', family: 'Ruiz' };
    expect((await outcomeOf(phone, back.result)).json).toEqual({ ...nothing, outcome: 'ok', name: ana });
    expect((await finish(phone, back.result)).json.email).toBe(account.email);
    const name = async () => (await phone.call<AppleLink>('GET', 'apple/link')).json;
    const { since } = await name();
    expect(Date.parse(since ?? '')).not.toBeNaN();
    expect(await name()).toEqual({ linked: true, since, name: ana });
    clinic.server.pass(10 * 60_000);
    await clinic.server.turns.turn();
    await signIn(phone, account);
    expect(await name()).toEqual({ linked: true, since, name: ana });
    const { sql } = clinic.server.database;
    expect(await sql`select 1 from identities where subject = 'victim@mail.example'`).toEqual([]);
  });

  it('is of one vendor: at another one the same Apple account is somebody new', async () => {
    const account = somebody();
    const phone = await clinic.browser();
    const meadow = await signIn(phone, account);
    const brook = await signIn(phone, account, { vendor: 'brook' });
    expect(brook.status).toBe(200);
    expect(brook.json.person).not.toBe(meadow.json.person);
  });

  it('keeps a shared device as short as a code does', async () => {
    const phone = await clinic.browser();
    expect((await signIn(phone, somebody(), { shared: true })).json.shared).toBe(true);
    clinic.server.pass(15 * 60_000);
    expect((await phone.session()).code).toBe('SESSION_ENDED');
  });

  it('says that it was cancelled, at which vendor, and where they were', async () => {
    const phone = await clinic.browser();
    const returnTo = '/connect/meadow/questionnaire/sleep';
    const { json } = await start(phone, { returnTo });
    const state = new URL(json.url).searchParams.get('state') ?? '';
    const cancelled = await post(
      new URLSearchParams({ error: 'user_cancelled_authorize', state }),
      phone.cookie(),
    );
    expect(cancelled.location).toBe(CALLBACK);
    expect(cancelled.result).toMatch(/^meadow\./);
    for (let time = 0; time < 2; time++)
      expect((await outcomeOf(phone, cancelled.result)).json).toEqual({
        ...{ ...nothing, outcome: 'cancelled', returnTo },
      });
    expect((await finish(phone, cancelled.result)).code).toBe('APPLE_STATE_MISMATCH');
  });

  it('goes on nowhere - the state is unknown, over, or used, the cookie another’s, or the nonce', async () => {
    const [phone, thief] = [await clinic.browser(), await clinic.browser()];
    theirs.account = somebody();
    const { json } = await start(phone);
    await start(thief);
    const form = await theirs.signIn(new URL(json.url));
    const unknown = await post(new URLSearchParams({ code: 'x', state: 'nowhere.abc' }), phone.cookie());
    const unstorable = await post(
      new URLSearchParams({ code: 'x', state: 'mea\u0000dow.abc' }),
      phone.cookie(),
    );
    expect(unstorable).toEqual(unknown);
    expect(unknown).toMatchObject({ location: CALLBACK, result: '' });
    const refused = async ({ location, result }: Posted) => {
      expect(location).toBe(CALLBACK);
      expect(result).toMatch(/^meadow\./);
      expect((await outcomeOf(phone, result)).code).toBe('APPLE_STATE_MISMATCH');
    };
    await refused(await post(form, thief.cookie()));
    await refused(await post(form, ''));
    const { result } = await post(form, phone.cookie());
    expect((await outcomeOf(phone, result)).json).toEqual({ ...nothing, outcome: 'ok' });
    await refused(await post(form, phone.cookie()));
    const late = await start(phone);
    const lateForm = await theirs.signIn(new URL(late.json.url));
    clinic.server.pass(10 * 60_000);
    await refused(await post(lateForm, phone.cookie()));
    const bad = await start(phone);
    const url = new URL(bad.json.url);
    url.searchParams.set('nonce', 'another');
    const wrong = await post(await theirs.signIn(url), phone.cookie());
    expect((await outcomeOf(phone, wrong.result)).json.outcome).toBe('failed');
    expect((await finish(phone, wrong.result)).code).toBe('APPLE_STATE_MISMATCH');
  });

  it.each([
    ['/connect/meadow/questionnaire/sleep', true],
    ['/connect/meadow/', true],
    ['/connect/brook/', false],
    ['/connect/meadow/../brook/', false],
    ['//elsewhere.example/connect/meadow/', false],
    ['https://elsewhere.example/connect/meadow/', false],
    ['/\\elsewhere.example/connect/meadow/', false],
    ['/connect/meadow/\t/elsewhere.example', false],
    ['/connect/meadow/?a=b', false],
  ])('leads back to where they were, at this vendor alone: %s', async (returnTo, kept) => {
    const phone = await clinic.browser();
    const { result } = await comesBack(phone, somebody(), { returnTo });
    expect((await outcomeOf(phone, result)).json.returnTo).toBe(kept ? returnTo : null);
  });

  it.each([
    ['x@privaterelay.appleid.com', true],
    ['ana@icloud.example', false],
  ])('says whether Apple hides the address: %s (A16)', async (email, isRelay) => {
    const phone = await clinic.browser();
    const { result } = await comesBack(phone, somebody({ email: `${people}${email}` }));
    expect((await outcomeOf(phone, result)).json.isRelay).toBe(isRelay);
  });

  it('gives its result to the device that began it, at its vendor, once', async () => {
    const [phone, thief] = [await clinic.browser(), await clinic.browser()];
    const { result } = await comesBack(phone, somebody());
    for (const ask of [outcomeOf, finish]) {
      expect(await ask(thief, result)).toMatchObject({ status: 403, code: 'APPLE_STATE_MISMATCH' });
      expect(await ask(phone, result, 'brook')).toMatchObject({ status: 403, code: 'APPLE_WRONG_VENDOR' });
    }
    expect((await finish(phone, result)).status).toBe(200);
    for (const ask of [outcomeOf, finish])
      expect((await ask(phone, result)).code).toBe('APPLE_STATE_MISMATCH');
  });

  it('leaves nothing readable in the database', async () => {
    const phone = await clinic.browser();
    const account = somebody();
    const returnTo = '/connect/meadow/questionnaire/sleep';
    const user = JSON.stringify({ name: { firstName: 'Ana', lastName: 'Ruiz' } });
    const { result } = await comesBack(phone, account, { returnTo }, user);
    const { sql } = clinic.server.database;
    const rows = async () => [await sql`select * from apple_attempts`, await sql`select * from apple_links`];
    const readable = async () =>
      (await rows())
        .flat()
        .flatMap((row): unknown[] => Object.values(row))
        .map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
        );
    const before = (await readable()).join('\n');
    expect(before).toContain('meadow');
    for (const text of [account.email, result, 'sleep', 'Ana']) expect(before).not.toContain(text);
    await finish(phone, result);
    clinic.server.pass(10 * 60_000);
    await clinic.server.turns.turn();
    expect(await sql`select 1 from apple_attempts`).toEqual([]);
  });

  it('is not there on a kiosk (A26), and not without keys', async () => {
    const kiosk = await enrolKiosk(clinic.server);
    for (const path of ['apple', 'apple/outcome', 'apple/session']) {
      const address = `/connect/meadow/account/v1/${path}`;
      expect((await kiosk.device.request(clinic.server.send, 'POST', address, '{}')).status).toBe(404);
    }
    const phone = await clinic.browser();
    expect((await phone.call('GET', 'apple')).status).toBe(204);
    const without = await openTestAccounts({ publicUrl: new URL(ORIGIN) });
    try {
      const other = await without.browser();
      expect((await other.call('GET', 'apple')).status).toBe(404);
      expect(
        (await without.server.app.inject({ method: 'POST', url: CALLBACK, payload: '' })).statusCode,
      ).toBe(404);
    } finally {
      await without.server.close();
    }
  });
});

describe('an address that is known here', () => {
  async function owner() {
    const email = `owner-${people++}@mail.example`;
    const phone = await clinic.browser();
    const { person } = await phone.enter(email);
    return { email, phone, person };
  }

  it.each([[true], ['true'], [false], [undefined]])(
    'opens no account, whatever Apple says of it: %s - who proves it here links it (A5, A9)',
    async (said) => {
      const { email, person } = await owner();
      const claims = {
        ...{ sub: somebody().sub, email },
        ...(said === undefined ? {} : { email_verified: said }),
      };
      const tablet = await clinic.browser();
      const { result } = await comesBack(tablet, claims);
      const refused = await finish(tablet, result);
      expect(refused).toMatchObject({ status: 409, code: 'APPLE_ACCOUNT_EXISTS' });
      expect(appleProblemCodes).toContain(refused.code);
      await tablet.enter(email);
      expect((await tablet.call('POST', 'apple/link', { result })).status).toBe(204);
      expect(clinic.changesFor(email)).toEqual(['signed-in', 'apple-linked']);
      const laptop = await clinic.browser();
      expect((await signIn(laptop, claims)).json.person).toBe(person);
    },
  );

  it('opens no account either that Apple hasn’t verified and nobody has, or that it doesn’t say', async () => {
    for (const over of [{ email_verified: 'false' }, { email_verified: false }]) {
      const phone = await clinic.browser();
      expect((await signIn(phone, somebody(over))).code).toBe('APPLE_ACCOUNT_EXISTS');
    }
    const { sub } = somebody();
    expect((await signIn(await clinic.browser(), { sub })).code).toBe('APPLE_ACCOUNT_EXISTS');
  });

  it('is linked with a fresh proof alone, on the device that came back', async () => {
    const { email, phone } = await owner();
    const { result } = await comesBack(phone, somebody());
    clinic.server.pass(5 * 60_000 + 1_000);
    expect((await phone.call('POST', 'apple/link', { result })).code).toBe('PROOF_TOO_OLD');
    const tablet = await clinic.browser();
    await tablet.enter(email);
    expect((await tablet.call('POST', 'apple/link', { result })).code).toBe('APPLE_STATE_MISMATCH');
    await phone.enter(email);
    expect((await phone.call('POST', 'apple/link', { result })).status).toBe(204);
  });

  it('is linked where they are signed in, and that way signs nobody in', async () => {
    const { email, phone, person } = await owner();
    const account = somebody();
    const { result } = await comesBack(phone, account, { links: true });
    expect((await outcomeOf(phone, result)).json).toEqual({ ...nothing, outcome: 'ok', links: true });
    expect((await finish(phone, result)).code).toBe('APPLE_STATE_MISMATCH');
    expect((await phone.call('POST', 'apple/link', { result })).status).toBe(204);
    expect(clinic.changesFor(email)).toEqual(['apple-linked']);
    expect((await signIn(await clinic.browser(), account)).json.person).toBe(person);
  });

  it('isn’t linked to what another person has', async () => {
    const account = somebody();
    await signIn(await clinic.browser(), account);
    const { phone } = await owner();
    const { result } = await comesBack(phone, account);
    expect((await phone.call('POST', 'apple/link', { result })).code).toBe('APPLE_LINKED');
  });

  it('is shown to whose it is, before and after a merge that is undone', async () => {
    const [{ phone }, other] = [await owner(), await owner()];
    const { result } = await comesBack(phone, somebody());
    await phone.call('POST', 'apple/link', { result });
    const isLinked = async (browser: TestBrowser) =>
      (await browser.call<{ linked: boolean }>('GET', 'apple/link')).json.linked;
    expect([await isLinked(phone), await isLinked(other.phone)]).toEqual([true, false]);
    const give = (from: string, to: string) =>
      clinic.server.database
        .sql`update identities set person = ${to} where kind = 'apple' and person = ${from}`;
    const { person } = (await phone.session()).json;
    await give(person, other.person);
    expect([await isLinked(phone), await isLinked(other.phone)]).toEqual([false, true]);
    await give(other.person, person);
    expect([await isLinked(phone), await isLinked(other.phone)]).toEqual([true, false]);
  });

  it('is unlinked with a fresh proof, and Apple hears of it (A18)', async () => {
    const { email, phone, person } = await owner();
    const account = somebody();
    const { result } = await comesBack(phone, account);
    await phone.call('POST', 'apple/link', { result });
    const before = theirs.revoked.length;
    expect((await phone.call('DELETE', 'apple/link')).status).toBe(204);
    await vi.waitFor(() => expect(theirs.revoked).toHaveLength(before + 1));
    expect((await phone.call('DELETE', 'apple/link')).status).toBe(404);
    expect(clinic.changesFor(email)).toEqual(['apple-linked', 'apple-removed']);
    const actions = (await clinic.trail())
      .filter(({ subject }) => subject === person)
      .map(({ action }) => action);
    expect(actions).toEqual(['account-opened', 'account-apple-linked', 'account-apple-removed']);
    expect((await signIn(await clinic.browser(), account)).json.person).not.toBe(person);
  });

  /** Links of who came last. */
  const subjects = async (): Promise<readonly string[]> => {
    const rows = await clinic.server.database.sql<{ subject: string }[]>`
      select subject from apple_links where subject like ${`%001.${people}`}`;
    return rows.map(({ subject }) => subject);
  };
  const waiting = async () =>
    (await clinic.server.database.sql`select tries from apple_revocations`).map(({ tries }) => tries);

  it('is given up at Apple once the account is closed, and nothing of it stays (A18)', async () => {
    const { phone } = await owner();
    const { result } = await comesBack(phone, somebody());
    await phone.call('POST', 'apple/link', { result });
    const before = theirs.revoked.length;
    expect((await phone.call('POST', 'closing')).status).toBe(204);
    await vi.waitFor(() => expect(theirs.revoked).toHaveLength(before + 1));
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    expect(await subjects()).toEqual([]);
  });

  it('is given up later where Apple can’t be reached, and holds nobody up (A18)', async () => {
    const { phone } = await owner();
    const { result } = await comesBack(phone, somebody());
    await phone.call('POST', 'apple/link', { result });
    const before = theirs.revoked.length;
    const { sql } = clinic.server.database;
    const seal: AppleSeal = { seal: () => new Uint8Array(), open: () => 'token' };
    let isReachable = false;
    let at = Date.now();
    const revocations = createRevocations({
      ...{ sql, seal, logger: createLogger({ write: () => undefined }), now: () => new Date(at) },
      apple: {
        revoke: async () => {
          if (!isReachable) throw new Error('unreachable');
        },
      },
    });
    // As unlinking does it, by a server that can't reach Apple.
    const [subject = ''] = await subjects();
    await sql.begin((transaction) => revocations.takeLink(transaction, 'meadow', subject));
    await revocations.run();
    await revocations.run();
    expect(await waiting()).toEqual([1]);
    at += 15 * 60_000;
    await revocations.run();
    expect(await waiting()).toEqual([2]);
    isReachable = true;
    at += 29 * 60_000;
    await revocations.run();
    expect(await waiting()).toEqual([2]);
    at += 60_000;
    await revocations.run();
    expect(await waiting()).toEqual([]);
    expect(theirs.revoked).toHaveLength(before);
  });
});

describe('what Apple tells by itself', () => {
  const tell = async (event: unknown, over = {}) =>
    clinic.server.app.inject({
      ...{ method: 'POST', url: '/auth/apple/notifications' },
      payload: { payload: await theirs.notify(event, over) },
    });

  it.each(['consent-revoked', 'account-delete'])(
    'ends the sign-in and its sessions at every vendor, once, and touches nothing else: %s (A17)',
    async (type) => {
      const account = somebody();
      const phone = await clinic.browser();
      const { json } = await signIn(phone, account);
      await signIn(phone, account, { vendor: 'brook' });
      expect((await tell({ type, sub: account.sub })).statusCode).toBe(204);
      for (const vendor of ['meadow', 'brook'])
        expect((await phone.session({ vendor })).code).toBe('SESSION_ENDED');
      const { sql } = clinic.server.database;
      expect(await sql`select 1 from apple_links where subject like ${`% ${account.sub}`}`).toEqual([]);
      // The account is still there, for who proves its address.
      expect((await phone.enter(account.email ?? '')).person).toBe(json.person);
    },
  );

  it('changes nothing - it is of an address, of nobody, or not Apple’s', async () => {
    const account = somebody();
    const phone = await clinic.browser();
    await signIn(phone, account);
    expect((await tell({ type: 'email-disabled', sub: account.sub })).statusCode).toBe(204);
    expect((await tell({ type: 'consent-revoked', sub: 'nobody' })).statusCode).toBe(204);
    const event = { type: 'consent-revoked', sub: account.sub };
    expect((await tell(event, { audience: 'example.other.web' })).json().code).toBe('INVALID_REQUEST');
    const forged = {
      method: 'POST',
      url: '/auth/apple/notifications',
      payload: { payload: 'x.y.z' },
    } as const;
    expect((await clinic.server.app.inject(forged)).statusCode).toBe(400);
    expect((await phone.session()).status).toBe(200);
  });
});
