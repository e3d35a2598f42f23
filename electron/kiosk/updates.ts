/** Looks once a minute whether an update may be exchanged now (`../updates`), and closes the kiosk while it is. */
import type { KioskHost } from '../base/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { UpdateFacts, UpdateKeeper } from '../updates/keeper.ts';
import type { ClinicSide } from './clinic-side.ts';
import type { Departure } from './departure.ts';
import type { Sessions } from './sessions.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { StatusTeller } from './status-teller.ts';

export interface Updates {
  /** @param reached whether the server has just answered */
  look(reached: boolean): Promise<void>;
  /** A page was painted: this version can do that much. */
  painted(): void;
  /** Nobody may begin: files are being exchanged. */
  isUpdating(): boolean;
}

export function createUpdates(options: {
  /** undefined where the place exchanges nothing by itself. */
  readonly keeper: UpdateKeeper | undefined;
  readonly clock: KioskHost['clock'];
  readonly clinic: Pick<ClinicSide, 'enrolment' | 'time' | 'calendar'>;
  readonly intakes: Pick<IntakeKeeper, 'connection'>;
  readonly sessions: Sessions;
  readonly staff: StaffDesk;
  readonly departure: Departure;
  readonly teller: StatusTeller;
}): Updates {
  const { keeper, clock, clinic, intakes, sessions, staff, departure, teller } = options;
  let updating = false;
  let attractPainted = false;

  function screen(): UpdateFacts['screen'] {
    if (departure.isRecovering()) return 'recovery';
    if (staff.isOpen()) return 'staff';
    return sessions.state() === 'ready' ? 'attract' : 'session';
  }

  function serverReached(reached: boolean): boolean | undefined {
    if (reached) return true;
    return intakes.connection().state === 'online' ? false : undefined;
  }

  async function close(): Promise<boolean> {
    if (sessions.state() !== 'ready' || staff.isOpen()) return false;
    updating = true;
    teller.tell();
    return true;
  }

  return {
    async look(reached) {
      const assignment = clinic.enrolment.current();
      if (keeper === undefined || assignment === undefined || departure.isLeaving()) return;
      const next = await keeper.look(
        {
          screen: screen(),
          minuteOfDay: clinic.calendar.minuteOfDay(clinic.time.now()),
          window: assignment.config.maintenance,
          unsealedIntakes: sessions.current() === undefined ? 0 : 1,
          now: clock.now(),
          attractPainted,
          serverReached: serverReached(reached),
        },
        close,
      );
      if (next === 'relaunch') await departure.leave({ relaunch: 'update' }, 'update');
      else if (updating) {
        updating = false;
        teller.tell();
      }
    },
    painted() {
      attractPainted = true;
    },
    isUpdating: () => updating,
  };
}
