/** Looks once a minute whether an update may be exchanged now (`../updates`), and closes the kiosk while it is. */
import type { ClinicSide } from '../clinic/clinic-side.ts';
import type { KioskHost } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { UpdateFacts, UpdateKeeper } from '../updates/keeper.ts';
import type { Sessions } from './session/sessions.ts';
import type { Shutdown } from './shutdown.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { Status } from './status.ts';

export interface Updates {
  /** At each start, before anything else can fail. @returns whether this process ends, since its version is taken back */
  begin(): Promise<boolean>;
  /** @param reached whether the server has just answered */
  look(reached: boolean): Promise<void>;
  /** A page was painted: this version can do that much. */
  painted(): void;
}

export function createUpdates(options: {
  /** undefined where the operating system exchanges versions. */
  readonly keeper: UpdateKeeper | undefined;
  readonly clock: KioskHost['clock'];
  readonly clinic: Pick<ClinicSide, 'assignments' | 'time' | 'calendar'>;
  readonly intakes: Pick<IntakeKeeper, 'connection'>;
  readonly sessions: Sessions;
  readonly staff: StaffDesk;
  readonly shutdown: Shutdown;
  readonly status: Status;
}): Updates {
  const { keeper, clock, clinic, intakes, sessions, staff, shutdown, status } = options;
  let attractPainted = false;
  let closed = false;

  function screen(): UpdateFacts['screen'] {
    if (shutdown.isRecovering()) return 'recovery';
    if (staff.isOpen()) return 'staff';
    return sessions.state() === 'ready' ? 'attract' : 'session';
  }

  function serverReached(reached: boolean): boolean | undefined {
    if (reached) return true;
    return intakes.connection().state === 'online' ? false : undefined;
  }

  async function close(): Promise<boolean> {
    if (sessions.state() !== 'ready' || staff.isOpen()) return false;
    closed = true;
    status.setUpdating(true);
    return true;
  }

  return {
    async begin() {
      const next = await keeper?.begin(clock.now());
      if (next === undefined) return false;
      await shutdown.leave(next, 'update');
      return true;
    },
    async look(reached) {
      const assignment = clinic.assignments.current();
      if (keeper === undefined || assignment === undefined || shutdown.isLeaving()) return;
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
      if (next !== undefined) await shutdown.leave(next, 'update');
      else if (closed) {
        closed = false;
        status.setUpdating(false);
      }
    },
    painted() {
      attractPainted = true;
    },
  };
}
