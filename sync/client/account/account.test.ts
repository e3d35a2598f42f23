import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { createClinic, type Weather } from '../testing/clinic.ts';
import { createPatientDesk, OWN_ORDER, type PatientDesk, RIGHT_CODE } from '../testing/patient-desk.ts';
import {
  createPatientPhone,
  type PatientPhone,
  type PatientTab,
  queues,
  signsIn,
  watches,
} from '../testing/patient-phone.ts';
import { createPhone } from '../testing/phone.ts';
import { until } from '../testing/until.ts';
import { createSessionRequests } from '../wire/session-requests.ts';
import type { AccountState } from './account-contract.ts';
import { LOCKED_AFTER_MS } from './account-store.ts';

const ANA = 'aaaaaaaa-0000-4000-8000-000000000001';
const BEN = 'bbbbbbbb-0000-4000-8000-000000000002';
const ana = 'ana@example.org';
const ben = 'ben@example.org';

let desk: PatientDesk;
let phone: PatientPhone;
let tab: PatientTab;
beforeEach(async () => {
  desk = createPatientDesk();
  desk.enroll(ana, ANA);
  desk.enroll(ben, BEN);
  for (const person of [ANA, BEN]) desk.commit(person, { records: [{ id: `of-${person}`, body: {} }] });
  phone = createPatientPhone({ desk });
  tab = await phone.opens();
});
afterEach(() => phone.switchesOff());

const nothingIsLeft = async () =>
  expect(await phone.look()).toMatchObject({ keys: [], rows: [], shadow: [], state: [] });

async function isIn(email = ana, shared = false) {
  expect(await signsIn(tab, email, shared)).toEqual({ status: 'signed-in' });
  const view = watches(tab);
  await until(() => view.now()?.status === 'ready');
  return view;
}

const copyOf = (opId: string, subjectId: string) => ({
  opId,
  subjectId,
  box: { keyId: 'k', iv: new Uint8Array(12), bytes: new Uint8Array(8) },
});
const copies = async () =>
  (await tab.store.read(['copies'], (transaction) => transaction.all('copies'))).map(({ opId }) => opId);

test.each([
  ['signing out', () => tab.account.signOut()],
  ['somebody else’s sign-in', () => signsIn(tab, ben)],
])('R29: %s takes along what the person has queued of themselves, and no form’s copy', async (_, leave) => {
  await isIn();
  await tab.store.write(['copies'], async (transaction) => {
    await transaction.put('copies', copyOf('of-ana', ANA));
    await transaction.put('copies', copyOf('of-a-form', 'a subject'));
  });
  await leave();
  expect(await copies()).toEqual(['of-a-form']);
});

