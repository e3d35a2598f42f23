/** Which tables a backup holds, and how their rows get out and in again: COPY's text format, which every PostgreSQL reads. */
import { pipeline } from 'node:stream/promises';
import type { Sql, Transaction } from '../../base/database/database.ts';

/**
 * The comment of a table that is in no backup, given by the migration that makes it: sign-ins, hand-offs, limits and used quotas end by themselves before long,
 * and a restore must not bring back one that was ended.
 */
export const NOT_IN_BACKUPS = 'not in backups';

export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that hold a transaction's id. */
  readonly xids: readonly string[];
}

/** What a backup of this database holds, with the columns that the tables have there. */
export async function describeTables(sql: Sql | Transaction): Promise<readonly ExportedTable[]> {
  const rows = await sql<{ table: string; column: string; type: string }[]>`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and obj_description(c.oid, 'pg_class') is distinct from ${NOT_IN_BACKUPS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`;
  const names = [...new Set(rows.map(({ table }) => table))];
  return names.map((name) => {
    const own = rows.filter(({ table }) => table === name);
    return {
      name,
      columns: own.map(({ column }) => column),
      xids: own.filter(({ type }) => type === 'xid8').map(({ column }) => column),
    };
  });
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** So that the text is the same whatever the server's settings are, and is read as it was written. */
export async function fixTextFormat(sql: Transaction): Promise<void> {
  await sql`select set_config('datestyle', 'ISO, YMD', true), set_config('timezone', 'UTC', true),
    set_config('extra_float_digits', '3', true), set_config('bytea_output', 'hex', true)`;
}

/**
 * The rows of a table as the transaction sees them. Ids of transactions are written as 0: in a younger cluster, the pull feed would take
 * them for transactions that are still to come.
 * @param onFault ends the query in the server, where not all of it is wanted: otherwise the connection would never be free again.
 */
export async function* copyOut(
  sql: Transaction,
  { name, columns, xids }: ExportedTable,
  onFault: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const values = columns.map((column) =>
    xids.includes(column) ? `'0'::xid8 as "${column}"` : `"${column}"`,
  );
  const rows = await sql.copyTo(`copy (select ${values.join(', ')} from "${name}") to stdout`);
  let complete = false;
  try {
    for await (const chunk of rows.iterator({ destroyOnReturn: false })) yield chunk;
    complete = true;
  } finally {
    if (!complete) {
      rows.on('error', () => undefined);
      rows.resume();
      await onFault();
    }
  }
}

/** Adds rows that {@link copyOut} gave. Rejects where one of them can't be stored, which also ends the transaction. */
export async function copyIn(
  sql: Transaction,
  name: string,
  columns: readonly string[],
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  await pipeline(chunks, await sql.copyFrom(`copy "${name}" (${quoted(columns)}) from stdin`));
}
