/**
 * What a page of the feed does to the store, rows and cursor in one transaction (failure case 44). It never deletes a draft, an operation,
 * an envelope or a blob, and takes nothing from the queue: only a receipt does (failure case 49).
 *
 *   known --`resync`, or another epoch--> collecting in `shadow` --the last page--> known
 *
 * While pages are being collected what was known stays as it is, over a crash too; the last one puts all of them in its place at once.
 */
import type { Change, ChangesResponse } from '../../protocol/wire.ts';
import type { Clock } from '../base/ports.ts';
import { reopenUploads } from '../blobs/blob-rows.ts';
import { adoptEpoch, epochTables } from '../outbox/epoch.ts';
import { withRecordsSeq } from '../outbox/records-seq.ts';
import type { OutboxRow } from '../store/rows.ts';
import { recallServer, rememberServer, type ServerMemory } from '../store/server-memory.ts';
import type { Store, WriteTransaction } from '../store/store.ts';

export interface NewsTaken {
  /** Operations that were offered again because the server had been restored. */
  readonly requeued: number;
  /** Whether anything that can be seen may have changed. */
  readonly changed: boolean;
  /** Whether the feed has more to read, from {@link nextCursor}. */
  readonly more: boolean;
}

export interface News {
  /** Where to read on; null from the start. */
  nextCursor(): Promise<string | null>;
  /** @param asked the cursor that the page is the answer to. */
  take(page: ChangesResponse, asked: string | null): Promise<NewsTaken>;
}

const cursorOf = (memory: ServerMemory) =>
  memory.resync === undefined ? memory.cursor : memory.resync.cursor;
const hasArrived = (row: OutboxRow) => row.state === 'receipt' || row.state === 'held';

function withNews(before: OutboxRow, change: Change, epoch: string): OutboxRow {
  const row = withRecordsSeq(before, change, epoch);
  const { outcome, reviewedAt, acknowledgedAt, consultation, deletedAt, reason } = change;
  // The feed may be ahead of the receipt, and tells each thing once: the outcome is kept, the queue is not touched.
  const judged = row.state === 'attention' ? undefined : outcome;
  const state = judged === 'held' ? 'held' : judged === 'applied' ? 'receipt' : row.state;
  return {
    ...row,
    ...(judged === undefined ? {} : { outcome: judged }),
    state: hasArrived(row) ? state : row.state,
    ...(reviewedAt === undefined ? {} : { reviewedAt }),
    ...(acknowledgedAt === undefined ? {} : { acknowledgedAt }),
    ...(consultation === undefined ? {} : { consultation }),
    ...(deletedAt === undefined ? {} : { deletedAt }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** As it was when its receipt came, before anything was heard of it. */
function withoutNews(row: OutboxRow): OutboxRow {
  if (row.state === 'attention') return row;
  const {
    outcome: _1,
    reviewedAt: _2,
    acknowledgedAt: _3,
    deletedAt: _4,
    reason: _5,
    consultation: _6,
    ...rest
  } = row;
  return hasArrived(row) ? { ...rest, state: 'receipt', outcome: 'received' } : rest;
}

async function clearShadow(transaction: WriteTransaction): Promise<void> {
  for (const row of await transaction.all('shadow')) await transaction.delete('shadow', row.id);
}

async function collect(transaction: WriteTransaction, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const before = (await transaction.get('shadow', change.id))?.change;
    await transaction.put('shadow', { id: change.id, change: { ...before, ...change } });
  }
}

/**
 * What the server has judged is in the listing for ever: what isn't may be gone there, with a backup that was put back without a word, and is
 * offered again. The ledger makes that harmless where it had only not been judged yet.
 * @returns how many were.
 */
async function swap(transaction: WriteTransaction, epoch: string): Promise<number> {
  let requeued = 0;
  for (const row of await transaction.all('outbox')) {
    const change = (await transaction.get('shadow', row.opId))?.change;
    const cleared = withoutNews(row);
    const missing = change === undefined && hasArrived(row) && row.kept;
    if (missing) {
      await reopenUploads(transaction, row.blobs);
      requeued += 1;
    }
    const known = change === undefined ? cleared : withNews(cleared, change, epoch);
    await transaction.put('outbox', missing ? { ...known, state: 'queued', attempts: 0, nextAt: 0 } : known);
  }
  await clearShadow(transaction);
  return requeued;
}

export function createNews(dependencies: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}): News {
  const { store, clock } = dependencies;
  return {
    nextCursor: async () => cursorOf(await store.read(['meta'], recallServer)),

    take: (page, asked) =>
      store.write([...epochTables, 'shadow'], async (transaction) => {
        const before = await recallServer(transaction);
        // Another tab has read on meanwhile, or a push has told of a new epoch: the page belongs to a listing that nobody reads any more.
        if (asked !== cursorOf(before)) return { requeued: 0, changed: false, more: true };
        const { memory, requeued } = await adoptEpoch(transaction, before, page.epoch);
        const restarted = before.epoch !== null && before.epoch !== page.epoch;
        const about: ServerMemory = {
          ...memory,
          maxSeq: Math.max(memory.maxSeq, ...page.changes.map((change) => change.seq)),
          safeThrough: Math.max(memory.safeThrough, page.safeThrough ?? 0),
          skewMs: clock.now() - Date.parse(page.serverTime),
        };
        const begins = page.resync === true && (restarted || before.resync === undefined);
        // The old epoch's cursor means nothing in the new one: the feed is read from its start.
        if (restarted && !begins) {
          await rememberServer(transaction, about);
          return { requeued, changed: requeued > 0, more: true };
        }
        const changed = requeued > 0 || page.changes.length > 0;
        const stands = page.more && page.cursor === asked;
        if (!begins && before.resync === undefined) {
          for (const change of page.changes) {
            const row = await transaction.get('outbox', change.id);
            if (row !== undefined) await transaction.put('outbox', withNews(row, change, page.epoch));
          }
          await rememberServer(transaction, { ...about, cursor: page.cursor });
          return { requeued, changed, more: page.more && !stands };
        }
        // The first page of a new listing puts an end to what another left behind.
        if (begins || asked === null) await clearShadow(transaction);
        await collect(transaction, page.changes);
        const { resync: _over, ...known } = about;
        if (page.more) {
          await rememberServer(transaction, { ...about, resync: { cursor: page.cursor } });
          return { requeued, changed: requeued > 0, more: !stands };
        }
        const missing = await swap(transaction, page.epoch);
        await rememberServer(transaction, { ...known, cursor: page.cursor });
        return { requeued: requeued + missing, changed: true, more: false };
      }),
  };
}