describe('signing in', () => {
  test('every tab is told, and each request bears the session', async () => {
    const other = await phone.opens();
    const told: AccountState[] = [];
    other.account.watch((state) => void told.push(state));
    expect(told).toEqual([{ status: 'signed-out' }]);
    await isIn();
    await until(() => told.at(-1)?.status === 'signed-in');
    expect(told.at(-1)).toMatchObject({ person: ANA, email: ana, shared: false, idleSeconds: 900 });
    expect(phone.requests.every(({ session }) => session === true)).toBe(true);
    await phone.switchesOff();
    const reopened = await phone.opens();
    expect(reopened.account.state()).toMatchObject({ status: 'signed-in', email: ana });
  });

  test('a wrong code, no answer, and too many tries each say so, and change nothing', async () => {
    expect(await signsIn(tab, ana, false, '000000')).toEqual({ status: 'wrong' });
    expect(await signsIn(tab, 'nobody@example.org')).toEqual({ status: 'wrong' });
    phone.line.current = () => undefined;
    expect(await signsIn(tab, ana)).toEqual({ status: 'offline' });
    phone.line.current = () => ({ status: 429 });
    expect(await signsIn(tab, ana)).toEqual({ status: 'later' });
    phone.line.current = () => ({ status: 403, body: { type: 't', title: 't', code: 'CODE_NEEDED' } });
    expect(await signsIn(tab, ana)).toEqual({ status: 'code-needed' });
    expect((await phone.look()).account).toBeUndefined();
    phone.line.current = undefined;
    expect(await tab.account.requestCode(ana, 'en')).toEqual({ status: 'sent' });
  });

  test('by a passkey says which one, whose it has to be, and that it may be another clinic’s', async () => {
    const sent: unknown[] = [];
    phone.line.current = (request) => {
      sent.push([request.path, JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array()))]);
      return { status: 403, body: { type: 't', title: 't', code: 'PASSKEY_ELSEWHERE' } };
    };
    const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
    const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response } as const;
    const credentials = { language: 'en', shared: false, by: { passkey }, person: ANA } as const;
    expect(await tab.account.signIn(credentials)).toEqual({ status: 'elsewhere' });
    expect(sent).toEqual([
      [
        expect.stringMatching(/\/account\/v1\/passkeys\/session$/),
        { assertion: passkey, language: 'en', shared: false, person: ANA },
      ],
    ]);
    phone.line.current = undefined;
    expect(tab.account.state()).toEqual({ status: 'signed-out' });
  });

  test('by a text sends the birth date with the code (A34)', async () => {
    const sent: unknown[] = [];
    phone.line.current = (request) => {
      sent.push([request.path, JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array()))]);
      return { status: 403, body: { type: 't', title: 't', code: 'SIGN_IN_FAILED' } };
    };
    const text = { code: '123456', birthDate: '1990-05-04' };
    const credentials = { phone: '+12025550143', language: 'en', shared: true, by: { text } } as const;
    expect(await tab.account.signIn(credentials)).toEqual({ status: 'wrong' });
    expect(sent).toEqual([
      [
        expect.stringMatching(/\/account\/v1\/phone\/session$/),
        { phone: '+12025550143', language: 'en', shared: true, ...text },
      ],
    ]);
    phone.line.current = undefined;
    expect(tab.account.state()).toEqual({ status: 'signed-out' });
  });

  test('by Apple sends what the way back gave, and says what is to be done first', async () => {
    const sent: unknown[] = [];
    for (const [code, status] of [
      ['APPLE_ACCOUNT_EXISTS', 'exists'],
      ['APPLE_STATE_MISMATCH', 'mismatch'],
    ] as const) {
      phone.line.current = (request) => {
        sent.push([request.path, new TextDecoder().decode(request.body ?? new Uint8Array())]);
        return { status: 409, body: { type: 't', title: 't', code } };
      };
      expect(await tab.account.signIn({ by: { apple: 'r' } })).toEqual({ status });
    }
    expect(sent[0]).toEqual([expect.stringMatching(/\/account\/v1\/apple\/session$/), '{"result":"r"}']);
    phone.line.current = undefined;
    expect(tab.account.state()).toEqual({ status: 'signed-out' });
  });

  test('a device that cannot keep it signs nobody in, and the server is told', async () => {
    const full = createPatientPhone({
      desk,
      wrap: (store) => ({ ...store, write: () => Promise.reject(new Error('quota')) }),
    });
    const own = await full.opens();
    expect(await signsIn(own, ana)).toEqual({ status: 'storage' });
    expect(desk.sessions.size).toBe(0);
    expect(own.account.state()).toEqual({ status: 'signed-out' });
    await full.switchesOff();
  });

  test('again as the same person, as a fresh proof: the records stay', async () => {
    const view = await isIn();
    const before = await phone.look();
    view.seen.length = 0;
    await signsIn(tab, ana);
    tab.delivered();
    await until(() => view.seen.length > 0);
    expect(view.seen.every(({ records }) => records.length === 1)).toBe(true);
    expect((await phone.look()).rows).toEqual(before.rows);
  });

  test('R26, R29: as another person, nothing of the first one is left, and their late page is refused', async () => {
    const view = await isIn();
    desk.commit(ANA, { records: [{ id: 'secret-of-ana', body: {} }] });
    let late: (() => void) | undefined;
    phone.line.current = (request, proceed) => {
      if (!request.path.startsWith('/sync') || late !== undefined) return proceed();
      const answer = proceed();
      return new Promise((resolve) => {
        late = () => resolve(answer);
      });
    };
    const pulling = tab.account.refresh();
    await until(() => late !== undefined);
    const first = (await phone.look()).keys[0];
    await signsIn(tab, ben);
    late?.();
    await pulling;
    await until(() => view.ids().includes(`of-${BEN}`));
    const { keys, rows, state, shadow } = await phone.look();
    expect(keys.map(({ person }) => person)).toEqual([BEN]);
    expect(keys[0]?.key).not.toBe(first?.key);
    expect(state.map(({ person }) => person)).toEqual([BEN]);
    expect([rows.length, shadow.length]).toEqual([1, 0]);
    expect(view.ids()).toEqual([`of-${BEN}`]);
  });

  test('R26: a page of another person under this one’s name is refused, and the session is asked for', async () => {
    const view = await isIn();
    phone.line.current = (request, proceed) =>
      request.path.startsWith('/sync') ? { status: 200, body: desk.pageOf(BEN, null) } : proceed();
    await tab.account.refresh();
    tab.ask();
    await tab.account.refresh();
    expect(view.ids()).toEqual([`of-${ANA}`]);
    expect((await phone.look()).rows).toHaveLength(1);
  });

  test('R26: where the page that signed another person in died over it, the next pull ends what is shown here', async () => {
    const view = await isIn();
    const { token } = desk.serve(
      {
        ...{ method: 'POST', path: '/account/v1/session' },
        body: utf8(JSON.stringify({ email: ben, code: RIGHT_CODE })),
      },
      {},
    );
    phone.jar.token = token ?? undefined;
    tab.ask();
    await until(() => tab.account.state()?.status === 'ended');
    await nothingIsLeft();
    await until(() => view.ids().length === 0);
    expect(await signsIn(tab, ben)).toEqual({ status: 'signed-in' });
    await until(() => view.ids().join() === `of-${BEN}`);
  });
});

