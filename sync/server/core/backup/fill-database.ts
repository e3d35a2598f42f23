/** The rows of a backup, into a database without tables, in one transaction. */
import { randomUUID } from 'node:crypto';
import { connect, type Transaction } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { StoredBackup } from './backup-folder.ts';
import { copyIn, describeTables, fixTextFormat } from './exported-tables.ts';
import { migrateTo } from './migrate-to.ts';
import { readTable } from './table-files.ts';
import { markExported, markStored } from './verify.ts';

export interface FilledDatabase {
  readonly operations: number;
  readonly vendors: readonly string[];
}

/**
 * @param identities open it, where it is encrypted.
 * @param at for the audit trail.
 */
export async function fillDatabase(
  url: string,
  backup: StoredBackup,
  identities: readonly string[],
  at: Date,
): Promise<FilledDatabase> {
  const { manifest } = backup;
  await migrateTo(url, Math.max(...manifest.migrations));
  const { sql, close } = connect(url, { connections: 1 });
  try {
    return await sql.begin(async (transaction) => {
      await fixTextFormat(transaction);
      for (const { name, columns } of manifest.tables)
        await copyIn(transaction, name, columns, readTable(backup, name, identities));
      const operations = await checkRows(transaction, backup, identities);
      await forgetTransactions(transaction);
      await raiseSequence(transaction, manifest.sequence);
      await endMarks(transaction);
      return { operations, vendors: await mintEpochs(transaction, at) };
    });
  } finally {
    await close();
  }
}

async function checkRows(
  sql: Transaction,
  backup: StoredBackup,
  identities: readonly string[],
): Promise<number> {
  for (const { name, rows } of backup.manifest.tables) {
    const [stored] = await sql<[{ count: string }]>`select count(*) as count from ${sql(name)}`;
    if (Number(stored.count) !== rows)
      throw new StartupError(
        `${name} has ${stored.count} rows after the restore, and ${rows} in the backup.`,
      );
  }
  const all = Number.MAX_SAFE_INTEGER;
  const [stored, exported] = [await markStored(sql, all), await markExported(backup, all, identities)];
  if (stored.sum !== exported.sum)
    throw new StartupError('The restored operations are not those of the backup.');
  return stored.rows;
}

/** Ids of another cluster's transactions look like some that are still to come, and the pull feed waits for those. */
async function forgetTransactions(sql: Transaction): Promise<void> {
  for (const { name, xids } of await describeTables(sql))
    for (const xid of xids)
      await sql`update ${sql(name)} set ${sql(xid)} = '0' where ${sql(xid)} <> '0'::xid8`;
}

async function raiseSequence(sql: Transaction, exported: number): Promise<void> {
  await sql`
    select setval('operation_seq', greatest(1, ${exported}::bigint, (select max(seq) from op_ledger),
      (select max(judged_seq) from op_ledger), (select max(seq) from feed), (select max(safe_through) from epochs)), true)`;
}

/** A mark is a promise about the database that was: the backup that it announced isn't this one. */
async function endMarks(sql: Transaction): Promise<void> {
  const [table] = await sql<[{ backups: string | null }]>`select to_regclass('backups') as backups`;
  if (table.backups !== null) await sql`delete from backups where verified_at is null`;
}

/** The ledger begins another life: devices offer again what they hold. What was safe then says nothing about it. */
async function mintEpochs(sql: Transaction, at: Date): Promise<readonly string[]> {
  const rows = await sql<{ vendor: string }[]>`
    select vendor from epochs union select vendor from devices union select vendor from op_ledger order by vendor`;
  await sql`update epochs set current = false where current`;
  for (const { vendor } of rows) {
    await sql`
      insert into epochs (vendor, epoch, minted_at, current) values (${vendor}, ${randomUUID()}, now(), true)`;
    await recordAudit(sql, { vendor, action: 'restored', actor: null }, at);
  }
  return rows.map(({ vendor }) => vendor);
}
