/** What a person's view still shows of an operation of theirs, by the records that this device has. */
import type { OutboxRow, RecordStateRow } from '../store/rows.ts';

type Base = RecordStateRow['base'];
/** Of a record. */
interface Told {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}
export type OpenState = 'sending' | 'with-clinic';

/** Whether a record tells what became of the operation: it names it, or is of its own id. */
const isAbout = (opId: string) => (record: Told) => record.id === opId || record.body.about === opId;

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
  records: readonly Told[],
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
