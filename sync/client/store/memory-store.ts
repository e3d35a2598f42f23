/** Keeps rows for as long as the page lives: where the browser keeps nothing, and in tests. Same contract as the durable one. */

import { primaryKeys, type TableName, type Tables } from './rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

type Rows = { [T in TableName]: Map<string, Tables[T]> };

function emptyRows(): Rows {
  return {
    drafts: new Map(),
    outbox: new Map(),
    envelopes: new Map(),
    copies: new Map(),
    blobs: new Map(),
    blobBodies: new Map(),
    uploads: new Map(),
    shadow: new Map(),
    definitions: new Map(),
    keys: new Map(),
    meta: new Map(),
  };
}

function copyRows(from: Rows, to: Rows): void {
  to.drafts = new Map(from.drafts);
  to.outbox = new Map(from.outbox);
  to.envelopes = new Map(from.envelopes);
  to.copies = new Map(from.copies);
  to.blobs = new Map(from.blobs);
  to.blobBodies = new Map(from.blobBodies);
  to.uploads = new Map(from.uploads);
  to.shadow = new Map(from.shadow);
  to.definitions = new Map(from.definitions);
  to.keys = new Map(from.keys);
  to.meta = new Map(from.meta);
}

function keyOf(table: TableName, row: object): string {
  return String(Reflect.get(row, primaryKeys[table]));
}

export function createMemoryStore(mode: Store['mode'] = 'memory'): Store {
  let rows = emptyRows();
  let tail: Promise<unknown> = Promise.resolve();

  function transactionOver(over: Rows, allowed: readonly TableName[]): WriteTransaction {
    const table = <T extends TableName>(name: T): Rows[T] => {
      if (!allowed.includes(name)) throw new Error(`The transaction doesn't cover ${name}.`);
      return over[name];
    };
    return {
      get: async (name, key) => table(name).get(key),
      all: async (name) => [...table(name).values()],
      by: async (name, field, value) =>
        [...table(name).values()].filter((row) => Reflect.get(row, field) === value),
      put: async (name, row) => {
        table(name).set(keyOf(name, row), row);
      },
      delete: async (name, key) => {
        table(name).delete(key);
      },
    };
  }

  const inTurn = <R>(work: () => Promise<R>): Promise<R> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };

  return {
    mode,
    read<R>(tables: readonly TableName[], work: (transaction: ReadTransaction) => Promise<R>): Promise<R> {
      return inTurn(() => work(transactionOver(rows, tables)));
    },
    write<R>(tables: readonly TableName[], work: (transaction: WriteTransaction) => Promise<R>): Promise<R> {
      return inTurn(async () => {
        const draft = emptyRows();
        copyRows(rows, draft);
        const result = await work(transactionOver(draft, tables));
        rows = draft;
        return result;
      });
    },
    close: async () => undefined,
  };
}
