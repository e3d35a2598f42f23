import type { Outcome } from '../../protocol/wire.ts';
import type { OutboxRow } from '../store/rows.ts';

/** As if nothing had been told of its person's records. */
export function withoutRecordsSeq(row: OutboxRow): OutboxRow {
  const { recordsSeq: _, recordsEpoch: __, recordsHeld: ___, ...rest } = row;
  return rest;
}

/** With what was told of its person's records, by an answer, a change or the records themselves: of one epoch the newest counts, whichever comes first. */
export function withRecordsSeq(
  row: OutboxRow,
  {
    recordsSeq,
    outcome,
  }: { readonly recordsSeq?: number | undefined; readonly outcome?: Outcome | undefined },
  recordsEpoch: string,
): OutboxRow {
  if (recordsSeq === undefined || (row.recordsEpoch === recordsEpoch && (row.recordsSeq ?? 0) > recordsSeq))
    return row;
  return {
    ...withoutRecordsSeq(row),
    recordsSeq,
    recordsEpoch,
    ...(outcome === 'held' && { recordsHeld: true }),
  };
}