describe('signing out', () => {
  test('R27: key and rows go without a network; drafts and what is queued stay; the server hears of it later', async () => {
    const view = await isIn();
    const { opId } = await queues(tab.store);
    await tab.store.write(['drafts'], (transaction) =>
      transaction.put('drafts', {
        ...{ draftId: 'd', subjectId: 's', session: 'x', questionnaireSlug: 'q', formHash: 'f' },
        ...{ owner: 'own', updatedAt: '', rev: 1, writer: 'w' },
        box: { keyId: 'k', iv: new Uint8Array(12), bytes: new Uint8Array(3) },
      }),
    );
    phone.line.current = () => undefined;
    await tab.account.signOut();
    await nothingIsLeft();
    const { outbox, drafts, account } = await phone.look();
    expect(outbox.map((row) => [row.opId, row.state])).toEqual([[opId, 'queued']]);
    expect(drafts).toHaveLength(1);
    expect(account).toEqual({ id: 'account', state: 'leaving', mark: expect.any(String) });
    expect(tab.account.state()).toEqual({ status: 'signed-out' });
    await until(() => view.ids().length === 0);
    // Durable: another run of the page tells.
    await phone.switchesOff();
    phone.line.current = undefined;
    expect(desk.sessions.size).toBe(1);
    await phone.opens();
    await until(() => desk.sessions.size === 0);
    await until(async () => (await phone.look()).account === undefined);
  });

  test('a page that comes after it is refused', async () => {
    await isIn();
    desk.commit(ANA, { records: [{ id: 'late', body: {} }] });
    let late: (() => void) | undefined;
    phone.line.current = (request, proceed) => {
      if (!request.path.startsWith('/sync')) return proceed();
      const answer = proceed();
      return new Promise((resolve) => {
        late = () => resolve(answer);
      });
    };
    tab.ask();
    await until(() => late !== undefined);
    await tab.account.signOut();
    late?.();
    await until(() => desk.sessions.size === 0);
    await phone.switchesOff();
    await nothingIsLeft();
  });

  test('killed at any step of it: signed in with all that belongs to it, or out with nothing', async () => {
    await isIn();
    await phone.switchesOff();
    let cut = 1;
    for (; ; cut += 1) {
      let steps = 0;
      let armed = false;
      const die = async <R>(work: () => Promise<R>): Promise<R> => {
        if (armed) steps += 1;
        return steps < cut ? await work() : await new Promise<never>(() => undefined);
      };
      const mortal = createPatientPhone({
        desk,
        connect: phone.connect,
        wrap: (store) => ({
          ...store,
          read: (tables, work) => die(() => store.read(tables, work)),
          write: (tables, work) => die(() => store.write(tables, work)),
        }),
      });
      Object.assign(mortal.jar, phone.jar);
      const victim = await mortal.opens();
      let ended = false;
      armed = true;
      void victim.account.signOut().then(() => {
        ended = true;
      });
      await until(() => ended || steps >= cut);
      const { account, keys, rows } = await phone.look();
      expect([account?.state ?? 'none', keys.length, rows.length]).toEqual(
        account?.state === 'signed-in' ? ['signed-in', 1, 1] : [account?.state ?? 'none', 0, 0],
      );
      if (ended) break;
      Object.assign(phone.jar, mortal.jar);
    }
    // The whole way has more steps than that; a loop that ended at once would prove nothing.
    expect(cut).toBeGreaterThan(1);
  });

  test('whoever signs in next isn’t signed out by it: the server is told first', async () => {
    await isIn();
    phone.line.current = () => undefined;
    await tab.account.signOut();
    await phone.switchesOff();
    phone.line.current = (request, proceed) => (request.method === 'DELETE' ? undefined : proceed());
    tab = await phone.opens();
    expect(await signsIn(tab, ben)).toEqual({ status: 'offline' });
    phone.line.current = undefined;
    expect(await signsIn(tab, ben)).toEqual({ status: 'signed-in' });
    tab.signals.tell('visible');
    await tab.account.refresh();
    expect([...desk.sessions.values()].map(({ person }) => person)).toEqual([BEN]);
    expect(tab.account.state()).toMatchObject({ status: 'signed-in', email: ben });
  });
});

