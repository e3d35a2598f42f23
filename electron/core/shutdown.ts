/** Every way in which this process ends. The session is wiped first, and an unfinished form goes to the clinic. */
import type { KioskHost } from '../hosts/host.ts';
import { createListeners, type Listeners } from '../hosts/listeners.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import type { LogRing } from '../log/ring.ts';
import type { Sessions } from './session/sessions.ts';
import type { Views } from './session/views.ts';
import { STEP_MS } from './session/wipe.ts';
import { WITHIN_MS } from './state/ladder.ts';
import type { PersistedState, RestartReason } from './state/persisted-state.ts';
import type { Watchdog } from './state/watchdog.ts';

/** Of the end that follows the recovery page: systemd and Shell Launcher start again after any but 0. */
export const RECOVERY_EXIT = 70;

export type Way =
  | { readonly relaunch: RestartReason }
  | { readonly exit: number }
  /** Starts what puts another version in the place of this one. @returns whether it has begun */
  | { readonly exchange: () => boolean };
export type By = 'staff' | 'watchdog' | 'update' | 'system';

export interface Shutdown {
  /** Once: a later call gets the shutdown that is under way. */
  leave(way: Way, by: By): Promise<void>;
  isLeaving(): boolean;
  /** Nobody new may begin; it restarts as soon as nobody is here. */
  orderRestart(reason: RestartReason): void;
  isRestarting(): boolean;
  restartIfFree(): void;
  /** The page that sends to the desk, and after a while an end with an error. */
  recover(): Promise<void>;
  isRecovering(): boolean;
  /** When everything that would go on by itself has to end. */
  readonly onLeaving: Listeners<[]>['add'];
}

export function createShutdown(options: {
  readonly host: Pick<
    KioskHost,
    'clock' | 'relaunch' | 'exit' | 'notifySupervisor' | 'showRecoveryPage' | 'discard'
  >;
  readonly sessions: Sessions;
  readonly views: Views;
  /** Closed at the end, so that the next process finds their files free. */
  readonly intakes: Pick<IntakeKeeper, 'close'>;
  readonly persisted: PersistedState;
  readonly watchdog: Watchdog;
  readonly ring: LogRing;
  readonly log: KioskLog;
}): Shutdown {
  const { host, sessions, views, intakes, persisted, watchdog, ring, log } = options;
  const leavers = createListeners<[]>();
  let leaving: Promise<void> | undefined;
  let ordered: RestartReason | undefined;
  let recovering = false;
  let cancelEnd: () => void = () => undefined;

  /** A disk that hangs must not keep a kiosk from being started again. */
  async function briefly(work: Promise<unknown>): Promise<void> {
    let cancel: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = host.clock.after(STEP_MS, resolve);
    });
    await Promise.race([work.catch((error: unknown) => log.fault('departure', error)), late]);
    cancel();
  }

  function end(way: Way): void {
    if ('exit' in way) host.exit(way.exit);
    // What could not be exchanged is started as it is.
    else if ('exchange' in way && way.exchange()) host.exit(0);
    else host.relaunch({ softwareRendering: watchdog.softwareRendering() });
  }

  async function leaveOnce(way: Way, by: By): Promise<void> {
    await sessions.end(by === 'watchdog' ? 'recovery' : 'staff');
    cancelEnd();
    leavers.tell();
    views.stop();
    log.write('app.stopped', { by });
    const restart = 'relaunch' in way ? way.relaunch : 'exchange' in way ? 'update' : 'none';
    await briefly(Promise.all([persisted.set({ restart }), ring.close(), intakes.close()]));
    host.notifySupervisor('stopping');
    end(way);
  }

  function leave(way: Way, by: By): Promise<void> {
    leaving ??= leaveOnce(way, by);
    return leaving;
  }

  function restartIfFree(): void {
    const state = sessions.state();
    if (ordered !== undefined && state !== 'in-session' && state !== 'wiping')
      void leave({ relaunch: ordered }, 'system');
  }

  sessions.onBlocked(() => void leave({ relaunch: 'wipe-failed' }, 'watchdog'));

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
      await sessions.end('recovery');
      if (recovering || leaving !== undefined) return;
      recovering = true;
      const dead = views.retire();
      views.stop();
      await host.showRecoveryPage().catch((error: unknown) => log.fault('recovery', error));
      if (dead !== undefined) await host.discard(dead).catch((error: unknown) => log.fault('discard', error));
      cancelEnd = host.clock.after(WITHIN_MS, () => void leave({ exit: RECOVERY_EXIT }, 'watchdog'));
    },
    isRecovering: () => recovering,
    onLeaving: leavers.add,
  };
}
