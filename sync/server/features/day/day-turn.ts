/** What a new day brings and takes: demo appointments come, and what was of a day that is over goes. */
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/log.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import type { Kiosks } from '../kiosk/kiosks.ts';
import { demoAppointmentsOf } from './demo-appointments.ts';

const LOOK_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** After that nobody asks who called for help, or how a code was used. */
const KEPT_DAYS = 30;

export interface DayTurn {
  /** Safe to call at any time, and in several processes at once. */
  turn(): Promise<void>;
  /** Turns now, and again and again. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `YYYY-MM-DD` of the day before. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

export function createDayTurn(dependencies: {
  readonly sql: Sql;
  readonly kiosks: Pick<Kiosks, 'appointments' | 'dayKeys' | 'today'>;
  readonly vendors: VendorDirectory;
  readonly now: () => Date;
  readonly logger: Logger;
}): DayTurn {
  const { sql, kiosks, vendors, now, logger } = dependencies;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  async function turnFor(vendor: string): Promise<void> {
    const today = kiosks.today(vendor);
    // Yesterday's are still there for whoever asks this morning; what is older goes, with the key that it was under.
    const oldest = dayBefore(today);
    await sql`delete from appointments where vendor = ${vendor} and day < ${oldest}`;
    await sql`delete from arrivals where vendor = ${vendor} and day < ${oldest}`;
    await sql`delete from day_keys where vendor = ${vendor} and day < ${oldest}`;
    kiosks.dayKeys.forget(vendor, oldest);
    const pack = vendors.find(vendor)?.pack;
    if (pack) await kiosks.appointments.addDemo(vendor, today, demoAppointmentsOf(pack));
  }

  async function turn(): Promise<void> {
    const at = now().getTime();
    await sql`delete from hand_offs where expires_at < ${new Date(at).toISOString()}`;
    const old = new Date(at - KEPT_DAYS * DAY_MS).toISOString();
    await sql`delete from kiosk_enrolments where expires_at < ${old}`;
    await sql`delete from help_calls where received_at < ${old}`;
    // All of them have run empty: see `features/inbox/quotas.ts`.
    await sql`delete from inbox_quotas where at < ${new Date(at - DAY_MS).toISOString()}`;
    for (const { pack } of vendors.all) await turnFor(pack.slug);
  }

  const guarded = () => turn().catch((error: unknown) => logger.error({ err: error }, 'DAY_TURN_POSTPONED'));

  return {
    turn,
    async start() {
      await guarded();
      if (stopped) return;
      timer = setInterval(() => {
        running = guarded();
      }, LOOK_MS);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
