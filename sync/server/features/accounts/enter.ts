/** What every way of signing in ends in: the session, its letter and its line in the trail. */
import type { Transaction } from '../../base/database/database.ts';
import type { AccountTrail } from './account-trail.ts';
import type { People } from './people.ts';
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
    const isKnown = await people.isKnown(transaction, vendor, person, device);
    const { token, row } = await sessions.open(transaction, entry);
    await transaction`update passwords set failures = 0 where vendor = ${vendor} and person = ${person} and failures > 0`;
    if (!isNew && !isKnown) await people.tell(transaction, vendor, person, 'signed-in');
    await trail.write(transaction, isNew ? 'account-opened' : 'account-signed-in', { vendor, person, from });
    return { token, session: row };
  };
}
