/**
 * The embedded PostgreSQL of a data folder. The first start initialises it, every later one goes on with the data; a server that
 * a killed Carefront left behind is stopped first; a second Carefront on the folder is refused.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from '../process/log.ts';
import { StartupError } from '../process/startup-error.ts';
import { clusterBinaries } from './cluster-binaries.ts';
import {
  isOwnCluster,
  placeCluster,
  prepareDataFolder,
  recordCluster,
  SHELTER,
} from './cluster-placement.ts';
import { clusterUser } from './cluster-user.ts';
import { type DataLock, takeDataLock } from './data-lock.ts';
import {
  type ClusterContext,
  findCopiedFrom,
  findServer,
  initialiseCluster,
  type StartedServer,
  SUPERUSER,
  startServer,
  stopServer,
} from './postmaster.ts';
import { restartServer } from './restart-server.ts';

export interface Cluster {
  /** Of the database `carefront`; `databaseUrl('name')` names another one of the cluster. */
  readonly url: string;
  databaseUrl(name: string): string;
  /** Ends all connections, writes a checkpoint, lets go of the data folder. Can be called twice. */
  stop(): Promise<void>;
}

/** PostgreSQL's own; the one of the product is made by `openDatabase`. */
export const MAINTENANCE_DATABASE = 'postgres';
export const PRODUCT_DATABASE = 'carefront';

function urlOf(port: number, password: string): (database: string) => string {
  return (database) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

const passwordPath = (dataDir: string) => join(dataDir, 'keys', 'postgres-password');

async function readPassword(dataDir: string): Promise<string | undefined> {
  return (await readFile(passwordPath(dataDir), 'utf8').catch(() => '')).trim() || undefined;
}

async function makePassword(dataDir: string): Promise<string> {
  const password = randomBytes(32).toString('hex');
  const draft = `${passwordPath(dataDir)}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, passwordPath(dataDir));
  return password;
}

/** Takes the folder's lock; and the cluster's own, since a copied data folder names the same cluster as its original. */
async function lockAll(dataDir: string, folders: readonly string[]): Promise<DataLock> {
  const taken: DataLock[] = [];
  const release = async () => {
    for (const lock of taken.toReversed()) await lock.release();
  };
  for (const folder of new Set(folders)) {
    const attempt = await takeDataLock(join(folder, 'carefront.lock'));
    if (!attempt.ok) {
      await release();
      throw new StartupError(
        `The data folder ${dataDir} is in use by another Carefront (process ${attempt.holder}): stop that one, or set DATA_DIR.`,
      );
    }
    taken.push(attempt.lock);
  }
  return { release };
}

/**
 * @param dataFolder made where it is missing.
 * @param logger told when PostgreSQL ends by itself, and of each try to start it again.
 * @throws StartupError with one line that says what to do.
 */
export async function startCluster(dataFolder: string, logger?: Logger): Promise<Cluster> {
  const dataDir = await prepareDataFolder(dataFolder);
  const folderLock = await lockAll(dataDir, [dataDir]);
  try {
    const user = clusterUser();
    const folder = await placeCluster(dataDir, user);
    const clusterLock = dirname(folder) === dataDir ? undefined : await lockAll(dataDir, [dirname(folder)]);
    const releaseAll = async () => {
      await clusterLock?.release();
      await folderLock.release();
    };
    try {
      const binaries = await clusterBinaries(user, SHELTER);
      const context = { folder, user, binaries, logFile: join(dataDir, 'postgres.log') };
      const copiedFrom = await findCopiedFrom(folder);
      if (copiedFrom !== undefined)
        throw new StartupError(
          `${folder} was copied from ${copiedFrom} while that database was running, and can't be trusted: stop it and copy the folder again, or start with an empty folder and npm run restore.`,
        );
      const leftover = await findServer(folder);
      if (leftover) await stopServer(leftover.pid);
      let password = await readPassword(dataDir);
      if (!existsSync(join(folder, 'PG_VERSION'))) {
        password = await makePassword(dataDir);
        await initialiseCluster(context, password);
      }
      if (password === undefined)
        throw new StartupError(
          `${passwordPath(dataDir)} is missing: put the key files back that belong to this data folder.`,
        );
      await recordCluster(dataDir, folder);
      return supervise(context, await startServer(context), password, { release: releaseAll, logger });
    } catch (error) {
      await clusterLock?.release();
      throw error;
    }
  } catch (error) {
    await folderLock.release();
    throw error;
  }
}

/** Keeps the server running until it is stopped: one that ends by itself (killed for memory, say) comes back on its port. */
function supervise(
  context: ClusterContext,
  first: StartedServer,
  password: string,
  { release, logger }: { readonly release: () => Promise<void>; readonly logger: Logger | undefined },
): Cluster {
  /** Undefined while none runs: its number may be anybody's by then. */
  let pid: number | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  const stopping = new AbortController();

  async function restart(port: number): Promise<void> {
    logger?.error('DATABASE_ENDED');
    const server = await restartServer({
      start: () => startServer(context, port, stopping.signal),
      signal: stopping.signal,
      onFault: (error, retryInMs) => logger?.error({ err: error, retryInMs }, 'DATABASE_NOT_STARTED'),
    });
    if (!server) return;
    logger?.info('DATABASE_RESTARTED');
    watch(server);
  }

  function watch(server: StartedServer): void {
    pid = server.pid;
    void server.ended.then(() => {
      pid = undefined;
      if (!stopping.signal.aborted) restarting = restart(server.port);
    });
  }

  // For exits that nobody awaits, such as an uncaught error: a signal is all that can still be given.
  const onExit = () => {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGINT');
    } catch {
      // It is gone already.
    }
  };
  process.on('exit', onExit);
  watch(first);

  async function stop(): Promise<void> {
    stopping.abort();
    await restarting;
    if (pid !== undefined) await stopServer(pid);
    process.off('exit', onExit);
    await release();
  }

  const databaseUrl = urlOf(first.port, password);
  return {
    url: databaseUrl(PRODUCT_DATABASE),
    databaseUrl,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function recordedCluster(dataFolder: string): Promise<string | undefined> {
  const record = await readFile(join(dataFolder, 'cluster.json'), 'utf8').catch(() => undefined);
  if (record === undefined) return undefined;
  const { cluster: named } = JSON.parse(record) as { cluster?: unknown };
  const dataDir = await realpath(dataFolder);
  const cluster = typeof named === 'string' ? resolve(dataDir, named) : undefined;
  // A copy names the cluster of its original, which is none of its business.
  return cluster !== undefined && (await isOwnCluster(dataDir, cluster)) ? cluster : undefined;
}

/** Stops the PostgreSQL that a killed Carefront has left running over the data folder, unless another Carefront has the folder now. */
export async function stopLeftover(dataFolder: string): Promise<void> {
  const cluster = await recordedCluster(dataFolder);
  const attempt = cluster === undefined ? undefined : await takeDataLock(join(dataFolder, 'carefront.lock'));
  if (cluster === undefined || !attempt?.ok) return;
  const server = await findServer(cluster);
  if (server) await stopServer(server.pid);
  await attempt.lock.release();
}

/** The address of the database that runs over the data folder now, for a command beside the server; undefined where none runs. */
export async function findRunningCluster(dataFolder: string): Promise<string | undefined> {
  const password = await readPassword(dataFolder);
  const cluster = await recordedCluster(dataFolder);
  if (password === undefined || cluster === undefined) return undefined;
  const server = await findServer(cluster);
  return server && urlOf(server.port, password)(PRODUCT_DATABASE);
}
