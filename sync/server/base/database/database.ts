/** The connection to PostgreSQL, and the way to its newest tables. */
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { StartupError } from '../process/startup-error.ts';
import { createPool } from './pool.ts';
import { createSql, type Sql } from './sql.ts';

export type { Sql, Transaction } from './sql.ts';
export type Tables = NodePgDatabase;

export interface Database {
  /** Statements as PostgreSQL knows them: for the hot paths. */
  readonly sql: Sql;
  /** The same connections, with typed tables. */
  readonly tables: Tables;
  close(): Promise<void>;
}

/** One for all Carefront processes: those that start at once migrate one after the other. */
const MIGRATION_LOCK = 0x63617265;
/** `xid8` and its functions are of 13, the rest that is used of 15. */
const OLDEST_VERSION = 150_000;
const CLOSE_WITHIN_MS = 5_000;
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface ConnectOptions {
  readonly connections?: number;
  /** Settings of each session, such as `{ synchronous_commit: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Opens connections as they are needed; nothing is sent yet. */
export function connect(url: string, { connections = 20, settings = {} }: ConnectOptions = {}): Database {
  const pool = createPool(url, { connections, settings });
  const sql = createSql(pool);
  return {
    sql,
    tables: drizzle(pool.driver),
    close: () => sql.end({ withinMs: CLOSE_WITHIN_MS }),
  };
}

/** Makes a database where it is missing. */
export async function createDatabase(maintenanceUrl: string, name: string): Promise<void> {
  const { sql, close } = connect(maintenanceUrl, { connections: 1 });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
  } finally {
    await close();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown reason';
}

async function checkServer(sql: Sql, where: string): Promise<void> {
  let version: number;
  try {
    const [row] = await sql<[{ server_version_num: string }]>`show server_version_num`;
    version = Number(row.server_version_num);
  } catch (error) {
    throw new StartupError(
      `The database at ${where} can't be opened (${reasonOf(error)}): check DATABASE_URL.`,
    );
  }
  if (version < OLDEST_VERSION)
    throw new StartupError(
      `The database at ${where} is PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`,
    );
}

/**
 * Brings the tables up to date. Safe to call from any number of processes at once.
 * @throws StartupError where the database can't be reached or is too old.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const { sql, tables, close } = connect(url, { connections: 1 });
  const { host, pathname } = new URL(url);
  try {
    await checkServer(sql, `${host}${pathname}`);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    try {
      await migrate(tables, { migrationsFolder: MIGRATIONS });
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    }
  } finally {
    await close();
  }
}
