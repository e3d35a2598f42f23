/**
 * Sessions of patients: an opaque token in a cookie, which counts only together with the proof of the device's key. A device has one at each vendor.
 *
 * A token is changed at each new proof, and daily. Its successor is derived from it, so that requests that were under way at the same time all learn
 * the same one, although no token is stored; for a minute the former still counts. A request that comes too late clears nothing.
 */
import type { Sql, Transaction } from '../../../base/database/database.ts';
import { ProblemError } from '../../../base/problems.ts';
import { createOpenSession, type OpenSession, successorOf } from './open-session.ts';
import { type AccountMac, sha256 } from './secrets.ts';
import {
  isAlive,
  type PatientSessionRow,
  placeOf,
  rowOf,
  type StoredSession,
  unbindSessions,
} from './stored-session.ts';

const ROTATE_AFTER_SECONDS = 24 * 60 * 60;
/** The time of the last request is written at most so often. */
const TOUCH_SECONDS = 15;

export type NamedSession = Pick<PatientSessionRow, 'vendor' | 'person' | 'id'>;

export interface BrowserSession {
  readonly session: string;
  readonly person: string;
}

export interface PatientSessions {
  /**
   * @param isAttended somebody is there: otherwise it keeps no shared device's session alive.
   * @throws ProblemError `PERSON_CLOSED` or `PERSON_MERGED`.
   */
  find(
    vendor: string,
    device: string,
    token: string,
    isAttended: boolean,
  ): Promise<PatientSessionRow | undefined>;
  /** Of a browser, where no device proves itself: it says which one asks, and admits to nothing. */
  browserOf(vendor: string, token: string): Promise<BrowserSession | undefined>;
  /** The token that takes the place of this one, where its time has come; one for all who ask within a minute. */
  renew(session: PatientSessionRow, token: string): Promise<string | undefined>;
  readonly open: OpenSession;
  list(vendor: string, person: string): Promise<readonly PatientSessionRow[]>;
  /** @returns whether the person had it. */
  end(transaction: Transaction, session: NamedSession): Promise<boolean>;
  /** As above, from another device: its own is a stranger's from now on. */
  endFromElsewhere(transaction: Transaction, session: NamedSession): Promise<boolean>;
  /** The devices of all others are strangers' from now on, also of those that ended before. @returns how many ended. */
  endOthers(transaction: Transaction, session: PatientSessionRow): Promise<number>;
  endAll(transaction: Transaction, vendor: string, person: string): Promise<void>;
  devicesOf(vendor: string, person: string): Promise<readonly string[]>;
  /** Removes what has ended by itself, and unbinds devices without a session. */
  sweep(): Promise<void>;
}

export function createPatientSessions(sql: Sql, mac: AccountMac, now: () => Date): PatientSessions {
  const at = (seconds = 0) => new Date(now().getTime() + seconds * 1000).toISOString();

  async function read(vendor: string, device: string) {
    const [stored] = await sql<[(StoredSession & { closed: boolean; merged: boolean })?]>`
      select s.*, p.closed_at is not null as closed, p.merged_into is not null as merged
      from patient_sessions s join persons p on p.vendor = s.vendor and p.id = s.person
      where s.vendor = ${vendor} and s.device = ${device} and ${isAlive(sql, now())}`;
    return stored;
  }

  const remove = (transaction: Transaction, { vendor, person, id }: NamedSession) => transaction<
    { id: string; device: string }[]
  >`
    delete from patient_sessions where vendor = ${vendor} and person = ${person} and id = ${id} returning id, device`;

  return {
    async find(vendor, device, token, isAttended) {
      const stored = await read(vendor, device);
      if (!stored || !placeOf(stored, token, now())) return undefined;
      if (stored.merged) throw new ProblemError('PERSON_MERGED');
      if (stored.closed) throw new ProblemError('PERSON_CLOSED');
      const isSeen = isAttended || !stored.shared;
      if (isSeen && new Date(stored.last_seen_at).getTime() < now().getTime() - TOUCH_SECONDS * 1000)
        await sql`
          update patient_sessions set last_seen_at = ${at()}
          where vendor = ${vendor} and id = ${stored.id} and last_seen_at < ${at(-TOUCH_SECONDS)}`;
      return rowOf(stored);
    },

    async browserOf(vendor, token) {
      const [stored] = await sql<[BrowserSession?]>`
        select s.id as session, s.person from patient_sessions s where s.vendor = ${vendor} and s.token_sha256 = ${sha256(token)} and ${isAlive(sql, now())}`;
      return stored;
    },

    async renew({ vendor, id }, token) {
      const successor = successorOf(mac, vendor, token);
      await sql`
        update patient_sessions set token_sha256 = ${sha256(successor)}, previous_sha256 = ${sha256(token)}, rotated_at = ${at()}
        where vendor = ${vendor} and id = ${id} and token_sha256 = ${sha256(token)} and rotated_at <= ${at(-ROTATE_AFTER_SECONDS)}`;
      const [row] = await sql`
        select 1 from patient_sessions where vendor = ${vendor} and id = ${id} and token_sha256 = ${sha256(successor)}`;
      return row ? successor : undefined;
    },

    open: createOpenSession(mac, now),

    async list(vendor, person) {
      const rows = await sql<StoredSession[]>`
        select s.* from patient_sessions s where s.vendor = ${vendor} and s.person = ${person} and ${isAlive(sql, now())}
        order by s.last_seen_at desc, s.id`;
      return rows.map(rowOf);
    },

    async end(transaction, session) {
      const ended = await remove(transaction, session);
      await unbindSessions(transaction, session.vendor, ended, now());
      return ended.length > 0;
    },

    async endFromElsewhere(transaction, session) {
      const [ended] = await remove(transaction, session);
      if (!ended) return false;
      const { vendor, person } = session;
      await transaction`
        update device_persons set until = coalesce(until, ${at()}), disowned_at = ${at()}
        where vendor = ${vendor} and person = ${person} and device = ${ended.device}`;
      return true;
    },

    async endOthers(transaction, { vendor, person, id, device }) {
      const ended = await transaction`
        delete from patient_sessions where vendor = ${vendor} and person = ${person} and id <> ${id} returning id`;
      await transaction`
        update device_persons set until = coalesce(until, ${at()}), disowned_at = ${at()}
        where vendor = ${vendor} and person = ${person} and device <> ${device}`;
      return ended.length;
    },

    async endAll(transaction, vendor, person) {
      const ended = await transaction<{ id: string }[]>`
        delete from patient_sessions where vendor = ${vendor} and person = ${person} returning id`;
      await unbindSessions(transaction, vendor, ended, now());
    },

    async devicesOf(vendor, person) {
      const rows = await sql<{ device: string }[]>`
        select s.device from patient_sessions s where s.vendor = ${vendor} and s.person = ${person} and ${isAlive(sql, now())}`;
      return rows.map(({ device }) => device);
    },

    async sweep() {
      await sql`delete from patient_sessions s where not (${isAlive(sql, now())})`;
      await sql`
        update device_persons d set until = ${at()} where until is null and not exists (
          select 1 from patient_sessions s where s.vendor = d.vendor and s.id = d.session)`;
    },
  };
}
