/**
 * Events of the host and the network. When a page or a GPU dies, the session is wiped, and the watchdog's ladder says
 * what comes next.
 */
import type { Arrivals } from '../clinic/arrivals.ts';
import type { KioskHost, ViewFailure } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { KioskSender, Sessions } from './session/sessions.ts';
import type { Views } from './session/views.ts';
import type { Shutdown } from './shutdown.ts';
import type { Decision } from './state/ladder.ts';
import type { Watchdog } from './state/watchdog.ts';
import type { Status } from './status.ts';

/** `WatchdogSec` of the unit in `os/linux` is longer by far. */
export const SUPERVISOR_MS = 10_000;

export interface HostEvents {
  /** Until the kiosk ends. */
  listen(): void;
  viewFailed(failure: ViewFailure, where: 'shown' | 'behind'): Promise<void>;
}

export function createHostEvents(options: {
  readonly host: KioskHost;
  readonly intakes: Pick<IntakeKeeper, 'sendNow' | 'watchConnection'>;
  readonly arrivals: Arrivals;
  readonly watchdog: Watchdog;
  readonly views: Views;
  readonly sessions: Sessions;
  readonly shutdown: Shutdown;
  readonly status: Status;
  readonly heartbeat: Heartbeat;
  readonly send: KioskSender;
  readonly log: KioskLog;
}): HostEvents {
  const { host, intakes, arrivals, watchdog, views, sessions, shutdown, status, heartbeat, send, log } =
    options;
  const faultIn = (where: string) => (error: unknown) => log.fault(where, error);
  /** Pages that are to be made, and everything that is listened to. */
  const taken = new Set<() => void>();
  let online: 'online' | 'offline' | undefined;

  async function follow(decision: Decision): Promise<void> {
    if (shutdown.isLeaving()) return;
    if (decision.do === 'recreate-view') {
      const cancel = host.clock.after(decision.inMs, () => {
        taken.delete(cancel);
        void views.fill();
      });
      taken.add(cancel);
    }
    if (decision.do === 'relaunch') await shutdown.leave({ relaunch: decision.why }, 'watchdog');
    if (decision.do === 'recovery-page') await shutdown.recover();
  }

  async function suspend(): Promise<void> {
    views.sleep();
    await sessions.end('suspend');
    status.tell();
  }

  shutdown.onLeaving(() => {
    for (const take of taken) take();
    taken.clear();
  });

  return {
    listen() {
      for (const end of [
        host.onViewFailure((view, failure) => views.failed(view, failure)),
        host.onGpuDeath(() => void watchdog.gpuDied().then(follow)),
        host.onHardware((event) => send('hardware', event)),
        host.onKeptBack((what) => log.write('kept-back', { what })),
        host.onPower((event) => {
          if (event === 'suspend' || event === 'lock') return void suspend();
          // A network that changes under an intake changes nothing about who sits there: it only brings the server nearer, or not.
          if (event === 'resume') views.wake();
          void intakes.sendNow().catch(faultIn('send'));
          void heartbeat.report();
        }),
        intakes.watchConnection((connection) => {
          send('connection', { ...connection });
          status.tell();
          if (connection.state === 'unknown' || connection.state === online) return;
          online = connection.state;
          log.write('sync.contact', { state: online, skewMs: connection.clockSkewMs ?? 0 });
          if (online === 'online') void arrivals.retry();
        }),
        every(host.clock, SUPERVISOR_MS, () => host.notifySupervisor('alive')),
      ])
        taken.add(end);
    },
    async viewFailed(failure, where) {
      if (shutdown.isLeaving()) return;
      const decision = watchdog.viewFailed(failure);
      if (where === 'shown') {
        if (sessions.current() !== undefined || sessions.state() === 'wiping') await sessions.end('recovery');
        else {
          const dead = views.retire();
          if (dead !== undefined) await host.discard(dead).catch(faultIn('discard'));
          views.resume();
        }
      }
      await follow(await decision);
    },
  };
}

function every(clock: KioskHost['clock'], ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, again);
  function again(): void {
    cancel = clock.after(ms, again);
    run();
  }
  return () => cancel();
}
