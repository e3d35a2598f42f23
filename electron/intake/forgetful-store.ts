/**
 * A durable store that forgets people's keys with its process: what lies on the disk opens at the clinic only.
 *
 * Keys of people (`subject:`, `alert:`, `earlier:`), readable copies and definitions of forms live in memory. Beside each key of a person that the
 * clinic can have back, a durable row `sealed:<keyId>` holds it sealed to the clinic, written and deleted in the transaction in which the key is.
 *
 * A transaction's durable part is on the disk before its part in memory counts: what is lost in between is a key that opens nothing yet.
 */

import { StorageError } from '../../sync/client/base/storage-error.ts';
import { createMemoryStore } from '../../sync/client/store/memory-store.ts';
import { type KeyRow, primaryKeys, type TableName } from '../../sync/client/store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../../sync/client/store/store.ts';

export interface ForgetfulStore extends Store {
  /** Takes a person's keys and copies out of memory, whatever the disk does. What is sealed to the clinic stays. */
  forget(subjectId: string): Promise<void>;
}

const PERSONS = ['subject:', 'alert:', 'earlier:'];
const SEALED = 'sealed:';
const wholeTables: ReadonlySet<TableName> = new Set(['copies', 'definitions']);

export const sealedKeyId = (keyId: string): string => `${SEALED}${keyId}`;
export const isSealedKey = (row: Pick<KeyRow, 'id'>): boolean => row.id.startsWith(SEALED);
export const subjectKeyId = (subjectId: string): string => `subject:${subjectId}`;

function livesInMemory(table: TableName, key: string): boolean {
  return wholeTables.has(table) || (table === 'keys' && PERSONS.some((prefix) => key.startsWith(prefix)));
}

function readingOver(disk: ReadTransaction, memory: ReadTransaction): ReadTransaction {
  return {
    get: (table, key) => (livesInMemory(table, key) ? memory : disk).get(table, key),
    async all(table) {
      if (wholeTables.has(table)) return await memory.all(table);
      const kept = await disk.all(table);
      return table === 'keys' ? [...kept, ...(await memory.all(table))] : kept;
    },
    async by(table, field, value) {
      if (wholeTables.has(table)) return await memory.by(table, field, value);
      const kept = await disk.by(table, field, value);
      return table === 'keys' ? [...kept, ...(await memory.by(table, field, value))] : kept;
    },
  };
}

function writingOver(disk: WriteTransaction, memory: WriteTransaction): WriteTransaction {
  return {
    ...readingOver(disk, memory),
    async put(table, row) {
      const key = String(Reflect.get(row, primaryKeys[table]));
      if (!livesInMemory(table, key)) {
        await disk.put(table, row);
        return;
      }
      await memory.put(table, row);
      const made = table === 'keys' ? await memory.get('keys', key) : undefined;
      if (made?.sealedKey === undefined) return;
      const { keyId, sealedKey, at } = made;
      await disk.put('keys', { id: sealedKeyId(keyId), keyId, sealedKey, at });
    },
    async delete(table, key) {
      if (!livesInMemory(table, key)) {
        await disk.delete(table, key);
        return;
      }
      const gone = table === 'keys' ? await memory.get('keys', key) : undefined;
      await memory.delete(table, key);
      if (gone?.sealedKey !== undefined) await disk.delete('keys', sealedKeyId(gone.keyId));
    },
  };
}

/** The disk's store has begun the work a second time, and what the first left in memory must not be seen by it. */
class BegunAgainError extends Error {
  override name = 'BegunAgainError';
}
const MAX_ROUNDS = 2;

/** @param memory what outlives a closing of the store, and no end of the process */
export function createForgetfulStore(durable: Store, memory: Store = createMemoryStore()): ForgetfulStore {
  async function attempt<R>(
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    // The memory's transaction stands around the disk's: it counts when that has ended, and keeps others waiting until then.
    return await memory.write(tables, async (inMemory) => {
      let begun = false;
      return await durable.write(tables, async (onDisk) => {
        if (begun) throw new BegunAgainError();
        begun = true;
        return await work(writingOver(onDisk, inMemory));
      });
    });
  }

  return {
    mode: durable.mode,
    read: (tables, work) =>
      memory.read(tables, (inMemory) =>
        durable.read(tables, (onDisk) => work(readingOver(onDisk, inMemory))),
      ),
    async write(tables, work) {
      for (let round = 1; ; round += 1) {
        try {
          return await attempt(tables, work);
        } catch (error) {
          if (!(error instanceof BegunAgainError)) throw error;
          if (round === MAX_ROUNDS) throw new StorageError('busy', error);
        }
      }
    },
    forget: (subjectId) =>
      memory.write(['keys', 'copies'], async (transaction) => {
        for (const prefix of PERSONS) await transaction.delete('keys', `${prefix}${subjectId}`);
        for (const { opId } of await transaction.by('copies', 'subjectId', subjectId))
          await transaction.delete('copies', opId);
      }),
    close: () => durable.close(),
  };
}
