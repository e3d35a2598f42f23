/**
 * Who came back from Apple. The identity is issuer and subject, and nothing else. An address that Apple names makes a new account only where it has verified it
 * and nobody here has it: a known one is proven here first, and then linked.
 */
import { vendorOfReturn } from '../../../domain/return-screens.ts';
import type { AppleLink, AppleReturn } from '../../../protocol/api/apple.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AppleIdentity } from '../../providers/apple/apple.ts';
import { readSuggestedName } from '../../providers/apple/apple-claims.ts';
import { type AccountDesk, readEmailAddress } from '../accounts/feature.ts';
import type { Answered, Attempts } from './attempts.ts';
import type { Revocations } from './revocations.ts';
import type { AppleSeal } from './seal.ts';

export type Session = Awaited<ReturnType<AccountDesk['answers']['sessionOf']>>['session'];
type Opened = Awaited<ReturnType<AccountDesk['enter']>>;

export interface Coming {
  readonly vendor: string;
  readonly device: string;
  readonly result: string;
  readonly browser: string | null;
  readonly presented: string | undefined;
  /** IP address. */
  readonly from: string;
}

export interface Entrance {
  /** @throws ProblemError APPLE_STATE_MISMATCH or APPLE_WRONG_VENDOR, as the two below. */
  outcomeOf(coming: Pick<Coming, 'vendor' | 'device' | 'result'>): Promise<AppleReturn>;
  /** @throws ProblemError APPLE_ACCOUNT_EXISTS: then the same result can be linked. */
  enter(coming: Coming): Promise<Opened>;
  /** @throws ProblemError PROOF_TOO_OLD, SESSION_ENDED, APPLE_STATE_MISMATCH or APPLE_LINKED. */
  link(session: Session, result: string, from: string): Promise<void>;
  /** @throws ProblemError PROOF_TOO_OLD, SESSION_ENDED or NOT_FOUND. */
  unlink(session: Session, from: string): Promise<void>;
  linkOf(owner: { readonly vendor: string; readonly person: string }): Promise<AppleLink>;
  /** Apple says that they no longer want to: at every vendor, and only the sign-in. */
  forget(
    vendors: readonly string[],
    notification: { readonly id: string; readonly sub: string },
  ): Promise<void>;
}

export const KIND = 'apple';
const subjectOf = ({ issuer, subject }: Pick<AppleIdentity, 'issuer' | 'subject'>) => `${issuer} ${subject}`;
/** Of a result that isn't this device's at this vendor, or is over. */
const mismatch = (vendor: string, result: string) =>
  new ProblemError(vendorOfReturn(result) === vendor ? 'APPLE_STATE_MISMATCH' : 'APPLE_WRONG_VENDOR');

export interface EntranceDependencies {
  readonly sql: Sql;
  readonly issuer: string;
  readonly ways: AccountDesk;
  readonly attempts: Attempts;
  readonly revocations: Pick<Revocations, 'takeLink' | 'run'>;
  readonly seal: AppleSeal;
  readonly now: () => Date;
}

