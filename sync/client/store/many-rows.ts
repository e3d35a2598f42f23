/** Very many rows in one transaction: at once where the store can, and otherwise without waiting for each. */
import type { TableName, Tables } from './rows.ts';
import { primaryKeys } from './rows.ts';
import type { WriteTransaction } from './store.ts';

export async function putAll<T extends TableName>(
  transaction: WriteTransaction,
  table: T,
  rows: readonly Tables[T][],
): Promise<void> {
  if (rows.length === 0) return;
  if (transaction.putMany) await transaction.putMany(table, rows);
  else await Promise.all(rows.map((row) => transaction.put(table, row)));
}

export async function clearTable(transaction: WriteTransaction, table: TableName): Promise<void> {
  if (transaction.clear) return transaction.clear(table);
  const rows = await transaction.all(table);
  await Promise.all(
    rows.map((row) => transaction.delete(table, String(Reflect.get(row, primaryKeys[table])))),
  );
}
