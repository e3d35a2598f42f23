/** Who is signed in: one row, and what goes with each change of it in one transaction. */
import type { PatientSession } from '../../protocol/api/accounts.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { RecordKeys } from '../records/record-crypto.ts';
import { clearRecords, type RecordPlaces, recordTables } from '../records/record-place.ts';
import { clearShelf, shelfTables } from '../shelf/shelf-rows.ts';
import type { AccountRow } from '../store/rows.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import type { AccountState } from './account-contract.ts';

/** Without contact, until the records lock. */
export const LOCKED_AFTER_MS = 30 * 24 * 3_600_000;

export type Why = NonNullable<AccountRow['why']>;

export interface AccountStore {
  read(): Promise<AccountRow | undefined>;
  stateOf(row: AccountRow | undefined): AccountState;
  /** @param keys used where this person has none yet. Another person's records go. */
  arrive(session: PatientSession, keys: RecordKeys): Promise<void>;
  /** What the server says of the session that was asked for under that mark. */
  update(mark: string, session: PatientSession): Promise<void>;
  /** Key and rows go, and a mark stays until the server has been told. Works without a network. */
  leave(): Promise<void>;
  /** Key and rows go, because the server has ended what was asked for under that mark. */
  end(mark: string, why: Why): Promise<void>;
  /** The server knows that they left, or an end was seen. */
  forget(mark: string): Promise<void>;
  /** Those operations of this device are the person's. */
  own(mark: string, operations: readonly string[]): Promise<void>;
}

const DURABLE = ['account', 'copies', ...shelfTables, ...recordTables] as const;

/** What a person has queued of themselves goes to the clinic all the same, and is read here no more. */
async function clearCopies(transaction: WriteTransaction, row: AccountRow | undefined): Promise<void> {
  if (row?.person === undefined) return;
  for (const copy of await transaction.by('copies', 'subjectId', row.person))
    await transaction.delete('copies', copy.opId);
}

/** What the person of before leaves on a device that others use, too. */
async function clearAfter(transaction: WriteTransaction, row: AccountRow | undefined): Promise<void> {
  await clearRecords(transaction);
  await clearCopies(transaction, row);
  if (row?.state === 'signed-in' && row.shared) await clearShelf(transaction);
}

function detailsOf(session: PatientSession) {
  const { person, email, hasPassword, shared, provedAt, idleSeconds } = session;
  return { person, hasPassword, shared, provedAt, idleSeconds, ...(shared ? {} : { email }) };
}

export function createAccountStore(dependencies: {
  readonly store: Store;
  readonly places: RecordPlaces;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
}): AccountStore {
  const { store, places, random, clock } = dependencies;

  /** On a shared device each page asks for it. */
  let inMemory: { readonly person: string; readonly email: string } | undefined;
  const remember = ({ person, email }: PatientSession) => {
    inMemory = { person, email };
  };
  const emailOf = ({ email, person }: Pick<AccountRow, 'email' | 'person'>) =>
    email ?? (inMemory?.person === person ? inMemory?.email : undefined) ?? '';

  const isLocked = ({ contactAt = 0 }: AccountRow) => clock.now() - contactAt > LOCKED_AFTER_MS;

  return {
    read: () => store.read(['account'], (transaction) => transaction.get('account', 'account')),

    stateOf(row) {
      if (row === undefined || row.state === 'leaving') return { status: 'signed-out' };
      const email = emailOf(row);
      if (row.state === 'ended') return { status: 'ended', why: row.why ?? 'session', email };
      if (isLocked(row)) return { status: 'locked', email };
      const { person = '', hasPassword = false, shared = false, provedAt = '', idleSeconds = 0 } = row;
      return { status: 'signed-in', person, email, hasPassword, shared, provedAt, idleSeconds };
    },

    async arrive(session, keys) {
      const mark = uuidV4(random);
      remember(session);
      const before = await store.write(DURABLE, async (transaction) => {
        const row = await transaction.get('account', 'account');
        const isSame =
          row?.state === 'signed-in' && row.person === session.person && row.shared === session.shared;
        if (!isSame) await clearAfter(transaction, row);
        const known = await transaction.get('recordKeys', session.person);
        if (!session.shared && !(known?.key && known.tagKey)) {
          await clearRecords(transaction);
          await transaction.put('recordKeys', { person: session.person, ...keys });
        }
        await transaction.put('account', {
          ...{ id: 'account', state: 'signed-in', mark, contactAt: clock.now() },
          ...detailsOf(session),
        });
        return isSame;
      });
      if (!before) places.forgetMemory();
    },

    update(mark, session) {
      remember(session);
      return store.write(['account'], async (transaction) => {
        const row = await transaction.get('account', 'account');
        if (row?.state !== 'signed-in' || row.mark !== mark || row.person !== session.person) return;
        await transaction.put('account', { ...row, ...detailsOf(session), contactAt: clock.now() });
      });
    },

    async leave() {
      const mark = uuidV4(random);
      await store.write(DURABLE, async (transaction) => {
        const row = await transaction.get('account', 'account');
        await clearAfter(transaction, row);
        if (row?.state === 'signed-in')
          await transaction.put('account', { id: 'account', state: 'leaving', mark });
      });
      places.forgetMemory();
    },

    async end(mark, why) {
      const isTheirs = await store.write(DURABLE, async (transaction) => {
        const row = await transaction.get('account', 'account');
        if (row?.state !== 'signed-in' || row.mark !== mark) return false;
        await clearAfter(transaction, row);
        const { email = '' } = row;
        await transaction.put('account', {
          ...{ id: 'account', state: 'ended', mark: uuidV4(random) },
          ...{ why, email },
        });
        return true;
      });
      if (isTheirs) places.forgetMemory();
    },

    forget: (mark) =>
      store.write(['account'], async (transaction) => {
        const row = await transaction.get('account', 'account');
        if (row?.mark === mark && row.state !== 'signed-in') await transaction.delete('account', 'account');
      }),

    own: (mark, operations) =>
      store.write(['account', 'outbox'], async (transaction) => {
        const account = await transaction.get('account', 'account');
        if (account?.mark !== mark || account.person === undefined) return;
        for (const opId of operations) {
          const row = await transaction.get('outbox', opId);
          if (row !== undefined) await transaction.put('outbox', { ...row, person: account.person });
        }
      }),
  };
}
