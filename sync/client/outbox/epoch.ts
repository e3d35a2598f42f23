import { reopenUploads } from '../blobs/blob-rows.ts';
import type { TableName } from '../store/rows.ts';
import type { ServerMemory } from '../store/server-memory.ts';
import type { WriteTransaction } from '../store/store.ts';

/** The tables that {@link adoptEpoch} touches. */
export const epochTables = ['outbox', 'blobs', 'uploads', 'meta'] as const satisfies readonly TableName[];

/**
 * The server has been restored from a backup: whatever it had confirmed before may be missing there, so every operation
 * whose envelope is still here is offered again, with its blobs. The ledger makes that harmless (failure case 42). What
 * was known of them is read again, from the start.
 */
export async function adoptEpoch(
  transaction: WriteTransaction,
  memory: ServerMemory,
  epoch: string,
): Promise<{ readonly memory: ServerMemory; readonly requeued: number }> {
  if (memory.epoch === epoch) return { memory, requeued: 0 };
  let requeued = 0;
  if (memory.epoch !== null)
    for (const row of await transaction.all('outbox')) {
      if ((row.state !== 'receipt' && row.state !== 'held') || !row.kept || row.confirmedIn === epoch)
        continue;
      await transaction.put('outbox', { ...row, state: 'queued', attempts: 0, nextAt: 0 });
      await reopenUploads(transaction, row.blobs);
      requeued += 1;
    }
  const { skewMs, pushedAt } = memory;
  const fresh: ServerMemory = {
    ...{ epoch, cursor: null, maxSeq: 0, safeThrough: 0, skewMs },
    ...(pushedAt === undefined ? {} : { pushedAt }),
  };
  return { memory: memory.epoch === null ? fresh : { ...fresh, resync: { cursor: null } }, requeued };
}
