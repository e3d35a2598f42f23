/** IndexedDB that fails the way browsers have been seen to. Faults end with `vi.restoreAllMocks()`. */
import {
  IDBDatabase as FDBDatabase,
  IDBFactory as FDBFactory,
  IDBKeyRange as FDBKeyRange,
  IDBObjectStore as FDBObjectStore,
} from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Clock } from '../base/ports.ts';
import { createDexieStore } from '../store/dexie-store.ts';
import type { Store } from '../store/store.ts';

export const keyRange: typeof globalThis.IDBKeyRange = FDBKeyRange;

const patient: Pick<Clock, 'setTimer'> = { setTimer: () => () => undefined };

/** A browser's profile: databases that outlive their connections. */
export function createProfile() {
  const indexedDB: IDBFactory = new FDBFactory();
  return {
    indexedDB,
    connect: (clock: Pick<Clock, 'setTimer'> = patient, name = 'v:meadow:store'): Store =>
      createDexieStore({ name, clock, indexedDB, IDBKeyRange: keyRange }),
  };
}

function abort(transaction: IDBTransaction, reason: string): void {
  const method: unknown = Reflect.get(transaction, '_abort');
  if (typeof method !== 'function')
    throw new Error('fake-indexeddb has changed: a transaction has no _abort.');
  method.call(transaction, reason);
}

/** The transaction is aborted after a row was put into that store; the put itself succeeds, as with a full disk. */
export function abortAfterPutInto(store: string, reason: string, times = Number.POSITIVE_INFINITY): void {
  const put = FDBObjectStore.prototype.put;
  let left = times;
  vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    const request = put.apply(this, row);
    if (this.name === store && left > 0) {
      left -= 1;
      request.addEventListener('success', () => abort(this.transaction, reason));
    }
    return request;
  });
}

/** What is put into that store is another value, or throws. */
export function onPutInto(store: string, change: (row: unknown) => unknown): void {
  const put = FDBObjectStore.prototype.put;
  vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row, key) {
    return put.call(this, this.name === store ? change(row) : row, key);
  });
}

export interface TransactionFault {
  /** From now on: of the connections open now, or of later ones as well. */
  begin(which: 'open' | 'all'): void;
}

/** To be called before the first connection, because Dexie binds a connection's `transaction` when it opens it. */
function faultyTransactions(fail: (begin: () => IDBTransaction) => IDBTransaction): TransactionFault {
  const transaction = FDBDatabase.prototype.transaction;
  const open = new Set<object>();
  const faulty = new WeakSet<object>();
  let all = false;
  vi.spyOn(FDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...rest) {
    open.add(this);
    const begin = () => transaction.apply(this, rest);
    return all || faulty.has(this) ? fail(begin) : begin();
  });
  return {
    begin(which) {
      all = which === 'all';
      for (const database of open) faulty.add(database);
    },
  };
}

/** Each transaction fails at once, as on a connection whose process is gone. */
export function lostConnections(): TransactionFault {
  return faultyTransactions(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  });
}

/** Transactions begin and never settle. */
export function hangingConnections(): TransactionFault {
  return faultyTransactions((begin) => {
    const begun = begin();
    Reflect.set(begun, '_start', () => undefined);
    return begun;
  });
}

/** Opening never comes to an end. */
export function hangOpening(indexedDB: IDBFactory): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
}
