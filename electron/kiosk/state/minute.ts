/** What a kiosk does once a minute: it says how it is, and follows what the server answers. */
import type { KioskHealth, KioskOrders } from '../../../sync/protocol/api/kiosk.ts';
import type { KioskHost } from '../../base/host.ts';
import type { Arrivals } from '../../clinic/arrivals.ts';
import type { CheckIn } from '../../clinic/check-in.ts';
import type { Enrolment } from '../../clinic/enrolment.ts';
import { createReporter, type Reporter } from '../../clinic/reporter.ts';
import type { ClinicServer } from '../../clinic/server.ts';
import type { ServerTime } from '../../clinic/server-time.ts';
import type { IntakeKeeper } from '../../intake/contract.ts';
import type { KioskLog } from '../../log/events.ts';

export interface MinuteOptions {
  readonly clock: KioskHost['clock'];
  readonly server: ClinicServer;
  readonly enrolment: Enrolment;
  readonly checkIn: CheckIn;
  readonly arrivals: Arrivals;
  readonly intakes: Pick<IntakeKeeper, 'queued'>;
  readonly time: ServerTime;
  readonly log: KioskLog;
  readonly fraction: () => number;
  readonly health: () => Promise<KioskHealth | undefined>;
  /** What the kiosk is told to be has changed. */
  readonly onAssignment: () => Promise<void>;
  readonly onRevoked: () => Promise<void>;
  readonly onRestart: () => void;
  /** Last, whatever the server said: what is looked at once a minute. */
  readonly onMinute: (reached: boolean) => Promise<void>;
}

export function createMinute(options: MinuteOptions): Reporter {
  const { clock, server, enrolment, checkIn, arrivals, intakes, time, log } = options;
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
    await enrolment.noteTime(now);
    if (orders.revoked) return options.onRevoked();
    const version = enrolment.current()?.version ?? 0;
    const isNews = !asked || orders.assignmentVersion > version;
    asked = true;
    if (isNews && (await enrolment.refresh())) await options.onAssignment();
    await updateList(orders.checkInVersion);
    if (orders.restart) options.onRestart();
  }

  async function noteDepth(): Promise<void> {
    const waiting = await intakes.queued();
    if (waiting === 0) waitingSince = undefined;
    else waitingSince ??= clock.monotonic();
    const oldestMs = waitingSince === undefined ? 0 : clock.monotonic() - waitingSince;
    log.write('outbox.depth', { waiting, oldestMs });
  }

  return createReporter({
    server,
    health: options.health,
    async onReported(orders) {
      if (orders !== undefined) await follow(orders);
      if (await enrolment.review()) await options.onAssignment();
      if (enrolment.isLapsed() && (await enrolment.refresh())) await options.onAssignment();
      if (orders !== undefined) await arrivals.retry();
      await noteDepth();
      await options.onMinute(orders !== undefined);
    },
    onFault: (error) => log.fault('minute', error),
    after: clock.after,
    fraction: options.fraction,
  });
}
