/** New passkeys of who is signed in, and what becomes of them. */
import {
  type Attestation,
  CHALLENGE_MINUTES,
  MAX_PASSKEYS,
  type PasskeyCreation,
} from '../../../protocol/api/passkeys.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AccountDesk } from '../accounts/feature.ts';
import { ALGORITHMS, challengeOf, checkAttestation } from './ceremonies.ts';
import type { Challenges } from './challenges.ts';
import type { PasskeyLimits } from './passkey-limits.ts';
import type { PasskeyStore } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

type Session = Awaited<ReturnType<AccountDesk['answers']['sessionOf']>>['session'];

export interface Change {
  readonly session: Session;
  readonly party: RelyingParty;
  /** IP address. */
  readonly from: string;
}

/** Each asks for a fresh proof but the name. @throws ProblemError PROOF_TOO_OLD, RATE_LIMITED, SESSION_ENDED, or one of `passkeyProblemCodes`. */
export interface Registration {
  /** @param vendorName as the password manager lists it. */
  begin(change: Change, vendorName: string): Promise<PasskeyCreation>;
  /** @param name that the patient may change. */
  finish(change: Change, attestation: Attestation, name: string | null): Promise<void>;
  remove(change: Omit<Change, 'party'>, id: string): Promise<void>;
}

export function createRegistration(dependencies: {
  readonly sql: Sql;
  readonly ways: AccountDesk;
  readonly store: PasskeyStore;
  readonly challenges: Challenges;
  readonly limits: PasskeyLimits;
}): Registration {
  const { sql, ways, store, challenges, limits } = dependencies;
  const { answers, people, trail } = ways;

  async function tell(
    transaction: Transaction,
    { session: { vendor, person }, from }: Omit<Change, 'party'>,
    what: 'passkey-added' | 'passkey-removed',
  ): Promise<void> {
    await people.tell(transaction, vendor, person, what);
    await trail.write(transaction, `account-${what}`, { vendor, person, from });
  }

  return {
    async begin({ session, party }, vendorName) {
      answers.demandFreshProof(session);
      await limits.change(session);
      const { vendor, device, person } = session;
      const { passkeys } = await store.list(session, party.id);
      if (passkeys.length >= MAX_PASSKEYS) throw new ProblemError('PASSKEY_LIMIT');
      const [contact] = await people.contacts(sql, vendor, person);
      const name = [contact?.shown ?? '', vendorName].filter((part) => part !== '').join(' · ');
      return {
        challenge: await challenges.issue({ vendor, device, purpose: 'creation' }),
        rp: { id: party.id, name: vendorName },
        user: { id: await store.userOf(session), name, displayName: name },
        algorithms: [...ALGORITHMS],
        exclude: passkeys.map(({ credential }) => credential),
        timeout: CHALLENGE_MINUTES * 60_000,
      };
    },

    async finish(change, attestation, name) {
      const { session, party } = change;
      const { vendor, device, person } = session;
      answers.demandFreshProof(session);
      const challenge = challengeOf(attestation.response.clientDataJSON) ?? '';
      const counts = await challenges.spend({ vendor, device, purpose: 'creation' }, challenge);
      const checked = counts ? await checkAttestation(attestation, challenge, party) : undefined;
      if (!checked) throw new ProblemError('PASSKEY_REFUSED');
      await sql.begin(async (transaction) => {
        await answers.hold(transaction, session);
        if ((await store.count(transaction, session)) >= MAX_PASSKEYS)
          throw new ProblemError('PASSKEY_LIMIT');
        const { transports = [] } = attestation.response;
        const passkey = { ...checked, vendor, person, rpId: party.id, transports, name };
        if (!(await store.add(transaction, passkey))) throw new ProblemError('PASSKEY_KNOWN');
        await tell(transaction, change, 'passkey-added');
      });
      await store.offered(session);
    },

    async remove(change, id) {
      const { session } = change;
      answers.demandFreshProof(session);
      await sql.begin(async (transaction) => {
        await answers.hold(transaction, session);
        if (!(await store.remove(transaction, session, id))) throw new ProblemError('NOT_FOUND');
        await tell(transaction, change, 'passkey-removed');
      });
    },
  };
}
