/** Sets, changes and removes a password. */
import type { Sql, Transaction } from '../../base/database/database.ts';
import { createLimiter } from '../../base/limiter.ts';
import { hashPassword } from '../../base/passwords.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AccountLimits } from './account-limits.ts';
import type { AccountTrail } from './account-trail.ts';
import type { Codes } from './codes.ts';
import { isWeakPassword } from './password-rules.ts';
import type { People } from './people.ts';
import type { Phones } from './phones.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { PatientSessions } from './sessions/sessions.ts';
import type { PatientSessionRow } from './sessions/stored-session.ts';

export interface ChangePasswordDependencies {
  readonly sql: Sql;
  readonly people: People;
  readonly phones: Pick<Phones, 'of'>;
  readonly codes: Codes;
  readonly sessions: PatientSessions;
  readonly answers: Pick<SessionAnswers, 'demandFreshProof' | 'hold'>;
  readonly limits: Pick<AccountLimits, 'changePassword'>;
  readonly trail: AccountTrail;
  readonly now: () => Date;
}

export interface ChangePasswordRequest {
  readonly session: PatientSessionRow;
  /** Null removes it. */
  readonly password: string | null;
  /** Names of the vendor. */
  readonly names: readonly string[];
  /** IP address. */
  readonly from: string;
}

/** Each takes a processor and 19 MiB for some 50 ms. */
const HASHES_AT_ONCE = 1;

/**
 * Ends every other session of the person, and every code.
 * @throws ProblemError PROOF_TOO_OLD, PASSWORD_WEAK, RATE_LIMITED, or SESSION_ENDED where the session has ended meanwhile.
 */
export type ChangePassword = (request: ChangePasswordRequest) => Promise<void>;

export function createChangePassword(dependencies: ChangePasswordDependencies): ChangePassword {
  const { sql, people, phones, codes, sessions, answers, limits, trail, now } = dependencies;
  const hashes = createLimiter({ atOnce: HASHES_AT_ONCE });

  /** @returns false where there was none to remove. */
  async function store(transaction: Transaction, vendor: string, person: string, hash: string | null) {
    if (hash === null) {
      const removed =
        await transaction`delete from passwords where vendor = ${vendor} and person = ${person} returning person`;
      return removed.length > 0;
    }
    await transaction`
      insert into passwords (vendor, person, hash, changed_at, failures) values (${vendor}, ${person}, ${hash}, ${now().toISOString()}, 0)
      on conflict (vendor, person) do update set hash = excluded.hash, changed_at = excluded.changed_at, failures = 0`;
    return true;
  }

  return async ({ session, password, names, from }) => {
    const { vendor, person } = session;
    answers.demandFreshProof(session);
    const emails = (await people.contacts(sql, vendor, person)).map(({ email }) => email);
    const ofEmails = emails.flatMap((email) => [email, ...email.split('@')]);
    if (password !== null && isWeakPassword(password, [...ofEmails, ...names]))
      throw new ProblemError('PASSWORD_WEAK');
    await limits.changePassword(session);
    const hash = password === null ? null : await hashes.run(() => hashPassword(password));
    await sql.begin(async (transaction) => {
      // First, as signing in by a code does: two that wait for each other would wait for ever.
      const phone = await phones.of(transaction, vendor, person);
      await codes.revoke(transaction, {
        vendor,
        person,
        subjects: [...emails, ...(phone ? [phone.number] : [])],
      });
      await answers.hold(transaction, session);
      if (!(await store(transaction, vendor, person, hash))) return;
      await sessions.endOthers(transaction, session);
      const what = hash === null ? 'password-removed' : 'password-set';
      await people.tell(transaction, vendor, person, what);
      await trail.write(transaction, `account-${what}`, { vendor, person, from });
    });
  };
}
