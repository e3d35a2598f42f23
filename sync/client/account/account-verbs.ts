/** What a patient may ask of their account. Each request names the sign-in that it belongs to: an answer that comes after another one ends nothing. */
import { claimAnswerSchema, patientSessionSchema, sessionListSchema } from '../../protocol/api/accounts.ts';
import type { Clock, Locks } from '../base/ports.ts';
import { endOf } from '../records/pull-records.ts';
import type { RecordCrypto } from '../records/record-crypto.ts';
import { codeOf, type Reply, type SessionRequests } from '../wire/session-requests.ts';
import type { Account, SessionFailure } from './account-contract.ts';
import type { AccountStore } from './account-store.ts';
import type { AccountWatch } from './account-watch.ts';

const HOLD_TRIES = 20;
const HOLD_WAIT_MS = 100;
/** A patient who signs in on a receipt may be faster than the clinic that reads the form. */
const CLAIM_WAITS_MS = [1_000, 3_000, 8_000, 0];
const SESSION = '/account/v1/session';

export interface AccountVerbsDependencies {
  readonly vendor: string;
  readonly requests: SessionRequests;
  readonly accounts: AccountStore;
  readonly watch: AccountWatch;
  readonly crypto: RecordCrypto;
  readonly locks: Locks;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly pull: () => Promise<void>;
}

type Verbs = Omit<Account, 'state' | 'watch' | 'watchRecords'>;

const REFUSALS: ReadonlyMap<string, 'wrong' | 'code-needed' | 'elsewhere' | 'exists' | 'mismatch'> = new Map([
  ['SIGN_IN_FAILED', 'wrong'],
  ['CODE_NEEDED', 'code-needed'],
  ['PASSKEY_ELSEWHERE', 'elsewhere'],
  ['APPLE_ACCOUNT_EXISTS', 'exists'],
  ['APPLE_STATE_MISMATCH', 'mismatch'],
]);

function signInRequest(credentials: Parameters<Account['signIn']>[0]) {
  const method = 'POST';
  if (!('language' in credentials))
    return { method, path: '/account/v1/apple/session', body: { result: credentials.by.apple } } as const;
  const { language, shared } = credentials;
  if ('email' in credentials)
    return {
      method,
      path: SESSION,
      body: { email: credentials.email, language, shared, ...credentials.by },
    } as const;
  if ('phone' in credentials) {
    const { phone, by } = credentials;
    const body = { phone, language, shared, ...by.text };
    return { method, path: '/account/v1/phone/session', body } as const;
  }
  const { by, person } = credentials;
  const body = { assertion: by.passkey, language, shared, person };
  return { method, path: '/account/v1/passkeys/session', body } as const;
}

/** Signing in, and telling the server that somebody has left. */
function createArrivals(dependencies: AccountVerbsDependencies) {
  const { vendor, requests, accounts, watch, crypto, locks, clock } = dependencies;
  const pull = () => void dependencies.pull();

  /** Only one tab at a time signs in or tells the server that somebody left: neither may use the other's cookie. */
  async function holdAccount(tries: number): Promise<(() => void) | undefined> {
    for (let left = tries; left > 0; left -= 1) {
      const release = await locks.tryHold(`v:${vendor}:account`);
      if (release !== undefined || left === 1) return release;
      await new Promise<void>((resolve) => clock.setTimer(HOLD_WAIT_MS, resolve));
    }
    return undefined;
  }

  /** @returns whether the server knows, or nobody has left. */
  async function tellThatTheyLeft(): Promise<boolean> {
    const row = await accounts.read();
    if (row?.state !== 'leaving') return true;
    const reply = await requests.tell({ method: 'DELETE', path: SESSION });
    const isOver = reply.status === 'ok' || (reply.status === 'problem' && endOf(reply.code) !== undefined);
    if (isOver) await accounts.forget(row.mark);
    return isOver;
  }
  async function leaveOnServer(): Promise<void> {
    const release = await holdAccount(1);
    if (release === undefined) return;
    try {
      await tellThatTheyLeft();
    } finally {
      release();
    }
  }

  async function signIn(credentials: Parameters<Account['signIn']>[0]) {
    const release = await holdAccount(HOLD_TRIES);
    try {
      // First, because the new session takes the place of the old one's cookie.
      if (!(await tellThatTheyLeft())) return { status: 'offline' } as const;
      const reply = await requests.ask(signInRequest(credentials), patientSessionSchema);
      if (reply.status === 'problem')
        return { status: REFUSALS.get(reply.code) ?? ('not-understood' as const) } as const;
      if (reply.status !== 'ok') return reply;
      try {
        await accounts.arrive(reply.body, await crypto.newKeys());
      } catch {
        await requests.tell({ method: 'DELETE', path: SESSION });
        return { status: 'storage' } as const;
      }
    } finally {
      release?.();
    }
    await watch.changed();
    pull();
    return { status: 'signed-in' } as const;
  }

  return { leaveOnServer, signIn };
}

