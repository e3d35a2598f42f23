/** What is looked at once a minute, whatever the server said. */
import type { KioskHost } from '../base/host.ts';
import type { ClinicSide } from './clinic-side.ts';
import type { Departure } from './departure.ts';
import type { Facts } from './facts.ts';
import type { Sessions } from './sessions.ts';
import type { StaffDesk } from './staff-desk.ts';
import { isTimeToRestart } from './state/night.ts';
import type { Watchdog } from './state/watchdog.ts';
import type { StatusTeller } from './status-teller.ts';
import type { Updates } from './updates.ts';

/** The attract screen has stood for so long: what was wrong is over. */
export const CALM_MS = 10 * 60_000;

/** @returns what is done once a minute; `reached`: whether the server has just answered */
export function createHousekeeping(options: {
  readonly clock: KioskHost['clock'];
  readonly clinic: Pick<ClinicSide, 'enrolment' | 'time' | 'calendar'>;
  readonly facts: Facts;
  readonly teller: StatusTeller;
  readonly watchdog: Watchdog;
  readonly updates: Updates;
  readonly sessions: Sessions;
  readonly staff: StaffDesk;
  readonly departure: Departure;
}): (reached: boolean) => Promise<void> {
  const { clock, clinic, facts, teller, watchdog, updates, sessions, staff, departure } = options;
  const began = clock.monotonic();

  function restartAtNight(): void {
    const window = clinic.enrolment.current()?.config.maintenance;
    const seen = {
      minuteOfDay: clinic.calendar.minuteOfDay(clinic.time.now()),
      uptimeMs: clock.monotonic() - began,
      free: sessions.state() === 'ready' && !staff.isOpen() && !departure.isRecovering(),
    };
    if (window !== undefined && isTimeToRestart({ ...seen, window })) departure.orderRestart('night');
  }

  return async (reached) => {
    await facts.refresh();
    teller.tell();
    if (teller.attractForMs() >= CALM_MS) await watchdog.calm();
    await updates.look(reached);
    // Only where the server is there: the next process has to fetch the list of who comes.
    if (reached) restartAtNight();
  };
}
