/** What the device remembers of its vendor's server, in one row. */
import { z } from 'zod/mini';
import type { OutboxRow } from './rows.ts';
import type { ReadTransaction, WriteTransaction } from './store.ts';

const schema = z.object({
  epoch: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  maxSeq: z.number(),
  safeThrough: z.number(),
  /** The device's clock minus the server's at the last contact, ms. */
  skewMs: z.number(),
  /** The server's clock at its last answer to a push, ms since 1970: a push carries witnesses, so that a restore until then would be known. */
  pushedAt: z.optional(z.number()),
  /** While everything is being read again: where that has got to, null before its first page. The shadow holds what came so far. */
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
