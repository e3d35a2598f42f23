/** Starts everything in order, and stops it in the opposite one. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { MAINTENANCE_DATABASE, PRODUCT_DATABASE, startCluster } from './base/cluster/cluster.ts';
import { prepareDataFolder } from './base/cluster/cluster-placement.ts';
import type { Config } from './base/config/config.ts';
import { connect, createDatabase, migrateDatabase } from './base/database/database.ts';
import { createClosers } from './base/process/closers.ts';
import type { Logger } from './base/process/log.ts';
import { StartupError } from './base/process/startup-error.ts';
import { createBackups } from './core/backup/backup.ts';
import { openBackupRecipients } from './core/backup/backup-keys.ts';
import { createBackupSchedule } from './core/backup/schedule.ts';
import { createBlobSweeper } from './core/blobs/blob-sweeper.ts';
import { openBlobStore } from './core/blobs/open-blob-store.ts';
import { createReceiptSigner } from './core/ingest/receipts.ts';
import { checkKeys } from './core/keys/key-check.ts';
import { createKeyRegister, INSTALLATION } from './core/keys/key-register.ts';
import { openKeys } from './core/keys/keys.ts';
import { openKeyFiles } from './core/sealing/key-files.ts';
import { openPassphrase, passphraseNote, sealingFolder } from './core/sealing/passphrase.ts';
import { openSealingKeys } from './core/sealing/sealing-keys.ts';
import { type CompiledPack, readPacks } from './packs/read-packs.ts';
import { openVendorDirectory, type Vendor } from './packs/vendor-directory.ts';
import { openApple } from './providers/apple/open-apple.ts';

export interface RunningCarefront {
  /** What to open in a browser, e.g. `http://localhost:4173`. */
  readonly origin: string;
  readonly vendors: readonly Vendor[];
  /** What the operator should know, a line each. */
  readonly notes: readonly string[];
  /** Lets running requests end, then closes everything; what doesn't close isn't waited for. Can be called twice. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Aborted where a stop is asked for while this is still starting. */
  readonly signal: AbortSignal;
}

/** To the database, besides one for each worker that judges. */
const CONNECTIONS = 20;
/** Requests that take longer to end are cut off: their senders have no answer, and send again. */
const DRAIN_MS = 4_000;
/** How long a part that doesn't close is waited for. Together less than main.ts waits for all; the ledger needs none of it. */
const CLOSE_MS = {
  requests: DRAIN_MS + 1_000,
  judging: 2_000,
  backups: 2_000,
  others: 1_000,
  database: 3_000,
};
/** PostgreSQL ends by itself, once asked to; the next start waits for that. */
const CLUSTER_CLOSE_MS = 30_000;

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is in use: stop the program that uses it, or set PORT to another one.`,
      );
    if (code === 'EACCES')
      throw new StartupError(`This user can't listen on port ${port}: set PORT to 1024 or higher.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST "${host}" is not an address of this machine.`);
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
}

/** Loopback and "every address" are both reached as localhost from here. */
function originOf(host: string, port: number): string {
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host;
  return `http://${shown}:${port}`;
}

/** Patients of a real clinic wait for their codes. */
function mailNote({ mail }: Config, packs: readonly CompiledPack[], dataDir: string): string | undefined {
  if (mail !== undefined || packs.every(({ pack }) => pack.demo)) return undefined;
  return `Email isn't sent: it is written into ${join(dataDir, 'outbox')}. Set MAIL_URL and MAIL_FROM.`;
}

/** @throws StartupError with one line that says what to do. */
export async function run({ config, logger, signal }: RunOptions): Promise<RunningCarefront> {
  const closers = createClosers(logger);
  const now = () => new Date();

  try {
    const packs = await readPacks(config.packsDir);
    signal.throwIfAborted();
    const dataDir = await prepareDataFolder(config.dataDir);
    let url = config.databaseUrl;
    if (url === undefined) {
      const cluster = await startCluster(dataDir, logger);
      closers.add('cluster', CLUSTER_CLOSE_MS, cluster.stop);
      await createDatabase(cluster.databaseUrl(MAINTENANCE_DATABASE), PRODUCT_DATABASE);
      url = cluster.url;
    }
    signal.throwIfAborted();
    await migrateDatabase(url);
    const database = connect(url, { connections: CONNECTIONS + config.judgeWorkers });
    closers.add('database', CLOSE_MS.database, database.close);
    const slugs = packs.map(({ pack }) => pack.slug);
    const files = await openKeyFiles(sealingFolder(dataDir));
    const keyRegister = createKeyRegister(database, now);
    // Before anything makes a key: a new one in a lost one's place would hide the loss.
    await checkKeys({ register: keyRegister, files, dataDir }, slugs);
    const keys = await openKeys(dataDir);
    const signer = createReceiptSigner(keys.receiptSigning, keys.formerReceiptSigning);
    await keyRegister.add(INSTALLATION, 'receipt', Object.keys(signer.publicKeys));
    const passphrase = await openPassphrase({ ...config, dataDir });
    const sealing = await openSealingKeys({
      files,
      passphrase,
      vendors: slugs,
      now,
      remember: (vendor, { keys: sealingKeys }) =>
        keyRegister.add(
          vendor,
          'sealing',
          sealingKeys.map(({ keyId }) => keyId),
        ),
      onError: (error) => logger.error({ err: error }, 'SEALING_KEYS_UNREADABLE'),
    });
    closers.add('sealing', CLOSE_MS.others, sealing.stop);
    const vendors = await openVendorDirectory(
      database.tables,
      packs,
      signer.publicKeys,
      now,
      sealing.manifestOf,
    );
    signal.throwIfAborted();
    const blobs = openBlobStore(dataDir, config.s3);
    const blobSweeper = createBlobSweeper({ sql: database.sql, store: blobs, now, logger });
    closers.add('blob sweeper', CLOSE_MS.others, blobSweeper.stop);
    const schedule =
      config.backups === 'daily'
        ? createBackupSchedule({
            sql: database.sql,
            backups: createBackups({
              ...{ url, blobs, now },
              recipients: await openBackupRecipients({ ...config, dataDir }, keyRegister),
            }),
            folder: config.backupDir,
            logger,
            now,
          })
        : undefined;
    if (schedule) closers.add('backups', CLOSE_MS.backups, schedule.stop);
    const { app, judging, turns, jobs } = await createApp({
      ...config,
      dataDir,
      blobs,
      database,
      vendors,
      signer,
      sealing,
      nonceKey: keys.nonce,
      apple: await openApple(config.apple, now),
      logger,
      now,
    });
    closers.add('judging', CLOSE_MS.judging, judging.stop);
    closers.add('day', CLOSE_MS.others, turns.stop);
    for (const job of jobs) closers.add(job.name, CLOSE_MS.others, async () => job.stop());
    // Closed first of all, since it takes no new requests from then on.
    closers.add('requests', CLOSE_MS.requests, async () => {
      const patience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(patience);
    });
    // What a crash has left unjudged; nobody waits for it.
    judging.sweep().catch((error: unknown) => logger.error({ err: error }, 'JUDGING_POSTPONED'));
    judging.start();
    for (const job of jobs) await job.start();
    sealing.start();
    blobSweeper.start();
    schedule?.start();
    await turns.start();
    const port = await listen(app, config);
    signal.throwIfAborted();
    return {
      origin: originOf(config.host, port),
      vendors: vendors.all,
      notes: [passphraseNote(passphrase) ?? [], mailNote(config, packs, dataDir) ?? []].flat(),
      stop: closers.closeAll,
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
