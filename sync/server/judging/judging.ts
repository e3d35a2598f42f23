/** Judging as a whole: the queue over the ledger, and the workers that open and judge. */
import { isStatementFault } from '../database/connection-lost.ts';
import type { Sql } from '../database/database.ts';
import type { ReceiptSigner } from '../ingest/receipts.ts';
import type { Logger } from '../log.ts';
import { publishedSource, type VendorDirectory } from '../packs/vendor-directory.ts';
import type { SealingKeys } from '../sealing/sealing-keys.ts';
import { heldUnread } from './judge.ts';
import { createJudgePool, type JudgePool } from './judge-pool.ts';
import { createJudgeQueue, type JudgeQueue } from './judge-queue.ts';
import { createJudgeStore } from './judge-store.ts';
import { withOverrides } from './quotas.ts';

export interface Judging extends JudgeQueue, Pick<JudgePool, 'open' | 'openCase' | 'openBlob'> {
  /** Whether every lane has a worker. @returns why not. */
  check(): Promise<string | undefined>;
}

export interface JudgingDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly signer: ReceiptSigner;
  readonly vendors: VendorDirectory;
  readonly sealing: Pick<SealingKeys, 'unsealer' | 'onNewKeys'>;
  /** Each holds a connection to the database while it judges, and one more is used. */
  readonly workers: number;
  readonly wake: (vendor: string, device: string) => void;
  /** See {@link createJudgeQueue}. */
  readonly quiet: () => Promise<void>;
  readonly logger: Logger;
  readonly waitMs?: number;
}

/** One more than there are workers: while one batch is being stored, the next is judged. */
const SPARE_BATCHES = 1;
/** Each batch holds one of the connections to the database, of which alerts, receipts and staff need theirs. */
const MOST_BATCHES = 10;
/** For batches that are being judged when the server stops; one takes tens of milliseconds. */
const DRAIN_MS = 1_000;

export function createJudging(dependencies: JudgingDependencies): Judging {
  const { sql, now, signer, vendors, sealing, workers, wake, quiet, logger, waitMs } = dependencies;
  const onError = (error: unknown) => logger.error({ err: error }, 'JUDGING_POSTPONED');
  const pool = createJudgePool({
    size: workers,
    published: publishedSource(vendors),
    unsealer: sealing.unsealer,
    onFault: (opId, error) =>
      logger.error({ err: error, ...(opId === '' ? {} : { opId }) }, 'JUDGING_FAILED'),
  });
  const queue = createJudgeQueue({
    store: createJudgeStore(sql, now, signer, (vendor) =>
      withOverrides(vendors.find(vendor)?.pack.settings.inboxQuotas),
    ),
    judge: pool.judge,
    giveUp: async (operations) => operations.map((operation) => heldUnread(operation, 'JUDGING_FAILED')),
    isFaultOfOne: isStatementFault,
    concurrency: Math.min(workers + SPARE_BATCHES, MOST_BATCHES),
    knowsKey: sealing.unsealer.knows,
    wake,
    quiet,
    onError,
    ...(waitMs === undefined ? {} : { waitMs }),
  });
  sealing.onNewKeys(() => {
    queue.again().catch(onError);
  });
  return {
    ...queue,
    open: pool.open,
    openCase: pool.openCase,
    openBlob: pool.openBlob,
    async check() {
      // One that ended is started again when there is work, or now.
      if (!pool.isManned()) await pool.warm();
      return pool.isManned() ? undefined : 'a lane has no worker';
    },
    start() {
      void pool.warm();
      queue.start();
    },
    async stop() {
      const drained = queue.stop();
      const patience = setTimeout(() => void pool.stop(), DRAIN_MS);
      // What the workers don't finish stays in the ledger, unjudged.
      await drained;
      clearTimeout(patience);
      await pool.stop();
    },
  };
}
