/** The one timer that begins a sender's next pass where nothing else does. */
import type { Clock, Unsubscribe } from './ports.ts';

export interface WakeTimer {
  /** In place of any wait before. */
  wakeIn(milliseconds: number): void;
  cancel(): void;
  isSet(): boolean;
  /** Cancels it for good. */
  stop(): void;
}

export function createWakeTimer(clock: Clock, onWake: () => void): WakeTimer {
  let cancelTimer: Unsubscribe | undefined;
  let stopped = false;
  const cancel = () => {
    cancelTimer?.();
    cancelTimer = undefined;
  };
  return {
    wakeIn(milliseconds) {
      cancel();
      if (stopped) return;
      cancelTimer = clock.setTimer(milliseconds, () => {
        cancelTimer = undefined;
        onWake();
      });
    },
    cancel,
    isSet: () => cancelTimer !== undefined,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
