/** Keeps rows for as long as the page lives: where the browser keeps nothing, and in tests. Same contract as the durable one. */

import { primaryKeys, type TableName, type Tables, tableNames } from './rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

type Rows = { [T in TableName]: Map<string, Tables[T]> };

/** @param rows as they are now; none where left out */
function copyRows(rows?: Rows): Rows {
  return Object.fromEntries(tableNames.map((name) => [name, new Map<string, object>(rows?.[name])])) as Rows;
}

function keyOf(table: TableName, row: object): string {
  return String(Reflect.get(row, primaryKeys[table]));
}

export function createMemoryStore(mode: Store['mode'] = 'memory'): Store {
  let rows = copyRows();
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
        const draft = copyRows(rows);
        const result = await work(transactionOver(draft, tables));
        rows = draft;
        return result;
      });
    },
    close: async () => undefined,
  };
}
