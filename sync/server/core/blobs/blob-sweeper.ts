/**
 * Tidies the blobs that never became part of anything. What a ledger row names stays for ever, whatever the settings say (failure case
 * 47): the ledger decides, never the store.
 *
 * A whole blob goes in two steps: it first counts as not delivered any more, so that a push which names it waits for it to be sent again,
 * and is deleted by a later sweep. An operation that was being stored at the moment of the first step has long been committed by then.
 */

import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { BlobKey, BlobStore } from './blob-store.ts';

/** Unfinished ones, since their last part began the row or the blob was told to be sent again. */
export const UNFINISHED_DAYS = 30;
/** Whole ones that nothing names. */
export const UNNAMED_DAYS = 60;
/** Between the two steps. */
const GRACE_DAYS = 1;
const SWEEP_MS = 6 * 60 * 60_000;
const MAX_AT_ONCE = 1000;

export interface BlobSweeper {
  /** @returns how many were deleted. */
  sweep(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

interface Row {
  vendor: string;
  device: string;
  sha256: string;
}

export function createBlobSweeper(dependencies: {
  readonly sql: Sql;
  readonly store: BlobStore;
  readonly now: () => Date;
  readonly logger: Logger;
}): BlobSweeper {
  const { sql, store, now, logger } = dependencies;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 60 * 60_000).toISOString();

  /** Whichever device delivered them: a saved copy may have come another way. */
  const named = () => sql`
    named as materialized (select distinct vendor, unnest(blobs) as sha256 from op_ledger where cardinality(blobs) > 0)`;

  async function remove({ vendor, device, sha256 }: BlobKey): Promise<boolean> {
    return await sql.begin(async (transaction) => {
      // Nobody has gone on with it meanwhile, and nobody does now.
      const locked = await transaction`
        select 1 from blobs
        where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}
          and completed_at is null and created_at < ${daysAgo(UNFINISHED_DAYS)}::timestamptz
        for update skip locked`;
      if (locked.length === 0) return false;
      // Its bytes first: a row without them is swept again, bytes without a row would stay for ever.
      await store.remove({ vendor, device, sha256 });
      await transaction`delete from blobs where vendor = ${vendor} and device = ${device} and sha256 = ${sha256}`;
      return true;
    });
  }

  async function sweep(): Promise<number> {
    const unfinished = await sql<Row[]>`
      with ${named()}
      select vendor, device, sha256 from blobs b
      where completed_at is null and created_at < ${daysAgo(UNFINISHED_DAYS)}::timestamptz
        and not exists (select 1 from named n where n.vendor = b.vendor and n.sha256 = b.sha256)
      order by created_at limit ${MAX_AT_ONCE}`;
    let removed = 0;
    for (const key of unfinished) {
      if (stopped) return removed;
      if (await remove(key)) removed += 1;
    }
    await sql`
      with ${named()}
      update blobs b set completed_at = null, created_at = ${daysAgo(UNFINISHED_DAYS - GRACE_DAYS)}::timestamptz
      where completed_at is not null and created_at < ${daysAgo(UNNAMED_DAYS)}::timestamptz
        and not exists (select 1 from named n where n.vendor = b.vendor and n.sha256 = b.sha256)`;
    return removed;
  }

  const plan = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = sweep()
        .catch((error: unknown) => logger.error({ err: error }, 'BLOB_SWEEP_POSTPONED'))
        .finally(plan);
    }, SWEEP_MS);
    timer.unref();
  };

  return {
    sweep,
    start: plan,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
