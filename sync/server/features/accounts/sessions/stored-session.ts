/** A patient's session as the database has it. */

import type { Sql, Transaction } from '../../../base/database/database.ts';
import type { Fragment } from '../../../base/database/statement.ts';
import { isSame, sha256 } from './secrets.ts';

const SUCCEED_SECONDS = 60;

export interface PatientSessionRow {
  readonly vendor: string;
  readonly id: string;
  readonly person: string;
  readonly device: string;
  readonly shared: boolean;
  readonly browser: string | null;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly provedAt: Date;
  readonly endsAt: Date;
  /** When the code was asked for that proved it; null where none has. */
  readonly codeAskedAt: Date | null;
}

/** The token is nowhere else. */
export interface Opened {
  readonly token: string;
  readonly session: PatientSessionRow;
}

export interface StoredSession {
  readonly vendor: string;
  readonly id: string;
  readonly person: string;
  readonly device: string;
  readonly shared: boolean;
  readonly browser: string | null;
  readonly token_sha256: string;
  readonly previous_sha256: string | null;
  readonly rotated_at: string;
  readonly started_at: string;
  readonly last_seen_at: string;
  readonly proved_at: string;
  readonly ends_at: string;
  readonly code_asked_at: string | null;
}

export function rowOf(stored: StoredSession): PatientSessionRow {
  const { vendor, id, person, device, shared, browser } = stored;
  return {
    ...{ vendor, id, person, device, shared, browser },
    startedAt: new Date(stored.started_at),
    lastSeenAt: new Date(stored.last_seen_at),
    provedAt: new Date(stored.proved_at),
    endsAt: new Date(stored.ends_at),
    codeAskedAt: stored.code_asked_at === null ? null : new Date(stored.code_asked_at),
  };
}

/** That it hasn't ended by itself, where its row is named `s`. */
export function isAlive(sql: Sql | Transaction, now: Date): Fragment {
  const at = now.toISOString();
  return sql`s.ends_at > ${at}::timestamptz and
    (s.idle_seconds is null or s.last_seen_at + make_interval(secs => s.idle_seconds) > ${at}::timestamptz)`;
}

/** Which token of a session this is: the former one counts for a minute. */
export function placeOf(stored: StoredSession, token: string, now: Date): 'current' | 'previous' | undefined {
  const hash = sha256(token);
  if (isSame(hash, stored.token_sha256)) return 'current';
  const isRecent = new Date(stored.rotated_at).getTime() + SUCCEED_SECONDS * 1000 > now.getTime();
  return isRecent && stored.previous_sha256 !== null && isSame(hash, stored.previous_sha256)
    ? 'previous'
    : undefined;
}

interface NamedSession {
  readonly id: string;
}

/** Their devices speak for nobody from now on. */
export async function unbindSessions(
  transaction: Transaction,
  vendor: string,
  ended: readonly NamedSession[],
  now: Date,
): Promise<void> {
  await transaction`
    update device_persons set until = ${now.toISOString()}
    where vendor = ${vendor} and session = any(${ended.map(({ id }) => id)}::uuid[]) and until is null`;
}

/** Ends these, and unbinds their devices. */
export async function removeSessions(
  transaction: Transaction,
  vendor: string,
  sessions: readonly NamedSession[],
  now: Date,
): Promise<void> {
  const ids = sessions.map(({ id }) => id);
  await transaction`delete from patient_sessions where vendor = ${vendor} and id = any(${ids}::uuid[])`;
  await unbindSessions(transaction, vendor, sessions, now);
}
