/**
 * The clinic's side of accounts and records for tests of the client: sessions by cookie, and a feed per person whose every commit is remembered. It holds no rules of
 * its own; the real server's are tested beside it.
 */
import type { PatientSession } from '../../protocol/api/accounts.ts';
import type { PersonRecord, RecordsPage, Settled } from '../../protocol/api/records.ts';
import { fromUtf8 } from '../base/bytes.ts';
import type { WireAnswer } from '../base/ports.ts';
import type { Outgoing } from '../wire/exchange.ts';

export const EPOCH_A = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
export const EPOCH_B = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
export const OWN_ORDER = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const RIGHT_CODE = '123456';

type Body = Readonly<Record<string, unknown>>;
/** Kind and id to body, as of one commit. */
export type Model = ReadonlyMap<string, Body>;

interface Feed {
  generation: number;
  head: number;
  readonly rows: Map<string, PersonRecord>;
  readonly settled: Map<string, Settled>;
  /** What a complete pull at that head gives. */
  readonly history: Map<number, Model>;
}

export interface Commit {
  /** Null in place of a body: a tombstone. */
  readonly records: readonly { readonly kind?: string; readonly id: string; readonly body: Body | null }[];
  readonly settled?: readonly { readonly opId: string; readonly outcome?: Settled['outcome'] }[];
}

/** What the browser keeps between requests, whoever sits in front of it. */
export interface CookieJar {
  token?: string | undefined;
}

export const recordKey = (kind: string, id: string) => `${kind}/${id}`;

export interface DeskAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** Sets the cookie, or takes it away. */
  readonly token?: string | null;
}

export const asWire = ({ status, body }: DeskAnswer): [WireAnswer, string] => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers: Readonly<Record<string, string>> = { 'x-sync-protocol': '1', 'dpop-nonce': 'n' };
  return [{ status, header: (name) => headers[name.toLowerCase()], text: async () => text }, text];
};

const problem = (status: number, code: string): DeskAnswer => ({
  status,
  body: { type: `https://care.example/problems/${code}`, title: code, status, code },
});

export type PatientDesk = ReturnType<typeof createPatientDesk>;

function createFeeds() {
  const feeds = new Map<string, Feed>();
  const feedOf = (person: string): Feed => {
    const found = feeds.get(person) ?? {
      ...{ generation: 0, head: 0 },
      rows: new Map<string, PersonRecord>(),
      settled: new Map<string, Settled>(),
      history: new Map<number, Model>([[0, new Map()]]),
    };
    feeds.set(person, found);
    return found;
  };
  return {
    feeds,
    feedOf,
    commit(person: string, { records, settled = [] }: Commit): number {
      const feed = feedOf(person);
      for (const { kind = 'case', id, body } of records) {
        feed.head += 1;
        feed.rows.set(recordKey(kind, id), { kind, v: 1, id, seq: feed.head, body });
      }
      for (const { opId, outcome = 'applied' } of settled) {
        feed.head += 1;
        feed.settled.set(opId, { opId, seq: feed.head, outcome });
      }
      const model = new Map<string, Body>();
      for (const [key, { body }] of feed.rows) if (body !== null) model.set(key, body);
      feed.history.set(feed.head, model);
      return feed.head;
    },
  };
}