describe('ended by the server', () => {
  test.each([
    ['session', (): void => desk.endSessions()],
    ['closed', (): void => desk.close(ANA, 'PERSON_CLOSED')],
    ['merged', (): void => desk.close(ANA, 'PERSON_MERGED')],
  ] as const)('R15: %s - key and rows go at once, and each tab says why', async (why, end) => {
    const view = await isIn();
    const other = await phone.opens();
    await queues(tab.store);
    end();
    tab.ask();
    await until(() => tab.account.state()?.status === 'ended');
    expect(tab.account.state()).toEqual({ status: 'ended', why, email: ana });
    await until(() => other.account.state()?.status === 'ended');
    await nothingIsLeft();
    expect((await phone.look()).outbox).toHaveLength(1);
    await until(() => view.ids().length === 0);
    await tab.account.dismiss();
    expect(tab.account.state()).toEqual({ status: 'signed-out' });
    expect((await phone.look()).account).toBeUndefined();
  });

  test('A27: an answer to the sign-in before ends nothing', async () => {
    await isIn();
    let late: (() => void) | undefined;
    phone.line.current = (request, proceed) => {
      if (!request.path.endsWith('/sessions')) return proceed();
      const problem = { type: 't', title: 't', code: 'SESSION_ENDED' };
      return new Promise((resolve) => {
        late = () => resolve({ status: 401, body: problem });
      });
    };
    const listing = tab.account.sessions();
    await until(() => late !== undefined);
    await signsIn(tab, ana);
    late?.();
    expect(await listing).toEqual({ status: 'session-ended' });
    expect(tab.account.state()).toMatchObject({ status: 'signed-in' });
  });
});

