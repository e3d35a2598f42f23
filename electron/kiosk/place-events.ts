/** What the place and the network bring about by themselves. */

import type { KioskHost } from '../base/host.ts';
import type { Arrivals } from '../clinic/arrivals.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import type { SessionEnd } from '../session/wipe.ts';
import type { Failures } from './failures.ts';
import type { KioskSender } from './sender.ts';
import type { Stage } from './state/stage.ts';
import type { StatusTeller } from './status-teller.ts';

/** `WatchdogSec` of the unit in `os/linux` is longer by far. */
export const SUPERVISOR_MS = 10_000;

/** @returns what ends it */
export function listenToPlace(options: {
  readonly host: KioskHost;
  readonly intakes: Pick<IntakeKeeper, 'sendNow' | 'watchConnection'>;
  readonly stage: Stage;
  readonly failures: Failures;
  readonly arrivals: Arrivals;
  readonly teller: StatusTeller;
  readonly send: KioskSender;
  readonly log: KioskLog;
  readonly reportNow: () => Promise<void>;
  readonly endSession: (by: SessionEnd) => Promise<void>;
  readonly faultIn: (where: string) => (error: unknown) => void;
}): () => void {
  const { host, intakes, stage, failures, arrivals, teller, send, log, reportNow, endSession } = options;
  let online: 'online' | 'offline' | undefined;
  const taken = [
    host.onViewFailure((view, failure) => stage.failed(view, failure)),
    host.onGpuDeath(() => void failures.gpuDied()),
    host.onHardware((event) => send('hardware', event)),
    host.onKeptBack((what) => log.write('kept-back', { what })),
    host.onPower((event) => {
      if (event === 'suspend' || event === 'lock') {
        stage.sleep();
        void endSession('suspend');
        return;
      }
      // A network that changes under an intake changes nothing about who sits there: it only brings the server nearer, or not.
      if (event === 'resume') stage.wake();
      void intakes.sendNow().catch(options.faultIn('send'));
      void reportNow();
    }),
    intakes.watchConnection((connection) => {
      send('connection', { ...connection });
      teller.tell();
      if (connection.state === 'unknown' || connection.state === online) return;
      online = connection.state;
      log.write('sync.contact', { state: online, skewMs: connection.clockSkewMs ?? 0 });
      if (online === 'online') void arrivals.retry();
    }),
    every(host.clock, SUPERVISOR_MS, () => host.notifySupervisor('alive')),
  ];
  return () => {
    for (const take of taken) take();
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
