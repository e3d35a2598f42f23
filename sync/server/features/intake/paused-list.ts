/** Unfinished intakes as the desk sees them. */
import { type PausedView, pausedViewSchema } from '../../../protocol/api/day.ts';
import { type ReadRows, readRows } from '../../../protocol/api/rows.ts';
import type { Sql } from '../../base/database/database.ts';
import { MAX_TRIES } from './resume.ts';

/** They are shown for so long; those that nobody has resumed are kept in the ledger all the same. */
const PAUSED_DAYS = 14;
const RESUMED_HOURS = 12;
const MAX_PAUSED = 200;

interface PausedRow {
  op_id: string;
  code: string;
  form: string;
  kiosk: string | null;
  reason: PausedView['reason'];
  saved_at: string;
  tries: number;
  released_until: string | null;
  resumed_at: string | null;
}

const iso = (stored: string) => new Date(stored).toISOString();

function pausedView(row: PausedRow): PausedView {
  return {
    id: row.op_id,
    code: row.code,
    form: row.form,
    kiosk: row.kiosk,
    reason: row.reason,
    savedAt: iso(row.saved_at),
    state: row.resumed_at !== null ? 'resumed' : row.tries >= MAX_TRIES ? 'locked' : 'waiting',
    releasedUntil: row.released_until && iso(row.released_until),
  };
}

export type ListPaused = (vendor: string) => Promise<ReadRows<PausedView>>;

export function createPausedList(sql: Sql, now: () => Date): ListPaused {
  return async (vendor) => {
    const at = now().getTime();
    const since = new Date(at - PAUSED_DAYS * 86_400_000).toISOString();
    const resumedSince = new Date(at - RESUMED_HOURS * 3_600_000).toISOString();
    const rows = await sql<PausedRow[]>`
      select p.op_id, p.code, p.form, k.name as kiosk, p.reason, p.saved_at, p.tries, p.released_until, p.resumed_at
      from paused_intakes p left join kiosks k on k.vendor = p.vendor and k.device = p.device
      where p.vendor = ${vendor} and p.received_at > ${since} and (p.resumed_at is null or p.resumed_at > ${resumedSince})
      -- Any device may send one: those of kiosks stand first, so that nobody pushes them off the list.
      order by k.device is null, p.received_at desc, p.op_id limit ${MAX_PAUSED}`;
    return readRows(
      rows.map((row) => ({ ...row, id: row.op_id })),
      pausedViewSchema,
      pausedView,
    );
  };
}
