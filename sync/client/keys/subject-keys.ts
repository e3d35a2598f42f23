/**
 * One AES key per subject: what one person wrote can't be opened with another's, and forgetting the key forgets all that
 * it sealed. Each key has an id, so that a row is never written under a key which another tab has just forgotten.
 *
 * While the patient's lock is on, a key lies wrapped in its row, and opens only where the vault holds what unwraps it.
 */
import type { Bytes } from '../base/bytes.ts';
import type { LocalCrypto } from '../base/crypto-ports.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { SealedBox } from '../base/sealed-box.ts';
import { StorageError } from '../base/storage-error.ts';
import type { KeyRow, TableName } from '../store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import type { KeyVault, OpenLock } from './key-vault.ts';
import { readLock } from './lock-row.ts';

export interface Sealer {
  readonly keyId: string;
  seal(plain: Bytes, boundTo: Bytes): Promise<SealedBox>;
}

export interface Keyring {
  /**
   * Seals first, then writes: `prepare` makes the boxes outside the transaction, `work` stores them inside. Both run again
   * with a new key where the subject's key was forgotten in between.
   *
   * @throws StorageError `locked` where the patient's lock is on and not open here.
   */
  sealThenWrite<P, R>(
    subjectId: string,
    prepare: (sealer: Sealer) => Promise<P>,
    tables: readonly TableName[],
    work: (transaction: WriteTransaction, prepared: P) => Promise<R>,
  ): Promise<R>;
  /**
   * @returns undefined where the key is gone or the box was bound to something else.
   * @throws StorageError `locked` where the patient's lock is on and not open here.
   */
  open(subjectId: string, box: SealedBox, boundTo: Bytes): Promise<Bytes | undefined>;
}

type KeyName = { readonly subjectId: string; readonly keyId: string };

/** Makes people's keys where the device must not be able to keep them: what one of them seals opens at the clinic, and here in memory only. */
export interface Custody {
  /** @throws StorageError `unsealable` where there is no key of the clinic's to seal it to */
  newKey(name: KeyName): Promise<{ readonly key: CryptoKey; readonly sealedKey: Bytes }>;
}

export interface SubjectKeys extends Keyring {
  /** Keys of that person stay in the memory of this run no longer than in their rows. */
  forget(subjectId: string): void;
  /** Keys of the same people that no lock closes: for a safety alert, which goes out whatever the patient has locked. */
  readonly neverLocked: Keyring;
}

interface UsableKey {
  readonly keyId: string;
  readonly key: CryptoKey;
}

interface KeyringDependencies {
  readonly store: Store;
  readonly crypto: LocalCrypto;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
  /** Absent where nobody can turn a lock on. */
  readonly vault?: KeyVault;
  /** On a kiosk. */
  readonly custody?: Custody | undefined;
}

const SUBJECT = 'subject:';
export const subjectKeyId = (subjectId: string) => `${SUBJECT}${subjectId}`;
const neverLockedId = (subjectId: string) => `alert:${subjectId}`;
/** The key from before the lock was turned on, for as long as something that must go out needs it. */
export const earlierKeyId = (subjectId: string) => `earlier:${subjectId}`;
/** Whose key that row holds; undefined for the device's, and for probes. */
export function subjectOf(row: Pick<KeyRow, 'id'>): string | undefined {
  return row.id.startsWith(SUBJECT) ? row.id.slice(SUBJECT.length) : undefined;
}

const KEY_CHANGED = Symbol('key changed');
const MAX_ROUNDS = 4;