test('30 days without contact: locked until sign-in, and nothing is asked for; the rows are kept', async () => {
  const view = await isIn();
  phone.clock.setBy(LOCKED_AFTER_MS + 1);
  const before = phone.requests.length;
  tab.ask();
  tab.delivered();
  await until(() => tab.account.state()?.status === 'locked');
  await until(() => view.ids().length === 0);
  expect(phone.requests.length).toBe(before);
  const { rows } = await phone.look();
  expect(rows).toHaveLength(1);
  await signsIn(tab, ana);
  await until(() => view.ids().length === 1);
  expect((await phone.look()).rows).toEqual(rows);
});

test('password, sessions and their refusals', async () => {
  await isIn();
  expect(await tab.account.setPassword('correct horse battery')).toEqual({ status: 'done' });
  await until(() => JSON.stringify(tab.account.state()).includes('"hasPassword":true'));
  desk.state.proofTooOld = true;
  expect(await tab.account.setPassword(null)).toEqual({ status: 'proof-too-old' });
  expect(await tab.account.sessions()).toEqual({ status: 'ok', sessions: [] });
  expect(await tab.account.endSessions()).toEqual({ status: 'done' });
  expect(await tab.account.endSessions('00000000-0000-4000-8000-000000000000')).toEqual({ status: 'done' });
});

test('an order of the person’s opens here, and nobody else’s', async () => {
  await isIn();
  const changes = await tab.account.changes();
  expect(await changes.orderToken(OWN_ORDER)).toEqual({ status: 'ok', token: 'T'.repeat(43) });
  expect(await changes.orderToken(crypto.randomUUID())).toEqual({ status: 'absent' });
  expect(tab.account.state()).toMatchObject({ status: 'signed-in' });
});

test('addresses, and their refusals', async () => {
  await isIn();
  expect(await (await tab.account.changes()).contacts()).toMatchObject({
    status: 'ok',
    contacts: [{ email: ana }],
  });
  const added = { email: 'ana@work.example', language: 'en' } as const;
  desk.state.proofTooOld = true;
  expect(await (await tab.account.changes()).requestContactCode(added.email, 'en')).toEqual({
    status: 'proof-too-old',
  });
  desk.state.proofTooOld = false;
  expect(await (await tab.account.changes()).requestContactCode(added.email, 'en')).toEqual({
    status: 'done',
  });
  expect(await (await tab.account.changes()).addContact({ ...added, code: '000001' })).toEqual({
    status: 'wrong',
  });
  expect(await (await tab.account.changes()).addContact({ ...added, code: RIGHT_CODE })).toEqual({
    status: 'done',
  });
  expect(await (await tab.account.changes()).removeContact(ana)).toEqual({ status: 'needed' });
  expect(tab.account.state()).toMatchObject({ status: 'signed-in' });
});

test('closing asks for a fresh proof, and then nothing of the account is left here', async () => {
  await isIn();
  desk.state.proofTooOld = true;
  expect(await (await tab.account.changes()).close()).toEqual({ status: 'proof-too-old' });
  expect(tab.account.state()).toMatchObject({ status: 'signed-in' });
  desk.state.proofTooOld = false;
  expect(await (await tab.account.changes()).close()).toEqual({ status: 'done' });
  expect(tab.account.state()).toMatchObject({ status: 'ended', why: 'closed' });
  expect(await phone.look()).toMatchObject({ keys: [], rows: [] });
});

