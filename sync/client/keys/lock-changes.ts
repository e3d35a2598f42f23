/**
 * Turning the patient's lock on or off, and giving it another passkey or code. Each is prepared outside and then done in one transaction,
 * which starts over where something was written in between: no key and no box is ever in an intermediate state.
 */

import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Random } from '../base/ports.ts';
import type { SealedBox } from '../base/sealed-box.ts';
import { StorageError } from '../base/storage-error.ts';
import type { KeyRow, TableName } from '../store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { type BoxInRow, boxesOf, boxTables } from './bindings.ts';
import type { KeyVault, OpenLock } from './key-vault.ts';
import type { CodeRoot, LockRoots, PasskeyRoot, SealedLock } from './lock-roots.ts';
import { type LockRow, readLock, removeLock, writeLock } from './lock-row.ts';
import { earlierKeyId, subjectOf } from './subject-keys.ts';

/** Saves of other tabs may come between preparing and writing, that often. */
const MAX_ROUNDS = 12;
const BEGIN_ANEW = Symbol('start over');
const tables: readonly TableName[] = [...boxTables, 'envelopes', 'keys', 'meta'];

interface Held {
  readonly lock: LockRow;
  readonly open: OpenLock;
}
interface Found {
  readonly keys: readonly KeyRow[];
  readonly boxes: readonly BoxInRow[];
}

const place = ({ table, key }: BoxInRow) => `${table}/${key}`;
const sameBytes = (one: Uint8Array, other: Uint8Array | undefined) =>
  one.length === other?.length && one.every((byte, index) => byte === other[index]);