export function createEntrance(dependencies: EntranceDependencies): Entrance {
  const { sql, ways, attempts, revocations, seal, now } = dependencies;
  const { people, answers, trail } = ways;

  async function keepLink(
    transaction: Transaction,
    vendor: string,
    person: string,
    { identity, name }: Answered,
  ): Promise<void> {
    const subject = subjectOf(identity);
    const sealed = (text: string | undefined) =>
      text === undefined ? null : seal.seal([vendor, subject], text);
    await transaction`
      insert into apple_links (vendor, subject, person, refresh_token, name)
      values (${vendor}, ${subject}, ${person}, ${sealed(identity.refreshToken)}, ${sealed(name && JSON.stringify(name))})
      on conflict (vendor, subject) do update set person = excluded.person,
        refresh_token = coalesce(excluded.refresh_token, apple_links.refresh_token), name = coalesce(excluded.name, apple_links.name)`;
  }

  /** @returns undefined where the address has to be proven here. */
  async function newcomer(transaction: Transaction, { vendor, language, identity }: Answered) {
    const { email: shown, isEmailVerified } = identity;
    const email = shown === undefined || !isEmailVerified ? undefined : readEmailAddress(shown);
    if (shown === undefined || email === undefined) return undefined;
    if (await people.hasAddress(transaction, vendor, email)) return undefined;
    const owner = await people.ofProvenAddress(transaction, { vendor, email, shown, language });
    // Somebody else has proven it at this very moment.
    return owner?.isNew ? owner : undefined;
  }

  return {
    async outcomeOf({ vendor, device, result }) {
      const found = await attempts.outcomeOf(vendor, device, result);
      if (!found) throw mismatch(vendor, result);
      return found;
    },

    async enter({ vendor, device, result, browser, presented, from }) {
      return sql.begin(async (transaction) => {
        const answered = await attempts.read(transaction, vendor, device, result);
        if (!answered || answered.links) throw mismatch(vendor, result);
        const { identity, shared } = answered;
        const subject = subjectOf(identity);
        const known = await people.knownBy(transaction, vendor, KIND, subject);
        const owner =
          known === undefined ? await newcomer(transaction, answered) : { person: known, isNew: false };
        if (!owner) throw new ProblemError('APPLE_ACCOUNT_EXISTS');
        const { person, isNew } = owner;
        if (!isNew && !(await people.lock(transaction, vendor, person)))
          throw new ProblemError('SIGN_IN_FAILED', { status: 403 });
        if (isNew) await people.addIdentity(transaction, { ...answered, person, kind: KIND, subject });
        await keepLink(transaction, vendor, person, answered);
        await attempts.end(transaction, vendor, result);
        return ways.enter(transaction, {
          ...{ vendor, person, shared, device, browser, presented, from, isNew, codeAskedAt: null },
        });
      });
    },

    async link(session, result, from) {
      const { vendor, device, person } = session;
      answers.demandFreshProof(session);
      await sql.begin(async (transaction) => {
        await answers.hold(transaction, session);
        const answered = await attempts.read(transaction, vendor, device, result);
        if (!answered) throw mismatch(vendor, result);
        const subject = subjectOf(answered.identity);
        const known = await people.knownBy(transaction, vendor, KIND, subject);
        if (known !== undefined && known !== person) throw new ProblemError('APPLE_LINKED');
        if (known === undefined) {
          await people.addIdentity(transaction, { ...answered, person, kind: KIND, subject });
          await people.tell(transaction, vendor, person, 'apple-linked');
          await trail.write(transaction, 'account-apple-linked', { vendor, person, from });
        }
        await keepLink(transaction, vendor, person, answered);
        await attempts.end(transaction, vendor, result);
      });
    },

    async unlink(session, from) {
      const { vendor, person } = session;
      answers.demandFreshProof(session);
      await sql.begin(async (transaction) => {
        await answers.hold(transaction, session);
        const removed = await people.removeIdentities(transaction, vendor, KIND, { person });
        if (removed.length === 0) throw new ProblemError('NOT_FOUND');
        await people.tell(transaction, vendor, person, 'apple-removed');
        await trail.write(transaction, 'account-apple-removed', { vendor, person, from });
        for (const { subject } of removed) await revocations.takeLink(transaction, vendor, subject);
      });
      void revocations.run();
    },

    async linkOf({ vendor, person }) {
      // Whose it is, the identity says: a merge moves that, and gives it back.
      const [row] = await sql<[{ subject: string; name: Uint8Array | null; verified_at: string }?]>`
        select i.subject, i.verified_at, l.name from identities i
        left join apple_links l on l.vendor = i.vendor and l.subject = i.subject
        where i.vendor = ${vendor} and i.person = ${person} and i.kind = ${KIND} order by i.verified_at limit 1`;
      if (!row) return { linked: false, since: null, name: null };
      const name = row.name && readSuggestedName(seal.open([vendor, row.subject], row.name));
      return { linked: true, since: new Date(row.verified_at).toISOString(), name: name ?? null };
    },

    async forget(vendors, { id, sub }) {
      const subject = subjectOf({ issuer: dependencies.issuer, subject: sub });
      for (const vendor of vendors)
        await sql.begin(async (transaction) => {
          const first = await transaction`
            insert into apple_notifications (vendor, id, at) values (${vendor}, ${id}, ${now().toISOString()})
            on conflict do nothing returning id`;
          if (first.length === 0) return;
          await transaction`delete from apple_links where vendor = ${vendor} and subject = ${subject}`;
          for (const { person } of await people.removeIdentities(transaction, vendor, KIND, { subject })) {
            await ways.sessions.endAll(transaction, vendor, person);
            await people.tell(transaction, vendor, person, 'apple-removed');
            await trail.write(transaction, 'account-apple-removed', { vendor, person, from: 'apple' });
          }
        });
    },
  };
}
