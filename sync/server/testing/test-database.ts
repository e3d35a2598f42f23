/** An empty database with all tables, for one test file. */
import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { PRODUCT_DATABASE } from '../base/cluster/cluster.ts';
import { connect, type Database } from '../base/database/database.ts';

/** That a test's server has to it. */
export const TEST_CONNECTIONS = 10;

export interface TestDatabase extends Database {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenanceUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const { sql: maintenance, close } = connect(maintenanceUrl, { connections: 1 });
  await maintenance`create database ${maintenance(name)} template ${maintenance(PRODUCT_DATABASE)}`;
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  const database = connect(url.href, { connections: TEST_CONNECTIONS });
  return {
    ...database,
    url: url.href,
    async drop() {
      await database.close();
      await maintenance`drop database ${maintenance(name)} with (force)`;
      await close();
    },
  };
}

/** The same for the life of one test. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database;
}