export function createLockChanges(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly crypto: Pick<DeviceCrypto, 'seal' | 'open'>;
  readonly vault: KeyVault;
  readonly random: Random;
  readonly roots: () => LockRoots;
}) {
  const { vendor, store, crypto, vault, random, roots } = dependencies;

  const find = async (transaction: ReadTransaction): Promise<Found> => ({
    keys: (await transaction.all('keys')).filter((row) => subjectOf(row) !== undefined),
    boxes: await boxesOf(transaction, vendor),
  });

  /** Repeats `round` until nothing came in between. */
  async function untilDone<R>(round: () => Promise<R | typeof BEGIN_ANEW>): Promise<R> {
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
      const result = await round();
      if (result !== BEGIN_ANEW) return result;
    }
    throw new StorageError('aborted');
  }

  /** One person's new key, and what was sealed by the old one. */
  async function reseal(row: KeyRow, subjectId: string, all: readonly BoxInRow[], open: OpenLock) {
    const keyId = uuidV4(random);
    const { key, wrappers } = await vault.newKey(open, { subjectId, keyId });
    const boxes: { readonly of: BoxInRow; readonly box: SealedBox }[] = [];
    let left = false;
    for (const of of all) {
      if (of.subjectId !== subjectId || of.box.keyId !== row.keyId || !row.key) continue;
      const plain = await crypto.open(row.key, of.box, of.boundTo);
      if (plain === undefined) left = true;
      else boxes.push({ of, box: { keyId, ...(await crypto.seal(key, plain, of.boundTo)) } });
    }
    return { row, boxes, left, next: { id: row.id, keyId, wrappers, at: row.at } satisfies KeyRow };
  }

  async function lockAll(made: SealedLock): Promise<boolean | typeof BEGIN_ANEW> {
    const before = await store.read(tables, find);
    const plans: Awaited<ReturnType<typeof reseal>>[] = [];
    for (const row of before.keys) {
      const subjectId = subjectOf(row);
      if (subjectId !== undefined && row.key)
        plans.push(await reseal(row, subjectId, before.boxes, made.open));
    }
    const planned = new Map(before.boxes.map((each) => [place(each), each.box]));
    const known = new Set(plans.map(({ row }) => row.keyId));
    return await store.write<boolean | typeof BEGIN_ANEW>(tables, async (transaction) => {
      if ((await readLock(transaction)) !== undefined) return false;
      const now = await find(transaction);
      if (now.keys.some((row) => row.key && !known.has(row.keyId))) return BEGIN_ANEW;
      if (now.boxes.some((each) => !sameBytes(each.box.iv, planned.get(place(each))?.iv))) return BEGIN_ANEW;
      const present = new Set(now.keys.map((row) => row.keyId));
      const there = new Map(now.boxes.map((each) => [place(each), each]));
      for (const plan of plans) {
        // Somebody's last form has just left the device, and the key with it.
        if (!present.has(plan.row.keyId)) continue;
        for (const { of, box } of plan.boxes) await there.get(place(of))?.replace(transaction, box);
        await keepForEnvelopes(transaction, plan.row, plan.left);
        await transaction.put('keys', plan.next);
      }
      await writeLock(transaction, made.row);
      return true;
    });
  }

  /** What is queued must leave while the lock is closed: envelopes of the first version still need the key that sealed them. */
  async function keepForEnvelopes(transaction: WriteTransaction, row: KeyRow, left: boolean): Promise<void> {
    const subjectId = subjectOf(row) ?? '';
    const envelopes = await transaction.by('envelopes', 'subjectId', subjectId);
    if (left || envelopes.some((each) => each.box?.keyId === row.keyId))
      await transaction.put('keys', { ...row, id: earlierKeyId(subjectId) });
  }

  /** Writes the lock again, each person's key with it. */
  async function rewrap({ lock, open }: Held, made: SealedLock, kind: 'passkey' | 'recovery') {
    return await untilDone(async () => {
      const before = await store.read(['keys'], (transaction) => transaction.all('keys'));
      const plans: KeyRow[] = [];
      for (const row of before) {
        const subjectId = subjectOf(row);
        if (subjectId === undefined || row.wrappers === undefined) continue;
        const name = { subjectId, keyId: row.keyId };
        plans.push({ ...row, wrappers: await vault.rewrap(open, name, row, kind, made.open) });
      }
      return await store.write<OpenLock | typeof BEGIN_ANEW>(['keys', 'meta'], async (transaction) => {
        if ((await readLock(transaction))?.id !== lock.id) throw new StorageError('locked');
        const now = (await transaction.all('keys')).filter((row) => row.wrappers !== undefined);
        if (now.some((row) => !plans.some((plan) => plan.keyId === row.keyId))) return BEGIN_ANEW;
        const present = new Set(now.map((row) => row.keyId));
        for (const plan of plans) if (present.has(plan.keyId)) await transaction.put('keys', plan);
        await writeLock(transaction, made.row);
        return made.open;
      });
    });
  }

  return {
    /** @throws StorageError `taken-over` where another tab was faster. */
    async turnOn(passkey: PasskeyRoot, code: CodeRoot): Promise<OpenLock> {
      const made = await roots().seal(passkey, code);
      if (!(await untilDone(() => lockAll(made)))) throw new StorageError('taken-over');
      return made.open;
    },

    /** @throws StorageError `unreadable` where one of the keys doesn't open any more: then the lock stays on. */
    turnOff: ({ lock, open }: Held): Promise<void> =>
      untilDone(async () => {
        const before = await store.read(['keys'], (transaction) => transaction.all('keys'));
        const plans: KeyRow[] = [];
        for (const row of before) {
          const subjectId = subjectOf(row);
          if (subjectId === undefined || row.wrappers === undefined) continue;
          const { wrappers: _wrappers, ...rest } = row;
          plans.push({ ...rest, key: await vault.unwrap(open, { subjectId, keyId: row.keyId }, row) });
        }
        return await store.write<undefined | typeof BEGIN_ANEW>(['keys', 'meta'], async (transaction) => {
          if ((await readLock(transaction))?.id !== lock.id) throw new StorageError('locked');
          const now = (await transaction.all('keys')).filter((row) => row.wrappers !== undefined);
          if (now.some((row) => !plans.some((plan) => plan.keyId === row.keyId))) return BEGIN_ANEW;
          const present = new Set(now.map((row) => row.keyId));
          for (const plan of plans) if (present.has(plan.keyId)) await transaction.put('keys', plan);
          await removeLock(transaction);
          return undefined;
        });
      }),

    async replaceCode(held: Held, code: CodeRoot): Promise<OpenLock> {
      const { passkey } = await roots().rootsOf(held.lock, held.open);
      return await rewrap(held, await roots().seal(passkey, code), 'recovery');
    },
    async replacePasskey(held: Held, passkey: PasskeyRoot): Promise<OpenLock> {
      const { code } = await roots().rootsOf(held.lock, held.open);
      return await rewrap(held, await roots().seal(passkey, code), 'passkey');
    },
  };
}
