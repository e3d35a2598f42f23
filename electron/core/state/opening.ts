/** The clinic's hours, where its assignment has the kiosk keep them: whether they are over, and a look at each full minute whether they begin or end. */
import { type KioskAssignment, scheduleIn } from '../../../sync/protocol/api/kiosk-assignment.ts';
import type { AssignmentStore } from '../../clinic/assignments.ts';
import type { ServerTime } from '../../clinic/server-time.ts';
import type { KioskHost } from '../../hosts/host.ts';

const MINUTE_MS = 60_000;
type Schedule = ReturnType<typeof scheduleIn>;

export interface Opening {
  /** @returns when the hours begin again, ms since 1970; undefined within them, and where none are kept or they can't be read */
  opensAt(now: number): number | undefined;
  /** @param onMinute at each full minute of the clinic's clock */
  start(onMinute: () => void): void;
  stop(): void;
}

export function createOpening(options: {
  readonly clock: Pick<KioskHost['clock'], 'after'>;
  readonly assignments: Pick<AssignmentStore, 'current'>;
  readonly time: ServerTime;
}): Opening {
  const { clock, assignments, time } = options;
  let read: { readonly assignment: KioskAssignment; readonly schedule: Schedule } | undefined;
  /** The answer holds from `from` until `until`. */
  let known:
    | { readonly from: number; readonly until: number; readonly opensAt: number | undefined }
    | undefined;
  let cancel: () => void = () => undefined;

  function schedule(): Schedule {
    const assignment = assignments.current();
    if (assignment === undefined) return undefined;
    if (read?.assignment !== assignment) {
      read = { assignment, schedule: scheduleIn(assignment) };
      known = undefined;
    }
    return read.schedule;
  }

  function opensAt(now: number): number | undefined {
    const judge = schedule();
    if (judge === undefined) return undefined;
    if (known === undefined || now < known.from || now >= known.until) {
      const { open, until = Number.POSITIVE_INFINITY } = judge(now);
      known = { from: now, until, opensAt: open || !Number.isFinite(until) ? undefined : until };
    }
    return known.opensAt;
  }

  function wait(onMinute: () => void): void {
    const into = ((time.now() % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
    cancel = clock.after(MINUTE_MS - into, () => {
      wait(onMinute);
      onMinute();
    });
  }

  return { opensAt, start: wait, stop: () => cancel() };
}
