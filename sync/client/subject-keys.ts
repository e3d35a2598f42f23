/**
 * One AES key per subject: what one person wrote can't be opened with another's, and forgetting the key forgets all that
 * it sealed. Each key has an id, so that a row is never written under a key which another tab has just forgotten.
 */
import type { Bytes } from './bytes.ts';
import { uuidV4 } from './ids.ts';
import type { Clock, DeviceCrypto, Random, Store, WriteTransaction } from './ports.ts';
import type { SealedBox } from './sealed-box.ts';
import { StorageError } from './storage-error.ts';
import type { KeyRow, TableName } from './store/rows.ts';

export interface Sealer {
  readonly keyId: string;
  seal(plain: Bytes, boundTo: Bytes): Promise<SealedBox>;
}

export interface SubjectKeys {
  /**
   * Seals first, then writes: `prepare` makes the boxes outside the transaction, `work` stores them inside. Both run again
   * with a new key where the subject's key was forgotten in between.
   */
  sealThenWrite<P, R>(
    subjectId: string,
    prepare: (sealer: Sealer) => Promise<P>,
    tables: readonly TableName[],
    work: (transaction: WriteTransaction, prepared: P) => Promise<R>,
  ): Promise<R>;
  /** @returns undefined where the key is gone or the box was bound to something else. */
  open(subjectId: string, box: SealedBox, boundTo: Bytes): Promise<Bytes | undefined>;
}

const rowId = (subjectId: string) => `subject:${subjectId}`;
const KEY_CHANGED = Symbol('key changed');
const MOST_ROUNDS = 4;

export function createSubjectKeys(dependencies: {
  readonly store: Store;
  readonly crypto: DeviceCrypto;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
}): SubjectKeys {
  const { store, crypto, random, clock } = dependencies;
  const known = new Map<string, Pick<KeyRow, 'keyId' | 'key'>>();

  async function read(subjectId: string): Promise<Pick<KeyRow, 'keyId' | 'key'> | undefined> {
    const row = await store.read(['keys'], (transaction) => transaction.get('keys', rowId(subjectId)));
    // Some engines store a key and read it back as null (failure case 15).
    if (row === undefined || !row.key) return undefined;
    known.set(subjectId, row);
    return row;
  }

  async function readOrMint(subjectId: string): Promise<Pick<KeyRow, 'keyId' | 'key'>> {
    const found = known.get(subjectId) ?? (await read(subjectId));
    if (found !== undefined) return found;
    const minted: KeyRow = {
      id: rowId(subjectId),
      keyId: uuidV4(random),
      key: await crypto.newSubjectKey(),
      at: clock.now(),
    };
    const winner = await store.write(['keys'], async (transaction) => {
      const other = await transaction.get('keys', minted.id);
      if (other?.key) return other;
      await transaction.put('keys', minted);
      return minted;
    });
    known.set(subjectId, winner);
    return winner;
  }

  return {
    async sealThenWrite<P, R>(
      subjectId: string,
      prepare: (sealer: Sealer) => Promise<P>,
      tables: readonly TableName[],
      work: (transaction: WriteTransaction, prepared: P) => Promise<R>,
    ): Promise<R> {
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
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
      const found = cached?.keyId === box.keyId ? cached : await read(subjectId);
      return found === undefined || found.keyId !== box.keyId
        ? undefined
        : await crypto.open(found.key, box, boundTo);
    },
  };
}

/** The tables that {@link forgetUnusedKey} looks into. */
export const sealedTables = ['drafts', 'envelopes', 'copies', 'keys'] as const satisfies readonly TableName[];

/** Deletes a subject's key once nothing is left that it seals, so that remains in old disk blocks stay closed for ever. */
export async function forgetUnusedKey(transaction: WriteTransaction, subjectId: string): Promise<void> {
  for (const table of ['drafts', 'envelopes', 'copies'] as const)
    if ((await transaction.by(table, 'subjectId', subjectId)).length > 0) return;
  await transaction.delete('keys', rowId(subjectId));
}