/** @param locking the rows' keys are wrapped while the patient's lock is on. */
function createKeyring(
  dependencies: KeyringDependencies,
  rowId: (subjectId: string) => string,
  locking: boolean,
): Keyring & { forget(subjectId: string): void } {
  const { store, crypto, random, clock, vault } = dependencies;
  const custody = locking ? dependencies.custody : undefined;
  const known = new Map<string, UsableKey>();
  // Of what was unwrapped nothing stays.
  vault?.watch(() => known.clear());

  /** @returns undefined while the lock is off. @throws StorageError `locked` where it isn't open here. */
  function openLock(lockId: string | undefined): OpenLock | undefined {
    if (lockId === undefined) return undefined;
    const open = vault?.openLock();
    if (open?.lockId !== lockId) throw new StorageError('locked');
    return open;
  }

  const lockIdNow = async (transaction: ReadTransaction) =>
    locking ? (await readLock(transaction))?.id : undefined;
  const look = (subjectId: string) =>
    store.read(['keys', 'meta'], async (transaction) => ({
      row: await transaction.get('keys', rowId(subjectId)),
      earlier: await transaction.get('keys', earlierKeyId(subjectId)),
      lockId: await lockIdNow(transaction),
    }));

  async function usable(
    subjectId: string,
    row: KeyRow,
    lockId: string | undefined,
  ): Promise<UsableKey | undefined> {
    const { keyId, key, wrappers } = row;
    // Some engines store a key and read it back as null (failure case 15).
    if (key) return { keyId, key };
    if (wrappers === undefined) return undefined;
    const open = openLock(lockId);
    if (open === undefined || vault === undefined) throw new StorageError('locked');
    return { keyId, key: await vault.unwrap(open, { subjectId, keyId }, row) };
  }

  const remember = (subjectId: string, found: UsableKey, lockId: string | undefined) => {
    // It may have been closed while the key was being unwrapped.
    if (lockId === undefined || vault?.openLock()?.lockId === lockId) known.set(subjectId, found);
    return found;
  };

  async function newKey(
    name: KeyName,
    open: OpenLock | undefined,
  ): Promise<{ readonly key: CryptoKey; readonly kept: Pick<KeyRow, 'key' | 'wrappers' | 'sealedKey'> }> {
    if (open !== undefined && vault !== undefined) {
      const { key, wrappers } = await vault.newKey(open, name);
      return { key, kept: { wrappers } };
    }
    if (custody !== undefined) {
      const made = await custody.newKey(name);
      return { key: made.key, kept: made };
    }
    const key = await crypto.newSubjectKey();
    return { key, kept: { key } };
  }

  async function mint(subjectId: string, lockId: string | undefined): Promise<UsableKey | undefined> {
    const open = openLock(lockId);
    const keyId = uuidV4(random);
    const { key, kept } = await newKey({ subjectId, keyId }, open);
    const minted: KeyRow = { id: rowId(subjectId), keyId, ...kept, at: clock.now() };
    const won = await store.write(['keys', 'meta'], async (transaction) => {
      // The lock was turned on or off meanwhile, or another tab has minted one.
      if ((await lockIdNow(transaction)) !== lockId) return false;
      const other = await transaction.get('keys', minted.id);
      if (other?.key || other?.wrappers !== undefined) return false;
      await transaction.put('keys', minted);
      return true;
    });
    return won ? remember(subjectId, { keyId, key }, lockId) : undefined;
  }

  async function readOrMint(subjectId: string): Promise<UsableKey> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const cached = known.get(subjectId);
      if (cached !== undefined) return cached;
      const { row, lockId } = await look(subjectId);
      const found = row === undefined ? undefined : await usable(subjectId, row, lockId);
      if (found !== undefined) return remember(subjectId, found, lockId);
      const minted = await mint(subjectId, lockId);
      if (minted !== undefined) return minted;
    }
    throw new StorageError('aborted');
  }

  return {
    forget(subjectId) {
      known.delete(subjectId);
    },
    async sealThenWrite<P, R>(
      subjectId: string,
      prepare: (sealer: Sealer) => Promise<P>,
      tables: readonly TableName[],
      work: (transaction: WriteTransaction, prepared: P) => Promise<R>,
    ): Promise<R> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { keyId, key } = await readOrMint(subjectId);
        const prepared = await prepare({
          keyId,
          seal: async (plain, boundTo) => ({ keyId, ...(await crypto.seal(key, plain, boundTo)) }),
        });
        const result = await store.write<R | typeof KEY_CHANGED>(
          [...new Set<TableName>(['keys', ...tables])],
          async (transaction) => {
            const now = await transaction.get('keys', rowId(subjectId));
            return now?.keyId === keyId ? await work(transaction, prepared) : KEY_CHANGED;
          },
        );
        if (result !== KEY_CHANGED) return result;
        known.delete(subjectId);
      }
      throw new StorageError('aborted');
    },

    async open(subjectId, box, boundTo) {
      const cached = known.get(subjectId);
      if (cached?.keyId === box.keyId) return await crypto.open(cached.key, box, boundTo);
      const { row, earlier, lockId } = await look(subjectId);
      const holder = [row, earlier].find((each) => each?.keyId === box.keyId);
      if (holder === undefined) return undefined;
      const found = await usable(subjectId, holder, lockId);
      if (found === undefined) return undefined;
      if (holder === row) remember(subjectId, found, lockId);
      return await crypto.open(found.key, box, boundTo);
    },
  };
}

export function createSubjectKeys(dependencies: KeyringDependencies): SubjectKeys {
  const own = createKeyring(dependencies, subjectKeyId, true);
  const neverLocked = createKeyring(dependencies, neverLockedId, false);
  return {
    ...own,
    neverLocked,
    forget(subjectId) {
      own.forget(subjectId);
      neverLocked.forget(subjectId);
    },
  };
}

/** The tables that {@link forgetUnusedKey} looks into. */
export const sealedTables = ['drafts', 'envelopes', 'copies', 'keys'] as const satisfies readonly TableName[];

async function isUsed(transaction: ReadTransaction, subjectId: string): Promise<boolean> {
  for (const table of ['drafts', 'copies'] as const)
    if ((await transaction.by(table, 'subjectId', subjectId)).length > 0) return true;
  // Those that are sealed to the clinic need no key of the person.
  const envelopes = await transaction.by('envelopes', 'subjectId', subjectId);
  return envelopes.some(({ box }) => box !== undefined);
}

/** Deletes a subject's keys once nothing is left that they seal, so that remains in old disk blocks stay closed for ever. */
export async function forgetUnusedKey(transaction: WriteTransaction, subjectId: string): Promise<void> {
  if (await isUsed(transaction, subjectId)) return;
  for (const idOf of [subjectKeyId, earlierKeyId, neverLockedId])
    await transaction.delete('keys', idOf(subjectId));
}
