/** Judging as a whole: the queue over the ledger, and the workers that open and judge. */
import { isStatementFault } from '../../base/database/connection-lost.ts';
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { ReceiptSigner } from '../ingest/receipts.ts';
import type { PublishWithin } from '../records/publishing.ts';
import type { SealingKeys } from '../sealing/sealing-keys.ts';
import { heldUnread } from './judge.ts';
import type { JudgePool } from './judge-pool.ts';
import { createJudgeQueue, type JudgeQueue } from './judge-queue.ts';
import { createJudgeStore } from './judge-store.ts';
import type { Kinds } from './kinds.ts';
import { type ApplyBatch, ApplyError } from './verdict.ts';

export interface Judging extends JudgeQueue {
  /** Whether every lane has a worker. @returns why not. */
  check(): Promise<string | undefined>;
}

export interface JudgingDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly signer: ReceiptSigner;
  readonly sealing: Pick<SealingKeys, 'unsealer' | 'onNewKeys'>;
  /** Its workers each hold a connection to the database while they judge, and one more is used. */
  readonly pool: JudgePool;
  readonly kinds: Kinds;
  /** What features store of each batch, one after the other. */
  readonly applies: readonly ApplyBatch[];
  readonly publishWithin: PublishWithin;
  readonly wake: (vendor: string, device: string) => void;
  /** See {@link createJudgeQueue}. */
  readonly quiet: () => Promise<void>;
  readonly logger: Logger;
  readonly waitMs?: number;
}

/** One more than there are workers: while one batch is being stored, the next is judged. */
const SPARE_BATCHES = 1;
/** Each batch holds one of the connections to the database, of which alerts, receipts and staff need theirs. */
const MAX_BATCHES = 10;
/** For batches that are being judged when the server stops; one takes tens of milliseconds. */
const DRAIN_MS = 1_000;

export function createJudging(dependencies: JudgingDependencies): Judging {
  const { sql, now, signer, sealing, pool, kinds, applies, publishWithin, wake, quiet, logger, waitMs } =
    dependencies;
  const onError = (error: unknown) => logger.error({ err: error }, 'JUDGING_POSTPONED');
  const queue = createJudgeQueue({
    store: createJudgeStore({ sql, now, signer, kinds, applies, publishWithin }),
    judge: pool.judge,
    giveUp: async (operations) =>
      operations.map((operation) => heldUnread(kinds, operation, 'JUDGING_FAILED')),
    isFaultOfOne: (error) => isStatementFault(error) || error instanceof ApplyError,
    concurrency: Math.min(pool.size + SPARE_BATCHES, MAX_BATCHES),
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
