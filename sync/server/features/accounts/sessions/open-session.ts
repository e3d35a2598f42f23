/** Opens a session on a device, or takes a new proof in the one that it has. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from '../../../base/database/database.ts';
import { type AccountMac, sha256 } from './secrets.ts';
import {
  isAlive,
  type PatientSessionRow,
  placeOf,
  removeSessions,
  rowOf,
  type StoredSession,
} from './stored-session.ts';

export const IDLE_SECONDS = 15 * 60;
const SHARED_SECONDS = 12 * 60 * 60;
const OWN_SECONDS = 30 * 24 * 60 * 60;
export const MAX_SESSIONS = 20;

export interface NewSession {
  readonly vendor: string;
  readonly person: string;
  readonly device: string;
  readonly shared: boolean;
  readonly browser: string | null;
  readonly codeAskedAt: Date | null;
  /** The token of a session that this device may already have. */
  readonly presented: string | undefined;
}

/** The token is nowhere else. */
export interface OpenedSession {
  readonly token: string;
  readonly row: PatientSessionRow;
}

/** Ends any other session of the device first, and the person's oldest where there are too many. */
export type OpenSession = (transaction: Transaction, session: NewSession) => Promise<OpenedSession>;

export const successorOf = (mac: AccountMac, vendor: string, token: string) =>
  mac('session successor', vendor, token).toString('base64url');

export function createOpenSession(mac: AccountMac, now: () => Date): OpenSession {
  const at = (seconds = 0) => new Date(now().getTime() + seconds * 1000).toISOString();

  async function insert(
    transaction: Transaction,
    session: NewSession,
    token: string,
  ): Promise<StoredSession> {
    const { vendor, person, device, shared, browser, codeAskedAt } = session;
    const id = randomUUID();
    const [stored] = await transaction<[StoredSession]>`
      insert into patient_sessions (vendor, id, token_sha256, rotated_at, person, device, shared, browser,
        started_at, last_seen_at, proved_at, ends_at, idle_seconds, code_asked_at)
      values (${vendor}, ${id}, ${sha256(token)}, ${at()}, ${person}, ${device}, ${shared}, ${browser}, ${at()}, ${at()}, ${at()},
        ${at(shared ? SHARED_SECONDS : OWN_SECONDS)}, ${shared ? IDLE_SECONDS : null}, ${codeAskedAt?.toISOString() ?? null})
      returning *`;
    await transaction`
      insert into device_persons (vendor, session, device, person, since)
      values (${vendor}, ${id}, ${device}, ${person}, ${at()})`;
    return stored;
  }

  /** A new proof in a session that goes on. */
  async function prove(
    transaction: Transaction,
    { id }: StoredSession,
    { vendor, shared, browser, codeAskedAt }: NewSession,
    [former, token]: readonly [string, string],
  ): Promise<StoredSession> {
    const [stored] = await transaction<[StoredSession]>`
      update patient_sessions set token_sha256 = ${sha256(token)}, previous_sha256 = ${sha256(former)}, rotated_at = ${at()},
        shared = ${shared}, browser = ${browser}, last_seen_at = ${at()}, proved_at = ${at()},
        ends_at = ${at(shared ? SHARED_SECONDS : OWN_SECONDS)}, idle_seconds = ${shared ? IDLE_SECONDS : null},
        code_asked_at = coalesce(${codeAskedAt?.toISOString() ?? null}::timestamptz, code_asked_at)
      where vendor = ${vendor} and id = ${id} returning *`;
    return stored;
  }

  return async (transaction, session) => {
    const { vendor, person, device, presented } = session;
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`patient-device:${vendor}:${device}`}, 0))`;
    const [former] = await transaction<[StoredSession?]>`
      select s.* from patient_sessions s where s.vendor = ${vendor} and s.device = ${device} and ${isAlive(transaction, now())} for update`;
    const place = former?.person === person && presented !== undefined && placeOf(former, presented, now());
    if (former && place && presented !== undefined) {
      const current = place === 'current' ? presented : successorOf(mac, vendor, presented);
      const token = successorOf(mac, vendor, current);
      return { token, row: rowOf(await prove(transaction, former, session, [current, token])) };
    }
    const others = await transaction<{ id: string }[]>`
      select id from patient_sessions where vendor = ${vendor} and device = ${device}`;
    await removeSessions(transaction, vendor, others, now());
    const token = randomBytes(32).toString('base64url');
    // One that a restore brought back has no session that could be ended.
    await transaction`update device_persons set until = ${at()} where vendor = ${vendor} and device = ${device} and until is null`;
    const stored = await insert(transaction, session, token);
    const tooMany = await transaction<{ id: string }[]>`
      select id from patient_sessions where vendor = ${vendor} and person = ${person} and id <> ${stored.id}
      order by started_at desc, id offset ${MAX_SESSIONS - 1}`;
    await removeSessions(transaction, vendor, tooMany, now());
    return { token, row: rowOf(stored) };
  };
}
