/** What a server misses of a lane: it is offered again, or, where it will never come, the lane starts over without it. */
import { positionName } from '../../protocol/lane-position.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { WriteTransaction } from '../store/store.ts';
import { leaveLane } from './enqueue.ts';

/** The server awaits something that this device believed delivered: predecessors in the lane, and what is named. */
export async function offerAgain(
  transaction: WriteTransaction,
  waiting: OutboxRow,
  missing: readonly string[],
): Promise<number> {
  const named = await Promise.all(missing.map((name) => transaction.get('outbox', name)));
  const before = (await transaction.by('outbox', 'lane', waiting.lane)).filter(
    (row) => row.laneNo < waiting.laneNo,
  );
  const rows = new Map([...named, ...before].flatMap((row) => (row === undefined ? [] : [[row.opId, row]])));
  let requeued = 0;
  for (const row of rows.values()) {
    if (!row.kept || (row.state !== 'receipt' && row.state !== 'held')) continue;
    await transaction.put('outbox', { ...row, state: 'queued', attempts: 0, nextAt: 0 });
    requeued += 1;
  }
  return requeued;
}

/**
 * What it follows will never come: the server has nothing of it under the key that the device has now (another one, or the ledger is older than
 * anything that devices still keep), and it came again in vain, or this device has let go of it or can't read it any more. It begins its lane then,
 * and what follows it moves up.
 */
export async function beginLane(transaction: WriteTransaction, first: OutboxRow): Promise<void> {
  const { lane, laneNo } = first;
  const by = laneNo - 1;
  for (const row of await transaction.by('outbox', 'lane', lane))
    if (row.laneNo >= laneNo) await transaction.put('outbox', { ...row, laneNo: row.laneNo - by });
  const { why: _why, laneOffered: _offered, ...rest } = first;
  await transaction.put('outbox', { ...rest, laneNo: 1, nextAt: 0 });
  await leaveLane(transaction, lane, by);
}

/** @param missing what the server awaits. */
export function awaitsPlace({ lane, laneNo }: OutboxRow, missing: readonly string[]): boolean {
  return laneNo > 1 && missing.includes(positionName({ lane, laneNo: laneNo - 1 }));
}

/** Nothing that stands before it in its lane is on its way any more. */
export async function isFirstLeft(
  transaction: WriteTransaction,
  { lane, laneNo }: OutboxRow,
): Promise<boolean> {
  const others = await transaction.by('outbox', 'lane', lane);
  return !others.some((row) => row.state === 'queued' && row.laneNo < laneNo);
}
