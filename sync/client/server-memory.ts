/** What the device remembers of its vendor's server, in one row. */
import { z } from 'zod/mini';
import type { ReadTransaction, WriteTransaction } from './ports.ts';

const schema = z.object({
  epoch: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  maxSeq: z.number(),
  safeThrough: z.number(),
  /** The device's clock minus the server's at the last contact, ms. */
  skewMs: z.number(),
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

/**
 * The server has been restored from a backup: whatever it had confirmed before may be missing there, so every operation
 * whose envelope is still here is offered again. The ledger makes that harmless (failure case 42).
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
      requeued += 1;
    }
  return { memory: { ...memory, epoch, cursor: null, maxSeq: 0, safeThrough: 0 }, requeued };
}
