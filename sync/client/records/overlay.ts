/**
 * View = base + overlay of what this device has queued for the person, computed on every read and never written.
 *
 * An overlay goes in the very transaction that stores a base which holds the operation's result: `recordsSeq` and the base's number are written together, in
 * `take-page.ts`. Not on the receipt: between the two a pull may have been read before the operation was judged.
 */
import type { RecordOverlay } from '../../protocol/operations/operation.ts';
import type { OutboxRow, RecordStateRow } from '../store/rows.ts';
import type { RecordView } from './record-view.ts';

type Base = RecordStateRow['base'];
export type OpenState = NonNullable<RecordView['pending']>['state'];

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => JSON.stringify([kind, id]);

/** Whether a record tells what became of the operation: it names it, or is of its own id. */
const isAbout = (opId: string) => (record: RecordView) => record.id === opId || record.body.about === opId;

/**
 * The clinic has looked at it, and records of after that tell nothing of it: it was nobody's, or nobody could read it. Those of before may lack what came of
 * it, though no number was told: the word of that is swept in time.
 */
function isDealtWith({ reviewedAt, recordsSeq, recordsEpoch, confirmedIn }: OutboxRow, base: Base): boolean {
  const isTold = recordsSeq !== undefined && [base?.epoch, confirmedIn].includes(recordsEpoch);
  const isBefore =
    reviewedAt === undefined || base === undefined || Date.parse(base.pulledAt) < Date.parse(reviewedAt);
  return !isBefore && !isTold;
}

/**
 * What the person's view still shows of an operation; undefined where the records say it, or where it won't come to anything.
 * @param base all records
 */
export function openState(
  row: OutboxRow,
  person: string,
  base: Base,
  records: readonly RecordView[],
): OpenState | undefined {
  if (row.person !== person || row.state === 'attention' || row.deletedAt !== undefined) return undefined;
  const isIn =
    base !== undefined &&
    row.recordsSeq !== undefined &&
    row.recordsEpoch === base.epoch &&
    row.recordsSeq <= base.seq;
  if (isIn && !row.recordsHeld) return undefined;
  const isHeld = row.state === 'held' || row.recordsHeld === true;
  if (isDealtWith(row, base) || (isHeld && records.some(isAbout(row.opId)))) return undefined;
  return isHeld ? 'with-clinic' : 'sending';
}

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
