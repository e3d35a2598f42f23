/** Signing in by a passkey: which one the patient chooses says who they are. Whatever isn't right about it has the same answer. */
import type { Assertion } from '../../../protocol/api/passkeys.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AccountDesk } from '../accounts/feature.ts';
import { type CheckedAssertion, challengeOf, checkAssertion } from './ceremonies.ts';
import type { Challenges } from './challenges.ts';
import type { PasskeyStore, StoredPasskey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

export interface PasskeySignInRequest {
  readonly vendor: string;
  readonly assertion: Assertion;
  readonly party: RelyingParty;
  /** Only this person's counts, where somebody proves again who they are. */
  readonly person: string | undefined;
  readonly shared: boolean;
  readonly device: string;
  readonly browser: string | null;
  /** Token of a session that the device may have. */
  readonly presented: string | undefined;
  /** IP address. */
  readonly from: string;
}

type Enter = AccountDesk['enter'];

/** @throws ProblemError SIGN_IN_FAILED, or PASSKEY_ELSEWHERE for who holds another vendor's. */
export type PasskeySignIn = (request: PasskeySignInRequest) => ReturnType<Enter>;

/** 403, as for codes: a client would repeat a 401 with a new nonce. */
const signInFailed = () => new ProblemError('SIGN_IN_FAILED', { status: 403 });

export function createPasskeySignIn(dependencies: {
  readonly sql: Sql;
  readonly ways: AccountDesk;
  readonly store: PasskeyStore;
  readonly challenges: Challenges;
}): PasskeySignIn {
  const { sql, ways, store, challenges } = dependencies;

  async function check(
    { vendor, device, assertion, party }: PasskeySignInRequest,
    passkey: StoredPasskey | undefined,
  ): Promise<CheckedAssertion | undefined> {
    const { clientDataJSON, userHandle } = assertion.response;
    const challenge = challengeOf(clientDataJSON) ?? '';
    const counts = await challenges.spend({ vendor, device, purpose: 'sign-in' }, challenge);
    if (!counts || !passkey || passkey.rpId !== party.id) return undefined;
    if (userHandle !== undefined && userHandle !== passkey.userId) return undefined;
    return checkAssertion(assertion, challenge, party, passkey);
  }

  return async (request) => {
    const { vendor, assertion, person: expected, from } = request;
    const passkey = await store.find(vendor, assertion.id);
    const checked = await check(request, passkey);
    // Only who holds it hears whose it is.
    if (checked && passkey && passkey.vendor !== vendor) throw new ProblemError('PASSKEY_ELSEWHERE');
    const person = passkey?.vendor === vendor ? passkey.person : undefined;
    const opened =
      checked && passkey && person !== undefined && (expected ?? person) === person
        ? await sql.begin(async (transaction) => {
            if (!(await ways.people.lock(transaction, vendor, person))) return undefined;
            // It may have been removed meanwhile.
            const [same] = await transaction`
              select 1 from passkeys where vendor = ${vendor} and id = ${passkey.id} for update`;
            if (!same) return undefined;
            await store.used(transaction, passkey, checked);
            const { shared, device, browser, presented } = request;
            return ways.enter(transaction, {
              ...{ vendor, person, shared, device, browser, presented, from },
              ...{ isNew: false, codeAskedAt: null },
            });
          })
        : undefined;
    if (opened) return opened;
    ways.trail.failed({ vendor, person, from });
    throw signInFailed();
  };
}