export function createPatientDesk() {
  const { feeds, feedOf, commit } = createFeeds();
  const sessions = new Map<
    string,
    { readonly person: string; readonly email: string; readonly shared: boolean }
  >();
  const people = new Map<string, string>();
  const gone = new Map<string, 'PERSON_CLOSED' | 'PERSON_MERGED'>();
  let tokens = 0;
  const state = {
    epoch: EPOCH_A,
    /** Rows of one page. */
    page: 500,
    now: Date.UTC(2026, 10, 20, 9),
    hasPassword: false,
    proofTooOld: false,
    /** So many claims come before the clinic has read what they claim. */
    claimsAwaited: 0,
  };
  const serverTime = () => new Date(state.now).toISOString();

  const sessionOf = (token: string): PatientSession | undefined => {
    const found = sessions.get(token);
    return (
      found && {
        ...found,
        ...{ hasPassword: state.hasPassword, idleSeconds: 900 },
        provedAt: serverTime(),
        endsAt: new Date(state.now + 30 * 24 * 3_600_000).toISOString(),
        serverTime: serverTime(),
      }
    );
  };

  /** As the real feed's: a cursor that can't go on is answered by everything, and each page of that says so. */
  function pageOf(person: string, cursor: string | null): RecordsPage {
    const { generation, head, rows, settled } = feedOf(person);
    const about = `${state.epoch}:${person}:${generation}`;
    const [text = '', seq = '0', all] = cursor?.split('@') ?? [];
    const goesOn = text === about && Number(seq) <= head;
    const from = goesOn ? Number(seq) : 0;
    const resync = !goesOn || all === 'all';
    const bySeq = (one: { readonly seq: number }, other: { readonly seq: number }) => one.seq - other.seq;
    const told = [...rows.values(), ...settled.values()].filter((each) => each.seq > from).toSorted(bySeq);
    const page = told.slice(0, state.page);
    const more = told.length > page.length;
    const last = more ? (page.at(-1)?.seq ?? from) : head;
    return {
      ...{ epoch: state.epoch, person, generation, head, more },
      cursor: `${about}@${last}@${resync && more ? 'all' : ''}`,
      ...(resync && { resync }),
      serverTime: serverTime(),
      records: page.filter((each): each is PersonRecord => 'kind' in each),
      settled: page.filter((each): each is Settled => 'opId' in each),
    };
  }

  function signIn(body: Body): DeskAnswer {
    const person = people.get(String(body.email));
    if (person === undefined || body.code !== RIGHT_CODE) return problem(403, 'SIGN_IN_FAILED');
    tokens += 1;
    const token = `t${tokens}`;
    sessions.set(token, { person, email: String(body.email), shared: body.shared === true });
    return { status: 200, body: sessionOf(token), token };
  }

  function serve(request: Pick<Outgoing, 'method' | 'path' | 'body'>, jar: CookieJar): DeskAnswer {
    const { method, path } = request;
    const body = request.body === undefined ? {} : JSON.parse(fromUtf8(request.body));
    if (path === '/account/v1/codes') return { status: 204 };
    if (path === '/account/v1/session' && method === 'POST') return signIn(body);
    const token = jar.token ?? '';
    const session = sessionOf(token);
    if (session === undefined) return problem(401, 'SESSION_ENDED');
    const ended = gone.get(session.person);
    if (ended !== undefined) return problem(410, ended);
    if (path.startsWith('/sync/v1/records')) {
      const cursor = new URL(path, 'https://care.example').searchParams.get('cursor');
      return { status: 200, body: pageOf(session.person, cursor) };
    }
    switch (`${method} ${path}`) {
      case 'GET /account/v1/session':
        return { status: 200, body: session };
      case 'DELETE /account/v1/session':
        sessions.delete(token);
        return { status: 204, token: null };
      case 'GET /account/v1/sessions':
        return { status: 200, body: { sessions: [] } };
      case 'DELETE /account/v1/sessions':
        for (const other of sessions.keys()) if (other !== token) sessions.delete(other);
        return { status: 204 };
      case 'PUT /account/v1/password':
        if (state.proofTooOld) return problem(403, 'PROOF_TOO_OLD');
        state.hasPassword = body.password !== null;
        return { status: 204 };
      case 'GET /account/v1/contacts':
        return {
          status: 200,
          body: { contacts: [{ email: session.email, verifiedAt: serverTime(), canRemove: false }] },
        };
      case 'POST /account/v1/contacts':
        return state.proofTooOld ? problem(403, 'PROOF_TOO_OLD') : { status: 204 };
      case 'PUT /account/v1/contacts':
        return body.code === RIGHT_CODE ? { status: 204 } : problem(403, 'SIGN_IN_FAILED');
      case 'POST /account/v1/contacts/removal':
        return problem(409, 'EMAIL_NEEDED');
      case `POST /account/v1/orders/${OWN_ORDER}/token`:
        return { status: 200, body: { token: 'T'.repeat(43), expiresAt: serverTime() } };
      case 'POST /account/v1/closing':
        if (state.proofTooOld) return problem(403, 'PROOF_TOO_OLD');
        gone.set(session.person, 'PERSON_CLOSED');
        return { status: 204, token: null };
      case 'POST /account/v1/claims':
        if (state.claimsAwaited === 0) return { status: 200, body: { claimed: body.operations } };
        state.claimsAwaited -= 1;
        return { status: 200, body: { claimed: [], waiting: body.operations } };
    }
    return problem(404, 'NOT_FOUND');
  }

  return {
    state,
    sessions,
    feedOf,
    commit,
    /** @returns what a complete pull at that number gives. */
    modelAt: (person: string, seq: number): Model | undefined => feedOf(person).history.get(seq),
    serve,
    pageOf,
    enroll: (email: string, person: string) => void people.set(email, person),
    endSessions: () => sessions.clear(),
    close: (person: string, code: 'PERSON_CLOSED' | 'PERSON_MERGED') => void gone.set(person, code),
    /** A backup was put back: numbers are given anew, and what was settled since is open again. */
    restore() {
      state.epoch = state.epoch === EPOCH_A ? EPOCH_B : EPOCH_A;
      for (const feed of feeds.values()) feed.settled.clear();
    },
  };
}
