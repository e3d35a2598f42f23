/**
 * The real durable store over an IndexedDB in memory, which fails below the store: a transaction that is aborted or never ends, a connection
 * that is lost. Its tasks run on the virtual timers, so that they come in the same order each time.
 */
import {
  IDBDatabase as FDBDatabase,
  IDBFactory as FDBFactory,
  IDBKeyRange as FDBKeyRange,
  IDBObjectStore as FDBObjectStore,
} from 'fake-indexeddb';
import { createDexieStore } from '../../client/store/dexie-store.ts';
import type { Chance } from '../base/chance.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { Disk } from './disk.ts';
import { createFaultyStore, type DiskFault, type DiskFaults } from './disk-faults.ts';

/** By the name of the database: what is wrong with it now. */
const wrong = new Map<string, () => DiskFault | undefined>();
/** Transactions that are to be aborted once something was put into them. */
const doomed = new WeakMap<object, string>();
/** Transactions that never begin, by their connection. */
const hanging = new WeakMap<object, IDBTransaction[]>();

function call(target: object, method: string, ...given: readonly unknown[]): void {
  const found: unknown = Reflect.get(target, method);
  if (typeof found !== 'function') throw new Error(`fake-indexeddb has changed: there is no ${method}.`);
  found.apply(target, given);
}

/**
 * A connection closes when its own transactions have ended (IndexedDB 3.0, 5.2). fake-indexeddb waits for those of every other connection too,
 * by asking twice a millisecond: beside another tab's transaction that hangs, that never ends.
 */
function seeOwnTransactions(connection: IDBDatabase): void {
  const database: object = Reflect.get(connection, '_rawDatabase');
  const own = Object.create(database, {
    transactions: {
      get: () =>
        (Reflect.get(database, 'transactions') as readonly IDBTransaction[]).filter(
          (transaction) => transaction.db === connection,
        ),
    },
    connections: {
      get: () => Reflect.get(database, 'connections'),
      set: (connections: unknown) => {
        Reflect.set(database, 'connections', connections);
      },
    },
  });
  Reflect.set(connection, '_rawDatabase', own);
}

/** @returns what puts everything back. */
function installFaults(): () => void {
  const { transaction, close } = FDBDatabase.prototype;
  const { put } = FDBObjectStore.prototype;
  FDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    const fault = given[1] === 'readwrite' || given[1] === 'readonly' ? wrong.get(this.name)?.() : undefined;
    if (fault === 'closed')
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    const begun: IDBTransaction = transaction.apply(this, given);
    if (given[1] !== 'readwrite') return begun;
    if (fault === 'hang') {
      Reflect.set(begun, '_start', () => undefined);
      hanging.set(this, [...(hanging.get(this) ?? []), begun]);
    }
    if (fault === 'abort' || fault === 'rerun') doomed.set(begun, 'AbortError');
    if (fault === 'quota') doomed.set(begun, 'QuotaExceededError');
    return begun;
  };
  // With its connection a transaction ends, however it hangs.
  FDBDatabase.prototype.close = function (this: IDBDatabase) {
    for (const each of hanging.get(this) ?? [])
      if (Reflect.get(each, '_state') !== 'finished') call(each, '_abort', 'AbortError');
    hanging.delete(this);
    seeOwnTransactions(this);
    close.call(this);
  };
  FDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
    const request = put.apply(this, given);
    const reason = doomed.get(this.transaction);
    if (reason !== undefined) {
      doomed.delete(this.transaction);
      request.addEventListener('success', () => call(this.transaction, '_abort', reason));
    }
    return request;
  };
  return () => {
    Object.assign(FDBDatabase.prototype, { transaction, close });
    FDBObjectStore.prototype.put = put;
  };
}

let installed = 0;
let uninstall: () => void = () => undefined;

/** Faults apply to the whole runtime, so each user of this disk must restore it. */
export function createDexieDisk(name: string, scheduler: Scheduler, chance: Chance): Disk {
  if (installed === 0) uninstall = installFaults();
  installed += 1;
  const indexedDB: IDBFactory = new FDBFactory();
  const clock = {
    setTimer: (milliseconds: number, run: () => void) => scheduler.in(milliseconds, run),
  };
  let current: () => DiskFaults | undefined = () => undefined;
  wrong.set(name, () => {
    const faults = current();
    return faults !== undefined && chance.happens(faults.probability) ? faults.fault : undefined;
  });
  return {
    connect({ life, faults, observe = (each) => each }) {
      current = faults;
      const store = createDexieStore({ name, clock, indexedDB, IDBKeyRange: FDBKeyRange });
      life.onDeath(() => void store.close());
      // Below, where a browser's faults are; here a tab only dies.
      return createFaultyStore({ store: observe(store), life, scheduler, chance, faults: () => undefined });
    },
    dispose() {
      wrong.delete(name);
      installed -= 1;
      if (installed === 0) uninstall();
    },
  };
}
