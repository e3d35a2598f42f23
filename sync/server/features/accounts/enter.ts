/** What every way of signing in ends in: the session, its letter and its line in the trail. */
import type { Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';
import type { AccountTrail } from './account-trail.ts';
import type { People } from './people.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { PatientSessions } from './sessions/sessions.ts';
import type { Opened } from './sessions/stored-session.ts';

export interface Entry {
  readonly vendor: string;
  /** Locked by the transaction, and proven by it. */
  readonly person: string;
  readonly isNew: boolean;
  readonly shared: boolean;
  readonly device: string;
  readonly browser: string | null;
  /** Token of a session that the device may have. */
  readonly presented: string | undefined;
  /** IP address. */
  readonly from: string;
  /** Where a code has proven it. */
  readonly codeAskedAt: Date | null;
}

export type Enter = (transaction: Transaction, entry: Entry) => Promise<Opened>;

export function createEnter(dependencies: {
  readonly people: People;
  readonly sessions: PatientSessions;
  readonly trail: AccountTrail;
}): Enter {
  const { people, sessions, trail } = dependencies;
  return async (transaction, { isNew, from, ...entry }) => {
    const { vendor, person, device } = entry;
    const known = await transaction`
      select 1 from device_persons
      where vendor = ${vendor} and person = ${person} and device = ${device} and disowned_at is null limit 1`;
    const { token, row } = await sessions.open(transaction, entry);
    await transaction`update passwords set failures = 0 where vendor = ${vendor} and person = ${person} and failures > 0`;
    if (!isNew && known.length === 0) await people.tell(transaction, vendor, person, 'signed-in');
    await trail.write(transaction, isNew ? 'account-opened' : 'account-signed-in', { vendor, person, from });
    return { token, session: row };
  };
}

/** For features that add a way to sign in: what they prove is theirs, what follows is the same for all. */
export interface WaysIn {
  readonly people: Omit<People, 'find' | 'setLanguage'>;
  readonly answers: SessionAnswers;
  readonly enter: Enter;
  /** All of this person's. */
  endSessions(transaction: Transaction, vendor: string, person: string): Promise<void>;
  readonly trail: Pick<AccountTrail, 'write' | 'failed'>;
}

export const waysIn = serviceNamed<WaysIn>('ways in');
