/** One PostgreSQL for the whole test run, whose `carefront` holds the newest tables: the template of each test's own. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { MAINTENANCE_DATABASE, startCluster } from '../base/cluster/cluster.ts';
import { SHELTER } from '../base/cluster/cluster-placement.ts';
import { copyPreparedData } from './prepared-data.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the maintenance database; undefined where the run has no PostgreSQL. */
    postgresUrl: string;
  }
}

/** Removes a data folder, and its cluster where that had to stand elsewhere. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const record = await readFile(join(dataDir, 'cluster.json'), 'utf8').catch(() => '{}');
  const { cluster } = z.object({ cluster: z.string().optional() }).parse(JSON.parse(record));
  if (cluster?.startsWith(join(SHELTER, 'clusters')))
    await rm(dirname(cluster), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(project.config.env.TMPDIR ?? tmpdir(), 'carefront-tests-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await copyPreparedData(dataDir);
  const cluster = await startCluster(dataDir);
  project.provide('postgresUrl', cluster.databaseUrl(MAINTENANCE_DATABASE));
  return async () => {
    await cluster.stop();
    await removeDataFolder(dataDir);
    await rm(folder, { recursive: true, force: true });
  };
}
