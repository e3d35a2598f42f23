/**
 * A database takes another one's name, in one transaction: there is never none of that name, in whose place a start would make an empty
 * one. The one that had the name is kept.
 */
import { connect, type Sql } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';

/** Of PostgreSQL's identifiers. */
const MAX_NAME_BYTES = 63;
const INSUFFICIENT_PRIVILEGE = '42501';
const MAINTENANCE_DATABASE = 'postgres';

export interface Replacement {
  /** Of the new database, until it is put in place. */
  readonly url: string;
  /** Gives it the other's name. @returns the name under which that one is kept. */
  putInPlace(): Promise<string>;
  discard(): Promise<void>;
}

export const databaseNameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

export function withDatabaseName(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

async function onMaintenance<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { sql, close } = connect(withDatabaseName(url, MAINTENANCE_DATABASE), { connections: 1 });
  try {
    return await work(sql);
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupError(
      'This database user may not create and rename databases: make an empty database, name it in DATABASE_URL, and restore into that.',
    );
  } finally {
    await close();
  }
}

/** @param stamp letters, digits and `_`: the time. */
export async function makeReplacement(url: string, stamp: string): Promise<Replacement> {
  const name = databaseNameOf(url);
  const called = (what: string) =>
    `${name.slice(0, MAX_NAME_BYTES - what.length - stamp.length)}${what}${stamp}`;
  const restoring = called('_restoring_');
  const before = called('_before_');
  await onMaintenance(
    url,
    (sql) => sql`create database ${sql(restoring)} template template0 encoding 'UTF8'`,
  );
  return {
    url: withDatabaseName(url, restoring),
    async putInPlace() {
      await onMaintenance(url, (sql) =>
        sql.begin(async (transaction) => {
          await transaction`alter database ${transaction(name)} rename to ${transaction(before)}`;
          await transaction`alter database ${transaction(restoring)} rename to ${transaction(name)}`;
        }),
      );
      return before;
    },
    async discard() {
      await onMaintenance(url, (sql) => sql`drop database if exists ${sql(restoring)}`);
    },
  };
}
