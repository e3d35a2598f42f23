/** Judging in the order of lanes, as the real store does it. */
import { positionName } from '../../protocol/lane-position.ts';
import { receiptCode } from '../../server/core/ingest/receipts.ts';
import type { Decide, ReceivedOperation, Verdict } from '../../server/core/judging/verdict.ts';
import { type MemoryTables, type OperationRow, rowName } from './memory-database.ts';

/** What must be judged before it, and isn't. */
function blockersOf(tables: MemoryTables, row: OperationRow): readonly string[] {
  const { vendor, device, operation } = row;
  const { lane, laneNo, after = [] } = operation;
  const before = tables.positions.get(`${vendor}/${device}/${positionName({ lane, laneNo: laneNo - 1 })}`);
  return [...after.map((id) => id.toLowerCase()), ...(before === undefined ? [] : [before])].filter(
    (opId) => opId !== row.opId && tables.operations.get(rowName(vendor, opId))?.outcome === 'received',
  );
}

/** In rounds, so that predecessors are judged first, be they in the same batch; what waits for others is left out. */
export async function decideInOrder(
  tables: MemoryTables,
  taken: readonly OperationRow[],
  decide: Decide,
): Promise<readonly (readonly [OperationRow, Verdict])[]> {
  const decided = new Map<string, readonly [OperationRow, Verdict]>();
  const outcomeOf = (vendor: string, opId: string) =>
    decided.get(opId)?.[1].outcome ?? tables.operations.get(rowName(vendor, opId))?.outcome;
  for (let left = taken; left.length > 0; ) {
    const round = left.filter((row) => blockersOf(tables, row).every((opId) => decided.has(opId)));
    if (round.length === 0) break;
    const verdicts = await decide(
      round.map((row) => toJudge(row, (opId) => outcomeOf(row.vendor, opId) === 'held')),
    );
    if (verdicts.length !== round.length) throw new Error('There are fewer verdicts than operations.');
    for (const [index, row] of round.entries()) {
      const verdict = verdicts[index];
      if (verdict) decided.set(row.opId, [row, verdict]);
    }
    left = left.filter((row) => !round.includes(row));
  }
  return [...decided.values()];
}

function toJudge(row: OperationRow, isHeld: (opId: string) => boolean): ReceivedOperation {
  const { vendor, opId, device, operation, envelope, skewSeconds, receivedAt } = row;
  const { lane, kind, v, capturedAt, after = [] } = operation;
  return {
    vendor,
    opId,
    device,
    lane,
    kind,
    v,
    envelope,
    blobs: operation.blobs,
    code: receiptCode(operation.opId),
    capturedAt,
    skewSeconds,
    receivedAt,
    followsHeld: after.some((id) => isHeld(id.toLowerCase())),
  };
}
