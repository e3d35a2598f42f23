/** What a kiosk does once a minute: it says how it is, follows what the server answers, and looks after itself whatever that was. */
import type { KioskOrders } from '../../sync/protocol/api/kiosk.ts';
import type { ClinicSide } from '../clinic/clinic-side.ts';
import { createReporter, type Reporter } from '../clinic/reporter.ts';
import type { KioskHost } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import { isInWindow } from '../updates/gate.ts';
import type { KioskEnrollment } from './enrollment.ts';
import type { Sessions } from './session/sessions.ts';
import type { Shutdown } from './shutdown.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { Watchdog } from './state/watchdog.ts';
import type { Status } from './status.ts';
import type { Updates } from './updates.ts';

/** The attract screen has stood for so long: what was wrong is over. */
export const CALM_MS = 10 * 60_000;
/** One window, one restart at night: however long the window is. */
const RESTART_AFTER_MS = 12 * 60 * 60_000;

export type Heartbeat = Reporter;

export function createHeartbeat(options: {
  readonly clock: KioskHost['clock'];
  readonly clinic: ClinicSide;
  readonly intakes: Pick<IntakeKeeper, 'queued'>;
  readonly staff: StaffDesk;
  readonly watchdog: Watchdog;
  readonly sessions: Sessions;
  readonly shutdown: Shutdown;
  readonly status: Status;
  readonly updates: Updates;
  readonly enrollment: KioskEnrollment;
  readonly log: KioskLog;
  /** In [0, 1). */
  readonly fraction: () => number;
}): Heartbeat {
  const { clock, clinic, intakes, staff, watchdog, sessions, shutdown, status, updates, enrollment, log } =
    options;
  const { server, assignments, checkIn, arrivals, time, calendar } = clinic;
  const began = clock.monotonic();
  /** Since when something waits to be sent. */
  let waitingSince: number | undefined;
  /** This process has asked for its assignment: it may read more of one than the process before, under the same version. */
  let asked = false;

  async function updateList(version: string): Promise<void> {
    if (version === checkIn.version()) return;
    const reply = await server.checkInList();
    if (reply.status === 'ok') await checkIn.take(reply.value);
    else if (reply.status === 'refused') checkIn.drop();
  }

  async function follow(orders: KioskOrders): Promise<void> {
    const now = Date.parse(orders.serverTime);
    time.note(now);
    await assignments.noteTime(now);
    if (orders.revoked) return enrollment.signOut('system');
    const version = assignments.current()?.version ?? 0;
    const isNews = !asked || orders.assignmentVersion > version;
    asked = true;
    if (isNews && (await assignments.refresh())) await enrollment.apply();
    await updateList(orders.checkInVersion);
    if (orders.restart) shutdown.orderRestart('clinic');
  }

  async function noteDepth(): Promise<void> {
    const waiting = await intakes.queued();
    if (waiting === 0) waitingSince = undefined;
    else waitingSince ??= clock.monotonic();
    const oldestMs = waitingSince === undefined ? 0 : clock.monotonic() - waitingSince;
    log.write('outbox.depth', { waiting, oldestMs });
  }

  /**
   * For no other reason than that it is night: Chromium and Electron keep a little of every partition and process that they ever made, and a process of
   * yesterday's has no reason to see tomorrow.
   */
  function restartAtNight(): void {
    const window = assignments.current()?.config.maintenance;
    const isFree = sessions.state() === 'ready' && !staff.isOpen() && !shutdown.isRecovering();
    if (window === undefined || !isFree || clock.monotonic() - began < RESTART_AFTER_MS) return;
    if (isInWindow(calendar.minuteOfDay(time.now()), window)) shutdown.orderRestart('night');
  }

  async function keepHouse(reached: boolean): Promise<void> {
    await status.refresh();
    status.tell();
    if (status.attractForMs() >= CALM_MS) await watchdog.calm();
    await updates.look(reached);
    // Only where the server is there: the next process has to fetch the list of who comes.
    if (reached) restartAtNight();
  }

  const reporter = createReporter({
    server,
    health: status.health,
    async onReported(orders) {
      if (orders !== undefined) await follow(orders);
      if (await assignments.review()) await enrollment.apply();
      if (assignments.isLapsed() && (await assignments.refresh())) await enrollment.apply();
      if (orders !== undefined) await arrivals.retry();
      await noteDepth();
      await keepHouse(orders !== undefined);
    },
    onFault: (error) => log.fault('minute', error),
    after: clock.after,
    fraction: options.fraction,
  });
  shutdown.onLeaving(reporter.stop);
  return reporter;
}
