/** Which operations go into the next request: whole prefixes of lanes, the oldest lane first, within size and number. */
import { isDue, MAX_BACKOFF_MS } from '../base/backoff.ts';
import type { OutboxRow } from '../store/rows.ts';

/** Small enough to end within the request's deadline on a poor line; one larger operation still goes, alone. */
export const BATCH_BYTES = 512 * 1024;
/** Of one operation beside its envelope. */
const OVERHEAD_BYTES = 700;

export interface BatchRequest {
  readonly now: number;
  readonly most: number;
  /** Sent in this pass already, and so not again. */
  readonly tried: ReadonlySet<string>;
  /** Whatever the backoff says. */
  readonly force: boolean;
  /** They need something else first (a photo, another operation): neither they nor what comes after them in their lane. */
  readonly awaiting: ReadonlySet<string>;
  /** Operations that failed alone in a request that failed as a whole go last, so that they can't hold up the others. */
  readonly suspects: ReadonlyMap<string, number>;
}
export interface Batch {
  readonly rows: readonly OutboxRow[];
  /** When the next one that isn't in it falls due; undefined where none waits. */
  readonly wakeAt: number | undefined;
}

/** Bytes of the operation in a request's body. */
export function wireSize(row: Pick<OutboxRow, 'size'>): number {
  return Math.ceil((row.size * 4) / 3) + OVERHEAD_BYTES;
}

export function chooseBatch(queued: readonly OutboxRow[], request: BatchRequest): Batch {
  const lanes = new Map<string, OutboxRow[]>();
  for (const row of queued) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row]);
  const heads = [...lanes.values()]
    .map((rows) => rows.toSorted((one, other) => one.laneNo - other.laneNo))
    .map((rows) => ({
      rows,
      suspicion: Math.max(0, ...rows.map((row) => request.suspects.get(row.opId) ?? 0)),
      first: rows[0]?.opId ?? '',
    }))
    .toSorted((one, other) => one.suspicion - other.suspicion || (one.first < other.first ? -1 : 1));
  const rows: OutboxRow[] = [];
  let bytes = 0;
  let wakeAt: number | undefined;
  for (const lane of heads) {
    for (const row of lane.rows) {
      const awaits = request.awaiting.has(row.opId);
      const ready = !awaits && !request.tried.has(row.opId) && (request.force || isDue(row, request.now));
      if (!ready) {
        // Whatever it awaits kicks the sender when it comes; another tab, where it came, may have been closed before.
        const due = awaits
          ? request.now + MAX_BACKOFF_MS
          : isDue(row, request.now)
            ? request.now
            : row.nextAt;
        wakeAt = Math.min(wakeAt ?? due, due);
        break;
      }
      const size = wireSize(row);
      if (rows.length >= request.most || (rows.length > 0 && bytes + size > BATCH_BYTES))
        return { rows, wakeAt };
      rows.push(row);
      bytes += size;
    }
  }
  return { rows, wakeAt };
}