test('a shared device keeps no e-mail: each page asks for it, and an end names nobody', async () => {
  await isIn(ana, true);
  expect(tab.account.state()).toMatchObject({ status: 'signed-in', email: ana, shared: true });
  expect(JSON.stringify((await phone.look()).account)).not.toContain('ana');
  await phone.switchesOff();
  tab = await phone.opens();
  await until(() => JSON.stringify(tab.account.state()).includes(ana));
  await phone.switchesOff();
  desk.endSessions();
  tab = await phone.opens();
  await until(() => tab.account.state()?.status === 'ended');
  expect(tab.account.state()).toEqual({ status: 'ended', why: 'session', email: '' });
});

describe('over the real exchange', () => {
  let nonces = 0;
  const answering =
    (code: number, problem: string): Weather =>
    async () => ({
      status: code,
      headers: { 'x-sync-protocol': '1', 'dpop-nonce': `fresh-${++nonces}` },
      body: JSON.stringify({ type: 't', title: 't', code: problem }),
    });

  test('a sign-in that failed is never repeated, not even where the nonce has changed; what only lacks it is', async () => {
    const clinic = await createClinic();
    const device = createPhone({ clinic });
    const { client, clock } = await device.opens();
    const requests = createSessionRequests({ exchange: client.parts.exchange, clock });
    const body = { email: ana, language: 'en', code: RIGHT_CODE, shared: false };
    const ask = () => requests.tell({ method: 'POST', path: '/account/v1/session', body });
    clinic.forecast(answering(403, 'SIGN_IN_FAILED'));
    expect(await ask()).toEqual({ status: 'problem', code: 'SIGN_IN_FAILED' });
    expect(clinic.requests).toHaveLength(1);
    clinic.forecast(answering(401, 'NONCE'), async () => ({
      ...{ status: 204, body: '' },
      headers: { 'x-sync-protocol': '1' },
    }));
    clinic.requests.length = 0;
    expect((await ask()).status).toBe('ok');
    await device.switchesOff();
  });

  test('a captive portal signs nobody in or out', async () => {
    const clinic = await createClinic();
    const device = createPhone({ clinic });
    const { client, clock } = await device.opens();
    const requests = createSessionRequests({ exchange: client.parts.exchange, clock });
    clinic.state.weather = async () => ({ status: 204, headers: {}, body: '' });
    expect(await requests.tell({ method: 'DELETE', path: '/account/v1/session' })).toEqual({
      status: 'offline',
    });
    await device.switchesOff();
  });
});

const begun = { name: 'begun', subjectId: 'shelf', version: 1, box: copyOf('', '').box };
const onTheShelf = async () =>
  await tab.store.read(['shelf', 'keys'], async (transaction) => ({
    rows: (await transaction.all('shelf')).length,
    keys: (await transaction.all('keys')).map(({ id }) => id),
  }));

test.each([
  ['signed out', () => tab.account.signOut()],
  ['followed by somebody else', () => signsIn(tab, ben, true)],
])('promise 12: what was begun on a shared device goes with the person - %s', async (_, leave) => {
  await isIn(ana, true);
  await tab.store.write(['shelf', 'keys'], async (transaction) => {
    await transaction.put('shelf', begun);
    await transaction.put('keys', { id: 'subject:shelf', keyId: 'k', at: 0 });
  });
  await leave();
  expect(await onTheShelf()).toEqual({ rows: 0, keys: [] });
});

test('promise 12: what was begun stays - a guest signs in on a shared device, or somebody out of their own', async () => {
  await tab.store.write(['shelf'], (transaction) => transaction.put('shelf', begun));
  await isIn(ana, true);
  expect(await onTheShelf()).toMatchObject({ rows: 1 });
  await tab.account.signOut();
  await tab.store.write(['shelf'], (transaction) => transaction.put('shelf', begun));
  await isIn();
  await tab.account.signOut();
  expect(await onTheShelf()).toMatchObject({ rows: 1 });
});
