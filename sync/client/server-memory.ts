/** What the device remembers of its vendor's server, in one row. */
import { z } from 'zod/mini';
import { reopenUploads } from './blobs.ts';
import type { ReadTransaction, WriteTransaction } from './ports.ts';
import type { OutboxRow, TableName } from './store/rows.ts';

const schema = z.object({
  epoch: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  maxSeq: z.number(),
  safeThrough: z.number(),
  /** The device's clock minus the server's at the last contact, ms. */
  skewMs: z.number(),
  /** The server's clock at its last answer to a push, ms since 1970: a push carries witnesses, so that a restore until then would be known. */
  pushedAt: z.optional(z.number()),
  /** While everything is being read anew: where that has got to, null before its first page. The shadow holds what came so far. */
  resync: z.optional(z.object({ cursor: z.nullable(z.string()) })),
});
export type ServerMemory = z.infer<typeof schema>;

export const NO_SERVER_MEMORY: ServerMemory = {
  epoch: null,
  cursor: null,
  maxSeq: 0,
  safeThrough: 0,
  skewMs: 0,
};

export async function recallServer(transaction: ReadTransaction): Promise<ServerMemory> {
  const parsed = schema.safeParse((await transaction.get('meta', 'server'))?.value);
  return parsed.success ? parsed.data : NO_SERVER_MEMORY;
}

export async function rememberServer(transaction: WriteTransaction, memory: ServerMemory): Promise<void> {
  await transaction.put('meta', { key: 'server', value: memory });
}

/** A verified backup covers what the server confirmed: it would survive a loss of the server as well. */
export function isSafe(row: Pick<OutboxRow, 'confirmedIn' | 'receipt'>, memory: ServerMemory): boolean {
  return (
    memory.epoch !== null &&
    row.confirmedIn === memory.epoch &&
    (row.receipt?.seq ?? Number.POSITIVE_INFINITY) <= memory.safeThrough
  );
}

/** The tables that {@link adoptEpoch} touches. */
export const epochTables = ['outbox', 'blobs', 'uploads', 'meta'] as const satisfies readonly TableName[];

/**
 * The server has been restored from a backup: whatever it had confirmed before may be missing there, so every operation
 * whose envelope is still here is offered again, with its blobs. The ledger makes that harmless (failure case 42). What
 * was known of them is read anew, from the start.
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
