/** Tells the server every minute how the kiosk is, and gets its orders. Jittered, so that a clinic's kiosks don't come in step after a power cut. */
import type { KioskHealth, KioskOrders } from '../../sync/protocol/api/kiosk.ts';
import type { ClinicServer } from './server.ts';

export const REPORT_EVERY_MS = 60_000;
/** A tenth more or less. */
export const REPORT_JITTER_MS = 6_000;
/** The first comes soon after the start: without it there is no check-in list. */
export const FIRST_REPORT_MS = 1_000;

export interface Reporter {
  start(): void;
  /** Reports now, out of turn. A call during a report gets that report. */
  report(): Promise<void>;
  /** How many are over. */
  reports(): number;
  stop(): void;
}

export interface ReporterOptions {
  readonly server: Pick<ClinicServer, 'health'>;
  /** @returns undefined where there is nobody to report to: not enrolled */
  readonly health: () => Promise<KioskHealth | undefined>;
  /** After each try, whatever came of it: what else happens once a minute. */
  readonly onReported: (orders: KioskOrders | undefined) => Promise<void>;
  readonly onFault: (error: unknown) => void;
  readonly after: (ms: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly fraction: () => number;
}

export function createReporter(options: ReporterOptions): Reporter {
  const { server, health, onReported, onFault, after, fraction } = options;
  let cancel: () => void = () => undefined;
  let running = false;
  let under: Promise<void> | undefined;
  let reports = 0;

  async function once(): Promise<void> {
    try {
      const now = await health();
      const reply = now === undefined ? undefined : await server.health(now);
      await onReported(reply?.status === 'ok' ? reply.value : undefined);
    } catch (error) {
      onFault(error);
    }
  }

  function report(): Promise<void> {
    under ??= once().finally(() => {
      under = undefined;
      reports += 1;
    });
    return under;
  }

  function wait(ms: number): void {
    cancel = after(ms, () => {
      // The next is set before this one ends: one that hangs doesn't end the rhythm.
      wait(REPORT_EVERY_MS + Math.round((fraction() * 2 - 1) * REPORT_JITTER_MS));
      void report();
    });
  }

  return {
    start() {
      if (running) return;
      running = true;
      wait(Math.round(FIRST_REPORT_MS * (1 + fraction())));
    },
    report,
    reports: () => reports,
    stop() {
      running = false;
      cancel();
    },
  };
}
