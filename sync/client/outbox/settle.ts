/**
 * What the server's answer to a push does to the outbox, in one transaction. Nothing leaves the queue but by a receipt that
 * was verified; an answer that is missing, unknown or not to be believed leaves its operation queued (failure cases 34, 40, 41).
 */
import { operationOf } from '../../protocol/operations/registry.ts';
import type { OperationResult, PushResponse, Receipt } from '../../protocol/wire.ts';
import { backoff } from '../base/backoff.ts';
import type { Clock, Random } from '../base/ports.ts';
import { reopenUploads } from '../blobs/blob-rows.ts';
import { forgetUnusedKey, sealedTables } from '../keys/subject-keys.ts';
import type { OutboxRow, TableName } from '../store/rows.ts';
import { recallServer, rememberServer } from '../store/server-memory.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { adoptEpoch, epochTables } from './epoch.ts';
import { awaitsPlace, beginLane, isFirstLeft, offerAgain } from './lane-gaps.ts';
import type { ReceiptCheck } from './receipt-check.ts';
import { withRecordsSeq } from './records-seq.ts';

export interface Settled {
  /** Operations that now have a receipt. */
  readonly received: number;
  /** Operations that were offered again because the server had been restored, or misses them. */
  readonly requeued: number;
}
export type Settle = (sent: readonly OutboxRow[], response: PushResponse) => Promise<Settled>;

const tables: readonly TableName[] = [...epochTables, ...sealedTables];
const BLOB_NAME = /^[0-9a-f]{64}$/;

/** The server reads neither this kind nor this version: it knows less than this device does. */
const OLDER_SERVER: ReadonlySet<string> = new Set(['KIND_UNKNOWN', 'VERSION_UNKNOWN']);
/** The server can't read what it was sent, and says so each time until one of the two is mended. */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set([
  'OPERATION_INVALID',
  'ENVELOPE_TOO_LARGE',
  'ENVELOPE_HASH_MISMATCH',
]);

function whyLater({ problem }: OperationResult): NonNullable<OutboxRow['why']> {
  if (problem === undefined) return 'server-busy';
  if (OLDER_SERVER.has(problem.code)) return 'server-older';
  return NOT_UNDERSTOOD.has(problem.code) ? 'not-understood' : 'server-busy';
}

/**
 * The clinic has it; the envelope stays until it is safe there. An envelope of the first version opens with the patient's key, so that it
 * goes from a shared device now, and the key with it.
 */
async function receive(
  transaction: WriteTransaction,
  row: OutboxRow,
  result: OperationResult,
  receipt: Receipt,
  about: { readonly epoch: string; readonly at: number },
): Promise<void> {
  const { why: _why, ...rest } = row;
  const envelope = row.owner === 'shared' ? await transaction.get('envelopes', row.opId) : undefined;
  const readable = envelope?.box !== undefined;
  // What became of it may have been told by the feed while this answer was on its way: it isn't told again.
  const judged = row.outcome === 'applied' || row.outcome === 'held' ? row.outcome : undefined;
  const outcome = result.outcome === 'received' ? (judged ?? 'received') : result.outcome;
  const told = withRecordsSeq(rest, result, about.epoch);
  await transaction.put('outbox', {
    ...told,
    state: outcome === 'held' ? 'held' : 'receipt',
    outcome,
    receipt,
    settledAt: row.settledAt ?? about.at,
    confirmedIn: about.epoch,
    kept: row.kept && !readable,
  });
  if (row.owner !== 'shared') return;
  if (readable) await transaction.delete('envelopes', row.opId);
  await transaction.delete('copies', row.opId);
  if (row.draftId !== undefined && operationOf(row.kind)?.retention.endsDraft === true)
    await transaction.delete('drafts', row.draftId);
  await forgetUnusedKey(transaction, row.subjectId);
}

export function createSettle(dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly check: ReceiptCheck;
}): Settle {
  const { store, clock, random, check } = dependencies;

  const defer = (row: OutboxRow, why: OutboxRow['why']): OutboxRow => {
    const { why: _before, ...rest } = row;
    const attempts = row.attempts + 1;
    const nextAt = clock.now() + backoff(attempts, random);
    return { ...rest, attempts, nextAt, ...(why === undefined ? {} : { why }) };
  };

  /** @returns how many others are offered again because of it. */
  async function wait(
    transaction: WriteTransaction,
    row: OutboxRow,
    missing: readonly string[],
  ): Promise<number> {
    await reopenUploads(
      transaction,
      missing.filter((name) => row.blobs.includes(name)),
    );
    const operations = missing.filter((name) => !BLOB_NAME.test(name));
    if (operations.length === 0 && missing.length > 0) {
      await transaction.put('outbox', defer(row, undefined));
      return 0;
    }
    const placeIsAwaited = awaitsPlace(row, operations);
    // The server has what stood before it, as it said when that came again: under a key that this device no longer has, whose lane is another.
    const cameAgain = row.laneOffered === true && (await isFirstLeft(transaction, row));
    const requeued = await offerAgain(transaction, row, operations);
    if (placeIsAwaited && (cameAgain || (await isFirstLeft(transaction, row))))
      await beginLane(transaction, row);
    else {
      const offered: Partial<OutboxRow> = placeIsAwaited && requeued > 0 ? { laneOffered: true } : {};
      await transaction.put('outbox', { ...defer(row, undefined), ...offered });
    }
    return requeued;
  }

  return async (sent, response) => {
    const believed = new Map<
      string,
      { readonly result: OperationResult; readonly receipt: Receipt | undefined }
    >();
    for (const row of sent) {
      const result = response.results.find((each) => each.opId === row.opId);
      if (result === undefined) continue;
      const { receipt } = result;
      const genuine = receipt !== undefined && (await check(receipt, row));
      believed.set(row.opId, { result, receipt: genuine ? receipt : undefined });
    }
    return await store.write(tables, async (transaction) => {
      let received = 0;
      const adopted = await adoptEpoch(transaction, await recallServer(transaction), response.epoch);
      let { requeued } = adopted;
      let { maxSeq } = adopted.memory;
      const skewMs = clock.now() - Date.parse(response.serverTime);
      for (const { opId } of sent) {
        const row = await transaction.get('outbox', opId);
        if (row === undefined || row.state !== 'queued') continue;
        const found = believed.get(opId);
        const outcome = found?.result.outcome;
        if (found?.result.seq) maxSeq = Math.max(maxSeq, found.result.seq);
        if (found === undefined) {
          await transaction.put('outbox', defer(row, 'not-understood'));
        } else if (outcome === 'received' || outcome === 'applied' || outcome === 'held') {
          if (found.receipt === undefined) {
            await transaction.put('outbox', defer(row, 'not-understood'));
            continue;
          }
          maxSeq = Math.max(maxSeq, found.receipt.seq);
          await receive(transaction, row, found.result, found.receipt, {
            epoch: response.epoch,
            at: clock.now() - skewMs,
          });
          received += 1;
        } else if (outcome === 'conflict') {
          await transaction.put('outbox', { ...row, state: 'attention', why: 'conflict', outcome });
        } else if (outcome === 'waiting') {
          requeued += await wait(transaction, row, found.result.missing ?? []);
        } else {
          await transaction.put('outbox', defer(row, whyLater(found.result)));
        }
      }
      await rememberServer(transaction, {
        ...adopted.memory,
        maxSeq,
        safeThrough: Math.max(adopted.memory.safeThrough, response.safeThrough),
        skewMs,
        pushedAt: Math.max(adopted.memory.pushedAt ?? 0, Date.parse(response.serverTime)),
      });
      return { received, requeued };
    });
  };
}
