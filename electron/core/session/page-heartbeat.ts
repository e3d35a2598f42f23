/** Sees a page that stays white or hangs without being called unresponsive (K4). */
import type { ViewFailure } from '../../hosts/host.ts';
import { ALIVE_MS, BEATS_MISSED, FIRST_PAINT_MS } from '../state/ladder.ts';

export interface Timers {
  /** @returns what takes it back. */
  after(ms: number, run: () => void): () => void;
}

export interface Heartbeat {
  /** The page has painted for the first time. */
  painted(): void;
  /** The page says that it is alive, which it does every five seconds. */
  beat(): void;
  /** The machine was asleep, or the view is being taken down on purpose: nothing is missed. */
  pause(): void;
  /** Waits again, after a {@link pause} that has ended before the first paint. */
  wait(): void;
  stop(): void;
}

/** @param onFailure called once. */
export function watchHeartbeat(
  timers: Timers,
  onFailure: (failure: Extract<ViewFailure, 'no-first-paint' | 'no-heartbeat'>) => void,
): Heartbeat {
  let painted = false;
  let over = false;
  let cancel: () => void = () => undefined;

  function wait(): void {
    cancel();
    if (over) return;
    cancel = timers.after(painted ? ALIVE_MS * BEATS_MISSED : FIRST_PAINT_MS, () => {
      over = true;
      onFailure(painted ? 'no-heartbeat' : 'no-first-paint');
    });
  }

  wait();
  return {
    painted() {
      painted = true;
      wait();
    },
    beat() {
      if (painted) wait();
    },
    pause: () => cancel(),
    wait,
    stop() {
      over = true;
      cancel();
    },
  };
}
