/** Closes an account for good. What the clinic has to keep stays there; nobody can sign in to it, and what it was known by is free again. */
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { PublishWithin } from '../../core/records/publishing.ts';
import type { AccountTrail } from './account-trail.ts';
import type { ChangePasswordDependencies } from './change-password.ts';
import type { ClosedAccount, ClosingPart } from './patients.ts';
import type { PatientSessionRow } from './sessions/stored-session.ts';

export interface CloseAccountDependencies
  extends Pick<ChangePasswordDependencies, 'people' | 'phones' | 'codes' | 'answers'> {
  readonly publishWithin: PublishWithin;
  readonly trail: AccountTrail;
  readonly parts: readonly ClosingPart[];
  /** Its devices ask, and hear that it is closed. */
  readonly wakePerson: (vendor: string, person: string) => void;
  readonly now: () => Date;
}

/** @throws ProblemError PROOF_TOO_OLD, or SESSION_ENDED where the session has ended meanwhile. */
export type CloseAccount = (request: {
  readonly session: PatientSessionRow;
  /** IP address. */
  readonly from: string;
}) => Promise<void>;

export function createCloseAccount(dependencies: CloseAccountDependencies): CloseAccount {
  const { publishWithin, people, phones, codes, answers, trail, parts, wakePerson, now } = dependencies;
  return async ({ session, from }) => {
    const { vendor, person } = session;
    answers.demandFreshProof(session);
    const ends = await publishWithin(async (transaction, publish) => {
      const contacts = await people.contacts(transaction, vendor, person);
      const phone = await phones.of(transaction, vendor, person);
      const subjects = [...contacts.map(({ email }) => email), ...(phone ? [phone.number] : [])];
      await codes.revoke(transaction, { vendor, person, subjects });
      await answers.hold(transaction, session);
      // Persons before this, and this before what its parts change: as a claim does, and who judges.
      await orderFeed(transaction);
      await people.tell(transaction, vendor, person, 'account-closed');
      await transaction`update persons set closed_at = ${now().toISOString()} where vendor = ${vendor} and id = ${person}`;
      const merged = await transaction<{ id: string }[]>`
        select id from persons where vendor = ${vendor} and merged_into = ${person} order by id`;
      const persons = [person, ...merged.map(({ id }) => id)];
      const identities = await transaction<ClosedAccount['identities'][number][]>`
        delete from identities where vendor = ${vendor} and person = ${person} returning kind, subject`;
      await transaction`delete from passwords where vendor = ${vendor} and person = any(${persons}::uuid[])`;
      const ended: (() => void)[] = [];
      for (const part of parts)
        ended.push((await part(transaction, { vendor, persons, identities }, publish)) ?? (() => undefined));
      // Its sessions stay until they end by themselves: they open nothing, and are how each device hears of it.
      await trail.write(transaction, 'account-closed', { vendor, person, from });
      return ended;
    });
    wakePerson(vendor, person);
    for (const end of ends) end();
  };
}