export function createAccountVerbs(
  dependencies: AccountVerbsDependencies,
): Verbs & { leaveOnServer(): Promise<void>; askSession(): Promise<void> } {
  const { requests, accounts, watch, clock } = dependencies;
  const pull = () => void dependencies.pull();
  const { leaveOnServer, signIn } = createArrivals(dependencies);
  const markNow = async () => (await accounts.read())?.mark;

  /** A refusal that any request of a session may meet. */
  async function refusedBy(
    reply: Exclude<Reply<unknown>, { status: 'ok' }>,
    mark = '',
  ): Promise<SessionFailure> {
    if (reply.status !== 'problem') return reply;
    const why = endOf(reply.code);
    if (why === undefined) return { status: 'not-understood' };
    await accounts.end(mark, why);
    await watch.changed();
    return { status: 'session-ended' };
  }

  /** Asks who is there: another person's cookie, or none, ends what this device shows. */
  async function askSession(): Promise<void> {
    const account = await watch.readState();
    if (account === undefined) return;
    const reply = await requests.ask({ method: 'GET', path: SESSION }, patientSessionSchema);
    if (reply.status !== 'ok') {
      await refusedBy(reply, account.mark);
      return;
    }
    if (reply.body.person === account.person) await accounts.update(account.mark, reply.body);
    else await accounts.end(account.mark, 'session');
    await watch.changed();
  }

  return {
    leaveOnServer,
    askSession,
    async requestCode(email, language) {
      const reply = await requests.tell({
        ...{ method: 'POST', path: '/account/v1/codes' },
        body: { email, language },
      });
      if (reply.status === 'ok') return { status: 'sent' };
      return reply.status === 'problem' ? { status: 'not-understood' } : reply;
    },
    signIn,
    async passkeys() {
      // Few have any.
      const { createPasskeyVerbs } = await import('./passkey-verbs.ts');
      return createPasskeyVerbs({ requests, markNow, refusedBy });
    },
    async phone() {
      const { createPhoneVerbs } = await import('./phone-verbs.ts');
      return createPhoneVerbs({ requests, markNow, refusedBy });
    },
    async apple() {
      const { createAppleVerbs } = await import('./apple-verbs.ts');
      return createAppleVerbs({ requests, markNow, refusedBy });
    },
    async signOut() {
      await accounts.leave();
      await watch.changed();
      void leaveOnServer().catch(() => undefined);
    },
    async dismiss() {
      const row = await accounts.read();
      if (row?.state === 'ended') await accounts.forget(row.mark);
      await watch.changed();
    },
    async refresh() {
      await askSession().catch(() => undefined);
      await dependencies.pull();
    },
    async sessions() {
      const mark = await markNow();
      const reply = await requests.ask({ method: 'GET', path: '/account/v1/sessions' }, sessionListSchema);
      return reply.status === 'ok'
        ? { status: 'ok', sessions: reply.body.sessions }
        : await refusedBy(reply, mark);
    },
    async endSessions(id) {
      const mark = await markNow();
      const path = `/account/v1/sessions${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
      const reply = await requests.tell({ method: 'DELETE', path });
      // One that is not there any more is what was asked for.
      if (reply.status === 'ok' || codeOf(reply) === 'NOT_FOUND') return { status: 'done' };
      return await refusedBy(reply, mark);
    },
    async setPassword(password) {
      const mark = await markNow();
      const reply = await requests.tell({ method: 'PUT', path: '/account/v1/password', body: { password } });
      const code = codeOf(reply);
      if (code === 'PROOF_TOO_OLD') return { status: 'proof-too-old' };
      if (code === 'PASSWORD_WEAK') return { status: 'weak' };
      if (reply.status !== 'ok') return await refusedBy(reply, mark);
      await askSession().catch(() => undefined);
      return { status: 'done' };
    },
    async changes() {
      const { createAccountChanges } = await import('./account-changes.ts');
      return createAccountChanges({ requests, accounts, watch, markNow, refusedBy, askSession });
    },
    async claim(body) {
      const mark = await markNow();
      for (const wait of CLAIM_WAITS_MS) {
        const reply = await requests.ask(
          { method: 'POST', path: '/account/v1/claims', body },
          claimAnswerSchema,
        );
        if (reply.status !== 'ok') return await refusedBy(reply, mark);
        const { claimed, waiting = [] } = reply.body;
        await accounts.own(mark ?? '', claimed);
        await watch.changed();
        pull();
        if (waiting.length === 0) return { status: 'done', claimed };
        if (wait > 0) await new Promise<void>((resolve) => clock.setTimer(wait, resolve));
      }
      return { status: 'waiting' };
    },
  };
}
