/**
 * View = base + overlay of what this device has queued for the person, computed on every read and never written.
 *
 * An overlay goes in the very transaction that stores a base which holds the operation's result: `recordsSeq` and the base's number are written together, in
 * `take-page.ts`. Not on the receipt: between the two a pull may have been read before the operation was judged.
 */
import type { RecordOverlay } from '../../protocol/operations/operation.ts';
import type { OpenState } from '../outbox/open-state.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { RecordView } from './record-view.ts';

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => JSON.stringify([kind, id]);

/** Each lane in its own order; lanes by the time of what is first in them. */
export function inLaneOrder(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const lanes = new Map<string, OutboxRow[]>();
  for (const row of rows.toSorted((one, other) => one.laneNo - other.laneNo))
    lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row]);
  const ordered: OutboxRow[] = [];
  for (;;) {
    const first = [...lanes.values()]
      .flatMap((lane) => lane.slice(0, 1))
      .toSorted((one, other) => (one.opId < other.opId ? -1 : 1))[0];
    if (first === undefined) return ordered;
    ordered.push(first);
    lanes.get(first.lane)?.shift();
  }
}

export interface OpenOperation {
  readonly opId: string;
  readonly state: OpenState;
  readonly overlay: readonly RecordOverlay[];
}

/** @param operations in lane order */
export function overlaid(
  records: readonly RecordView[],
  operations: readonly OpenOperation[],
): readonly RecordView[] {
  const view = new Map(records.map((record) => [keyOf(record), record]));
  for (const { opId, state, overlay } of operations)
    for (const { kind, v, id, body } of overlay) {
      const key = keyOf({ kind, id });
      const seq = view.get(key)?.seq ?? 0;
      if (body === null) view.delete(key);
      else view.set(key, { kind, v, id, seq, body, pending: { opId, state } });
    }
  const settled = [...view.values()]
    .filter(({ seq }) => seq > 0)
    .toSorted((one, other) => one.seq - other.seq);
  return [...settled, ...[...view.values()].filter(({ seq }) => seq === 0)];
}
