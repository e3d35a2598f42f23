/** Every way in which this process ends. Whoever is here is wiped first, and what is unfinished of theirs goes to the clinic. */
import type { KioskHost } from '../base/host.ts';
import type { KioskLog } from '../log/events.ts';
import type { LogRing } from '../log/ring.ts';
import { STEP_MS } from '../session/wipe.ts';
import { WITHIN_MS } from '../watchdog/ladder.ts';
import type { Sessions } from './sessions.ts';
import type { Remembered, RestartReason } from './state/memory.ts';
import type { Stage } from './state/stage.ts';
import type { Watchdog } from './state/watchdog.ts';

/** Of the end that follows the recovery page: systemd and Shell Launcher start anew after any but 0. */
export const RECOVERY_EXIT = 70;

export type Way = { readonly relaunch: RestartReason } | { readonly exit: number };
export type By = 'staff' | 'watchdog' | 'update' | 'system';

export interface Departure {
  /** Once: whoever comes later gets the departure that is under way. */
  leave(way: Way, by: By): Promise<void>;
  isLeaving(): boolean;
  /** Nobody new may begin; it restarts as soon as nobody is here. */
  orderRestart(reason: RestartReason): void;
  isRestarting(): boolean;
  restartIfFree(): void;
  /** The page that sends to the desk, and after a while an end with an error. */
  recover(): Promise<void>;
  isRecovering(): boolean;
}

export function createDeparture(options: {
  readonly host: Pick<
    KioskHost,
    'clock' | 'relaunch' | 'exit' | 'notifySupervisor' | 'showRecoveryPage' | 'discard'
  >;
  readonly sessions: () => Sessions;
  readonly stage: () => Stage;
  readonly memory: Remembered;
  readonly watchdog: Watchdog;
  readonly ring: LogRing;
  readonly log: KioskLog;
  /** Ends everything that would go on by itself. */
  readonly close: () => void;
  /** Lets go of what another process is to open: whoever is started anew finds it free. */
  readonly letGo: () => Promise<void>;
}): Departure {
  const { host, sessions, stage, memory, watchdog, ring, log, close, letGo } = options;
  let leaving: Promise<void> | undefined;
  let ordered: RestartReason | undefined;
  let recovering = false;
  let cancelEnd: () => void = () => undefined;

  /** A disk that hangs must not keep a kiosk from being started anew. */
  async function briefly(work: Promise<unknown>): Promise<void> {
    let cancel: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = host.clock.after(STEP_MS, resolve);
    });
    await Promise.race([work.catch((error: unknown) => log.fault('departure', error)), late]);
    cancel();
  }

  async function leaveOnce(way: Way, by: By): Promise<void> {
    await sessions().end(by === 'watchdog' ? 'recovery' : 'staff');
    cancelEnd();
    close();
    log.write('app.stopped', { by });
    await briefly(
      Promise.all([
        memory.set({ restart: 'relaunch' in way ? way.relaunch : 'none' }),
        ring.close(),
        letGo(),
      ]),
    );
    host.notifySupervisor('stopping');
    if ('relaunch' in way) host.relaunch({ softwareRendering: watchdog.softwareRendering() });
    else host.exit(way.exit);
  }

  function leave(way: Way, by: By): Promise<void> {
    leaving ??= leaveOnce(way, by);
    return leaving;
  }

  function restartIfFree(): void {
    const state = sessions().state();
    if (ordered !== undefined && state !== 'in-session' && state !== 'wiping')
      void leave({ relaunch: ordered }, 'system');
  }

  return {
    leave,
    isLeaving: () => leaving !== undefined,
    orderRestart(reason) {
      ordered ??= reason;
      restartIfFree();
    },
    isRestarting: () => ordered !== undefined,
    restartIfFree,
    async recover() {
      await sessions().end('recovery');
      if (recovering || leaving !== undefined) return;
      recovering = true;
      const dead = stage().retire();
      stage().stop();
      await host.showRecoveryPage().catch((error: unknown) => log.fault('recovery', error));
      if (dead !== undefined) await host.discard(dead).catch((error: unknown) => log.fault('discard', error));
      cancelEnd = host.clock.after(WITHIN_MS, () => void leave({ exit: RECOVERY_EXIT }, 'watchdog'));
    },
    isRecovering: () => recovering,
  };
}
