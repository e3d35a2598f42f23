/** The day as the desk sees it. */
import {
  type ArrivalView,
  type PausedView,
  pausedViewSchema,
  type Today,
  walkInViewSchema,
} from '../../protocol/console-kiosk.ts';
import { type ReadRows, readRows } from '../../protocol/rows.ts';
import type { Sql } from '../database/database.ts';
import type { VendorDirectory } from '../packs/vendor-directory.ts';
import type { Arrival } from './arrivals.ts';
import type { Kiosks } from './kiosks.ts';
import { MOST_TRIES } from './resume.ts';

/** Unfinished intakes are shown for so long; those that nobody has resumed are kept in the ledger all the same. */
const PAUSED_DAYS = 14;
const RESUMED_HOURS = 12;
const MOST_PAUSED = 200;

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
    state: row.resumed_at !== null ? 'resumed' : row.tries >= MOST_TRIES ? 'locked' : 'waiting',
    releasedUntil: row.released_until && iso(row.released_until),
  };
}

export type ReadToday = (vendor: string) => Promise<Today>;

export function createTodayView(dependencies: {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly vendors: VendorDirectory;
  readonly kiosks: Pick<Kiosks, 'appointments' | 'arrivals' | 'register' | 'today'>;
}): ReadToday {
  const { sql, now, vendors, kiosks } = dependencies;

  async function pausedOf(vendor: string): Promise<ReadRows<PausedView>> {
    const at = now().getTime();
    const since = new Date(at - PAUSED_DAYS * 86_400_000).toISOString();
    const resumedSince = new Date(at - RESUMED_HOURS * 3_600_000).toISOString();
    const rows = await sql<PausedRow[]>`
      select p.op_id, p.code, p.form, k.name as kiosk, p.reason, p.saved_at, p.tries, p.released_until, p.resumed_at
      from paused_intakes p left join kiosks k on k.vendor = p.vendor and k.device = p.device
      where p.vendor = ${vendor} and p.received_at > ${since} and (p.resumed_at is null or p.resumed_at > ${resumedSince})
      -- Any device may send one: those of kiosks stand first, so that nobody pushes them off the list.
      order by k.device is null, p.received_at desc, p.op_id limit ${MOST_PAUSED}`;
    return readRows(
      rows.map((row) => ({ ...row, id: row.op_id })),
      pausedViewSchema,
      pausedView,
    );
  }

  return async (vendor) => {
    const day = kiosks.today(vendor);
    const [read, arrivals, names, stored] = await Promise.all([
      kiosks.appointments.read(vendor, day),
      kiosks.arrivals.list(vendor, day),
      kiosks.register.names(vendor),
      pausedOf(vendor),
    ]);
    const pack = vendors.find(vendor)?.pack;
    const viewOf = ({ queueNumber, at, kiosk, language, caseId }: Arrival): ArrivalView => ({
      queueNumber,
      at,
      language,
      caseId,
      kiosk: names.get(kiosk) ?? null,
    });
    const appointments = read.rows;
    // Somebody whose appointment can't be shown has one all the same.
    const known = new Set([...appointments, ...read.unshown].map(({ id }) => id));
    const walkIns = readRows(
      arrivals.filter((each) => !each.appointments.some((id) => known.has(id))),
      walkInViewSchema,
      (arrival) => ({ id: arrival.id, ...viewOf(arrival) }),
    );
    const unshown = [...read.unshown, ...walkIns.unshown, ...stored.unshown];
    return {
      day,
      timeZone: pack?.timezone ?? 'UTC',
      appointments: appointments.map((one) => {
        const arrival = arrivals.find((each) => each.appointments.includes(one.id));
        return { ...one, arrival: arrival ? viewOf(arrival) : null };
      }),
      walkIns: walkIns.rows,
      paused: stored.rows,
      ...(unshown.length > 0 ? { unshown } : {}),
      forms: (pack?.questionnaires ?? []).map(({ slug, title }) => ({ slug, title })),
      serverTime: now().toISOString(),
    };
  };
}
