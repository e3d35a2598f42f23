/** A PostgreSQL that is somebody else's, as far as the server knows: stopped and started by the test alone, on one port. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clusterBinaries } from '../../sync/server/base/cluster/cluster-binaries.ts';
import {
  placeCluster,
  prepareDataFolder,
  SHELTER,
} from '../../sync/server/base/cluster/cluster-placement.ts';
import { clusterUser } from '../../sync/server/base/cluster/cluster-user.ts';
import {
  initialiseCluster,
  type StartedServer,
  SUPERUSER,
  startServer,
  stopServer,
} from '../../sync/server/base/cluster/postmaster.ts';
import { createDatabase } from '../../sync/server/base/database/database.ts';

export interface ExternalPostgres {
  readonly url: string;
  /** `SIGINT` is a fast shutdown, `SIGQUIT` an immediate one. Resolves when the process is gone. */
  shutDown(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function createExternalPostgres(): Promise<ExternalPostgres> {
  const parent = await mkdtemp(join(tmpdir(), 'carefront-external-'));
  const dataDir = await prepareDataFolder(join(parent, 'data'));
  const user = clusterUser();
  const folder = await placeCluster(dataDir, user);
  const context = {
    folder,
    user,
    binaries: await clusterBinaries(user, SHELTER),
    logFile: join(dataDir, 'postgres.log'),
  };
  const password = randomBytes(16).toString('hex');
  await initialiseCluster(context, password);
  let server: StartedServer = await startServer(context);
  const { port } = server;
  const urlOf = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  await createDatabase(urlOf('postgres'), 'care');
  return {
    url: urlOf('care'),
    async shutDown(signal) {
      process.kill(server.pid, signal);
      await server.ended;
    },
    async start() {
      server = await startServer(context, port);
    },
    async remove() {
      await stopServer(server.pid);
      if (dirname(folder) !== dataDir) await rm(dirname(folder), { recursive: true, force: true });
      await rm(parent, { recursive: true, force: true });
    },
  };
}
