/** A database for a command: that of the server which runs beside it, or one that is started for the command alone. */
import type { Config } from '../config/config.ts';
import { connect, createDatabase, type Database, migrateDatabase } from '../database/database.ts';
import { findRunningCluster, MAINTENANCE_DATABASE, PRODUCT_DATABASE, startCluster } from './cluster.ts';

export interface CommandDatabase extends Database {
  readonly url: string;
}

/**
 * Brings the tables up to date, works, and ends what it started.
 * @throws StartupError where the database can't be opened.
 */
export async function withDatabase<Result>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: CommandDatabase) => Promise<Result>,
): Promise<Result> {
  const running = config.databaseUrl ?? (await findRunningCluster(config.dataDir));
  const cluster = running === undefined ? await startCluster(config.dataDir) : undefined;
  try {
    if (cluster) await createDatabase(cluster.databaseUrl(MAINTENANCE_DATABASE), PRODUCT_DATABASE);
    const url = running ?? cluster?.url ?? '';
    await migrateDatabase(url);
    const database = connect(url, { connections: 2 });
    try {
      return await work({ ...database, url });
    } finally {
      await database.close();
    }
  } finally {
    await cluster?.stop();
  }
}
