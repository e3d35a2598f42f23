/** Sessions of patients and the routes that bear them, as the accounts feature answers: a token counts together with the key of the device it was given to. */
import type { WireRequest } from '../../client/base/ports.ts';
import type { PatientSession } from '../../protocol/api/accounts.ts';
import { NONCE_HEADER, SYNC_MEDIA_TYPE } from '../../protocol/wire.ts';
import type { ReadRecords } from '../../server/core/records/record-feed.ts';
import type { MemoryDatabase, SessionRow } from '../stand-ins/memory-database.ts';
import type { MemoryRecords } from '../stand-ins/memory-records.ts';
import type { ServerAnswer } from './network.ts';
import { personNow } from './person-records.ts';
import { VENDOR } from './vendor.ts';

export const COOKIE = 'cookie';
/** Empty: it goes. */
export const SET_COOKIE = 'set-cookie';

const SESSION_MS = 30 * 24 * 3_600_000;
const IDLE_SECONDS = 900;

export const emailOf = (who: number) => `person-${who}@example.org`;
/** Fixed, so that a printed schedule names the same ones. */
export const personId = (who: number) => `0b000000-0000-4000-8000-${String(who).padStart(12, '0')}`;

export interface SessionsDependencies {
  readonly database: MemoryDatabase;
  readonly records: MemoryRecords;
  readonly read: ReadRecords;
  /** So many persons have an account. */
  readonly persons: number;
  /** Codes that have been tried: each counts once, so that a request that comes twice signs nobody in again. */
  readonly spent: Set<string>;
  readonly now: () => Date;
  readonly uuid: () => string;
  readonly nonce: () => string;
}

export function createSessions(dependencies: SessionsDependencies) {
  const { database, records, read, persons, spent, now, uuid, nonce } = dependencies;

  const answer = (status: number, body: unknown, headers: ServerAnswer['headers'] = {}): ServerAnswer => ({
    status,
    headers: {
      'x-sync-protocol': '1',
      'content-type': SYNC_MEDIA_TYPE,
      [NONCE_HEADER]: nonce(),
      ...headers,
    },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const refuse = (status: number, code: string) =>
    answer(status, { type: `https://care.example/problems/${code}`, title: code, status, code });

  function toldOf({ person, email, shared, at }: SessionRow): PatientSession {
    const provedAt = new Date(at);
    return {
      ...{ person, email, shared, hasPassword: true, idleSeconds: IDLE_SECONDS },
      provedAt: provedAt.toISOString(),
      endsAt: new Date(provedAt.getTime() + SESSION_MS).toISOString(),
      serverTime: now().toISOString(),
    };
  }

  const isOld = ({ at }: SessionRow) => now().getTime() - Date.parse(at) > SESSION_MS;
  const found = (token: string | undefined, device: string): SessionRow | undefined => {
    const session = token === undefined ? undefined : database.tables.sessions.get(token);
    return session?.device === device ? session : undefined;
  };

  /** The session that the device had before ends with it. */
  async function signIn(body: string, device: string): Promise<ServerAnswer> {
    const { email, shared, code } = JSON.parse(body);
    const tried = `${device}/${code}`;
    if (spent.has(tried)) return refuse(403, 'SIGN_IN_FAILED');
    spent.add(tried);
    const who = Array.from({ length: persons }, (_, index) => index).find((each) => emailOf(each) === email);
    if (who === undefined) return refuse(403, 'SIGN_IN_FAILED');
    const token = uuid();
    const session = await records.inTransaction(async (transaction) => {
      await transaction.lock(`sessions/${device}`);
      const row: SessionRow = {
        person: personNow(database.tables, personId(who)),
        ...{ device, email, shared, at: now().toISOString(), isOver: false },
      };
      transaction.put(({ sessions }) => {
        for (const [other, each] of sessions)
          if (each.device === device) sessions.set(other, { ...each, isOver: true });
        sessions.set(token, row);
      });
      return row;
    });
    return answer(200, toldOf(session), { [SET_COOKIE]: token });
  }

  async function signOut(token: string): Promise<ServerAnswer> {
    await records.inTransaction(async (transaction) => {
      transaction.put(({ sessions }) => {
        const row = sessions.get(token);
        if (row) sessions.set(token, { ...row, isOver: true });
      });
    });
    return answer(204, undefined, { [SET_COOKIE]: '' });
  }

  return {
    /** @returns undefined where it is a request of another kind. */
    async handle(request: WireRequest, device: string): Promise<ServerAnswer | undefined> {
      const { pathname, searchParams } = new URL(request.url);
      const isSession = pathname.endsWith('/account/v1/session');
      if (!isSession && !pathname.endsWith('/sync/v1/records')) return undefined;
      if (isSession && request.method === 'POST')
        return await signIn(new TextDecoder().decode(request.body), device);
      const token = request.headers[COOKIE];
      const session = found(token, device);
      if (session === undefined) return refuse(401, 'SESSION_ENDED');
      if (database.tables.merges.has(session.person)) return refuse(410, 'PERSON_MERGED');
      if (session.isOver || isOld(session)) return refuse(401, 'SESSION_ENDED');
      if (isSession)
        return request.method === 'DELETE' ? await signOut(token ?? '') : answer(200, toldOf(session));
      const { person } = session;
      const page = await read({ vendor: VENDOR, person }, searchParams.get('cursor') ?? undefined);
      return answer(200, page);
    },

    /** Each of the person's devices is signed out from elsewhere. */
    revoke: (person: string) =>
      records.inTransaction(async (transaction) => {
        transaction.put(({ sessions }) => {
          for (const [token, row] of sessions)
            if (row.person === person) sessions.set(token, { ...row, isOver: true });
        });
      }),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
