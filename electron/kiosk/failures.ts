/** What is done about a page or a GPU that died: whoever was there is wiped, and the watchdog's ladder says what comes next. */
import type { KioskHost } from '../base/host.ts';
import type { Decision, ViewFailure } from '../watchdog/ladder.ts';
import type { Departure } from './departure.ts';
import type { Sessions } from './sessions.ts';
import type { Stage } from './state/stage.ts';
import type { Watchdog } from './state/watchdog.ts';

export interface Failures {
  viewFailed(failure: ViewFailure, where: 'shown' | 'behind'): Promise<void>;
  gpuDied(): Promise<void>;
  /** No page is made any more. */
  stop(): void;
}

export function createFailures(options: {
  readonly host: Pick<KioskHost, 'clock' | 'discard'>;
  readonly watchdog: Watchdog;
  readonly stage: Stage;
  readonly sessions: Sessions;
  readonly departure: Departure;
  readonly faultIn: (where: string) => (error: unknown) => void;
}): Failures {
  const { host, watchdog, stage, sessions, departure, faultIn } = options;
  const waiting = new Set<() => void>();

  async function follow(decision: Decision): Promise<void> {
    if (departure.isLeaving()) return;
    if (decision.do === 'recreate-view') {
      const cancel = host.clock.after(decision.inMs, () => {
        waiting.delete(cancel);
        void stage.fill();
      });
      waiting.add(cancel);
    }
    if (decision.do === 'relaunch') await departure.leave({ relaunch: decision.why }, 'watchdog');
    if (decision.do === 'recovery-page') await departure.recover();
  }

  return {
    async viewFailed(failure, where) {
      if (departure.isLeaving()) return;
      const decision = watchdog.viewFailed(failure);
      if (where === 'shown') {
        if (sessions.current() !== undefined || sessions.state() === 'wiping') await sessions.end('recovery');
        else {
          const dead = stage.retire();
          if (dead !== undefined) await host.discard(dead).catch(faultIn('discard'));
          stage.resume();
        }
      }
      await follow(await decision);
    },
    gpuDied: () => watchdog.gpuDied().then(follow),
    stop() {
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
}
