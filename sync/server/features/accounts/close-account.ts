/** Closes an account for good. What the clinic has to keep stays there; nobody can sign in to it, and what it was known by is free again. */
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AccountTrail } from './account-trail.ts';
import { type ChangePasswordDependencies, demandFreshProof } from './change-password.ts';
import type { PatientSessionRow } from './sessions/stored-session.ts';

export interface CloseAccountDependencies
  extends Pick<ChangePasswordDependencies, 'people' | 'codes' | 'now'> {
  readonly sql: Sql;
  readonly trail: AccountTrail;
  /** Its devices ask, and hear that it is closed. */
  readonly wakePerson: (vendor: string, person: string) => void;
}

/** @throws ProblemError PROOF_TOO_OLD, or SESSION_ENDED where the session has ended meanwhile. */
export type CloseAccount = (request: {
  readonly session: PatientSessionRow;
  /** IP address. */
  readonly from: string;
}) => Promise<void>;

export function createCloseAccount(dependencies: CloseAccountDependencies): CloseAccount {
  const { sql, people, codes, trail, wakePerson, now } = dependencies;
  return async ({ session, from }) => {
    const { vendor, person, id } = session;
    demandFreshProof(session, now());
    await sql.begin(async (transaction) => {
      const contacts = await people.contacts(transaction, vendor, person);
      await codes.revoke(
        transaction,
        vendor,
        contacts.map(({ email }) => email),
      );
      const isOpen = await people.lock(transaction, vendor, person);
      const [alive] =
        await transaction`select 1 from patient_sessions where vendor = ${vendor} and id = ${id}`;
      if (!isOpen || !alive) throw new ProblemError('SESSION_ENDED');
      await people.tell(transaction, vendor, person, 'account-closed');
      await transaction`update persons set closed_at = ${now().toISOString()} where vendor = ${vendor} and id = ${person}`;
      await transaction`delete from identities where vendor = ${vendor} and person = ${person}`;
      await transaction`delete from passwords where vendor = ${vendor} and person = ${person}`;
      // Its sessions stay until they end by themselves: they open nothing, and are how each device hears of it.
      await trail.write(transaction, 'account-closed', { vendor, person, from });
    });
    wakePerson(vendor, person);
  };
}
